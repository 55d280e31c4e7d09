#include <set>

#include "piles/mex_triples.hpp"

namespace mexcert::piles {
namespace {

// The least element outside, moved on from an earlier one.
void move_on(const std::set<std::uint64_t>& set, std::uint64_t& least) {
    while (set.contains(least)) {
        ++least;
    }
}

}  // namespace

std::vector<Triple> naive_mex_triples(std::size_t count) {
    std::set<std::uint64_t> coordinates;
    std::set<std::uint64_t> differences;
    std::vector<Triple> terms;
    std::uint64_t m = 0;
    std::uint64_t d = 0;
    while (terms.size() < count) {
        const auto least_after = [&](std::uint64_t pile) {
            std::uint64_t x = pile + d;
            while (coordinates.contains(x) || differences.contains(x - pile)) {
                ++x;
            }
            return x;
        };
        Triple v{m, m, m};  // (0, 0, 0) first
        if (!terms.empty()) {
            v.b = least_after(v.a);
            v.c = least_after(v.b);
        }
        terms.push_back(v);
        coordinates.insert({v.a, v.b, v.c});
        differences.insert({v.b - v.a, v.c - v.b, v.c - v.a});
        move_on(coordinates, m);
        move_on(differences, d);
        coordinates.erase(coordinates.begin(), coordinates.lower_bound(m));
        differences.erase(differences.begin(), differences.lower_bound(d));
    }
    return terms;
}

std::vector<Triple> literal_mex_triples(std::size_t count) {
    const auto mex = [](const std::set<std::uint64_t>& excluded) {
        std::uint64_t x = 0;
        move_on(excluded, x);
        return x;
    };
    std::vector<Triple> terms;
    for (std::size_t n = 0; n < count; ++n) {
        std::set<std::uint64_t> coordinates;
        std::set<std::uint64_t> differences;
        for (const Triple& v : terms) {
            coordinates.insert({v.a, v.b, v.c});
            differences.insert({v.b - v.a, v.c - v.b, v.c - v.a});
        }
        const auto next = [&](std::uint64_t pile) {
            std::set<std::uint64_t> excluded = coordinates;
            for (std::uint64_t x = 0; x <= pile; ++x) {
                excluded.insert(x);
            }
            for (const std::uint64_t difference : differences) {
                excluded.insert(pile + difference);
            }
            return mex(excluded);
        };
        Triple v{mex(coordinates), 0, 0};
        v.b = n == 0 ? 0 : next(v.a);
        v.c = n == 0 ? 0 : next(v.b);
        terms.push_back(v);
    }
    return terms;
}

}  // namespace mexcert::piles
