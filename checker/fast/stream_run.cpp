// Kernel fast.stream: a program (stream.h) at the rows of a stream, a block of them at once.
//
// Of each block first the numbers that sets are asked for, then row by row what enters the sets and
// what they answer, then the equations of the columns, then the claims. So an answer is that of the
// sets as they are at its row, and nothing is decided by rows that have not been compared: a row
// that fails is reported first. Cost: a few steps a row for each node, and memory of some blocks.
#include "stream.h"

namespace mexcheck {
namespace {

constexpr Int kBlock = 512;
constexpr std::size_t kRows = kBlock + kStreamShift;  // of a block; the last one may be longer
constexpr Int kSteps = 16;                            // to a unit of work

using Truths = std::array<std::uint8_t, kRows>;
using Numbers = std::array<Int, kRows>;

class Run {
  public:
    Run(StreamProgram& program, const Certificate& certificate, const std::string& file,
        Int max_work)
        : program_(program),
          certificate_(certificate),
          file_(file),
          max_work_(max_work),
          sets_(program.sets.size()),
          answers_(program.queries.size()),
          asked_(program.queries.size()),
          mexes_(program.mexes.size()),
          rows_(program.columns.size(), std::vector<Int>(kRows + 3 * kStreamShift)) {
        for (const StreamColumn& c : program.columns) stored_ = std::max(stored_, c.last + 1);
        total_ = stored_;
        for (const StreamLeaf& leaf : program.leaves)
            total_ = std::max(total_, plus(leaf.high, 1, leaf.leaf->from->place));
        for (std::size_t i = 0; i < sets_.size(); ++i)
            sets_[i].terms.resize(program.sets[i].terms.size());
        for (std::size_t i = 0; i < mexes_.size(); ++i)
            mexes_[i].offsets.resize(program.mexes[i].parts.size());
    }

    Int run(const RowReader& read) {
        std::vector<Int*> places(rows_.size());
        for (Int known = 0; from_ < total_;) {
            const Int count = std::min(kBlock, total_ - known);
            for (std::size_t c = 0; c < rows_.size(); ++c) places[c] = row(c, known - from_);
            read(known, count, places);
            known += count;
            const Int end = known == total_ ? known : known - program_.ahead;
            if (end <= from_) continue;
            count_ = static_cast<std::size_t>(end - from_);
            block();
            for (auto& rows : rows_)
                std::copy(rows.begin() + static_cast<std::ptrdiff_t>(count_), rows.end(),
                          rows.begin());
            from_ = end;
        }
        for (const StreamLeaf& leaf : program_.leaves)
            if (leaf.reads == 0)
                reject(leaf.leaf->from->place, "no instance satisfies the hypotheses");
        return steps_ / kSteps;
    }

  private:
    struct Set {
        NumberSet numbers;
        std::vector<Numbers> terms;
    };
    struct Least {
        Numbers low;  // at first; then the value
        std::vector<Numbers> offsets;
    };

    // The entries of a column from row from_ + at on.
    Int* row(std::size_t column, Int at) { return rows_[column].data() + (kStreamShift + at); }

    void spend(Int steps) {
        if ((steps_ += steps) / kSteps > max_work_)
            fail(Kind::declined, "evaluation", cat("work limit of ", max_work_, " units"));
    }

    void block() {
        spend(static_cast<Int>(count_ * (program_.nodes.size() + rows_.size())));
        prepare();
        for (std::size_t i = 0; i < count_; ++i) {
            ask(i, -1);
            enter(i);
            ask(i, 0);
        }
        compare_columns();
        for (StreamLeaf& leaf : program_.leaves) read_leaf(leaf);
        if (spoiled_ < from_ + static_cast<Int>(count_))
            fail(Kind::declined, place(spoiled_), "a set of numbers does not fit");
    }

    std::string place(Int row) const {
        return cat(file_, ":", certificate_.tables.back().line + 2 + row / 64);
    }

    // --- sets --------------------------------------------------------------------------------

    void numbers(const StreamSum& sum, Numbers& out) {
        for (std::size_t i = 0; i < count_; ++i)
            out[i] = sum.constant + sum.n * (from_ + static_cast<Int>(i));
        for (const StreamSum::Term& t : sum.terms) {
            const Int* const entries = row(static_cast<std::size_t>(t.column), t.shift);
            for (std::size_t i = 0; i < count_; ++i) out[i] += t.factor * entries[i];
        }
    }

