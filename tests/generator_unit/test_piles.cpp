// Three-pile Nim: the fast solvers against oracles that decide by the definitions.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "piles/decimal.hpp"
#include "piles/l1_comparison.hpp"
#include "piles/l1_nim.hpp"
#include "piles/mex_statistics.hpp"
#include "piles/mex_triples.hpp"
#include "piles/positive_nim.hpp"
#include "piles/sliding_bits.hpp"

using namespace mexcert::piles;

namespace {

// v(0) .. v(count - 1), asked for `step` at a time.
std::vector<Triple> terms(std::size_t count, std::uint64_t step) {
    MexTriples triples;
    std::vector<Triple> all = {triples.last()};
    while (all.size() < count) {
        const auto next = triples.next(std::min<std::uint64_t>(step, count - all.size()));
        REQUIRE(next.ok());
        REQUIRE(!next.value().empty());
        REQUIRE(next.value().size() <= step);
        all.insert(all.end(), next.value().begin(), next.value().end());
        REQUIRE(all.size() == triples.n() + 1);
        REQUIRE(all.back() == triples.last());
    }
    REQUIRE(!triples.count_members());
    return all;
}

std::vector<Triple> l1_positions(std::uint64_t limit) {
    L1Positions positions;
    std::vector<Triple> all;
    for (auto level = positions.next_level(limit); !level.empty();
         level = positions.next_level(limit)) {
        all.insert(all.end(), level.begin(), level.end());
    }
    return all;
}

}  // namespace

TEST_CASE("bits slide as a set does") {
    SlidingBits bits;
    std::set<std::uint64_t> set;
    std::uint64_t base = 0;
    std::uint64_t random = 1;
    for (int i = 0; i < 20000; ++i) {
        random = random * 6364136223846793005U + 1442695040888963407U;
        const std::uint64_t x = base + (random >> 33) % (i % 7 == 0 ? 5000 : 40);
        bits.insert(x);
        set.insert(x);
        if (i % 3 == 0) {
            bits.advance();
            while (set.contains(base)) {
                ++base;
            }
            REQUIRE(bits.base() == base);
        }
        const std::uint64_t from = std::max(x, base);
        const std::uint64_t window = bits.window(from);
        for (std::uint64_t k = 0; k < 64; ++k) {
            REQUIRE(((window >> k) & 1U) == (set.contains(from + k) ? 1U : 0U));
        }
    }
    REQUIRE(bits.count_above() ==
            static_cast<std::uint64_t>(std::distance(set.lower_bound(base), set.end())));
}

TEST_CASE("v(n) agrees with the Mex Algorithm word for word and with sets") {
    const auto literal = literal_mex_triples(400);
    const auto naive = naive_mex_triples(100000);
    REQUIRE(std::equal(literal.begin(), literal.end(), naive.begin()));
    REQUIRE(terms(100000, 1000) == naive);
    const std::vector<Triple> start(naive.begin(), naive.begin() + 3000);
    REQUIRE(terms(3000, 1) == start);
    REQUIRE(terms(3000, 7) == start);
    // With room made beforehand.
    MexTriples roomy(1000000);
    while (roomy.n() < 2999) {
        REQUIRE(roomy.next(2999 - roomy.n()).ok());
    }
    REQUIRE(roomy.last() == start.back());
}

