// Kernel fast.stream: a program (stream.h) at the rows of a stream, a block of them at once.
//
// Of each block first the sums and comparisons, then row by row what enters the sets and what they
// hold around the numbers asked for, then the equations of the columns, then the claims. So an
// answer is that of the sets as they are at its row, and nothing is decided by rows that have not
// been compared: a row that fails is reported first. Cost: a few steps a row for each sum, test and
// set, a few a word of 64 rows for each node, and memory of some blocks.
#include <bit>

#include "stream.h"

// Compiled for wider vectors, too; the processor decides which code runs.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define MEXCHECK_WIDE __attribute__((target_clones("avx2", "default")))
#else
#define MEXCHECK_WIDE
#endif

namespace mexcheck {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kRows = kBlock + kStreamShift;     // of a block; the last one may be longer
constexpr Int kSteps = 16;                               // to a unit of work
constexpr std::size_t kMaxWords = std::size_t{1} << 28;  // of all sets: 2 GB
constexpr Int kBelow = 32;  // sets are read from so far below a number on

using Truths = std::array<std::uint64_t, kRows / 64>;  // a bit a row
using Numbers = std::array<Int, kRows>;

// --- operations on the first rows of a block ---------------------------------------------------

void count(Int* out, Int start, Int step, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i, start += step) out[i] = start;
}
MEXCHECK_WIDE void move(Int* out, const Int* entries, Int by, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) out[i] = entries[i] + by;
}
MEXCHECK_WIDE void add(Int* out, const Int* entries, Int factor, std::size_t size) {
    if (factor == 1)
        for (std::size_t i = 0; i < size; ++i) out[i] += entries[i];
    else if (factor == -1)
        for (std::size_t i = 0; i < size; ++i) out[i] -= entries[i];
    else
        for (std::size_t i = 0; i < size; ++i) out[i] += factor * entries[i];
}
MEXCHECK_WIDE void raise(Int* out, const Int* bounds, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) out[i] = std::max(out[i], bounds[i]);
}

// The signs of f(0), .., f(size - 1), a multiple of 64 of them.
template <class F>
inline void signs(Truths& bits, std::size_t size, const F& f) {
    for (std::size_t w = 0; w < size / 64; ++w) {
        std::uint64_t lanes[8]{};  // each has every eighth row
        for (std::size_t i = 0; i < 64; i += 8)
            for (std::size_t k = 0; k < 8; ++k)
                lanes[k] |= static_cast<std::uint64_t>(f(64 * w + i + k)) >> 63 << i;
        bits[w] = 0;
        for (std::size_t k = 0; k < 8; ++k) bits[w] |= lanes[k] << k;
    }
}
MEXCHECK_WIDE void less(Truths& bits, const Int* x, Int y, std::size_t size) {
    signs(bits, size, [=](std::size_t i) { return x[i] - y; });
}
MEXCHECK_WIDE void differ(Truths& bits, const Int* x, Int y, std::size_t size) {
    signs(bits, size, [=](std::size_t i) { return (x[i] - y) | (y - x[i]); });
}
MEXCHECK_WIDE void pick(Truths& bits, const std::uint64_t* words, Int bit, std::size_t size) {
    signs(bits, size, [=](std::size_t i) { return words[i] << (63 - bit); });
}

class Run {
  public:
    Run(StreamProgram& program, const Certificate& certificate, const std::string& file,
        Int max_work)
        : program_(program),
          certificate_(certificate),
          file_(file),
          max_work_(max_work),
          limit_(max_work > kMax / 2 / kSteps ? kMax / 2 : max_work * kSteps),
          truths_(program.tests.size()),
          leasts_(program.mexes.size()),
          rows_(program.columns.size(), std::vector<Int>(kRows + 3 * kStreamShift)) {
        for (const StreamColumn& c : program.columns) total_ = std::max(total_, c.last + 1);
        for (const StreamLeaf& leaf : program.leaves) {
            if (leaf.high >= kStreamNumber) decline(leaf.from->place, "too many rows for a stream");
            total_ = std::max(total_, leaf.high + 1);
        }
        row_steps_ = program.nodes.size() + rows_.size() + program.tests.size();
        for (const StreamSet& set : program.sets) {
            sets_.push_back({NumberSet(stock_), {}, set.rows, set.negatives ? -kMax : 0});
            for (const StreamSum& term : set.terms) sets_.back().terms.push_back(prepared(term));
            row_steps_ += set.terms.size();
        }
        for (std::size_t i = 0; i < leasts_.size(); ++i) {
            const StreamMex& mex = program.mexes[i];
            row_steps_ += mex.lows.size() + mex.parts.size();
            Search search{leasts_[i].data(), {}};
            for (const auto& [set, offset] : mex.parts)
                search.parts.emplace_back(&sets_[set].numbers, prepared(offset));
            if (!search.parts.empty()) (mex.shift < 0 ? early_ : late_).searches.push_back(search);
        }
        for (std::size_t i = 0; i < program.tests.size(); ++i)
            program.tests[i].kind == StreamTest::member ? ask_for(i) : compare(i);
        for (Group& g : asked_) place_members(g);
    }

