// The lanes of the search: each makes a model whose truth the evaluator computes, and the records
// that belong to it.
#pragma once

#include "random.h"
#include "records.h"

namespace attack {

struct Sample {
    Model model;
    // Certificates over a numeration; for tables the records are read off an evaluation.
    std::vector<Record> automata;
    // Records with the head of one of these, of other functions and sets.
    std::vector<Record> decoys;
};

struct Lane {
    const char* name;
    Sample (*make)(Random& random);
    int share;  // of the trials of a search over all lanes
};

const std::vector<Lane>& lanes();

// tables
Sample ranges(Random& random);   // claims on a range
Sample finite(Random& random);   // `: all`, all variables bounded by the text
Sample refuted(Random& random);  // `not .. at`, `not`
Sample least_refuted(Random& random);
Sample witnessed(Random& random);  // an `exists` without bound at the leaf
Sample words(Random& random);      // representations, dfaos, morphisms
// automata
Sample ordered(Random& random);      // order and successor over any numeration
Sample outputs(Random& random);      // dfaos, words, `exists automatic`
Sample graphs(Random& random);       // recursive defs by graphs, addition, floor
Sample levels(Random& random);       // recursive defs by level sets
Sample instances(Random& random);    // a def with a fixed argument, statements with a parameter
Sample definitions(Random& random);  // a def equals its body, without any record of it
Sample nim(Random& random);          // level sets of two arguments

}  // namespace attack
