// Kernel fast.queen (trust.md): the entries of a table whose def is the least m that differs from
// the values to the left, below and down the diagonal, and from a few more terms.
//
// Entries are asked for in the order of the table, each once. Invariant: a line's bits are the
// values of its cells before the one asked for. The further terms are evaluated by the Evaluator.
// Cost: time of a word operation for each 64 values below the entry; memory of 64-bit words for
// three lines a row and column, limited by `kMaxWords`.
#include <bit>

#include "../core/eval.h"
#include "shape.h"

namespace mexcheck {
namespace {

Form variable(Int slot) { return {Op::var, slot, {}}; }

// Counts the terms of a part that excludes single values only; false for another part.
bool count_terms(const Mex& part, std::size_t& terms) {
    if (part.kind == Mex::exclude) ++terms;
    return part.kind != Mex::above && part.vars.empty() &&
           std::all_of(part.parts.begin(), part.parts.end(),
                       [&](const Mex& inner) { return count_terms(inner, terms); });
}

class Queen {
  public:
    // Null if the def or the box does not fit.
    static std::shared_ptr<Queen> fit(Evaluator& evaluator, const Table& table) {
        auto queen = std::shared_ptr<Queen>(new Queen(evaluator));
        std::vector<std::size_t> ranged;
        for (std::size_t i = 0; i < table.def->arity(); ++i)
            if (!table.def->fixed[i]) ranged.push_back(i);
        if (ranged.size() != 2) return nullptr;
        queen->x_ = ranged[0];
        queen->y_ = ranged[1];
        if (!queen->measure_falls(*table.def) || !queen->find_parts(*table.def)) return nullptr;
        const auto width = static_cast<std::size_t>(table.side[queen->x_]);
        const auto height = static_cast<std::size_t>(table.side[queen->y_]);
        queen->top_ = height - 1;
        // An entry is at most the number of values that it has to avoid.
        queen->words_ = (width + height + std::min(width, height) + queen->extra_terms_) / 64 + 1;
        if (queen->words_ > kMaxWords / (width + 2 * height + 1)) return nullptr;
        queen->row_.resize(queen->words_);
        queen->columns_.resize(queen->words_ * height);
        queen->diagonals_.resize(queen->words_ * (width + height));
        evaluator.rules |= kFastQueen;
        return queen;
    }

    Int value(Int* frame) {
        const auto x = static_cast<std::size_t>(frame[x_]);
        const auto y = static_cast<std::size_t>(frame[y_]);
        if (y == 0) std::fill(row_.begin(), row_.end(), 0);
        std::uint64_t* const column = columns_.data() + y * words_;
        std::uint64_t* const diagonal = diagonals_.data() + (x + top_ - y) * words_;
        Int low = 0;
        Word excluded;
        evaluator_.collect(extra_, frame, low, excluded, [](const Mex&) { return false; });
        for (std::size_t k = 0; k < words_; ++k) {
            std::uint64_t free = ~(row_[k] | column[k] | diagonal[k]);
            for (; free != 0; free &= free - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(free));
                const auto value = static_cast<Int>(64 * k + bit);
                if (std::find(excluded.begin(), excluded.end(), value) != excluded.end()) continue;
                for (std::uint64_t* line : {row_.data(), column, diagonal})
                    line[k] |= std::uint64_t{1} << bit;
                evaluator_.tick(static_cast<Int>(k) + 1);
                return value;
            }
        }
        fail(Kind::declined, "evaluation", "fast.queen: no free value");
    }

  private:
    explicit Queen(Evaluator& evaluator) : evaluator_(evaluator) {}

    // The measure is linear, with positive factors at both ranged positions.
    bool measure_falls(const Item& def) const {
        const Expr* e = def.measure;
        unsigned falls = 0;
        for (std::size_t i = 0; e->op == Op::linear && i < e->args.size(); ++i) {
            if (e->args[i]->op != Op::var) return false;
            const auto position = static_cast<std::size_t>(e->args[i]->value);
            if (e->coefs[i] > 0) falls |= position == x_ ? 1u : position == y_ ? 2u : 0u;
        }
        return falls == 3;
    }

    // Each part is one of the three lines, or excludes single values.
    bool find_parts(const Item& def) {
        if (def.body->op != Op::least || !def.body->mex) return false;
        unsigned lines = 0;
        for (const Mex& part : def.body->mex->parts) {
            const unsigned line = line_of(def, part);
            if (line == 0 && !count_terms(part, extra_terms_)) return false;
            if (line == 0) extra_.push_back(part);
            lines |= line;
        }
        return lines == 7;
    }

    // forall s: H => m != f(.., s, ..), which is 1 for a column, 2 for a row, 4 for a diagonal;
    // else 0.
    unsigned line_of(const Item& def, const Mex& part) const {
        if (part.vars.size() != 1 || part.parts.size() != 1 || part.parts[0].kind != Mex::exclude)
            return 0;
        const Int s = part.vars[0];
        Exprs hypotheses;
        for (const Expr* e : part.hypotheses)
            hypotheses = parts_of(e, Op::and_, std::move(hypotheses));
        const Expr* call = part.parts[0].e;
        const auto x = static_cast<Int>(x_);
        const auto y = static_cast<Int>(y_);
        if (matches(hypotheses, {{Op::le0, 1, {{s, 1}, {x, -1}}}}))
            return self_call(def, call, variable(s), variable(y)) ? 1 : 0;
        if (matches(hypotheses, {{Op::le0, 1, {{s, 1}, {y, -1}}}}))
            return self_call(def, call, variable(x), variable(s)) ? 2 : 0;
        const bool diagonal = matches(hypotheses, {{Op::le0, 1, {{s, -1}}},
                                                   {Op::le0, 0, {{s, 1}, {x, -1}}},
                                                   {Op::le0, 0, {{s, 1}, {y, -1}}}});
        const Form left = {Op::linear, 0, {{x, 1}, {s, -1}}};
        const Form down = {Op::linear, 0, {{y, 1}, {s, -1}}};
        return diagonal && self_call(def, call, left, down) ? 4 : 0;
    }

    bool self_call(const Item& def, const Expr* call, const Form& x, const Form& y) const {
        if (call->op != Op::call || call->item != &def) return false;
        for (std::size_t i = 0; i < call->args.size(); ++i) {
            const Form same = variable(static_cast<Int>(i));
            if (!matches(call->args[i], i == x_ ? x : i == y_ ? y : same)) return false;
        }
        return true;
    }

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

}  // namespace

TableKernel table_kernel(Evaluator& evaluator, const Table& table) {
    const auto queen = Queen::fit(evaluator, table);
    if (!queen) return {};
    return [queen](Int* frame) { return queen->value(frame); };
}

}  // namespace mexcheck
