// Kernel fast.queen (trust.md): the entries of a table whose def is the least m that differs from
// the values to the left, below and down the diagonal, and from a few more terms.
//
// Entries are asked for in the order of the table, each once. Invariant: a line's bits are the
// values of its cells before the one asked for. The further terms are evaluated by the Evaluator.
// Cost: time of a word operation for each 64 values below the entry; memory of 64-bit words for
// three lines a row and column, limited by `kMaxWords`.
#pragma once

#include "../core/eval.h"
#include "shape.h"

namespace mexcheck {

class Queen {
  public:
    // Null if the def or the box does not fit.
    static std::shared_ptr<Queen> fit(Evaluator& evaluator, const Table& table);

    Int value(Int* frame);

  private:
    explicit Queen(Evaluator& evaluator) : evaluator_(evaluator) {}
    bool measure_falls(const Table& table) const;
    bool find_parts(const Item& def);
    unsigned line_of(const Item& def, Int m, const Expr* e) const;
    bool self_call(const Item& def, const Expr* call, const Form& x, const Form& y) const;

    static constexpr std::size_t kMaxWords = std::size_t{1} << 25;

    Evaluator& evaluator_;
    std::size_t x_ = 0;  // the ranged positions
    std::size_t y_ = 0;
    std::size_t top_ = 0;  // of position y
    std::size_t extra_terms_ = 0;
    std::vector<Mex> extra_;          // what else excludes values
    std::size_t words_ = 0;           // a line
    std::vector<std::uint64_t> row_;  // values at (x, v), v < y
    std::vector<std::uint64_t> columns_;
    std::vector<std::uint64_t> diagonals_;
};

}  // namespace mexcheck
