// Kernel fast.queen (trust.md): the entries of a table whose def is the least m that differs from
// the values to the left, below and (at cells that guards select, if any) down the diagonal, and
// from a few more terms.
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

constexpr Int kSmall = Int{1} << 24;  // so that no sum of a guard leaves 64 bits

Form variable(Int slot) { return {Op::var, slot, {}}; }

// Counts the terms of a part that excludes single values only; false for another part.
bool count_terms(const Mex& part, std::size_t& terms) {
    if (part.kind == Mex::exclude) ++terms;
    return part.kind != Mex::above && part.vars.empty() &&
           std::all_of(part.parts.begin(), part.parts.end(),
                       [&](const Mex& inner) { return count_terms(inner, terms); });
}

// Whether a formula says the same of x, y, s as of x + 1, y + 1, s + 1: comparisons of small sums
// of variables in which the factors of the three add up to 0, and what `and`, `or` and `not` make
// of them.
bool moves_along(const Expr* e, const std::array<Int, 3>& moving) {
    if (e->op == Op::and_ || e->op == Op::or_ || e->op == Op::not_)
        return std::all_of(e->args.begin(), e->args.end(),
                           [&](const Expr* part) { return moves_along(part, moving); });
    if ((e->op != Op::le0 && e->op != Op::eq0) || std::abs(e->value) > kSmall) return false;
    Int sum = 0;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        if (e->args[i]->op != Op::var || std::abs(e->coefs[i]) > kSmall) return false;
        if (std::find(moving.begin(), moving.end(), e->args[i]->value) != moving.end())
            sum += e->coefs[i];
    }
    return sum == 0;
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
        if (!queen->measure_falls(*table.def) || !queen->find_parts(table)) return nullptr;
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
        if (step_ >= 0) frame[step_] = 0;
        const bool lands = std::all_of(guards_.begin(), guards_.end(), [&](const Expr* guard) {
            return evaluator_.truth(guard, frame);
        });
        for (std::size_t k = 0; k < words_; ++k) {
            std::uint64_t free = ~(row_[k] | column[k] | diagonal[k]);
            for (; free != 0; free &= free - 1) {
                const auto bit = static_cast<std::size_t>(std::countr_zero(free));
                const auto value = static_cast<Int>(64 * k + bit);
                if (std::find(excluded.begin(), excluded.end(), value) != excluded.end()) continue;
                row_[k] |= std::uint64_t{1} << bit;
                column[k] |= std::uint64_t{1} << bit;
                if (step_ >= 0 && lands) diagonal[k] |= std::uint64_t{1} << bit;
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
    bool find_parts(const Table& table) {
        const Item& def = *table.def;
        const auto is_large = [](Int fixed) { return fixed > kSmall; };
        if (def.body->op != Op::least || !def.body->mex) return false;
        unsigned lines = 0;
        for (const Mex& part : def.body->mex->parts) {
            const unsigned line = line_of(def, part);
            if (line == 0 && !count_terms(part, extra_terms_)) return false;
            if (line == 0) extra_.push_back(part);
            lines |= line;
        }
        return (lines & 3) == 3 &&
               (guards_.empty() || std::none_of(table.fixed.begin(), table.fixed.end(), is_large));
    }

    // forall s: H => m != f(.., s, ..), which is 1 for a column, 2 for a row, 4 for a diagonal;
    // else 0.
    unsigned line_of(const Item& def, const Mex& part) {
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
        const Form left = {Op::linear, 0, {{x, 1}, {s, -1}}};
        const Form down = {Op::linear, 0, {{y, 1}, {s, -1}}};
        if (step_ >= 0 || !self_call(def, call, left, down)) return 0;
        for (const Form& within : {Form{Op::le0, 1, {{s, -1}}}, Form{Op::le0, 0, {{s, 1}, {x, -1}}},
                                   Form{Op::le0, 0, {{s, 1}, {y, -1}}}}) {
            const auto at = std::find_if(hypotheses.begin(), hypotheses.end(),
                                         [&](const Expr* e) { return matches(e, within); });
            if (at == hypotheses.end()) return 0;
            hypotheses.erase(at);
        }
        for (const Expr* guard : hypotheses)
            if (!moves_along(guard, {x, y, s})) return 0;
        guards_ = hypotheses;
        step_ = s;
        return 4;
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
    Int step_ = -1;                   // the variable s of the diagonal, if there is one
    Exprs guards_;                    // that stand before f(.., x - s, y - s)
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
