// Subtraction games: every fast method against the recurrence, on sets of many kinds.
#include <algorithm>
#include <catch2/catch.hpp>

#include "subtraction/class_sieve.hpp"
#include "subtraction/cold_positions.hpp"
#include "subtraction/convolution.hpp"
#include "subtraction/nim_values.hpp"
#include "subtraction/period.hpp"
#include "subtraction/recurrence.hpp"
#include "subtraction/repeated_medians.hpp"
#include "subtraction/segmented_sieve.hpp"

using namespace mexcert::subtraction;

namespace {

struct Random {
    std::uint64_t state;
    std::uint64_t below(std::uint64_t bound) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        return (state >> 33) % bound;
    }
};

// Each number up to `limit` with probability 1/one_in, if it is `rest` modulo `step`.
MoveSet random_moves(std::uint64_t limit, std::uint64_t one_in, std::uint64_t seed,
                     std::uint64_t step = 1, std::uint64_t rest = 0) {
    Random random{seed};
    MoveSet moves;
    for (std::uint64_t s = 1; s <= limit; ++s) {
        if (random.below(one_in) == 0 && s % step == rest) {
            moves.push_back(s);
        }
    }
    return moves;
}

// The s of which the golden ratio's multiple has a fractional part in the middle fifth: dense, and
// so are its cold positions, which favour no residue class.
MoveSet middle_fifth(std::uint64_t limit) {
    constexpr std::uint64_t kRatio = 0x9E3779B97F4A7C15U;
    MoveSet moves;
    for (std::uint64_t s = 1; s <= limit; ++s) {
        const std::uint64_t part = s * kRatio;
        if (part / 2 >= (std::uint64_t{1} << 63) / 5 * 2 &&
            part / 2 < (std::uint64_t{1} << 63) / 5 * 3) {
            moves.push_back(s);
        }
    }
    return moves;
}

std::vector<MoveSet> move_sets() {
    std::vector<MoveSet> sets = {{},
                                 {1},
                                 {7},
                                 {1, 2, 3},
                                 {2, 4, 7},
                                 {5, 513, 2560, 2561},
                                 {64, 128, 4096},
                                 squares(30000),
                                 moser_de_bruijn(30000),
                                 middle_fifth(30000),
                                 random_moves(30000, 2, 11),
                                 random_moves(30000, 3, 12, 2, 1),
                                 random_moves(30000, 2, 13, 7, 3),
                                 random_moves(200, 4, 14)};
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
        sets.push_back(random_moves(30000, 20 * seed * seed, seed));
    }
    return sets;
}

// The recurrence of the nim-values; cold is 0.
Bits zeros(const std::vector<std::uint32_t>& nim) {
    Bits cold(nim.size());
    for (std::uint64_t n = 0; n < nim.size(); ++n) {
        if (nim[n] == 0) {
            cold.insert(n);
        }
    }
    return cold;
}

}  // namespace

TEST_CASE("sets of moves") {
    REQUIRE(squares(0).empty());
    REQUIRE(squares(16) == MoveSet{1, 4, 9, 16});
    REQUIRE(squares(24) == MoveSet{1, 4, 9, 16});
    REQUIRE(moser_de_bruijn(0).empty());
    REQUIRE(moser_de_bruijn(84) == MoveSet{1, 4, 5, 16, 17, 20, 21, 64, 65, 68, 69, 80, 81, 84});
    REQUIRE(moser_de_bruijn(19) == MoveSet{1, 4, 5, 16, 17});
    REQUIRE(parse_moves("3,1,2", 9).value() == MoveSet{1, 2, 3});
    const auto error = [](const std::string& text) { return parse_moves(text, 9).error().message; };
    REQUIRE(error("").find("empty") != std::string::npos);
    REQUIRE(error("1,0").find("a move removes something") != std::string::npos);
    REQUIRE(error("4,2,4").find("4 stands twice") != std::string::npos);
    for (const std::string text :
         {"1,", ",1", "01", "-1", "1 2", "x", "10", "99999999999999999999"}) {
        REQUIRE(error(text).find("is no natural up to 9") != std::string::npos);
    }
    REQUIRE(moves_up_to({2, 5}, 1) == 0);
    REQUIRE(moves_up_to({2, 5}, 5) == 2);
}