    Int run(const RowReader& read) {
        std::vector<Int*> places(rows_.size());
        for (Int known = 0; from_ < total_;) {
            const Int count = std::min(static_cast<Int>(kBlock), total_ - known);
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
        std::vector<const Int*> terms;
        Int rows;
        Int least;  // what is below is asked for by none
    };
    struct Search {
        Int* least;  // a lower bound; then the value
        std::vector<std::pair<const NumberSet*, const Int*>> parts;
    };
    // Tests of sums that differ by constants: each with the number that the first sum then has to
    // be compared with, or with the bit of the members around it.
    struct Group {
        const StreamTest* first;
        std::vector<std::pair<std::size_t, Int>> tests = {};
        std::vector<std::uint64_t> members = {};

        bool takes(const StreamTest& t) const {
            return (first->kind == StreamTest::member) == (t.kind == StreamTest::member) &&
                   first->set == t.set && first->shift == t.shift && first->x.n == t.x.n &&
                   first->x.terms == t.x.terms;
        }
    };
    struct Around {  // the members around numbers
        const NumberSet* set;
        const Int* x;
        std::uint64_t* members;
    };
    struct Asked {
        std::vector<Search> searches;
        std::vector<Around> numbers;
        std::vector<Around> single;  // members of which the first bit is enough
    };

    // The entries of a column from row from_ + at on.
    Int* row(std::size_t column, Int at) { return rows_[column].data() + (kStreamShift + at); }

    // Where the sum's values at the rows of a block stand.
    const Int* prepared(const StreamSum& sum) {
        const auto& t = sum.terms;
        if (sum.constant == 0 && sum.n == 0 && t.size() == 1 && t[0].factor == 1)
            return row(static_cast<std::size_t>(t[0].column), t[0].shift);
        for (const auto& [known, values] : sums_)
            if (known->constant == sum.constant && known->n == sum.n && known->terms == t)
                return values.data();
        return sums_.emplace_back(&sum, Numbers{}).second.data();
    }

    void ask_for(std::size_t index) {
        const StreamTest& test = program_.tests[index];
        const auto bit = [&](const Group& g) {
            return test.x.constant - g.first->x.constant + kBelow;
        };
        auto at = std::find_if(asked_.begin(), asked_.end(), [&](const Group& g) {
            return g.takes(test) && bit(g) >= 0 && bit(g) < 64;
        });
        if (at == asked_.end()) at = asked_.insert(at, {&test});
        at->tests.emplace_back(index, bit(*at));
    }

    // Where the answers are kept; tests that are alone need no others around them.
    void place_members(Group& g) {
        g.members.resize(kRows);
        const StreamTest& first = *g.first;
        Asked& asked = first.shift < 0 ? early_ : late_;
        const bool alone = g.tests.size() == 1;
        if (alone) g.tests[0].second = 0;
        (alone ? asked.single : asked.numbers)
            .push_back({&sets_[first.set].numbers, prepared(first.x), g.members.data()});
    }

    void compare(std::size_t index) {
        const StreamTest& test = program_.tests[index];
        auto at = std::find_if(compared_.begin(), compared_.end(),
                               [&](const Group& g) { return g.takes(test); });
        if (at == compared_.end()) at = compared_.insert(at, {&test});
        at->tests.emplace_back(index, at->first->x.constant - test.x.constant);
    }

    void spend(Int steps) {
        if ((steps_ += steps) > limit_)
            fail(Kind::declined, "evaluation", cat("work limit of ", max_work_, " units"));
    }

    void set_count(std::size_t rows) {
        count_ = rows;
        size_ = (rows + 63) / 64 * 64;
        all_.fill(0);
        for (std::size_t i = 0; i < rows; ++i) all_[i / 64] |= std::uint64_t{1} << (i % 64);
    }

    void block() {
        spend(static_cast<Int>(count_ * row_steps_));
        prepare();
        bool fits = true;
        std::size_t end = 0;
        for (; fits && end < count_; ++end) {
            ask(end, early_);
            fits = enter(end);
            ask(end, late_);
        }
        for (const Group& g : asked_)
            for (const auto& [test, bit] : g.tests)
                pick(truths_[test], g.members.data(), bit, size_);
        set_count(end);
        compare_columns(fits);
        if (!fits) set_count(end - 1);
        for (StreamLeaf& leaf : program_.leaves) read_leaf(leaf);
        if (!fits)
            fail(Kind::declined, place(from_ + static_cast<Int>(end) - 1),
                 "a set of numbers does not fit");
    }

    std::string place(Int row) const {
        return cat(file_, ":", certificate_.tables.back().line + 2 + row / 64);
    }

    // --- sums and sets -----------------------------------------------------------------------

    void numbers(const StreamSum& sum, Int* out) {
        const auto entries = [&](const StreamSum::Term& t) {
            return row(static_cast<std::size_t>(t.column), t.shift);
        };
        const auto alike = std::find_if(sum.terms.begin(), sum.terms.end(),
                                        [](const auto& t) { return t.factor == 1; });
        const bool moved = sum.n == 0 && alike != sum.terms.end();
        if (moved)
            move(out, entries(*alike), sum.constant, size_);
        else
            count(out, sum.constant + sum.n * from_, sum.n, size_);
        for (auto t = sum.terms.begin(); t != sum.terms.end(); ++t)
            if (!moved || t != alike) add(out, entries(*t), t->factor, size_);
    }

    // Sums, comparisons, lower bounds of searches; also where nothing reads them.
    void prepare() {
        Numbers x;
        for (auto& [sum, out] : sums_) numbers(*sum, out.data());
        for (const Group& g : compared_) {
            numbers(g.first->x, x.data());
            for (const auto& [test, y] : g.tests) {
                Truths& bits = truths_[test];
                if (program_.tests[test].kind == StreamTest::negative) {
                    less(bits, x.data(), y + 1, size_);
                } else {
                    differ(bits, x.data(), y, size_);
                    for (auto& word : bits) word = ~word;
                }
            }
        }
        for (std::size_t k = 0; k < leasts_.size(); ++k) {
            leasts_[k].fill(0);
            for (const auto& [guard, sum] : program_.mexes[k].lows) {
                numbers(sum, x.data());
                const Truths holds = guard ? truth(guard, all_) : all_;
                if (holds != all_)
                    for (std::size_t i = 0; i < size_; ++i) x[i] = has(holds, i) ? x[i] : 0;
                raise(leasts_[k].data(), x.data(), size_);
            }
        }
    }

    // What is asked of the sets of the rows up to that of place i, or (early) to the one before.
    void ask(std::size_t i, const Asked& asked) {
        for (const Search& search : asked.searches) settle(search, i);
        for (const Around& a : asked.single) a.members[i] = a.set->holds(a.x[i]);
        for (const Around& a : asked.numbers) a.members[i] = a.set->members(a.x[i] - kBelow);
    }

    // Goes up, 64 numbers at a time, until one is in none of the sets.
    void settle(const Search& search, std::size_t i) {
        Int c = search.least[i];
        for (std::uint64_t members = ~std::uint64_t{0}; ~members == 0;) {
            if ((steps_ += static_cast<Int>(search.parts.size())) > limit_) spend(0);
            for (const auto& [set, offset] : search.parts)
                c = std::max(c, offset[i] + set->skip(c - offset[i]));
            members = 0;
            for (const auto& [set, offset] : search.parts) members |= set->members(c - offset[i]);
            c += std::countr_one(members);
        }
        search.least[i] = c;
    }

    // The row enters the sets; false if a number is negative, out of all proportion, or too much.
    bool enter(std::size_t i) {
        const Int n = from_ + static_cast<Int>(i);
        const Int most = 64 * n + (1 << 20);
        for (Set& set : sets_) {
            if (n >= set.rows) continue;
            for (const Int* const term : set.terms)
                if (term[i] >= set.least && (term[i] > most || !set.numbers.insert(term[i])))
                    return false;
            set.numbers.advance();
        }
        return true;
    }

    // --- nodes -------------------------------------------------------------------------------

    static bool has(const Truths& mask, std::size_t i) {
        return (mask[i / 64] >> (i % 64) & 1) != 0;
    }

    // The first row of a mask; kRows if there is none.
    static std::size_t first(const Truths& mask) {
        for (std::size_t w = 0; w < mask.size(); ++w)
            if (mask[w] != 0) return 64 * w + static_cast<std::size_t>(std::countr_zero(mask[w]));
        return kRows;
    }
    static bool none(const Truths& mask) {
        std::uint64_t some = 0;
        for (const std::uint64_t word : mask) some |= word;
        return some == 0;
    }

    template <class Operation>
    static Truths combine(const Truths& a, const Truths& b, const Operation& operation) {
        Truths bits;
        for (std::size_t w = 0; w < bits.size(); ++w) bits[w] = operation(a[w], b[w]);
        return bits;
    }
    static Truths both(const Truths& a, const Truths& b) { return combine(a, b, std::bit_and{}); }
    static Truths without(const Truths& a, const Truths& b) {
        return combine(a, b, [](auto x, auto y) { return x & ~y; });
    }

    // The rows low..high of this block.
    Truths between(Int low, Int high) const {
        if (low <= from_ && high >= from_ + static_cast<Int>(count_) - 1) return all_;
        Truths bits{};
        for (Int i = std::max<Int>(low - from_, 0);
             i < static_cast<Int>(count_) && from_ + i <= high; ++i)
            bits[static_cast<std::size_t>(i / 64)] |= std::uint64_t{1} << (i % 64);
        return bits;
    }

    // Where the mask holds, row from_ + i is read from columns that have it if low <= i <= high.
    void check(Int low, Int high, const Truths& mask, const Expr* from) const {
        const std::size_t i = first(without(mask, between(low, high)));
        if (i < kRows)
            reject(from->place,
                   cat("a row outside of its column is read at row ", from_ + static_cast<Int>(i)));
    }
    void check(const StreamSum& sum, const Truths& mask, const Expr* from) const {
        check(sum.first, sum.last, mask, from);
    }

    // Whether a set of the rows up to n + shift has one of these numbers. No row, no look-up; a
    // member that is known is enough.
    Truths member(const StreamNode* node, const Truths& mask) {
        const Int shift = program_.tests[node->tests[0]].shift;
        const Truths read = both(mask, between(-shift, kMax));
        Int rows = kMax;
        Truths found{};
        for (const std::size_t i : node->tests) {
            const StreamTest& test = program_.tests[i];
            check(test.x, read, node->from);
            rows = std::min(rows, program_.sets[test.set].rows);
            found = combine(found, both(read, truths_[i]), std::bit_or{});
        }
        if (rows < kMax) check(0, rows - 1 - shift, without(read, found), node->from);
        return found;
    }

    // The sum lies where it should, where the mask holds.
    void within(const StreamNode* node, const Truths& mask) {
        check(node->sum, mask, node->from);
        for (const std::size_t test : node->tests)
            if (const std::size_t i = first(without(mask, truths_[test])); i < kRows) {
                Numbers value;
                numbers(node->sum, value.data());
                undefined(node->from, cat(value[i], " is outside its domain at row ",
                                          from_ + static_cast<Int>(i)));
            }
    }

    // Whether the formula holds, at the rows of the mask, which are those where it is read; no
    // other rows.
    Truths truth(const StreamNode* node, const Truths& mask) {
        using Node = StreamNode;
        if (node->kind == Node::constant) return node->index == 1 ? mask : Truths{};
        if (none(mask)) return mask;
        if (node->kind == Node::member) return member(node, mask);
        if (node->kind == Node::test) {
            check(node->sum, mask, node->from);
            return both(mask, truths_[node->tests[0]]);
        }
        if (node->kind == Node::within) {
            within(node, mask);
            return truth(node->args[0], mask);
        }
        // Where the left side does not decide, the right one is read.
        const Truths left = truth(node->args[0], mask);
        if (node->kind == Node::all) return truth(node->args[1], left);
        const Truths rest = without(mask, left);
        switch (node->kind) {
            case Node::inverse:
                return rest;
            case Node::any:
                return combine(left, truth(node->args[1], rest), std::bit_or{});
            case Node::implies:
                return combine(rest, truth(node->args[1], left), std::bit_or{});
            default:  // iff
                return without(mask, combine(left, truth(node->args[1], mask), std::bit_xor{}));
        }
    }

    // The values of a body at the rows of the mask; they may stand in `out`.
    const Int* value(const StreamNode* node, const Truths& mask, Numbers& out) {
        using Node = StreamNode;
        if (node->kind == Node::within) {
            within(node, mask);
            return value(node->args[0], mask, out);
        }
        if (node->kind == Node::number) {
            check(node->sum, mask, node->from);
            numbers(node->sum, out.data());
            return out.data();
        }
        if (node->kind == Node::least) {
            const StreamMex& mex = program_.mexes[node->index];
            for (const auto& [guard, sum] : mex.lows)
                check(sum, guard ? truth(guard, mask) : mask, node->from);
            const Truths read = both(mask, between(-mex.shift, kMax));
            for (const auto& [set, offset] : mex.parts) {
                check(offset, read, node->from);
                if (const Int rows = program_.sets[set].rows; rows < kMax)
                    check(0, rows - 1 - mex.shift, read, node->from);
            }
            return leasts_[node->index].data();
        }
        const Truths yes = truth(node->args[0], mask);
        const Truths no = without(mask, yes);
        if (none(yes)) return value(node->args[2], mask, out);
        if (none(no)) return value(node->args[1], mask, out);
        Numbers other;
        const Int* const left = value(node->args[1], yes, out);
        const Int* const right = value(node->args[2], no, other);
        for (std::size_t i = 0; i < size_; ++i) out[i] = has(yes, i) ? left[i] : right[i];
        return out.data();
    }

    // Each entry is the value of the body at its row; if the last row did not fit the sets, only
    // where that does not matter.
    void compare_columns(bool fits) {
        std::size_t wrong = count_;
        std::string reason;
        for (std::size_t c = 0; c < rows_.size(); ++c) {
            const StreamColumn& column = program_.columns[c];
            Truths mask = between(0, column.last);
            if (!fits && column.body->late)
                mask = both(mask, between(0, from_ + static_cast<Int>(count_) - 2));
            if (none(mask)) continue;
            Numbers out;
            const Int* const computed = value(column.body, mask, out);
            const Int* const claimed = row(c, 0);
            std::size_t i = 0;
            while (i < wrong && (claimed[i] == computed[i] || !has(mask, i))) ++i;
            if (i == wrong) continue;
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
        for (std::size_t w = 0; w < inner.size(); ++w) {
            leaf.instances += std::popcount(outer[w]);
            leaf.reads += std::popcount(inner[w]);
        }
        if (const std::size_t i = first(fails); i < kRows)
            reject(leaf.from->place, cat("false at row ", from_ + static_cast<Int>(i)));
    }

    StreamProgram& program_;
    const Certificate& certificate_;
    const std::string& file_;
    Int max_work_;
    Int limit_;  // of steps
    std::size_t stock_ = kMaxWords;
    std::deque<Set> sets_;
    std::deque<std::pair<const StreamSum*, Numbers>> sums_;
    std::vector<Truths> truths_;   // by test
    std::vector<Numbers> leasts_;  // by mex
    std::vector<Group> compared_;
    std::vector<Group> asked_;
    Asked early_;  // before the row at hand enters the sets
    Asked late_;
    std::vector<std::vector<Int>> rows_;  // of each column; kStreamShift of them before row from_
    Int total_ = 0;                       // rows at which something is read
    Int from_ = 0;                        // the block at hand
    std::size_t count_ = 0;
    std::size_t size_ = 0;       // up to a whole word of bits
    Truths all_{};               // these rows
    std::size_t row_steps_ = 0;  // at each row, beside the searches
    Int steps_ = 0;
};

}  // namespace

Int run_stream(StreamProgram& program, const Certificate& certificate, const std::string& file,
               const RowReader& read, Int max_work) {
    return Run(program, certificate, file, max_work).run(read);
}

}  // namespace mexcheck
