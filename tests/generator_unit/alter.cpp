#include "alter.hpp"

#include <algorithm>
#include <map>

#include "automata/minimise.hpp"

namespace mexcert {
namespace {

// The tuple's letters, without leading zeros.
std::optional<std::vector<std::uint32_t>> letters_of(const NumerationSystem& numeration,
                                                     const std::vector<std::uint64_t>& tuple) {
    std::vector<NumerationSystem::Word> words;
    std::size_t length = 0;
    for (const std::uint64_t n : tuple) {
        const std::optional<NumerationSystem::Word> word = numeration.representation(n);
        if (!word) {
            return std::nullopt;
        }
        words.push_back(*word);
        length = std::max(length, word->size());
    }
    std::vector<std::uint32_t> letters(length, 0);
    for (const NumerationSystem::Word& word : words) {
        const std::size_t pad = length - word.size();
        for (std::size_t i = 0; i < length; ++i) {
            letters[i] = letters[i] * numeration.digits() + (i < pad ? 0U : word[i - pad]);
        }
    }
    return letters;
}

}  // namespace

// State 0 and the states behind it read the tuple; where another letter comes, the given automaton
// goes on, with its states behind those of the tuple.
Result<Automaton> altered_at(const NumerationSystem& numeration, const Automaton& acceptor,
                             const std::vector<std::uint64_t>& tuple) {
    const auto letters = letters_of(numeration, tuple);
    if (!letters || letters->empty()) {
        return invalid("", "no tuple that could be altered");
    }
    const auto path = static_cast<std::uint32_t>(letters->size()) + 1;
    Automaton result;
    result.digits = acceptor.digits;
    result.tracks = acceptor.tracks;
    std::optional<std::uint32_t> at = 0;  // the state of the given automaton
    for (std::uint32_t i = 0; i < path; ++i) {
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        const bool accepts = at && acceptor.output[*at] != 0;
        result.output.push_back(accepts != (i + 1 == path) ? 1 : 0);
        std::map<std::uint32_t, std::uint32_t> targets;
        std::optional<std::uint32_t> next;
        for (const Automaton::Edge& edge :
             at ? acceptor.edges_of(*at) : std::span<const Automaton::Edge>{}) {
            targets[edge.letter] = i == 0 && edge.letter == 0 ? 0 : edge.target + path;
            if (i + 1 < path && edge.letter == (*letters)[i]) {
                next = edge.target;
            }
        }
        if (i + 1 < path) {
            targets[(*letters)[i]] = i + 1;
        }
        for (const auto& [letter, target] : targets) {
            result.edges.push_back({letter, target});
        }
        at = next;
    }
    const auto shift = static_cast<std::uint32_t>(result.edges.size());
    for (std::uint32_t state = 0; state < acceptor.states(); ++state) {
        result.first.push_back(shift + acceptor.first[state]);
        result.output.push_back(acceptor.output[state]);
    }
    result.first.push_back(shift + static_cast<std::uint32_t>(acceptor.edges.size()));
    for (const Automaton::Edge& edge : acceptor.edges) {
        result.edges.push_back({edge.letter, edge.target + path});
    }
    return minimal_acceptor(result);
}

}  // namespace mexcert