TEST_CASE("members of bits in a range") {
    Bits bits(200);
    for (const std::uint64_t x : {0U, 63U, 64U, 127U, 150U, 199U}) {
        bits.insert(x);
    }
    const auto members = [&](std::uint64_t from, std::uint64_t to) {
        std::vector<std::uint64_t> all;
        bits.for_each(from, to, [&](std::uint64_t x) { all.push_back(x); });
        return all;
    };
    REQUIRE(members(0, 200) == std::vector<std::uint64_t>{0, 63, 64, 127, 150, 199});
    REQUIRE(members(1, 128) == std::vector<std::uint64_t>{63, 64, 127});
    REQUIRE(members(64, 127) == std::vector<std::uint64_t>{64});
    REQUIRE(members(65, 127).empty());
    REQUIRE(members(0, 0).empty());
    REQUIRE(bits.count() == 6);
}

void cold_positions_agree(std::initializer_list<std::uint64_t> sizes) {
    for (const MoveSet& moves : move_sets()) {
        for (const std::uint64_t size : sizes) {
            CAPTURE(moves.size(), moves.empty() ? 0 : moves.back(), size);
            const Bits cold = zeros(recurrent_nim_values(moves, size));
            REQUIRE(recurrent_cold(moves, Bits(size)) == cold);
            REQUIRE(byte_sieve(moves, size) == cold);
            REQUIRE(segmented_sieve(moves, size) == cold);
            REQUIRE(segmented_sieve(moves, size, {}, 1024) == cold);
            REQUIRE(convolved_cold(moves, Bits(size), 0) == cold);
            REQUIRE(convolved_cold(moves, Bits(size)) == cold);
            REQUIRE(cold_positions(moves, size) == cold);
            for (const Classes& classes :
                 {Classes{5, {0, 2}}, Classes{5, {0, 2}, 1024}, Classes{1, {0}, 512},
                  Classes{2, {0}, 2048}, Classes{7, {}, 512}, Classes{3, {0, 1, 2}, 1024},
                  Classes{13, {12}}, Classes{64, {0, 63}, 512}, Classes{65, {15, 0, 20, 2}, 4096},
                  Classes{255, {254, 3}, 1024}}) {
                CAPTURE(classes.modulus, classes.dense.size());
                REQUIRE(class_sieve(moves, size, classes) == cold);
                REQUIRE(class_sieve(moves, size, classes, {}, mexcert::SimdLevel::scalar) == cold);
            }
        }
    }
}

TEST_CASE("cold positions by every method") {
    cold_positions_agree({0, 1, 63, 64, 65, 1000, 5000});
}

TEST_CASE("many cold positions by every method", "[long]") {
    cold_positions_agree({12345, 30000});
}

TEST_CASE("every method at two million positions", "[long]") {
    const std::uint64_t size = (std::uint64_t{1} << 21) + 77;
    for (const MoveSet& moves : {squares(size), random_moves(size, 200, 21), MoveSet{3, 700000}}) {
        const Bits cold = byte_sieve(moves, size);
        REQUIRE(segmented_sieve(moves, size) == cold);
        REQUIRE(class_sieve(moves, size, {}) == cold);
        REQUIRE(class_sieve(moves, size, {65, {15, 0, 20, 52, 7, 2, 57, 47, 22, 17, 12}, 4096}) ==
                cold);
        REQUIRE(convolved_cold(moves, Bits(size), 0) == cold);
        REQUIRE(cold_positions(moves, size) == cold);
    }
}

