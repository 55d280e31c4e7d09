// Records of certificates, as data that can be altered, and their text (certificate.md,
// automata.md 2).
#pragma once

#include "automaton.h"
#include "truth.h"

namespace attack {

struct Record {
    enum Kind { lines, table, automaton } kind = lines;
    std::string head;
    std::vector<std::string> body;  // lines
    // tables
    std::string def;
    Word fixed;  // -1 at a ranged position
    Word tops;   // of the ranged ones
    Word values;
    // automata
    Automaton states;
};

std::string text(const Record& record);

Record automaton_record(const std::string& head, Automaton states);
Record over(const std::string& numeration);

// The tables that the evaluation of a claim has read, with `slack` more in each direction; the
// point of a `least not`; witnesses, if the body is a free `exists`.
std::vector<Record> records_of(const Model& model, Int slack);

}  // namespace attack
