// The bridge to Walnut 7, the automatic theorem prover for automatic words: its text format for
// automata, and scripts of its commands.
//
// The format: a line with the number system of each track (`msd_fib msd_fib`, `msd_2`), then for
// each state a line `STATE OUTPUT` and lines `DIGIT DIGIT .. -> STATE`; `#` starts a comment, `*`
// stands for every digit. State lines come in any order; the first state is the start.
// Invariant: an exported automaton is the automaton, state for state. Cost: linear.
#pragma once

#include "automata/sentence.hpp"

namespace mexcert {

// The name of a numeration in Walnut: `msd_fib`, `msd_2`, ..; others get a base of their own.
[[nodiscard]] std::string walnut_base(const Item& numeration);

[[nodiscard]] std::string walnut_automaton(const Automaton& automaton, const std::string& base);

// Files by their paths in a Walnut folder: the script `Command Files/NAME.txt`, automata of the
// records in `Automata Library`, output automata in `Word Automata Library`, and where needed
// `Custom Bases`. Every `eval` of the script should answer TRUE.
using WalnutFiles = std::map<std::string, std::string>;
[[nodiscard]] Result<WalnutFiles> walnut_script(Compiler& compiler, const Claim& claim,
                                                int numeration);

// An automaton read from Walnut's format, made what a record needs.
struct WalnutImport {
    RecordId record;
    Automaton automaton;
    std::vector<std::string> repaired;  // deviations that were put right
};

// Reads `text` as the record `as` (`graph F 3 *`, spec/automata.md 2). Errors: kInvalid where the
// format or the record is not understood, kClaimFalse where the values are not those of the record.
[[nodiscard]] Result<WalnutImport> walnut_import(Engine& engine, const std::string& text,
                                                 const std::string& file, const std::string& as,
                                                 int numeration);

// Reads `graph F 3 *` and the like.
[[nodiscard]] Result<RecordId> parse_record(const Spec& spec, const std::string& text);

}  // namespace mexcert