TEST_CASE("games with hotspots") {
    Random random{5};
    for (const MoveSet& moves : move_sets()) {
        Bits hotspots(20000);
        for (int i = 0; i < 3000; ++i) {
            hotspots.insert(random.below(hotspots.size()));
        }
        const Bits cold = recurrent_cold(moves, hotspots);
        for (const Classes& classes : {Classes{1, {0}, 4096}, Classes{5, {0, 2}, 512},
                                       Classes{3, {}, 1024}, Classes{65, {0, 15, 20}}}) {
            ClassSieve sieve(moves, cold.size(), classes);
            REQUIRE(sieve.run({&hotspots}) == cold);
            // From a prefix on: the members below it are taken as they are.
            for (const std::uint64_t from : {1U, 2U, 7U}) {
                Start start{&hotspots, from * 64 * classes.modulus};
                std::vector<std::uint32_t> known;
                cold.for_each(0, std::min(start.from, cold.size()), [&](std::uint64_t n) {
                    known.push_back(static_cast<std::uint32_t>(n));
                });
                start.cold = known;
                REQUIRE(sieve.run(start) == cold);
            }
        }
        REQUIRE(convolved_cold(moves, hotspots, 0) == cold);
        REQUIRE(convolved_cold(moves, hotspots) == cold);
        hotspots.for_each(0, hotspots.size(), [&](std::uint64_t n) { REQUIRE(!cold.contains(n)); });
    }
}

TEST_CASE("which method is taken") {
    const std::uint64_t size = std::uint64_t{1} << 22;
    Plan square = plan_for(squares(size), size);
    REQUIRE(square.method == Method::kClasses);
    REQUIRE(square.classes.modulus == 5);
    std::sort(square.classes.dense.begin(), square.classes.dense.end());
    REQUIRE(square.classes.dense == std::vector<std::uint32_t>{0, 2, 4});
    const Plan many_squares = plan_for(squares(64 * size), 64 * size);
    REQUIRE(many_squares.method == Method::kClasses);
    REQUIRE(many_squares.classes.modulus == 65);
    REQUIRE(plan_for({}, size).method == Method::kSegments);
    REQUIRE(plan_for(random_moves(size, 2, 3), size).method == Method::kSegments);
    const Plan odd = plan_for(random_moves(size, 2, 3, 2, 1), size);
    REQUIRE(odd.method == Method::kClasses);
    REQUIRE(odd.classes.modulus == 2);
    REQUIRE(odd.classes.dense == std::vector<std::uint32_t>{0});
    REQUIRE(plan_for(middle_fifth(size), size).method == Method::kConvolution);
}

TEST_CASE("nim-values by every method") {
    for (const MoveSet& moves : move_sets()) {
        for (const std::uint64_t size : {0U, 1U, 15U, 16U, 17U, 2000U, 10000U}) {
            CAPTURE(moves.size(), size);
            const std::vector<std::uint32_t> nim = recurrent_nim_values(moves, size);
            const auto fast = nim_values(moves, size);
            REQUIRE(fast.ok());
            REQUIRE(std::equal(nim.begin(), nim.end(), fast.value().begin(), fast.value().end()));
            if (size == 2000) {
                REQUIRE(convolved_nim_values(moves, size) == nim);
            }
        }
    }
    // Beyond the first positions, by level sets where there are few values; in steps.
    const std::uint64_t many = 40001;
    MoveSet late = {};  // few values to 16700, then many
    for (std::uint64_t s = 1; s <= many; ++s) {
        if (s <= 300 || s >= 16700) {
            late.push_back(s);
        }
    }
    const std::vector<std::uint32_t> increasing = recurrent_nim_values(late, 20000);
    REQUIRE(*std::max_element(increasing.begin(), increasing.begin() + 17000) < 512);
    REQUIRE(*std::max_element(increasing.begin(), increasing.end()) >= 512);
    for (const MoveSet& moves :
         {late, squares(many), moser_de_bruijn(many), random_moves(many, 100, 31),
          random_moves(many, 2, 32), middle_fifth(many)}) {
        CAPTURE(moves.size());
        const std::vector<std::uint32_t> nim = recurrent_nim_values(moves, many);
        std::vector<std::uint16_t> fast;
        for (const std::uint64_t size : {17000U, 18000U, 33011U, 40000U, 40001U}) {
            REQUIRE(!extend_nim_values(moves, fast, size));
            REQUIRE(fast.size() == size);
            REQUIRE(std::equal(fast.begin(), fast.end(), nim.begin()));
        }
        REQUIRE(std::equal(nim.begin(), nim.end(), nim_values(moves, many).value().begin()));
    }
    REQUIRE(convolved_nim_values(squares(3000), 3000, 0) ==
            recurrent_nim_values(squares(3000), 3000));
    MoveSet all(70000);
    for (std::size_t i = 0; i < all.size(); ++i) {
        all[i] = i + 1;
    }
    const auto large = nim_values(all, 65536);
    REQUIRE(large.ok());
    REQUIRE(large.value().back() == 65535);
    const auto beyond = nim_values(all, 65537);
    REQUIRE(!beyond.ok());
    REQUIRE(beyond.error().message.find("65536") != std::string::npos);
}

