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
constexpr std::size_t kRows = kBlock + kStreamShift;     // of a block; the last one may be longer
constexpr Int kSteps = 16;                               // to a unit of work
constexpr std::size_t kMaxWords = std::size_t{1} << 28;  // of all sets: 2 GB

using Truths = std::array<std::uint64_t, kRows / 64>;  // a bit a row
using Numbers = std::array<Int, kRows>;

class Run {
  public:
    Run(StreamProgram& program, const Certificate& certificate, const std::string& file,
        Int max_work)
        : program_(program),
          certificate_(certificate),
          file_(file),
          max_work_(max_work),
          limit_(max_work > kMax / 2 / kSteps ? kMax / 2 : max_work * kSteps),
          answers_(program.queries.size()),
          asked_(program.queries.size()),
          mexes_(program.mexes.size()),
          rows_(program.columns.size(), std::vector<Int>(kRows + 3 * kStreamShift)) {
        for (const StreamColumn& c : program.columns) stored_ = std::max(stored_, c.last + 1);
        total_ = stored_;
        for (const StreamLeaf& leaf : program.leaves) {
            if (leaf.high >= stored_ + kStreamShift)
                reject(leaf.from->place, cat("the range goes to row ", leaf.high,
                                             ", the columns to row ", stored_ - 1));
            total_ = std::max(total_, leaf.high + 1);
        }
        row_steps_ = program.nodes.size() + rows_.size() + program.queries.size();
        for (const StreamSet& set : program.sets) {
            sets_.push_back({NumberSet(stock_), std::vector<Numbers>(set.terms.size())});
            row_steps_ += set.terms.size();
        }
        for (const StreamMex& mex : program.mexes) row_steps_ += mex.lows.size() + mex.parts.size();
        for (std::size_t i = 0; i < mexes_.size(); ++i) {
            const StreamMex& mex = program.mexes[i];
            mexes_[i].offsets.resize(mex.parts.size());
            Search search{mexes_[i].low.data(), {}};
            for (std::size_t k = 0; k < mex.parts.size(); ++k)
                search.parts.emplace_back(&sets_[mex.parts[k].set].numbers,
                                          mexes_[i].offsets[k].data());
            (mex.shift < 0 ? early_ : late_).searches.push_back(std::move(search));
        }
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            const StreamQuery& q = program.queries[i];
            (q.shift < 0 ? early_ : late_)
                .questions.push_back({&sets_[q.set].numbers, asked_[i].data(), answers_[i].data()});
        }
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
            set_count(static_cast<std::size_t>(end - from_));
            block();
            for (auto& rows : rows_)
                std::copy(rows.begin() + static_cast<std::ptrdiff_t>(count_), rows.end(),
                          rows.begin());
            from_ = end;
        }
        for (const Expr* e : program_.text_leaves)
            if (std::none_of(program_.leaves.begin(), program_.leaves.end(),
                             [&](auto& leaf) { return leaf.from == e && leaf.reads > 0; }))
                reject(e->place, "no instance satisfies the hypotheses");
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
    struct Search {  // for the value of a Least
        Int* low;
        std::vector<std::pair<const NumberSet*, const Int*>> parts;
    };
    struct Question {
        const NumberSet* set;
        const Int* x;
        std::uint64_t* answer;
    };
    struct Asked {
        std::vector<Search> searches;
        std::vector<Question> questions;
    };

    // The entries of a column from row from_ + at on.
    Int* row(std::size_t column, Int at) { return rows_[column].data() + (kStreamShift + at); }

    void spend(Int steps) {
        if ((steps_ += steps) > limit_)
            fail(Kind::declined, "evaluation", cat("work limit of ", max_work_, " units"));
    }

    void block() {
        spend(static_cast<Int>(count_ * row_steps_));
        prepare();
        for (std::size_t i = 0; i < count_; ++i) {
            ask(i, early_);
            enter(i);
            ask(i, late_);
        }
        // From a row on that did not fit the sets answer nothing.
        const bool spoiled = spoiled_ < from_ + static_cast<Int>(count_);
        if (spoiled) set_count(static_cast<std::size_t>(spoiled_ - from_));
        compare_columns();
        for (StreamLeaf& leaf : program_.leaves) read_leaf(leaf);
        if (spoiled) fail(Kind::declined, place(spoiled_), "a set of numbers does not fit");
    }

    void set_count(std::size_t rows) {
        count_ = rows;
        words_ = (rows + 63) / 64;
    }

    std::string place(Int row) const {
        return cat(file_, ":", certificate_.tables.back().line + 2 + row / 64);
    }

    // --- sets --------------------------------------------------------------------------------

    // At all rows of the words of this block.
    void numbers(const StreamSum& sum, Numbers& out) {
        const std::size_t size = words_ * 64;
        for (std::size_t i = 0; i < size; ++i)
            out[i] = sum.constant + sum.n * (from_ + static_cast<Int>(i));
        for (const StreamSum::Term& t : sum.terms) {
            const Int* const entries = row(static_cast<std::size_t>(t.column), t.shift);
            const Int factor = t.factor;
            if (factor == 1)
                for (std::size_t i = 0; i < size; ++i) out[i] += entries[i];
            else if (factor == -1)
                for (std::size_t i = 0; i < size; ++i) out[i] -= entries[i];
            else
                for (std::size_t i = 0; i < size; ++i) out[i] += factor * entries[i];
        }
    }

    // What sets will be asked for, also where nothing reads the answer.
    void prepare() {
        for (std::size_t i = 0; i < sets_.size(); ++i)
            for (std::size_t k = 0; k < sets_[i].terms.size(); ++k)
                numbers(program_.sets[i].terms[k], sets_[i].terms[k]);
        for (std::size_t i = 0; i < asked_.size(); ++i) {
            numbers(program_.queries[i].x, asked_[i]);
            answers_[i].fill(0);
        }
        Numbers bound;
        Truths all;
        Truths holds{};
        all.fill(~std::uint64_t{0});
        for (std::size_t i = 0; i < mexes_.size(); ++i) {
            const StreamMex& mex = program_.mexes[i];
            mexes_[i].low.fill(0);
            for (const auto& [guard, sum] : mex.lows) {
                numbers(sum, bound);
                if (guard) holds = truth(guard, all);
                for (std::size_t k = 0; k < count_; ++k)
                    if (!guard || has(holds, k))
                        mexes_[i].low[k] = std::max(mexes_[i].low[k], bound[k]);
            }
            for (std::size_t k = 0; k < mex.parts.size(); ++k)
                numbers(mex.parts[k].offset, mexes_[i].offsets[k]);
        }
    }

    // What is asked of the sets of the rows up to that of place i, or (early) to the one before.
    void ask(std::size_t i, const Asked& asked) {
        for (const Search& search : asked.searches) settle(search, i);
        for (const Question& q : asked.questions)
            q.answer[i / 64] |= std::uint64_t{q.set->holds(q.x[i])} << (i % 64);
    }

    // The number found is free in one set after the other, until it is so in all of them.
    void settle(const Search& search, std::size_t i) {
        const std::size_t parts = search.parts.size();
        Int c = search.low[i];
        std::size_t k = 0;
        for (std::size_t free = 0; free < parts; k = k + 1 == parts ? 0 : k + 1) {
            const auto [set, offset] = search.parts[k];
            const Int x = c - offset[i];
            const Int next = x < 0 ? x : set->free_from(x, steps_);
            free = next == x ? free + 1 : 1;
            c = offset[i] + next;
            if (++steps_ > limit_) spend(0);
        }
        search.low[i] = c;
    }

    // The row enters the sets, unless its numbers are out of all proportion.
    void enter(std::size_t i) {
        const Int n = from_ + static_cast<Int>(i);
        const Int most = 64 * n + (1 << 20);
        for (std::size_t s = 0; s < sets_.size(); ++s)
            if (n < program_.sets[s].rows)
                for (const Numbers& term : sets_[s].terms)
                    if (term[i] > most || !sets_[s].numbers.insert(term[i]))
                        spoiled_ = std::min(spoiled_, n);
    }

    // --- nodes -------------------------------------------------------------------------------

    static bool has(const Truths& mask, std::size_t i) {
        return (mask[i / 64] >> (i % 64) & 1) != 0;
    }

    // The first row of a mask that lies in this block; count_ if there is none.
    std::size_t first(const Truths& mask) const {
        for (std::size_t w = 0; w < words_; ++w)
            if (mask[w] != 0) return 64 * w + static_cast<std::size_t>(std::countr_zero(mask[w]));
        return count_;
    }
    bool none(const Truths& mask) const { return first(mask) == count_; }

    // The rows at which the test of a place holds.
    template <class Test>
    Truths where(const Test& test) const {
        Truths bits{};
        for (std::size_t w = 0; w < words_; ++w) {
            std::uint64_t word = 0;
            for (std::size_t i = 0; i < 64; ++i) word |= std::uint64_t{test(64 * w + i)} << i;
            bits[w] = word;
        }
        return bits;
    }

    template <class Operation>
    Truths combine(const Truths& a, const Truths& b, const Operation& operation) const {
        Truths bits{};
        for (std::size_t w = 0; w < words_; ++w) bits[w] = operation(a[w], b[w]);
        return bits;
    }

    Truths both(const Truths& a, const Truths& b) const {
        return combine(a, b, [](auto x, auto y) { return x & y; });
    }
    Truths without(const Truths& a, const Truths& b) const {
        return combine(a, b, [](auto x, auto y) { return x & ~y; });
    }

    // The rows low..high of this block.
    Truths between(Int low, Int high) const {
        return where([&](std::size_t i) {
            const Int n = from_ + static_cast<Int>(i);
            return i < count_ && n >= low && n <= high;
        });
    }

    // Where the mask holds all look-ups of the sum must lie in their columns.
    void check(const StreamSum& sum, const Truths& mask, const StreamNode& node) const {
        const Int last = from_ + static_cast<Int>(count_) - 1;
        if (sum.first <= from_ && last <= sum.last) return;
        const Truths outside = without(mask, between(sum.first, sum.last));
        if (const std::size_t i = first(outside); i < count_)
            reject(node.from->place,
                   cat("a row outside of its column is read at row ", from_ + static_cast<Int>(i)));
    }

    // Checks that the sum lies where it should, where the mask holds.
    void within(const StreamNode& node, const Truths& mask) {
        Numbers value;
        check(node.sum, mask, node);
        numbers(node.sum, value);
        const Int low = node.low;
        const Int high = node.high;
        const Truths outside =
            both(mask, where([&](std::size_t i) { return value[i] < low || value[i] > high; }));
        const std::size_t i = first(outside);
        if (i == count_) return;
        undefined(node.from,
                  cat(value[i], " is outside its domain at row ", from_ + static_cast<Int>(i)));
    }

    // Whether the formula holds, at the rows of the mask, which are those where it is read; no
    // other rows.
    Truths truth(const StreamNode* node, const Truths& mask) {
        using Node = StreamNode;
        if (none(mask)) return mask;
        if (node->kind == Node::constant) return node->sum.constant == 1 ? mask : Truths{};
        if (node->kind == Node::zero || node->kind == Node::negative) {
            Numbers value;
            check(node->sum, mask, *node);
            numbers(node->sum, value);
            return both(mask, node->kind == Node::zero
                                  ? where([&](std::size_t i) { return value[i] == 0; })
                                  : where([&](std::size_t i) { return value[i] <= 0; }));
        }
        if (node->kind == Node::member) {
            check(node->sum, mask, *node);
            return both(mask, answers_[node->index]);
        }
        if (node->kind == Node::within) {
            within(*node, mask);
            return truth(node->args[0], mask);
        }
        // Where the left side does not decide, the right one is read.
        const Truths left = truth(node->args[0], mask);
        const Truths rest = without(mask, left);
        switch (node->kind) {
            case Node::inverse:
                return rest;
            case Node::all:
                return truth(node->args[1], left);
            case Node::any:
                return combine(left, truth(node->args[1], rest), std::bit_or{});
            case Node::implies:
                return combine(rest, truth(node->args[1], left), std::bit_or{});
            default:  // iff
                return without(mask, combine(left, truth(node->args[1], mask), std::bit_xor{}));
        }
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
            const StreamMex& mex = program_.mexes[node->index];
            for (const auto& [guard, sum] : mex.lows)
                check(sum, guard ? truth(guard, mask) : mask, *node);
            for (const auto& part : mex.parts) check(part.offset, mask, *node);
            out = mexes_[node->index].low;
        } else {
            const Truths yes = truth(node->args[0], mask);
            Numbers other{};
            value(node->args[1], yes, out);
            value(node->args[2], without(mask, yes), other);
            for (std::size_t i = 0; i < count_; ++i) out[i] = has(yes, i) ? out[i] : other[i];
        }
    }

    // Each entry is the value of the body at its row.
    void compare_columns() {
        std::size_t wrong = count_;
        std::string reason;
        for (std::size_t c = 0; c < rows_.size(); ++c) {
            const StreamColumn& column = program_.columns[c];
            const Truths mask = between(0, column.last);
            Numbers computed{};
            value(column.body, mask, computed);
            const Int* const claimed = row(c, 0);
            const Truths differs =
                both(mask, where([&](std::size_t i) { return claimed[i] != computed[i]; }));
            const std::size_t i = first(differs);
            if (i >= wrong) continue;
            wrong = i;
            auto args = column.table->fixed;
            for (std::size_t k = 0; k < column.table->def->arity(); ++k)
                if (!column.table->def->fixed[k]) args[k] = from_ + static_cast<Int>(i);
            reason = cat(call_text(*column.table->def, args.data()), ": claimed ", claimed[i],
                         ", computed ", computed[i]);
        }
        if (wrong < count_) fail(Kind::rejected, place(from_ + static_cast<Int>(wrong)), reason);
    }

    void read_leaf(StreamLeaf& leaf) {
        const Truths outer = truth(leaf.outer, between(leaf.low, leaf.high));
        const Truths inner = truth(leaf.inner, outer);
        const Truths fails = without(inner, truth(leaf.leaf, inner));
        for (std::size_t w = 0; w < words_; ++w) {
            leaf.instances += std::popcount(outer[w]);
            leaf.reads += std::popcount(inner[w]);
        }
        if (const std::size_t i = first(fails); i < count_)
            reject(leaf.from->place, cat("false at row ", from_ + static_cast<Int>(i)));
    }

    StreamProgram& program_;
    const Certificate& certificate_;
    const std::string& file_;
    Int max_work_;
    Int limit_;  // of steps
    std::size_t stock_ = kMaxWords;
    std::deque<Set> sets_;
    std::vector<Truths> answers_;  // by query
    std::vector<Numbers> asked_;
    std::vector<Least> mexes_;
    Asked early_;  // before the row at hand enters the sets
    Asked late_;
    std::vector<std::vector<Int>> rows_;  // of each column; kStreamShift of them before row from_
    Int stored_ = 0;                      // rows in the stream
    Int total_ = 0;                       // rows at which something is read
    Int from_ = 0;                        // the block at hand
    std::size_t count_ = 0;
    std::size_t words_ = 0;      // of bits for these rows
    std::size_t row_steps_ = 0;  // at each row, beside the searches
    Int steps_ = 0;
    Int spoiled_ = kMax;  // the first row that did not fit into a set
};

}  // namespace

Int run_stream(StreamProgram& program, const Certificate& certificate, const std::string& file,
               const RowReader& read, Int max_work) {
    return Run(program, certificate, file, max_work).run(read);
}

}  // namespace mexcheck
