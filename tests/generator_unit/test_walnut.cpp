// The bridge to Walnut: what is exported comes back the same; deviations are named.
#include <catch2/catch.hpp>

#include "automata/learn_records.hpp"
#include "automata/walnut.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

struct Bridge {
    Bridge() : spec(testing::real_spec()) {
        REQUIRE(spec != nullptr);
        engine = std::make_unique<Engine>(*spec);
        numeration = spec->by_name.at("fibonacci");
    }
    std::string outcome(const std::string& text, const std::string& as) {
        const auto imported = walnut_import(*engine, text, "f.txt", as, numeration);
        if (!imported.ok()) {
            return imported.error().text();
        }
        std::string result = "ok";
        for (const std::string& deviation : imported.value().repaired) {
            result.append("; ").append(deviation);
        }
        return result;
    }
    std::unique_ptr<Spec> spec;
    std::unique_ptr<Engine> engine;
    int numeration = -1;
};

// y = x, with a state for leading zeros.
const char* const kFloorWrong = "msd_fib msd_fib\n\n0 1\n0 0 -> 0\n1 1 -> 1\n\n1 1\n0 0 -> 0\n";

}  // namespace

TEST_CASE("records come back from Walnut's format") {
    Bridge bridge;
    std::vector<Claim> claims;
    for (const char* name :
         {"wythoffTerminal_one_morphic", "komakG_hofstadter", "wythoffGrundy_eq_zero_iff"}) {
        claims.emplace_back();
        claims.back().name = name;
    }
    const auto learned = learn_records(*bridge.engine, claims);
    REQUIRE(learned.ok());
    CHECK(learned.value().records.size() >= 8);
    for (const auto& [record, automaton] : learned.value().records) {
        const std::string line = record_line(*bridge.spec, record);
        INFO(line);
        const auto parsed = parse_record(*bridge.spec, line);
        REQUIRE(parsed.ok());
        CHECK(parsed.value() == record);
        const auto imported = walnut_import(*bridge.engine, walnut_automaton(automaton, "msd_fib"),
                                            "f.txt", line, bridge.numeration);
        if (!imported.ok()) {
            FAIL(imported.error().text());
        }
        CHECK(imported.value().automaton == automaton);
        CHECK(imported.value().repaired.empty());
    }
}

TEST_CASE("deviations of Walnut automata are named") {
    Bridge bridge;
    CHECK(bridge.outcome(kFloorWrong, "graph floor").find("is not `graph floor`: at (2)") !=
          std::string::npos);
    CHECK(bridge.outcome("msd_2 msd_2\n0 1\n", "graph floor").find("`msd_2`") != std::string::npos);
    CHECK(bridge.outcome("msd_fib\n0 1\n", "graph floor").find("1 tracks, the record has 2") !=
          std::string::npos);
    CHECK(bridge.outcome("msd_fib\n0 1\n2 -> 0\n", "letters f1").find("f.txt:3: `2` is no digit") !=
          std::string::npos);
    CHECK(bridge.outcome("msd_fib\n0 1\n0 -> 5\n", "letters f1").find("no state 5") !=
          std::string::npos);
    CHECK(bridge.outcome("msd_fib\n0 0\n* -> 0\n", "letters f1").find("is not `letters f1`") !=
          std::string::npos);
    CHECK(bridge.outcome("msd_fib\n0 0\n0 -> 0 0\n0 -> 1\n1 1\n0 -> 0\n", "letters f1")
              .find("nondeterministic") != std::string::npos);
    CHECK(bridge.outcome("x", "graph nothing *").find("unknown `nothing`") != std::string::npos);
    CHECK(bridge.outcome("x", "graph wythoffMexA * *").find("expected") != std::string::npos);
    // The right adder, with an invalid word and without the loop at the start.
    Claim claim;
    claim.name = "wythoffGrundy_eq_zero_iff";
    const auto learned = learn_records(*bridge.engine, {claim});
    REQUIRE(learned.ok());
    std::string adder = walnut_automaton(learned.value().records.at(RecordId{}), "msd_fib");
    CHECK(bridge.outcome(adder, "adder") == "ok");
    // Another start, which is the first state without its loop of zeros.
    const std::string loop = "0 0 0 -> 0\n";
    const std::size_t zero = adder.find("\n0 1\n") + 1;
    const std::size_t one = adder.find("\n1 0\n") + 1;
    std::string start = adder.substr(zero, one - zero);
    start.erase(start.find(loop), loop.size());
    start.replace(0, 1, "99");
    std::string no_loop = adder;
    no_loop.insert(zero, start);
    CHECK(bridge.outcome(no_loop, "adder").find("leading zeros") != std::string::npos);
    std::string invalid_word = adder + "1 1 1 -> 0\n";
    CHECK(bridge.outcome(invalid_word, "adder").find("ok") != std::string::npos);
    std::string wrong = adder;
    wrong.replace(wrong.find("\n1 0\n"), 5, "\n1 1\n");
    CHECK(bridge.outcome(wrong, "adder").find("is not `adder`: at (") != std::string::npos);
}

TEST_CASE("a script for Walnut holds definitions, automata and the statement") {
    Bridge bridge;
    Claim claim;
    claim.name = "wythoffTerminal_pPositions";
    claim.fixed = {{"l", 3}};
    const auto learned = learn_records(*bridge.engine, {claim});
    REQUIRE(learned.ok());
    const auto numeration = NumerationSystem::of(bridge.spec->item(bridge.numeration));
    Compiler compiler(*bridge.engine, learned.value().records, bridge.numeration,
                      numeration.value());
    const auto files = walnut_script(compiler, claim, bridge.numeration);
    REQUIRE(files.ok());
    const std::string script = files.value().at("Command Files/wythoffTerminal_pPositions.txt");
    CHECK(script.find("def wythoffTerminalPSet_3 \"?msd_fib ") != std::string::npos);
    CHECK(script.find("eval wythoffTerminal_pPositions_2 \"?msd_fib ~(E ") != std::string::npos);
    CHECK(files.value().count("Automata Library/graph_wythoffMexA_3.txt") == 1);
}