TEST_CASE("least periods of finite sets") {
    constexpr std::uint64_t kSize = 40000;
    Random random{77};
    for (int trial = 0; trial < 60; ++trial) {
        MoveSet moves;
        for (std::uint64_t s = 1; s <= 12; ++s) {
            if (random.below(3) == 0) {
                moves.push_back(s);
            }
        }
        if (moves.empty()) {
            continue;
        }
        CAPTURE(moves);
        const auto nim = nim_values(moves, kSize).value();
        const auto period = least_period(std::span(nim).first(kSize / 2), moves.back());
        REQUIRE(period.has_value());
        const auto recurs = [&](std::uint64_t p, std::uint64_t from) {
            return std::equal(nim.begin() + static_cast<std::ptrdiff_t>(from + p), nim.end(),
                              nim.begin() + static_cast<std::ptrdiff_t>(from));
        };
        REQUIRE(recurs(period->period, period->preperiod));
        for (std::uint64_t p = 1; p < period->period; ++p) {
            REQUIRE(!recurs(p, kSize / 2));
        }
        if (period->preperiod > 0) {
            REQUIRE(!recurs(period->period, period->preperiod - 1));
        }
        REQUIRE(preperiod_for(nim, period->period) == period->preperiod);
    }
    REQUIRE(!least_period(nim_values({2, 4, 7}, 12).value(), 7).has_value());
    REQUIRE(!least_period({}, 1).has_value());
}

TEST_CASE("lines by repeated medians") {
    std::vector<PlotPoint> exact;
    for (unsigned i = 0; i < 20; ++i) {
        exact.push_back({std::uint64_t{1} << i, std::uint64_t{8} << (2 * i)});
    }
    const MonomialFit fit = repeated_medians(exact, 20);
    REQUIRE(fit.exponent == "2.00000000000000000000");
    REQUIRE(fit.factor == "8.00000000000000000000");
    REQUIRE(fit.balanced_factor == fit.factor);
    // Slopes 2 1 | 2 0 | 1 0: medians 3/2, 1, 1/2. Heights 0 0 | 0 2 | 0 2. Rests 0, 1, 0.
    const MonomialFit small = repeated_medians({{1, 1}, {2, 4}, {4, 4}}, 6);
    REQUIRE(small.exponent == "1.000000");
    REQUIRE(small.factor == "2.000000");
    REQUIRE(small.balanced_factor == "1.000000");
    // One outlier does not move the line; log2 3 / 1 does not end.
    const MonomialFit third = repeated_medians({{1, 1}, {2, 3}, {4, 9}, {8, 1}, {16, 81}}, 12);
    REQUIRE(third.exponent == "1.584962500721");
    REQUIRE(third.factor == "1.000000000000");
    const MonomialFit falling = repeated_medians({{1, 4}, {2, 2}, {4, 1}}, 3);
    REQUIRE(falling.exponent == "-1.000");
    REQUIRE(falling.factor == "4.000");
}
