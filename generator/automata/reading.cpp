#include "automata/reading.hpp"

#include <algorithm>

namespace mexcert {

std::optional<Letters> letters_of(const NumerationSystem& numeration,
                                  const std::vector<std::uint64_t>& numbers) {
    std::vector<NumerationSystem::Word> words;
    std::size_t length = 0;
    for (const std::uint64_t number : numbers) {
        std::optional<NumerationSystem::Word> word = numeration.representation(number);
        if (!word) {
            return std::nullopt;
        }
        length = std::max(length, word->size());
        words.push_back(std::move(*word));
    }
    Letters letters(length, 0);
    for (std::size_t i = 0; i < length; ++i) {
        for (const NumerationSystem::Word& word : words) {
            const std::size_t pad = length - word.size();
            letters[i] = letters[i] * numeration.digits() + (i < pad ? 0U : word[i - pad]);
        }
    }
    return letters;
}

std::vector<std::uint32_t> path_of(const Automaton& automaton, const Letters& letters) {
    std::vector<std::uint32_t> path{0};
    for (const std::uint32_t letter : letters) {
        const auto edges = automaton.edges_of(path.back());
        const auto edge = std::lower_bound(
            edges.begin(), edges.end(), letter,
            [](const Automaton::Edge& at, std::uint32_t wanted) { return at.letter < wanted; });
        if (edge == edges.end() || edge->letter != letter) {
            break;
        }
        path.push_back(edge->target);
    }
    return path;
}

std::optional<std::uint32_t> output_behind(const Automaton& automaton, const Letters& letters) {
    const std::vector<std::uint32_t> path = path_of(automaton, letters);
    return path.size() == letters.size() + 1 ? std::optional(automaton.output[path.back()])
                                             : std::nullopt;
}

}  // namespace mexcert