TEST_CASE("the counts of v(n) are those of its terms") {
    const auto v = naive_mex_triples(30002);
    const auto counted = mex_statistics({1, 2, 149, 150, 151, 500, 30000}, [](std::uint64_t) {});
    REQUIRE(counted.ok());
    std::map<Triple, std::pair<std::uint64_t, std::uint64_t>> steps;
    for (std::uint64_t n = 1; n <= 30000; ++n) {
        const Triple step{v[n].a - v[n - 1].a, v[n].b - v[n - 1].b, v[n].c - v[n - 1].c};
        if (steps[step].first++ == 0) {
            steps[step].second = n;
        }
    }
    std::size_t found = 0;
    for (std::size_t i = 0; i < 64; ++i) {
        const auto& [count, first] = steps[StepCounts::step(i)];
        REQUIRE(counted.value().steps.count[i] == count);
        REQUIRE(counted.value().steps.first[i] == first);
        found += count == 0 ? 0 : 1;
    }
    REQUIRE(found == 56);
    for (const MexRow& row : counted.value().rows) {
        std::array<std::uint64_t, 3> kappas{};
        std::uint64_t sum = 0;
        for (std::uint64_t k = 1; k <= row.n; ++k) {
            ++kappas[2 * v[k + 1].b - v[k + 1].a - v[k + 1].c];
            sum += (v[k].c << kRatioBits) / k;
        }
        REQUIRE(row.v == v[row.n]);
        REQUIRE(row.kappas == kappas);
        REQUIRE(row.ratio_sum == sum);
    }
}

TEST_CASE("P-positions of L1-Nim are those of the moves") {
    const auto literal = literal_l1_positions(3000);
    REQUIRE(l1_positions(3000) == literal);
    auto naive = positions_by_moves(400, is_l1_move);
    std::vector<Triple> start;
    for (const Triple& position : literal) {
        if (position.sum() <= 400) {
            start.push_back(position);
        }
    }
    REQUIRE(start == naive);
    for (std::uint64_t limit = 0; limit < 200; ++limit) {
        REQUIRE(l1_positions(limit).size() ==
                static_cast<std::size_t>(std::count_if(
                    naive.begin(), naive.end(),
                    [&](const Triple& position) { return position.sum() <= limit; })));
    }
}

TEST_CASE("L1-Nim leaves v(n) at the sum 150") {
    const auto compared = compare_l1({149, 150, 151, 30000}, [](std::uint64_t) {});
    REQUIRE(compared.ok());
    const auto& rows = compared.value().rows;
    REQUIRE(compared.value().only_positions.front() == Triple{27, 50, 73});
    REQUIRE(compared.value().only_terms.front() == Triple{26, 51, 74});
    REQUIRE(rows[0].positions == rows[0].terms);
    REQUIRE(rows[0].common == rows[0].terms);
    REQUIRE(rows[1].positions == rows[1].terms + 1);
    REQUIRE(rows[2].terms == rows[1].terms + 1);
    // The counts, from the lists.
    const auto positions = literal_l1_positions(3000);
    const auto v = naive_mex_triples(2000);
    const auto row = compare_l1({3000}, [](std::uint64_t) {}).value().rows.front();
    std::set<Triple> terms_below;
    for (const Triple& term : v) {
        if (term.sum() <= 3000) {
            terms_below.insert(term);
        }
    }
    std::uint64_t common = 0;
    std::uint64_t falls = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
        common += terms_below.contains(positions[i]) ? 1U : 0U;
        falls += i > 0 && positions[i].a < positions[i - 1].a ? 1U : 0U;
    }
    REQUIRE(row.positions == positions.size());
    REQUIRE(row.terms == terms_below.size());
    REQUIRE(row.common == common);
    REQUIRE(row.falls == falls);
    REQUIRE(row.repeated == 0);
}

TEST_CASE("P-positions of positive Nim are those of the moves") {
    auto naive = positions_by_moves(260, is_positive_move);
    std::sort(naive.begin(), naive.end());
    std::vector<Triple> found;
    for (const Triple& position : positive_positions(260)) {
        if (position.sum() <= 260) {
            found.push_back(position);
        }
    }
    REQUIRE(found == naive);
    const auto larger = positive_positions(783);
    REQUIRE(std::ranges::count(larger, Triple{441, 783, 1094}) == 1);
    REQUIRE(std::ranges::count(larger, Triple{443, 782, 1094}) == 1);
}

TEST_CASE("quotients are cut off, not rounded") {
    REQUIRE(decimal(2, 3, 5) == "0.66666");
    REQUIRE(decimal(22, 7, 3) == "3.142");
    REQUIRE(decimal(5270000000, 1000000000, 4) == "5.2700");
    REQUIRE(decimal(0, 7, 2) == "0.00");
}
