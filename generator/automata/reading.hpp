// Numbers as automata read them: their representations padded with zeros to one length, one letter
// (automaton.hpp) for each place. Cost: a search among a state's edges for each letter.
#pragma once

#include <optional>
#include <vector>

#include "automata/automaton.hpp"
#include "automata/numeration.hpp"

namespace mexcert {

using Letters = std::vector<std::uint32_t>;

// Nothing if a number has no representation of at most NumerationSystem::kMostDigits digits.
[[nodiscard]] std::optional<Letters> letters_of(const NumerationSystem& numeration,
                                                const std::vector<std::uint64_t>& numbers);

// The states on the way, from the start up to a missing edge: all letters are read if there is one
// state more than letters.
[[nodiscard]] std::vector<std::uint32_t> path_of(const Automaton& automaton,
                                                 const Letters& letters);

// The output behind the letters; nothing where an edge is missing.
[[nodiscard]] std::optional<std::uint32_t> output_behind(const Automaton& automaton,
                                                         const Letters& letters);

}  // namespace mexcert
