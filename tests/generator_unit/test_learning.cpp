// Numerations, learning from points, level sets, and the records that statements need.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "alter.hpp"
#include "automata/decide_all.hpp"
#include "automata/learn_diagonals.hpp"
#include "automata/learn_records.hpp"
#include "automata/pair_window.hpp"
#include "automata/points_queen.hpp"
#include "automata/queen_window.hpp"
#include "automata/record_writer.hpp"
#include "evaluation/table_builder.hpp"
#include "golden/floor_phi.hpp"
#include "support.hpp"
#include "tables/mex_sequence.hpp"

namespace mexcert {
namespace {

using Rows = std::vector<std::vector<std::int64_t>>;

NumerationSystem numeration(Rows states) {
    Item item;
    item.states = std::move(states);
    return NumerationSystem::of(item).value();
}

const Rows kFibonacci = {{0, 1}, {0, -1}};
const Rows kTribonacci = {{0, 1}, {0, 2}, {0, -1}};
const Rows kPell = {{0, 0, 1}, {0, -1, -1}};
const Rows kBinary = {{0, 0}};
const Rows kDecimal = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
const Rows kOddOnes = {{0, 1}, {1, 2}, {2, 1}};  // any words: three states of two digits

Sample pairs(const std::vector<std::uint64_t>& values, unsigned digits) {
    Sample sample;
    sample.tracks = 2;
    sample.lengths = {digits, std::nullopt};
    for (std::size_t n = 0; n < values.size(); ++n) {
        sample.values.insert(sample.values.end(), {n, values[n]});
    }
    return sample;
}

Sample sums(const NumerationSystem& system, unsigned digits) {
    Sample sample;
    sample.tracks = 3;
    sample.lengths = {digits, digits, std::nullopt};
    for (std::uint64_t x = 0; x < system.count(digits); ++x) {
        for (std::uint64_t y = 0; y < system.count(digits); ++y) {
            sample.values.insert(sample.values.end(), {x, y, x + y});
        }
    }
    return sample;
}

Sample terminal_pairs(const NumerationSystem& system, std::uint64_t l, unsigned digits) {
    return pairs(tables::mex_sequence(l, l + 1, system.count(digits)), digits);
}

// The output after reading the tuple; 0 where a target is missing.
std::uint32_t read(const NumerationSystem& system, const Automaton& automaton,
                   const std::vector<std::uint64_t>& tuple) {
    std::size_t length = 0;
    std::vector<NumerationSystem::Word> words;
    for (const std::uint64_t n : tuple) {
        words.push_back(*system.representation(n));
        length = std::max(length, words.back().size());
    }
    std::uint32_t state = 0;
    for (std::size_t i = 0; i < length; ++i) {
        std::uint32_t letter = 0;
        for (const NumerationSystem::Word& word : words) {
            const std::size_t pad = length - word.size();
            letter = letter * system.digits() + (i < pad ? 0U : word[i - pad]);
        }
        bool found = false;
        for (const Automaton::Edge& edge : automaton.edges_of(state)) {
            if (edge.letter == letter) {
                state = edge.target;
                found = true;
                break;
            }
        }
        if (!found) {
            return 0;
        }
    }
    return automaton.output[state];
}

TEST_CASE("numbers go to words and back, in radix order", "[numeration]") {
    for (const Rows& rows : {kFibonacci, kTribonacci, kPell, kBinary, kDecimal, kOddOnes}) {
        const NumerationSystem system = numeration(rows);
        NumerationSystem::Word before;
        bool good = true;
        for (std::uint64_t n = 0; n < 3000; ++n) {
            const NumerationSystem::Word word = *system.representation(n);
            good = good && *system.value(word) == n && *system.length(n) == word.size() &&
                   (word.empty() || word[0] != 0) &&
                   *system.representation(mpz_class(static_cast<unsigned long>(n))) == word;
            good = good && (n == 0 || before.size() < word.size() ||
                            (before.size() == word.size() && before < word));
            before = word;
        }
        CHECK(good);
        const mpz_class big("123456789012345678901234567890");
        CHECK(*system.value(*system.representation(big)) == big);
    }
}

TEST_CASE("words are those of the evaluator", "[numeration]") {
    Item item;
    item.states = kTribonacci;
    Numeration other(item);
    const NumerationSystem system = numeration(kTribonacci);
    for (std::int64_t n = 0; n < 500; ++n) {
        const Word wanted = other.representation(n);
        const NumerationSystem::Word word = *system.representation(static_cast<std::uint64_t>(n));
        CHECK(std::equal(wanted.begin(), wanted.end(), word.begin(), word.end()));
    }
}

TEST_CASE("what is no numeration", "[numeration]") {
    Item item;
    item.name = "N";
    item.states = {{0, -1}};
    CHECK(NumerationSystem::of(item).error().text() == "N: finitely many words");
    item.states = {{1, 0}, {0, 0}};
    CHECK(!NumerationSystem::of(item).ok());
    CHECK_FALSE(numeration(kFibonacci).value(std::vector<std::uint8_t>{1, 1}));
}

TEST_CASE("addition is learned in several numerations", "[learner]") {
    const std::vector<std::tuple<Rows, unsigned, std::size_t>> systems = {
        {kFibonacci, 9, 16}, {kBinary, 6, 2}, {kDecimal, 2, 2}, {kPell, 6, 0}};
    for (const auto& [rows, digits, states] : systems) {
        const NumerationSystem system = numeration(rows);
        const Result<Learned> adder = learn(system, sums(system, digits));
        REQUIRE(adder.ok());
        const Automaton& automaton = adder.value().automaton;
        if (states > 0) {
            CHECK(automaton.states() == states);
        }
        bool good = true;
        for (std::uint64_t x = 1; x < 100'000; x = x * 3 + 1) {
            for (std::uint64_t y = 1; y < 100'000; y = y * 2 + 3) {
                good = good && read(system, automaton, {x, y, x + y}) == 1 &&
                       read(system, automaton, {x, y, x + y + 1}) == 0 &&
                       read(system, automaton, {x, y + 7, x + y}) == 0;
            }
        }
        CHECK(good);
    }
}

TEST_CASE("addition is learned by windows where boxes are too small", "[learner]") {
    const NumerationSystem system = numeration(kTribonacci);
    testing::Fixture fixture("statement s: 0 = 0\n");
    PointSources sources(*fixture.engine, system, {});
    const auto source = sources.of({RecordKind::kAdder, -1, {}, ItemPart::kGraph, 0}, 0);
    REQUIRE(source.ok());
    const Result<Learned> adder = learn_growing(system, *source.value(), {});
    REQUIRE(adder.ok());
    CHECK(adder.value().automaton.states() == 149);
    CHECK(agrees(system, adder.value().automaton, sums(system, 11)));
    bool good = true;
    for (std::uint64_t x = 1; x < 1'000'000'000; x = x * 5 + 1) {
        for (std::uint64_t y = 1; y < 1'000'000'000; y = y * 3 + 3) {
            good = good && read(system, adder.value().automaton, {x, y, x + y}) == 1 &&
                   read(system, adder.value().automaton, {x, y, x + y - 1}) == 0;
        }
    }
    CHECK(good);
}

TEST_CASE("outputs are learned", "[learner]") {
    const NumerationSystem system = numeration(kBinary);
    Sample sample;
    sample.lengths = {10U};
    for (std::uint64_t n = 0; n < 1024; ++n) {
        sample.values.push_back(n);
        sample.outputs.push_back(static_cast<std::uint32_t>(std::popcount(n)) % 2U);
    }
    const Result<Learned> learned = learn(system, sample);
    REQUIRE(learned.ok());
    const Automaton thue_morse{2, 1, {0, 2, 4}, {{0, 0}, {1, 1}, {0, 1}, {1, 0}}, {0, 1}};
    CHECK(learned.value().automaton == thue_morse);
    sample.outputs[1000] ^= 1U;
    CHECK_FALSE(agrees(system, thue_morse, sample));
}

TEST_CASE("a set of pairs that is complete on a box only", "[learner]") {
    const NumerationSystem system = numeration(kFibonacci);
    Sample sample;
    sample.tracks = 2;
    sample.lengths = {9U, 9U};
    for (std::uint64_t x = 0; x < system.count(9); ++x) {
        for (std::uint64_t y = 0; y < x; ++y) {
            sample.values.insert(sample.values.end(), {x, y});
        }
    }
    const Result<Learned> learned = learn(system, sample);
    REQUIRE(learned.ok());
    CHECK(learned.value().automaton.states() == 6);
    CHECK(read(system, learned.value().automaton, {1'000'000, 999'999}) == 1);
    CHECK(read(system, learned.value().automaton, {999'999, 1'000'000}) == 0);
}

TEST_CASE("sequences are learned from few terms and agree with a million", "[learner]") {
    const NumerationSystem system = numeration(kFibonacci);
    const std::vector<std::tuple<std::uint64_t, unsigned, std::size_t>> cases = {
        {1, 12, 4}, {4, 16, 30}, {10, 20, 107}};
    for (const auto& [l, digits, states] : cases) {
        const Result<Learned> learned = learn(system, terminal_pairs(system, l, digits));
        REQUIRE(learned.ok());
        CHECK(learned.value().automaton.states() == states);
        CHECK(agrees(system, learned.value().automaton, terminal_pairs(system, l, 28)));
    }
}

TEST_CASE("too few points or too small a depth are noticed", "[learner]") {
    const NumerationSystem system = numeration(kFibonacci);
    CHECK(learn(system, terminal_pairs(system, 10, 16)).error().text().find("not closed") !=
          std::string::npos);
    LearnOptions options;
    options.forced_depth = 5;  // the least depth that agrees is 9
    const Sample sample = terminal_pairs(system, 10, 20);
    const Result<Learned> shallow = learn(system, sample, options);
    REQUIRE(shallow.ok());
    CHECK_FALSE(agrees(system, shallow.value().automaton, sample));
}

TEST_CASE("an automaton can be made wrong at one tuple far out", "[learner]") {
    const NumerationSystem system = numeration(kFibonacci);
    const Automaton right = learn(system, terminal_pairs(system, 2, 16)).value().automaton;
    const std::uint64_t n = 9'000'001;
    const std::uint64_t value = tables::mex_sequence(2, 3, n + 1).back();
    const Result<Automaton> without = altered_at(system, right, {n, value});
    const Result<Automaton> with = altered_at(system, right, {n, value + 1});
    REQUIRE(without.ok());
    REQUIRE(with.ok());
    CHECK(agrees(system, without.value(), terminal_pairs(system, 2, 28)));
    CHECK(read(system, without.value(), {n, value}) == 0);
    CHECK(read(system, with.value(), {n, value}) == 1);
    CHECK(read(system, with.value(), {n, value + 1}) == 1);
    CHECK(altered_at(system, without.value(), {n, value}).value() == right);
}

const char* const kQueen =
    "numeration fibonacci = [[0, 1], [0, _]]\n"
    "def Q(s in 0..1, x, y, p in 0..1) measure 2 * (x + y) + p = least m with\n"
    "  (forall u: u < x => Q(s, u, y, p) != m) and (forall v: v < y => Q(s, x, v, p) != m) and\n"
    "  (forall t: 1 <= t => t <= x => t <= y => Q(s, x - t, y - t, p) != m) and\n"
    "  (p = 1 => (s = 0 or 0 < x + y) => Q(s, x, y, 0) != m)\n"
    "statement zero: forall x, y: Q(1, x, y, 0) = 0 => Q(1, x, y, 1) != 0\n";

TEST_CASE("levels row by row are those of the table", "[points]") {
    testing::Fixture fixture(kQueen);
    REQUIRE(fixture.spec.ok());
    Engine& engine = *fixture.engine;
    const int item = engine.spec.by_name.at("Q");
    constexpr std::int64_t kSide = 300;
    QueenLevels levels(engine);
    for (std::int64_t s = 0; s < 2; ++s) {
        for (std::int64_t p = 0; p < 2; ++p) {
            const std::vector<std::int64_t> fixed = {s, p};
            Table& table = engine.tables.find(item, fixed.data(), 2);
            REQUIRE_FALSE(engine.builder->grow(table, {kSide - 1, kSide - 1}));
            for (std::int64_t c = 0; c < 5; ++c) {
                const auto places = levels.level(item, fixed, c, 4, kSide);
                REQUIRE(places.ok());
                bool good = true;
                for (std::int64_t x = 0; x < kSide; ++x) {
                    const std::int64_t place = (*places.value())[static_cast<std::size_t>(x)];
                    for (std::int64_t y = 0; y < kSide; ++y) {
                        const std::int64_t cell[] = {x, y};
                        good = good && (table.values[*table.index(cell)] == c) == (y == place);
                    }
                }
                CHECK(good);
            }
        }
    }
}

TEST_CASE("levels where few diagonal moves are allowed are those of the table", "[points]") {
    // Allowed from some place on, in one part of the plane, near the axes alone, nowhere.
    for (const std::string guard :
         {"x - t >= 3 and y - t >= 3 and (x - t >= c or y - t >= c) => ", "x - t <= y - t => ",
          "not (x - t >= 3 and y - t >= c) => ", ""}) {
        const std::string diagonal =
            "and (forall t: 1 <= t => t <= x => t <= y => " + guard + "W(c, x - t, y - t) != m)";
        testing::Fixture fixture(
            "def W(c, x, y) measure x + y = least m with (forall u < x: W(c, u, y) != m) and "
            "(forall v < y: W(c, x, v) != m) " +
            (guard.empty() ? "" : diagonal) + "\n");
        REQUIRE(fixture.spec.ok());
        Engine& engine = *fixture.engine;
        QueenLevels levels(engine);
        const std::vector<std::int64_t> fixed = {7};
        Table& table = engine.tables.find(0, fixed.data(), 1);
        REQUIRE_FALSE(engine.builder->grow(table, {249, 249}));
        for (const std::int64_t c : {0, 4, 2}) {  // more levels: all rows again
            const auto places = levels.level(0, fixed, c, c, 250);
            REQUIRE(places.ok());
            bool good = true;
            for (std::int64_t x = 0; x < 250; ++x) {
                for (std::int64_t y = 0; y < 250; ++y) {
                    const std::int64_t cell[] = {x, y};
                    good = good && (table.values[*table.index(cell)] == c) ==
                                       (y == (*places.value())[static_cast<std::size_t>(x)]);
                }
            }
            CHECK(good);
        }
    }
}

TEST_CASE("terms of pair sequences far out", "[points]") {
    for (const auto& [lower, c] : std::vector<std::pair<std::uint64_t, std::uint64_t>>{
             {0, 1}, {1, 2}, {7, 8}, {60, 61}, {5, 1}, {0, 9}, {100, 3}}) {
        const std::vector<std::uint64_t> wanted = tables::mex_sequence(lower, c, 200'000);
        PairWindow window(lower, c);
        bool good = true;
        for (std::size_t first = 0; first + 2000 < wanted.size(); first = first * 3 / 2 + 777) {
            const std::vector<std::uint64_t> terms = window.terms(first, 2000);
            good = good && std::equal(terms.begin(), terms.end(),
                                      wanted.begin() + static_cast<std::ptrdiff_t>(first));
        }
        CHECK(good);
    }
    // l = 0 without (0, 0): f(n) = floor((n + 1) * phi).
    PairWindow window(0, 1);
    const std::uint64_t n = 123'456'789'012'345;
    CHECK(window.at(n) == golden::floor_phi(n + 1));
}

constexpr std::size_t kRows = 400'000;

// The first rows of levels 0, 1, 2 of an instance of Q, of which kRows are computed.
QueenWindow::Levels first_rows(QueenLevels& levels, int item) {
    QueenWindow::Levels rows;
    for (std::int64_t c = 0; c < 3; ++c) {
        const auto places = levels.level(item, {1, 0}, c, 2, kRows);
        REQUIRE(places.ok());
        rows.emplace_back(places.value()->begin(), places.value()->begin() + 50'000);
    }
    return rows;
}

TEST_CASE("rows of levels far out", "[points]") {
    testing::Fixture fixture(kQueen);
    QueenLevels levels(*fixture.engine);
    const int item = fixture.engine->spec.by_name.at("Q");
    QueenWindow::Levels rows = first_rows(levels, item);
    REQUIRE(QueenWindow::fits(rows));
    QueenWindow window(rows);
    bool good = true;
    for (std::uint64_t x = 60'000; x + 300 < kRows; x += 17'001) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto level = static_cast<std::int64_t>(c);
            const auto places = levels.level(item, {1, 0}, level, 2, kRows);
            const std::vector<std::uint64_t> found = window.places(c, x, 300);
            good = good && std::equal(found.begin(), found.end(),
                                      places.value()->begin() + static_cast<std::ptrdiff_t>(x));
        }
    }
    CHECK(good);
    rows[1][1234] = 7;
    CHECK_FALSE(QueenWindow::fits(rows));
}

TEST_CASE("pairs of diagonals far out", "[points]") {
    testing::Fixture fixture(kQueen);
    QueenLevels levels(*fixture.engine);
    const int item = fixture.engine->spec.by_name.at("Q");
    QueenWindow::Levels rows = first_rows(levels, item);
    QueenWindow window(rows);
    bool good = true;
    for (std::uint64_t d = 0; d < 220'000; d += 7'777) {
        for (std::size_t c = 0; c < 3; ++c) {
            const auto places = levels.level(item, {1, 0}, static_cast<std::int64_t>(c), 2, kRows);
            const auto found = window.diagonals(c, d, 40);
            REQUIRE(found);
            for (std::uint64_t i = 0; i < 40; ++i) {
                good = good && (*places.value())[(*found)[i]] == (*found)[i] + d + i;
            }
        }
    }
    CHECK(good);
    CHECK_FALSE(window.diagonals(0, 2 * QueenWindow::kFarthest, 1));
}

// Short suffixes alone give too few states; the rest come from places where what has been learned
// is no function.
TEST_CASE("levels are learned from their diagonals", "[learner]") {
    testing::Fixture fixture(kQueen);
    const NumerationSystem system = numeration(kFibonacci);
    const Automaton adder = learn(system, sums(system, 9)).value().automaton;
    PointSources sources(*fixture.engine, system, {});
    const int item = fixture.engine->spec.by_name.at("Q");
    for (const auto& [level, digits, states] :
         std::vector<std::tuple<std::int64_t, unsigned, std::size_t>>{
             {0, 8, 7}, {1, 8, 825}, {1, 14, 825}}) {
        const RecordId record{RecordKind::kItem, item, {1, 0}, ItemPart::kLevel, level};
        const auto source = sources.of(record, 1);
        REQUIRE(source.ok());
        const std::optional<FarLevel> far = source.value()->far_level();
        REQUIRE(far);
        const Result<Learned> learned = learn_by_diagonals(system, adder, *far, digits);
        REQUIRE(learned.ok());
        CHECK(learned.value().depth == digits * 2 / 3);
        CHECK(learned.value().automaton.states() == states);
        CHECK(agrees(system, learned.value().automaton, source.value()->sample(18).value()));
    }
}

TEST_CASE("suffixes from counterexamples stand for a greater depth", "[learner]") {
    // Pairs (n, n) with n a multiple of 64 in base 2: suffixes of one digit tell nothing apart.
    struct Multiples : WindowSource {
        Result<std::vector<std::uint64_t>> window(const std::vector<NumberRange>& ranges) override {
            std::vector<std::uint64_t> numbers;
            for (std::uint64_t n = ranges[0].low; n < ranges[0].low + ranges[0].size; ++n) {
                if (n % 64 == 0) {
                    numbers.push_back(n);
                }
            }
            return numbers;
        }
    } multiples;
    const NumerationSystem system = numeration(kBinary);
    Sample few;
    few.lengths = {1U};
    few.values = {0};
    CHECK(learn_by_windows(system, multiples, few).value().automaton.states() == 1);
    WindowOptions options;
    options.suspects = [&](const Automaton& automaton) -> Result<std::vector<Point>> {
        for (std::uint64_t n = 0; n < 1000; ++n) {
            if (read(system, automaton, {n}) != (n % 64 == 0 ? 1U : 0U)) {
                return std::vector<Point>{{n}};
            }
        }
        return std::vector<Point>{};
    };
    const Result<Learned> learned = learn_by_windows(system, multiples, few, options);
    REQUIRE(learned.ok());
    CHECK(learned.value().depth == 1);
    CHECK(learned.value().automaton.states() == 7);
}

TEST_CASE("levels are learned to the state", "[learn_records]") {
    testing::Fixture fixture(kQueen);
    const NumerationSystem system = numeration(kFibonacci);
    const Automaton adder = learn(system, sums(system, 9)).value().automaton;
    PointSources sources(*fixture.engine, system, {});
    const int item = fixture.engine->spec.by_name.at("Q");
    const std::vector<std::tuple<std::int64_t, std::int64_t, std::int64_t, std::size_t>> cases = {
        {1, 0, 0, 7}, {1, 0, 1, 825}, {1, 1, 0, 815}, {0, 1, 0, 825}};
    std::vector<Automaton> all;
    for (const auto& [s, p, level, states] : cases) {
        const RecordId record{RecordKind::kItem, item, {s, p}, ItemPart::kLevel, level};
        const auto source = sources.of(record, level);
        REQUIRE(source.ok());
        const Result<Learned> learned = learn_growing(system, *source.value(), {}, {&adder, {}});
        REQUIRE(learned.ok());
        CHECK(learned.value().automaton.states() == states);
        // The same, if it is known, before more points are asked for.
        const Automaton& automaton = all.emplace_back(learned.value().automaton);
        const Result<Learned> known =
            learn_growing(system, *source.value(), {}, {nullptr, {&all.front(), &automaton}});
        REQUIRE(known.ok());
        CHECK(known.value().automaton == automaton);
        CHECK((known.value().depth == 0) == (states > 100));
    }
    // One that agrees up to some place only is not taken.
    Automaton& wrong = all.back();
    wrong.output[wrong.states() / 2] ^= 1;
    const RecordId record{RecordKind::kItem, item, {0, 1}, ItemPart::kLevel, 0};
    const auto source = sources.of(record, 0);
    REQUIRE(source.ok());
    const Result<Learned> learned =
        learn_growing(system, *source.value(), {}, {&adder, {&wrong, &all.front()}});
    REQUIRE(learned.ok());
    CHECK(learned.value().automaton != wrong);
    CHECK(learned.value().automaton.states() == 825);
}

TEST_CASE("a million rows of levels", "[.][bench]") {
    testing::Fixture fixture(kQueen);
    QueenLevels levels(*fixture.engine);
    const int item = fixture.engine->spec.by_name.at("Q");
    CHECK(levels.level(item, {1, 0}, 0, 1, 1'000'000).ok());
}

// The lines of the records that a claim needs, without those of the claim itself.
std::string record_list(const Spec& spec, const std::string& claim) {
    const Result<Demand> demand = records_for(spec, {parse_claim(claim).value()});
    if (!demand.ok()) {
        return demand.error().text();
    }
    std::string text;
    for (const RecordId& record : demand.value().records) {
        text += (text.empty() ? "" : "; ") + record_line(spec, record);
    }
    return text;
}

TEST_CASE("records that the statements need", "[discover]") {
    const auto spec = testing::real_spec();
    REQUIRE(spec);
    const std::string grundy = "wythoffExtraMoveGrundy";
    const std::string mex = "graph wythoffMexA";
    const std::map<std::string, std::string> expected = {
        {"wythoffGrundy_eq_zero_iff: all", "adder; graph floor; level 0 " + grundy + " 1 * * 0"},
        {"wythoffGrundy_one_near_zero: all",
         "adder; level 0 " + grundy + " 1 * * 0; level 1 " + grundy + " 1 * * 0"},
        {"wythoff_near(g=2,R=10): all", "adder; level 0 " + grundy + " 1 * * 0; level 1 " + grundy +
                                            " 1 * * 0; level 2 " + grundy + " 1 * * 0"},
        {"wythoffPassGrundy_true_eq_zero_iff: all", "adder; level 0 " + grundy +
                                                        " 1 * * 0; level 1 " + grundy +
                                                        " 1 * * 0; level 0 " + grundy + " 1 * * 1"},
        {"wythoffPassGrundy_eq_zero_iff_plusStone: all",
         "adder; level 0 " + grundy + " 0 * * 0; level 0 " + grundy + " 0 * * 1; level 0 " +
             grundy + " 1 * * 0; level 0 " + grundy + " 1 * * 1"},
        {"wythoffExtraMoveGrundy_eq: all", "adder"},
        {"wythoffPass_moves_meet_setB_setC: all", "adder"},
        {"isFibonacciAutomatic_const(c=3): all", "automatic 1"},
        {"wythoffTerminal_pPositions(l=7): all", "adder; " + mex + " 7 *"},
        {"wythoffTerminal_two_pPositions: all", "adder; " + mex + " 2 *"},
        {"wythoffTerminal_no_redundant_move: all",
         "adder; " + mex + " 1 *; " + mex + " 2 *; " + mex + " 3 *; " + mex + " 4 *"},
        {"wythoffMex_tendsto_goldenRatio(l=3): all", "adder; graph floor; " + mex + " 3 *"},
        {"wythoffTerminal_one_fibRep: all", "adder"},
        {"exists_fibonacciAutomatic_wythoffTerminal_three: all",
         "adder; graph floor; " + mex + " 3 *; automatic 1"},
        {"wythoffTerminal_two_morphic: all", "adder; " + mex + " 2 *; letters f2; starts f2"},
        {"komakG_hofstadter: all", "adder; graph floor; graph komakG *; graph hofstadterF2 *"},
        {"komak_pPositions: all", "adder; graph floor; graph komakG *"},
        {"blockingWythoff_two_pPositions: all", "adder; graph floor"},
        {"blockingWythoff_three_pPositions: all", "adder"},
    };
    for (const auto& [claim, records] : expected) {
        CHECK(claim + " -> " + record_list(*spec, claim) == claim + " -> " + records);
    }
    CHECK(record_list(*spec, "wythoffMex_properties: all").find("argument l of wythoffMexA") !=
          std::string::npos);
}

TEST_CASE("certificates for all naturals are the same each time", "[learn_records]") {
    const auto spec = testing::real_spec();
    REQUIRE(spec);
    const std::vector<Claim> claims = {parse_claim("komakG_hofstadter: all").value(),
                                       parse_claim("isFibonacciAutomatic_komakG: all").value()};
    Engine first(*spec);
    Engine second(*spec);
    const auto decided = decide_all(first, claims);
    REQUIRE(decided.ok());
    const std::string& text = decided.value().text;
    CHECK(decide_all(second, {claims[1], claims[0]}).value().text == text);
    CHECK(text.find("\nautomatic 1\n1 0:0 1:1\n0 0:2\n1 0:3 1:1\n1 0:4 1:5\n0 0:3 1:5\n"
                    "1 0:4\nend 8 ") != std::string::npos);
}

TEST_CASE("definitions of other shapes, in another numeration", "[learn_records]") {
    testing::Fixture fixture(
        "numeration binary = [[0, 0]]\n"
        "def nim(x, y) measure x + y = least m with\n"
        "  (forall u < x: nim(u, y) != m) and forall v < y: nim(x, v) != m\n"
        "def half(n) measure n = if n <= 1 then 0 else half(n - 2) + 1\n"
        "statement equal: forall x, y: nim(x, y) = 1 => x != y\n"
        "statement halved: forall n: half(2 * n) = n\n");
    REQUIRE(fixture.spec.ok());
    RecordOptions options;
    options.numeration = "binary";
    const auto text = [&](const std::string& claim) {
        const auto made = decide_all(*fixture.engine, {parse_claim(claim).value()}, options);
        const std::string all = made.ok() ? made.value().text : made.error().text();
        return all.substr(std::min(all.find("over"), all.size()));
    };
    CHECK(text("equal: all").substr(0, 80) ==
          "over binary\nlevel 0 nim * *\n+ 00:0 11:0\nlevel 1 nim * *\n"
          "- 00:0 01:1 10:1 11:0\n+\n");
    CHECK(text("halved: all").find("graph half *\n+ 00:0 10:1\n") != std::string::npos);
}

TEST_CASE("a def with a measure has a record though it does not call itself", "[learn_records]") {
    testing::Fixture fixture(
        "numeration binary = [[0, 0]]\n"
        "def same(i in 1..2, n) measure n = least m with m = n\n"
        "statement fixed: forall n: same(1, n) = n\n");
    REQUIRE(fixture.spec.ok());
    RecordOptions options;
    options.numeration = "binary";
    const auto decided = decide_all(*fixture.engine, {parse_claim("fixed: all").value()}, options);
    REQUIRE((decided.ok() ? "ok" : decided.error().text()) == "ok");
    CHECK(decided.value().verdicts.front().holds);
    CHECK(decided.value().text.find("graph same 1 *\n") != std::string::npos);
}

TEST_CASE("quantifiers without bounds are decided by earlier records", "[learn_records]") {
    testing::Fixture fixture(
        "numeration binary = [[0, 0]]\n"
        "def nim(x, y) measure x + y = least m with\n"
        "  (forall u < x: nim(u, y) != m) and forall v < y: nim(x, v) != m\n"
        "pred one(x, y) = nim(x, y) = 1\n"
        "pred starts(m) = exists b: m <= b and one(m, b)\n"
        "def even(n) measure n = least m with (forall i < n: even(i) < m) and starts(m)\n"
        "def odd(n) measure n = least m with (forall i < n: odd(i) != m) and\n"
        "  not exists b: m <= b and one(m, b)\n"
        "def own(n) measure n = least m with exists b: m <= b and own(b) = n\n"
        "statement doubled: forall n: even(n) = 2 * n and odd(n) = 2 * n + 1\n"
        "statement circular: forall n: own(n) = n\n");
    REQUIRE(fixture.spec.ok());
    RecordOptions options;
    options.numeration = "binary";
    options.most_points = 4000;
    const auto decided =
        decide_all(*fixture.engine, {parse_claim("doubled: all").value()}, options);
    REQUIRE((decided.ok() ? "ok" : decided.error().text()) == "ok");
    CHECK(decided.value().verdicts.front().holds);
    // What rests on automata that were only learned is forgotten.
    CHECK(fixture.engine->oracle == nullptr);
    for (const Table& table : fixture.engine->tables.all()) {
        CHECK(table.values.empty());
    }
    CHECK(fixture.outcome("doubled: n<=9").find("cannot be decided by solving") !=
          std::string::npos);
    const auto circular =
        decide_all(*fixture.engine, {parse_claim("circular: all").value()}, options);
    REQUIRE(!circular.ok());
    CHECK(circular.error().text().find("cannot be decided by solving: ") != std::string::npos);
}

TEST_CASE("the P-positions of Wythoff's game in their order", "[learn_records]") {
    const auto spec = testing::real_spec();
    REQUIRE(spec);
    Engine engine(*spec);
    const auto decided = decide_all(engine, {parse_claim("akiyama.intro_wythoff_5: all").value()});
    REQUIRE((decided.ok() ? "ok" : decided.error().text()) == "ok");
    CHECK(decided.value().verdicts.front().holds);
}

TEST_CASE("a sequence that an equation contradicts", "[learn_records]") {
    testing::Fixture fixture(
        "numeration fibonacci = [[0, 1], [0, _]]\n"
        "statement high: exists automatic g <= 2: forall n: g(n) = n\n"
        "statement free: exists automatic g <= 2: forall n: g(n) != 1\n");
    REQUIRE(fixture.spec.ok());
    const auto text = [&](const std::string& claim) {
        return decide_all(*fixture.engine, {parse_claim(claim).value()}).error().text();
    };
    CHECK(text("high: all").find("would have to be 3 at 3") != std::string::npos);
    CHECK(text("free: all").find("no equation determines the sequence") != std::string::npos);
}

}  // namespace
}  // namespace mexcert