    // What sets will be asked for, also where nothing reads the answer.
    void prepare() {
        for (std::size_t i = 0; i < sets_.size(); ++i)
            for (std::size_t k = 0; k < sets_[i].terms.size(); ++k)
                numbers(program_.sets[i].terms[k], sets_[i].terms[k]);
        for (std::size_t i = 0; i < asked_.size(); ++i) numbers(program_.queries[i].x, asked_[i]);
        Numbers bound;
        Truths all;
        Truths holds;
        all.fill(1);
        for (std::size_t i = 0; i < mexes_.size(); ++i) {
            const StreamMex& mex = program_.mexes[i];
            mexes_[i].low.fill(0);
            for (const auto& [guard, sum] : mex.lows) {
                numbers(sum, bound);
                if (guard) truth(guard, all, holds);
                for (std::size_t k = 0; k < count_; ++k)
                    if (!guard || holds[k] != 0)
                        mexes_[i].low[k] = std::max(mexes_[i].low[k], bound[k]);
            }
            for (std::size_t k = 0; k < mex.parts.size(); ++k)
                numbers(mex.parts[k].offset, mexes_[i].offsets[k]);
        }
    }

    // What is asked of the sets of the rows up to that of place i, or to the one before.
    void ask(std::size_t i, Int shift) {
        for (std::size_t m = 0; m < mexes_.size(); ++m)
            if (program_.mexes[m].shift == shift) settle(program_.mexes[m], mexes_[m], i);
        for (std::size_t q = 0; q < asked_.size(); ++q)
            if (program_.queries[q].shift == shift)
                answers_[q][i] = sets_[program_.queries[q].set].numbers.holds(asked_[q][i]) ? 1 : 0;
    }

    void settle(const StreamMex& mex, Least& least, std::size_t i) {
        Int c = least.low[i];
        for (Int before = -1; c != before;) {
            before = c;
            spend(1);
            for (std::size_t k = 0; k < mex.parts.size(); ++k) {
                const Int offset = least.offsets[k][i];
                if (c >= offset) c = offset + sets_[mex.parts[k].set].numbers.free_from(c - offset);
            }
        }
        least.low[i] = c;
    }

    void enter(std::size_t i) {
        const Int n = from_ + static_cast<Int>(i);
        for (std::size_t s = 0; s < sets_.size(); ++s)
            if (n < program_.sets[s].rows)
                for (const Numbers& term : sets_[s].terms)
                    if (!sets_[s].numbers.insert(term[i])) spoiled_ = std::min(spoiled_, n);
    }

    // --- nodes -------------------------------------------------------------------------------

    // Where the mask holds all look-ups of the sum must lie in their columns.
    void check(const StreamSum& sum, const Truths& mask, const StreamNode& node) const {
        const Int last = from_ + static_cast<Int>(count_) - 1;
        if (sum.first <= from_ && last <= sum.last) return;
        for (std::size_t i = 0; i < count_; ++i) {
            const Int n = from_ + static_cast<Int>(i);
            if (mask[i] != 0 && (n < sum.first || n > sum.last))
                reject(node.from->place, cat("a row outside of its column is read at row ", n));
        }
    }

    // Checks that the sum lies where it should, where the mask holds.
    void within(const StreamNode& node, const Truths& mask) {
        Numbers value;
        check(node.sum, mask, node);
        numbers(node.sum, value);
        for (std::size_t i = 0; i < count_; ++i)
            if (mask[i] != 0 && (value[i] < node.low || value[i] > node.high))
                undefined(node.from, cat(value[i], " is outside its domain at row ",
                                         from_ + static_cast<Int>(i)));
    }

    bool none(const Truths& mask) const {
        return std::all_of(mask.begin(), mask.begin() + static_cast<std::ptrdiff_t>(count_),
                           [](auto x) { return x == 0; });
    }

    // Whether the formula holds, at the rows of the mask, which are those where it is read; 0 at
    // others.
    void truth(const StreamNode* node, const Truths& mask, Truths& out) {
        using Node = StreamNode;
        out.fill(0);
        if (node->kind == Node::constant) {
            if (node->sum.constant == 1) out = mask;
            return;
        }
        if (none(mask)) return;
        if (node->kind == Node::zero || node->kind == Node::negative) {
            Numbers value;
            check(node->sum, mask, *node);
            numbers(node->sum, value);
            const bool zero = node->kind == Node::zero;
            for (std::size_t i = 0; i < count_; ++i)
                out[i] = mask[i] & static_cast<std::uint8_t>(zero ? value[i] == 0 : value[i] <= 0);
        } else if (node->kind == Node::member) {
            check(node->sum, mask, *node);
            for (std::size_t i = 0; i < count_; ++i) out[i] = mask[i] & answers_[node->index][i];
        } else if (node->kind == Node::within) {
            within(*node, mask);
            truth(node->args[0], mask, out);
        } else {
            connective(*node, mask, out);
        }
    }

