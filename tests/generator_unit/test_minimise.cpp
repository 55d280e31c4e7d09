// Minimisation against the table of distinguishable pairs, on random automata.
#include <catch2/catch.hpp>
#include <random>

#include "automata/minimise.hpp"

namespace mexcert {
namespace {

Automaton random_automaton(std::mt19937& random, std::uint32_t states, unsigned outputs) {
    Automaton result;
    for (std::uint32_t state = 0; state < states; ++state) {
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        for (std::uint32_t letter = 0; letter < 2; ++letter) {
            if (random() % 4 != 0 || (state == 0 && letter == 0)) {
                result.edges.push_back(
                    {letter, state == 0 && letter == 0
                                 ? 0
                                 : static_cast<std::uint32_t>(random()) % states});
            }
        }
        result.output.push_back(
            static_cast<std::uint32_t>(random() % 3 < 2 ? 0 : random() % outputs));
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return result;
}

// The state after a word, or -1.
int after(const Automaton& automaton, unsigned word, unsigned length) {
    std::uint32_t state = 0;
    for (unsigned i = length; i-- > 0;) {
        const std::uint32_t letter = (word >> i) & 1U;
        bool found = false;
        for (const Automaton::Edge& edge : automaton.edges_of(state)) {
            if (edge.letter == letter) {
                state = edge.target;
                found = true;
                break;
            }
        }
        if (!found) {
            return -1;
        }
    }
    return static_cast<int>(state);
}

std::uint32_t value(const Automaton& automaton, unsigned word, unsigned length, bool output) {
    const int state = after(automaton, word, length);
    return state < 0 ? (output ? 99U : 0U) : automaton.output[static_cast<std::size_t>(state)];
}

// Classes by repeated comparison of all pairs.
std::uint32_t naive_classes(const Automaton& automaton) {
    const std::size_t n = automaton.states();
    std::vector<std::vector<bool>> differ(n, std::vector<bool>(n, false));
    const auto pair_differs = [&](std::uint32_t a, std::uint32_t b) {
        const auto left = automaton.edges_of(a);
        const auto right = automaton.edges_of(b);
        if (automaton.output[a] != automaton.output[b] || left.size() != right.size()) {
            return true;
        }
        for (std::size_t i = 0; i < left.size(); ++i) {
            if (left[i].letter != right[i].letter || differ[left[i].target][right[i].target]) {
                return true;
            }
        }
        return false;
    };
    for (bool changed = true; changed;) {
        changed = false;
        for (std::uint32_t a = 0; a < n; ++a) {
            for (std::uint32_t b = 0; b < n; ++b) {
                if (!differ[a][b] && pair_differs(a, b)) {
                    differ[a][b] = true;
                    changed = true;
                }
            }
        }
    }
    std::uint32_t count = 0;
    for (std::size_t a = 0; a < n; ++a) {
        bool first = true;
        for (std::size_t b = 0; b < a; ++b) {
            first = first && differ[a][b];
        }
        count += first ? 1U : 0U;
    }
    return count;
}

TEST_CASE("classes of states agree with the table of distinguishable pairs", "[minimise]") {
    std::mt19937 random(1);
    for (int round = 0; round < 300; ++round) {
        const Automaton automaton =
            random_automaton(random, 1 + static_cast<std::uint32_t>(random() % 25), 3);
        const StateClasses classes = equivalent_states(automaton);
        CHECK(classes.count == naive_classes(automaton));
    }
}

TEST_CASE("minimal automata read words like the given one", "[minimise]") {
    std::mt19937 random(2);
    for (int round = 0; round < 300; ++round) {
        const Automaton automaton =
            random_automaton(random, 1 + static_cast<std::uint32_t>(random() % 12), 2);
        const Automaton acceptor = minimal_acceptor(automaton);
        const Automaton output = minimal_output(automaton);
        bool equal = true;
        for (unsigned length = 0; length <= 9; ++length) {
            for (unsigned word = 0; word < (1U << length); ++word) {
                const std::uint32_t wanted = value(automaton, word, length, false);
                equal = equal && value(acceptor, word, length, false) == wanted &&
                        value(output, word, length, true) == value(automaton, word, length, true);
            }
        }
        CHECK(equal);
        CHECK(naive_classes(acceptor) == acceptor.states());
        CHECK(naive_classes(output) == output.states());
        CHECK(canonical(acceptor) == acceptor);
        CHECK(trimmed(acceptor) == acceptor);
        CHECK(minimal_acceptor(acceptor) == acceptor);
    }
}

TEST_CASE("an acceptor of nothing is one state with the loop of zeros", "[minimise]") {
    const Automaton nothing{2, 1, {0, 2, 3}, {{0, 0}, {1, 1}, {0, 0}}, {0, 0}};
    const Automaton expected{2, 1, {0, 1}, {{0, 0}}, {0}};
    CHECK(minimal_acceptor(nothing) == expected);
}

}  // namespace
}  // namespace mexcert
