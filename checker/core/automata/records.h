// The records of a certificate for all naturals (automata.md 1 and 2), strictly read.
//
// After reading, every automaton has the shape that the page demands: valid, closed, trim,
// canonical, minimal; the records are in their order and no two are alike. Nothing else is known.
#pragma once

#include "numeration.h"

namespace mexcheck::automata {

struct Record {
    enum Kind : std::uint8_t { adder, floor, graph, level, letters, starts, automatic };

    Kind kind = adder;
    const Item* item = nullptr;  // the def or the word
    Word fixed;                  // of a def: an argument for each parameter, -1 for `*`
    Int number = 0;              // of a level or a claim
    int line = 0;
    bool used = false;
    Automaton automaton;

    // `graph F 3 *`, as in the certificate.
    std::string name() const;
    bool outputs() const { return kind == letters || kind == automatic; }
};

struct Records {
    const Item* numeration = nullptr;  // none: the certificate holds tables
    std::deque<Record> list;
    Int work = 0;  // of the checks of shape
};

// One line of states, `text` without its end: `OUT LETTER:TARGET ..`. Returns what is wrong, or
// null; targets are not compared with the number of states.
const char* read_state(std::string_view text, std::size_t digits, bool outputs, Automaton& a);

// Whether the record may follow the other.
bool follows(const Record& before, const Record& after);

}  // namespace mexcheck::automata
