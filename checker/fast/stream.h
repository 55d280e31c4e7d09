// Kernel fast.stream (trust.md): tables of one ranged argument, read row by row, and claims on them
// of one variable, decided as the rows come; nothing is kept but a window of rows and sets of
// numbers.
//
// A program is what stream_compile.cpp makes of the definitions and claims, and stream_run.cpp runs
// for a block of rows at once. Its invariant: each node says of a row n what the text says of n,
// and names every look-up and argument that the text reads there, so that one that is undefined is
// met.
#pragma once

#include <deque>
#include <functional>

#include "../core/certificate.h"
#include "../core/check.h"
#include "../core/judge.h"
#include "number_set.h"

namespace mexcheck {

constexpr Int kStreamNumber = Int{1} << 40;  // entries are less
constexpr Int kStreamFactor = Int{1} << 15;  // at most this: sums of 32 terms stay below 2^62
constexpr std::size_t kStreamTerms = 32;
constexpr Int kStreamShift = 64;  // rows between the one at hand and one that is read, at most

// constant + n * row + sum of factor * (the column at row + shift). Terms are in order, none twice.
struct StreamSum {
    struct Term {
        int column;
        Int shift;
        Int factor;
        bool operator==(const Term&) const = default;
    };
    Int constant = 0;
    Int n = 0;
    std::vector<Term> terms = {};
    // The rows at which all terms lie in their columns.
    Int first = 0;
    Int last = kMax;

    bool fixed() const { return n == 0 && terms.empty(); }
    bool operator==(const StreamSum&) const = default;
};

// The numbers T(k) of all terms T and rows k so far.
struct StreamSet {
    std::vector<StreamSum> terms;
    Int rows = kMax;         // how many have all terms in their columns
    bool negatives = false;  // whether it may be asked for negative numbers
};

// x = 0, x <= 0, or x is a member of the set of the rows up to n + shift (-1 or 0).
struct StreamTest {
    enum Kind { zero, negative, member };
    Kind kind;
    StreamSum x;
    std::size_t set = 0;
    Int shift = 0;
    bool operator==(const StreamTest&) const = default;
};

// A formula or a body at a row.
struct StreamNode {
    enum Kind {
        constant,  // index: 0 or 1
        test,      // the first of tests
        member,    // any of tests, which have the same rows
        within,    // args[0], if all tests hold, else nothing: sum does not lie where it should
        all,       // both of args, read from left to right
        any,
        implies,
        iff,
        inverse,
        number,  // sum
        least,   // mex `index`
        either   // args[1] if args[0] holds, else args[2]
    };
    Kind kind;
    const Expr* from;
    StreamSum sum;
    std::vector<const StreamNode*> args;
    std::size_t index;
    std::vector<std::size_t> tests;
    std::size_t height = 1;
    bool late = false;  // whether it reads a set of the rows up to the one at hand
};

// The least number not below `low` where `guard` holds (null: everywhere), and not T + offset.
struct StreamMex {
    struct Low {
        const StreamNode* guard;
        StreamSum sum;
    };
    struct Part {
        std::size_t set;
        StreamSum offset;
    };
    std::vector<Low> lows = {};
    std::vector<Part> parts = {};
    Int shift = 0;
};

struct StreamColumn {
    const Table* table;
    Int last;  // row
    const StreamNode* body = nullptr;
    bool used = false;
};

// A leaf of a claim: at rows low..high where `outer` holds, an instance; where `inner` holds, too,
// it is read.
struct StreamLeaf {
    std::size_t claim;
    Int low;
    Int high;
    const StreamNode* outer;
    const StreamNode* inner;
    const StreamNode* leaf;
    const Expr* from;  // the same for all values of unrolled variables
    Int instances = 0;
    Int reads = 0;
};

struct StreamProgram {
    std::deque<StreamNode> nodes;
    std::vector<StreamColumn> columns;
    std::vector<StreamSet> sets;
    std::vector<StreamTest> tests;
    std::vector<StreamMex> mexes;
    std::vector<StreamLeaf> leaves;
    Exprs text_leaves;  // of all claims; each must be read at some row
    Int ahead = 0;      // the greatest shift
};

StreamProgram compile_stream(Planner& planner, const Certificate& certificate);

// The steps of rows, as they stand in the text; fills columns[c][0..count-1] with entries.
using RowReader = std::function<void(Int from, Int count, const std::vector<Int*>& columns)>;

// Returns the units of work; throws at the first row at which an equation or a claim fails.
Int run_stream(StreamProgram& program, const Certificate& certificate, const std::string& file,
               const RowReader& read, Int max_work);

}  // namespace mexcheck