    void connective(const StreamNode& node, const Truths& mask, Truths& out) {
        using Node = StreamNode;
        Truths left;
        Truths rest = mask;
        Truths right;
        truth(node.args[0], mask, left);
        if (node.kind == Node::inverse) {
            for (std::size_t i = 0; i < count_; ++i) out[i] = mask[i] & (left[i] ^ 1);
            return;
        }
        // Where the left side does not decide, the right one is read.
        if (node.kind == Node::all || node.kind == Node::implies) rest = left;
        if (node.kind == Node::any)
            for (std::size_t i = 0; i < count_; ++i) rest[i] = mask[i] & (left[i] ^ 1);
        truth(node.args[1], rest, right);
        for (std::size_t i = 0; i < count_; ++i)
            out[i] = mask[i] & (node.kind == Node::all       ? right[i]
                                : node.kind == Node::any     ? left[i] | right[i]
                                : node.kind == Node::implies ? (left[i] ^ 1) | right[i]
                                                             : left[i] ^ right[i] ^ 1);
    }

    // The value of a body at the rows of the mask.
    void value(const StreamNode* node, const Truths& mask, Numbers& out) {
        using Node = StreamNode;
        if (none(mask)) return;
        if (node->kind == Node::number) {
            check(node->sum, mask, *node);
            numbers(node->sum, out);
        } else if (node->kind == Node::within) {
            within(*node, mask);
            value(node->args[0], mask, out);
        } else if (node->kind == Node::least) {
            Truths held = mask;
            for (const auto& [guard, sum] : program_.mexes[node->index].lows) {
                if (guard) truth(guard, mask, held);
                check(sum, guard ? held : mask, *node);
            }
            for (const auto& part : program_.mexes[node->index].parts)
                check(part.offset, mask, *node);
            out = mexes_[node->index].low;
        } else {
            Truths yes;
            Truths no;
            Numbers other;
            truth(node->args[0], mask, yes);
            for (std::size_t i = 0; i < count_; ++i) no[i] = mask[i] & (yes[i] ^ 1);
            value(node->args[1], yes, out);
            value(node->args[2], no, other);
            for (std::size_t i = 0; i < count_; ++i) out[i] = yes[i] != 0 ? out[i] : other[i];
        }
    }

    // The rows low..high of this block.
    Truths between(Int low, Int high) const {
        Truths mask;
        for (std::size_t i = 0; i < count_; ++i) {
            const Int n = from_ + static_cast<Int>(i);
            mask[i] = n >= low && n <= high ? 1 : 0;
        }
        return mask;
    }

    // Each entry is the value of the body at its row.
    void compare_columns() {
        std::size_t wrong = kRows;
        std::string reason;
        for (std::size_t c = 0; c < rows_.size(); ++c) {
            const StreamColumn& column = program_.columns[c];
            const Truths mask = between(0, column.last);
            Numbers computed{};
            value(column.body, mask, computed);
            const Int* const claimed = row(c, 0);
            for (std::size_t i = 0; i < std::min(count_, wrong); ++i) {
                if (mask[i] == 0 || claimed[i] == computed[i]) continue;
                wrong = i;
                auto args = column.table->fixed;
                for (std::size_t k = 0; k < column.table->def->arity(); ++k)
                    if (!column.table->def->fixed[k]) args[k] = from_ + static_cast<Int>(i);
                reason = cat(call_text(*column.table->def, args.data()), ": claimed ", claimed[i],
                             ", computed ", computed[i]);
            }
        }
        if (wrong < kRows) fail(Kind::rejected, place(from_ + static_cast<Int>(wrong)), reason);
    }

    void read_leaf(StreamLeaf& leaf) {
        Truths outer;
        Truths inner;
        Truths holds;
        truth(leaf.outer, between(leaf.low, leaf.high), outer);
        truth(leaf.inner, outer, inner);
        truth(leaf.leaf, inner, holds);
        for (std::size_t i = 0; i < count_; ++i) {
            leaf.instances += outer[i];
            leaf.reads += inner[i];
            if (inner[i] != 0 && holds[i] == 0)
                reject(leaf.leaf->from->place, cat("false at row ", from_ + static_cast<Int>(i)));
        }
    }

    StreamProgram& program_;
    const Certificate& certificate_;
    const std::string& file_;
    Int max_work_;
    std::vector<Set> sets_;
    std::vector<Truths> answers_;  // by query
    std::vector<Numbers> asked_;
    std::vector<Least> mexes_;
    std::vector<std::vector<Int>> rows_;  // of each column; kStreamShift of them before row from_
    Int stored_ = 0;                      // rows in the stream
    Int total_ = 0;                       // rows at which something is read
    Int from_ = 0;                        // the block at hand
    std::size_t count_ = 0;
    Int steps_ = 0;
    Int spoiled_ = kMax;  // the first row that did not fit into a set
};

}  // namespace

Int run_stream(StreamProgram& program, const Certificate& certificate, const std::string& file,
               const RowReader& read, Int max_work) {
    return Run(program, certificate, file, max_work).run(read);
}

}  // namespace mexcheck
