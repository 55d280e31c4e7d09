// Evaluation of prepared expressions over checked 64-bit integers (language.md 5), and the tables.
//
// Invariants: an undefined value throws (rejected), an overflow or an exhausted limit throws
// (declined); nothing of that kind becomes a truth value. A recursive def is only looked up in its
// tables; its body is read by `verify_tables` alone, which compares the measure of each self-call.
// Cost: one unit of work for each step of a plan, look-up, test and option; for a line of values,
// one for each value.
#pragma once

#include <array>

#include "kernels.h"
#include "words.h"

namespace mexcheck {

// The rules of trust.md that were used, in alphabetical order.
constexpr unsigned kFastMoves = 1, kFastQueen = 2, kFastSequence = 4, kGolden = 8, kIncreasing = 16,
                   kInduction = 32, kMorphic = 64, kRadix = 128, kWitness = 256;

inline std::set<std::string> rule_names(unsigned rules) {
    static const char* const names[] = {"fast.moves", "fast.queen", "fast.sequence",
                                        "golden",     "increasing", "induction",
                                        "morphic",    "radix",      "witness"};
    std::set<std::string> list;
    for (std::size_t i = 0; i < std::size(names); ++i)
        if ((rules >> i & 1) != 0) list.insert(names[i]);
    return list;
}

constexpr std::size_t kMaxSolutions = std::size_t{1} << 22;

// The values of a recursive def on a box, in lexicographic order of the arguments.
struct Table {
    using Arguments = std::array<Int, kMaxArity>;

    const Item* def = nullptr;
    Arguments fixed{};  // the argument at fixed positions, 0 at ranged ones
    Arguments side{};   // N + 1 at ranged positions (0..N), 1 at fixed ones
    std::vector<Int> values;
    int line = 0;  // of the record in the certificate
    bool used = false;

    // Of an entry.
    Arguments arguments(std::size_t index) const {
        Arguments args = fixed;
        for (std::size_t i = def->arity(); i-- > 0; index /= static_cast<std::size_t>(side[i]))
            args[i] += static_cast<Int>(index % static_cast<std::size_t>(side[i]));
        return args;
    }

    // Where the entry at these arguments stands; false if they lie outside.
    bool find(const Int* args, std::uint64_t& index) const {
        bool inside = def != nullptr;
        index = 0;
        for (std::size_t i = 0; inside && i < def->arity(); ++i) {
            const auto width = static_cast<std::uint64_t>(side[i]);
            const auto offset =
                static_cast<std::uint64_t>(args[i]) - static_cast<std::uint64_t>(fixed[i]);
            index = index * width + offset;
            inside = offset < width;
        }
        return inside;
    }

    // Entries until the last ranged argument returns to 0.
    std::size_t row_length() const {
        std::size_t length = 1;
        for (std::size_t i = 0; i < def->arity(); ++i)
            if (!def->fixed[i]) length = static_cast<std::size_t>(side[i]);
        return length;
    }
};

__extension__ using Long = __int128;

constexpr Int kLine = 4096;               // instances read at once
constexpr Int kMaxFactor = Int{1} << 32;  // so that 128 bits hold every sum of a line

// A sum of variables and look-ups, as one slot runs over from, from + 1, .., `length` numbers: at
// the i-th it is start + step * i + what the walks through tables meet.
struct Line {
    struct Walk {
        Int factor;
        const Int* first;
        Int stride;
    };
    Int slot;
    const Int* frame;
    Int from;
    Int length;
    Long start = 0;
    Long step = 0;
    std::vector<Walk> walks = {};

    Long at(Int i) const {
        Long value = start + step * i;
        for (const Walk& w : walks) value += Long{w.factor} * w.first[w.stride * i];
        return value;
    }
};

// What is known of a relation at 64 places, neighbours in the last argument.
struct Kept {
    std::uint64_t line = 0;
    std::uint64_t known = 0;
    std::uint64_t truth = 0;
};

constexpr std::size_t kStack = std::size_t{1} << 20;

inline Int square_root(Int n) {  // floor
    auto r = static_cast<Int>(__builtin_sqrtl(static_cast<long double>(n)));
    while (r > n / std::max<Int>(r, 1)) --r;
    while (r + 1 <= n / (r + 1)) ++r;
    return r;
}

[[noreturn]] inline void undefined(const Expr* e, const std::string& what) {
    reject(e->place, "undefined: " + what);
}

// `F(1, 2)`.
inline std::string call_text(const Item& item, const Int* args) {
    std::string text = item.name + "(";
    for (std::size_t i = 0; i < item.arity(); ++i)
        text.append(i == 0 ? "" : ", ").append(std::to_string(args[i]));
    return text + ")";
}

inline void check_domains(const Item& item, const Int* args, const Expr* e) {
    for (std::size_t i = 0; i < item.arity(); ++i) {
        const Variable& v = item.unit[i];
        if (args[i] >= v.low && args[i] <= v.high) continue;
        undefined(e, (args[i] < 0 ? "negative argument in " : "argument outside its domain in ") +
                         call_text(item, args));
    }
}

// Marks x in the set of values from `low` on, unless it lies outside.
inline void take_out(std::vector<bool>& taken, Int low, Int x) {
    const std::uint64_t i = static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(low);
    if (x >= low && i < taken.size()) taken[i] = true;
}

inline void compare(const Table& table, std::size_t index, Int computed, const std::string& file) {
    if (table.values[index] == computed) return;
    const std::size_t row = table.row_length();
    const std::size_t lines = index / row * ((row + 63) / 64) + index % row / 64;
    fail(Kind::rejected, cat(file, ":", static_cast<std::size_t>(table.line) + 1 + lines),
         cat(call_text(*table.def, table.arguments(index).data()), ": claimed ",
             table.values[index], ", computed ", computed));
}

class Evaluator {
  public:
    using Frame = Int*;

    Evaluator(std::vector<Table> tables, std::size_t items, Int max_work)
        : max_work_(max_work),
          stack_(kStack),
          tables_(std::move(tables)),
          last_(items, &none_),
          memory_(items) {}

    // A frame for `size` variables on the evaluation stack, until the guard dies.
    class Scope {
      public:
        Scope(Evaluator& evaluator, std::size_t size)
            : evaluator_(evaluator), before_(evaluator.top_) {
            if (kStack - before_ < size)
                fail(Kind::declined, "evaluation", "work limit: calls nested too deeply");
            evaluator.top_ += size;
        }
        ~Scope() { evaluator_.top_ = before_; }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        Frame frame() const { return evaluator_.stack_.data() + before_; }

      private:
        Evaluator& evaluator_;
        std::size_t before_;
    };

    unsigned rules = 0;
    std::size_t kernel_cells = kKernelCells;  // kernels serve tables and ranges of more cells
    std::unique_ptr<MovesKernel> moves;       // for the claim at hand
    const std::vector<Table>& tables() const { return tables_; }
    Int work() const { return work_ - work_before_; }
    void tick(Int units = 1) {
        if ((work_ += units) > max_work_) out_of_work();
    }

    // Rules and work count from here, and nothing is remembered.
    void start_claim() {
        rules = 0;
        moves.reset();
        for (auto& kept : memory_) kept.clear();
        work_before_ = work_;
    }

    Int number(const Expr* e, Frame frame) {
        const Op op = e->op;
        if (op == Op::var) return frame[e->value];
        if (op == Op::linear) return sum(e, frame);
        if (op == Op::call) return e->item->recursive ? look_up(e, frame) : call(e, frame);
        if (op == Op::monus) return std::max<Int>(0, number(e->args[0], frame));
        if (op == Op::mul)
            return times(number(e->args[0], frame), number(e->args[1], frame), e->place);
        if (op == Op::div) return natural_argument(e->args[0], frame) / e->value;
        if (op == Op::mod) return natural_argument(e->args[0], frame) % e->value;
        if (op == Op::if_) return number(e->args[truth(e->args[0], frame) ? 1 : 2], frame);
        if (op == Op::count) return count(e, frame, kMax);
        if (op == Op::least) return least(e, frame);
        if (op == Op::floor) {
            rules |= kGolden;
            const Int n = natural_argument(e->args[0], frame);
            const Int value = floor_phi(n);
            if (value < 0) beyond(e->place);
            return e->value == 1 ? value : plus(value, n, e->place);
        }
        if (op != Op::sq && op != Op::guard) decline(e->place, "trivial on a range");
        const Int value = number(e->args[0], frame);
        if (op == Op::sq) return times(value, value, e->place);
        if (value < e->coefs[0] || value > e->coefs[1])
            undefined(e, std::to_string(value) + " is outside its domain");
        return value;
    }

    bool truth(const Expr* e, Frame frame) {
        const auto& a = e->args;
        const Op op = e->op;
        if (op == Op::le0) return sum(e, frame) <= 0;
        if (op == Op::eq0) return sum(e, frame) == 0;
        if (op == Op::call) return relation(e, frame);
        if (op == Op::and_) return truth(a[0], frame) && truth(a[1], frame);
        if (op == Op::or_) return truth(a[0], frame) || truth(a[1], frame);
        if (op == Op::implies) return !truth(a[0], frame) || truth(a[1], frame);
        if (op == Op::not_) return !truth(a[0], frame);
        if (op == Op::constant) return e->value == 1;
        if (op == Op::in) return member(e, frame);
        if (op == Op::unique) return count(e, frame, 2) == 1;
        if (op == Op::exists || op == Op::forall) {
            if (!e->plan) decline(e->place, "unbounded quantifier");
            if (const Int n = moves && op == Op::exists ? moves->count(e, frame) : -1; n >= 0)
                return n > 0;
            auto stop = [] { return false; };
            return run(e->plan->first, frame, stop) == (op == Op::forall);
        }
        if (op == Op::iff) {
            const bool left = truth(a[0], frame);
            return truth(a[1], frame) == left;
        }
        if (op == Op::limit) {
            rules |= kMorphic;
            return Words::limit(*e->item, e->place);
        }
        if (op != Op::eq && op != Op::prefix && op != Op::suffix)
            decline(e->place, "trivial on a range");
        const Word left = word(a[0], frame);
        const Word right = word(a[1], frame);
        if (op == Op::eq) return left == right;
        if (left.size() > right.size()) return false;
        return op == Op::prefix ? std::equal(left.begin(), left.end(), right.begin())
                                : std::equal(left.rbegin(), left.rend(), right.rbegin());
    }

    // Calls `sink` at each solution, until it says false; false if it did.
    template <class Sink>
    bool run(const Step* step, Frame frame, Sink& sink) {
        for (;; step = step->next[0]) {
            tick();
            if (step->kind == Step::yield) return sink();
            if (step->kind == Step::loop) return loop(step, frame, sink);
            if (step->kind == Step::root) return root(step, frame, sink);
            if (step->kind == Step::test && !truth(step->e, frame)) return true;
            if (step->kind == Step::assign && !assign(step, frame)) return true;
            if (step->kind == Step::bisect && !bisect(step, frame)) return true;
            if (step->kind != Step::split) continue;
            for (const Step* part : step->next)
                if (!run(part, frame, sink)) return false;
            return true;
        }
    }

    void verify_tables(Planner& planner, const std::string& file) {
        for (Table& table : tables_) {
            planner.prepare(*table.def);
            rules |= kInduction;
            verifying_ = &table;
            if (const Mex* sequence = planner.sequence(*table.def))
                verify_sequence(table, *sequence, file);
            else
                verify_table(table, file);
            verifying_ = nullptr;
        }
    }

    // The values that the parts exclude one by one; `low` rises to what they demand at least.
    Word excluded(const std::vector<Mex>& parts, Frame frame, Int& low) {
        struct Frees {  // what is left behind, also where a failure ends the collection
            Word& all;
            const std::size_t before;
            ~Frees() { all.resize(before); }
        };
        const Frees frees{excluded_, excluded_.size()};
        collect(parts, frame, low);
        return {excluded_.begin() + static_cast<std::ptrdiff_t>(frees.before), excluded_.end()};
    }

    // Whether e is `sum of variables <= 0`. Then low..high shrinks to the values of the slot, all
    // of them naturals, at which it holds.
    bool narrow(const Expr* e, Int slot, Frame frame, Int& low, Int& high) {
        if (e->op != Op::le0) return false;
        Int coef = 0;
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            if (e->args[i]->op != Op::var) return false;
            if (e->args[i]->value == slot) coef = e->coefs[i];
        }
        frame[slot] = 0;
        const Int rest = times(-1, sum(e, frame), e->place);  // coef * slot <= rest
        if (rest < 0 && coef >= 0)
            high = -1;
        else if (coef > 0)
            high = std::min(high, rest / coef);
        else if (rest < 0)
            low = std::max(low, (rest + 1) / coef + 1);
        return true;
    }

    // Whether a comparison holds at all places of a line; false also where only the direct reading
    // can tell.
    bool holds_along(const Expr* e, Line line) {
        const bool positive = e->op != Op::not_;
        if (!positive) e = e->args[0];
        if ((e->op != Op::le0 && e->op != Op::eq0) || !extend(line, 1, e)) return false;
        tick(line.length);
        for (Int i = 0; i < line.length; ++i) {
            const Long value = line.at(i);
            if ((e->op == Op::le0 ? value <= 0 : value == 0) != positive) return false;
        }
        return true;
    }

  private:
    // Adds factor * e; false if e holds something else, or something that might fail.
    bool extend(Line& line, Int factor, const Expr* e) {
        if (factor > kMaxFactor || factor < -kMaxFactor) return false;
        if (e->op == Op::call) return e->item->recursive && add_walk(line, factor, e);
        if (e->op == Op::var) {
            const bool runs = e->value == line.slot;
            line.start += Long{factor} * (runs ? line.from : line.frame[e->value]);
            line.step += runs ? factor : 0;
            return true;
        }
        if ((e->op != Op::linear && e->op != Op::le0 && e->op != Op::eq0) || factor != 1)
            return false;
        line.start += e->value;
        for (std::size_t i = 0; i < e->args.size(); ++i)
            if (!extend(line, e->coefs[i], e->args[i])) return false;
        return true;
    }

    // Adds the look-ups of one call, whose arguments are sums of variables: then it is enough that
    // the first and the last of them lie in the table, at a lower measure.
    bool add_walk(Line& line, Int factor, const Expr* call) {
        const Item& def = *call->item;
        const Scope scope(*this, 2 * def.unit.size());
        Int* const first = scope.frame();
        Int* const last = first + def.unit.size();
        for (std::size_t k = 0; k < call->args.size(); ++k) {
            Line argument = {line.slot, line.frame, line.from, line.length};
            if (!extend(argument, 1, call->args[k]) || !argument.walks.empty()) return false;
            first[k] = static_cast<Int>(argument.at(0));
            last[k] = static_cast<Int>(argument.at(line.length - 1));
            if (first[k] != argument.at(0) || last[k] != argument.at(line.length - 1)) return false;
        }
        Table* const table = table_for(def, first);
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        if (!table->find(first, begin) || !table->find(last, end)) return false;
        if (verifying_ && verifying_->def == &def &&
            (!plain(def.measure) || number(def.measure, first) >= measure_ ||
             number(def.measure, last) >= measure_))
            return false;
        if (table != verifying_) table->used = true;
        const auto distance = static_cast<Int>(end) - static_cast<Int>(begin);
        line.walks.push_back(
            {factor, table->values.data() + begin, distance / std::max<Int>(line.length - 1, 1)});
        return true;
    }

    static bool plain(const Expr* e) {
        return e->op == Op::var ||
               (e->op == Op::linear && std::all_of(e->args.begin(), e->args.end(), plain));
    }

    void out_of_work() const {
        fail(Kind::declined, "evaluation", "work limit of " + std::to_string(max_work_) + " units");
    }

    // `number`, with the shortest way for the commonest cases.
    Int value_of(const Expr* e, Frame frame) {
        if (e->op == Op::var) return frame[e->value];
        if (e->op == Op::call && e->item->recursive) return look_up(e, frame);
        return e->op == Op::linear && e->args.empty() ? e->value : number(e, frame);
    }

    Int sum(const Expr* e, Frame frame) {
        Int total = e->value;
        bool overflow = false;
        const Int* coef = e->coefs.data();
        for (const Expr* atom : e->args) {
            Int term = value_of(atom, frame);
            overflow = overflow | __builtin_mul_overflow(term, *coef++, &term);
            overflow = overflow | __builtin_add_overflow(total, term, &total);
        }
        if (overflow) beyond(e->place);
        return total;
    }

    Int natural_argument(const Expr* e, Frame frame) {
        const Int value = value_of(e, frame);
        if (value < 0) undefined(e, "the argument " + std::to_string(value) + " is negative");
        return value;
    }

    Int call(const Expr* e, Frame frame) {
        const Item& item = *e->item;
        tick();
        if (item.kind == ItemKind::word || item.kind == ItemKind::dfao) {
            const Int n = natural_argument(e->args[0], frame);
            rules |= item.kind == ItemKind::word ? kMorphic : kRadix;
            return item.kind == ItemKind::word ? words_.letter(item, n, e->place)
                                               : words_.output(item, n, e->place);
        }
        const Scope scope(*this, item.unit.size());
        const Frame inner = scope.frame();
        Frame next = inner;
        for (const Expr* arg : e->args) *next++ = value_of(arg, frame);
        check_domains(item, inner, e);
        const Int value = number(item.body, inner);
        if (value < 0) undefined(e, call_text(item, inner) + " is negative");
        return value;
    }

    // The value of a recursive def; most calls find the table of the call before.
    Int look_up(const Expr* e, Frame frame) {
        const Item& def = *e->item;
        const Scope scope(*this, def.unit.size());
        const Frame args = scope.frame();
        tick();
        for (std::size_t i = 0; i < e->args.size(); ++i) args[i] = value_of(e->args[i], frame);
        if (verifying_ && verifying_->def == &def)
            if (const Int measure = number(def.measure, args); measure >= measure_)
                reject(e->place, cat("the measure does not fall: ", measure_, " to ", measure,
                                     " at ", call_text(def, args)));
        Table* table = last_[def.order];
        std::uint64_t index = 0;
        if (!table->find(args, index) && !(table = table_for(def, args))->find(args, index)) {
            check_domains(def, args, e);
            reject(e->place, "no table holds " + call_text(def, args));
        }
        if (table != verifying_) table->used = true;
        return table->values[index];
    }

    // The table with the fixed arguments of this call, which is the last one read from here on; one
    // that holds nothing if there is none.
    Table* table_for(const Item& def, const Int* args) {
        const auto fits = [&](const Table& table) {
            bool hit = table.def == &def;
            for (std::size_t i = 0; i < def.fixed.size() && hit; ++i)
                hit = !def.fixed[i] || table.fixed[i] == args[i];
            return hit;
        };
        if (fits(*last_[def.order])) return last_[def.order];
        for (Table& table : tables_)
            if (fits(table)) return last_[def.order] = &table;
        return &none_;
    }

    bool relation(const Expr* e, Frame frame) {
        const Item& item = *e->item;
        const Scope scope(*this, item.unit.size());
        const Frame inner = scope.frame();
        tick();
        for (std::size_t i = 0; i < e->args.size(); ++i) inner[i] = value_of(e->args[i], frame);
        check_domains(item, inner, e);
        if (item.list)
            return std::any_of(item.rows.begin(), item.rows.end(), [&](const Word& row) {
                return std::equal(row.begin(), row.end(), inner + item.parameters);
            });
        const int known = moves && item.remembered ? moves->member(e, frame, inner) : -1;
        if (known >= 0) return known > 0;
        std::uint64_t key = 0;
        Kept* const kept = item.remembered ? memory(item, inner, key) : nullptr;
        const std::uint64_t bit = std::uint64_t{1} << (key & 63);
        if (kept && kept->line == key >> 6 && (kept->known & bit) != 0)
            return (kept->truth & bit) != 0;
        const bool value = truth(item.body, inner);
        // No relation calls itself, so its memory has not been touched meanwhile.
        if (kept && kept->line != key >> 6) *kept = {key >> 6, 0, 0};
        if (kept) kept->known |= bit;
        if (kept && value) kept->truth |= bit;
        return value;
    }

    // Where the truth of a relation at these arguments is kept: a newer line replaces an older one
    // in its place. Null if the arguments are too large for a key.
    Kept* memory(const Item& item, const Int* args, std::uint64_t& key) {
        const std::size_t width = 64 / std::max<std::size_t>(item.arity(), 2);
        for (std::size_t i = 0; i < item.arity(); ++i) {
            const auto arg = static_cast<std::uint64_t>(args[i]);
            if (arg >> width != 0) return nullptr;
            key = key << width | arg;
        }
        auto& places = memory_[item.order];
        if (places.empty()) places.resize(std::size_t{1} << 15);
        return &places[(key >> 6) * 0x9e3779b97f4a7c15u >> 49];
    }

    bool member(const Expr* e, Frame frame) {
        const auto width = static_cast<std::size_t>(e->value);
        const Scope scope(*this, width);
        const Frame tuple = scope.frame();
        for (std::size_t k = 0; k < width; ++k) tuple[k] = value_of(e->args[k], frame);
        for (std::size_t row = width; row < e->args.size(); row += width) {
            std::size_t k = 0;
            while (k < width && value_of(e->args[row + k], frame) == tuple[k]) ++k;
            if (k == width) return true;
        }
        return false;
    }

    Word word(const Expr* e, Frame frame) {
        const Op op = e->op;
        if (op == Op::word) return e->coefs;
        if (op == Op::rep) rules |= kRadix;
        if (op == Op::iterate) rules |= kMorphic;
        const Int n = op == Op::concat ? 0 : natural_argument(e->args[0], frame);
        Word w;
        if (op == Op::rep) {
            w = words_.rep(*e->item, n, e->place);
        } else if (op == Op::concat) {
            w = word(e->args[0], frame);
            const Word end = word(e->args[1], frame);
            if (w.size() + end.size() > kMaxWord) decline(e->place, "word too long");
            w.insert(w.end(), end.begin(), end.end());
        } else if (op == Op::take) {
            w = word(e->args[1], frame);
            w.resize(std::min(w.size(), static_cast<std::size_t>(n)));
        } else {
            w = word(e->args[1], frame);
            for (Int i = 0; i < n; ++i) {
                Word next = Words::image(*e->item, w, e->place);
                tick(static_cast<Int>(next.size()) + 16);
                if (next == w) break;
                w = std::move(next);
            }
        }
        tick(static_cast<Int>(w.size()) + 1);
        return w;
    }

    // The side of a step that is assigned: -e.
    Int bound(const Step* step, Frame frame) {
        return times(-1, value_of(step->e, frame), step->e->place);
    }

    // Sets the slot to -e / d, if that is a natural.
    bool assign(const Step* step, Frame frame) {
        const Int rest = bound(step, frame);
        if (rest % step->d != 0 || (rest != 0 && (rest < 0) != (step->d < 0))) return false;
        frame[step->slot] = rest / step->d;
        return true;
    }

    // Shrinks low..high by the tests that follow a loop, as far as they are bounds; what is left.
    const Step* narrow(const Step* step, Frame frame, Int& low, Int& high) {
        const Step* next = step->next[0];
        while (next->kind == Step::test && narrow(next->e, step->slot, frame, low, high))
            next = next->next[0];
        return next;
    }

    template <class Sink>
    bool loop(const Step* step, Frame frame, Sink& sink) {
        const Int rest = bound(step, frame);
        if (rest < 0) return true;
        const Int last = rest / step->c;
        if (step->f) rules |= kIncreasing;
        Int low = 0;
        Int high = last;
        const Step* const next = narrow(step, frame, low, high);
        for (Int v = low; v <= high; ++v) {
            frame[step->slot] = v;
            if (step->f && number(step->f, frame) > last) break;
            if (!run(next, frame, sink)) return false;
            if (v == kMax) break;
        }
        return true;
    }

    template <class Sink>
    bool root(const Step* step, Frame frame, Sink& sink) {
        const Int rest = bound(step, frame);
        if (rest < 0) return true;
        const Int r = square_root(rest);
        const Place& place = step->f->place;
        const Int centre = times(-step->d, number(step->f, frame), place);
        const Int high = plus(centre, r, place);
        for (Int v = std::max<Int>(plus(centre, -r, place), 0); v <= high; ++v) {
            frame[step->slot] = v;
            if (!run(step->next[0], frame, sink)) return false;
        }
        return true;
    }

    // Sets the slot to the v with c*f(v) + d*v = target; false if there is none. The search stays
    // below the end of the table of f: as f increases, nothing beyond can solve the equation if the
    // end is already too large, and else the look-up behind the end rejects.
    bool bisect(const Step* step, Frame frame) {
        const Int target = bound(step, frame);
        if (target < 0) return false;
        rules |= kIncreasing;
        const Expr* const f = step->f;
        const auto value = [&](Int v) {
            frame[step->slot] = v;
            tick();
            return plus(times(number(f, frame), step->c, f->place), times(v, step->d, f->place),
                        f->place);
        };
        Int high = target / step->c;  // v <= f(v)
        if (f->op == Op::call) {
            Table::Arguments args{};
            for (std::size_t i = 0; i + 1 < f->args.size(); ++i)
                args[i] = number(f->args[i], frame);
            const Table* table = table_for(*f->item, args.data());
            const Int top = table->def ? table->side[f->args.size() - 1] - 1 : kMax;
            if (high > top && value(top) >= target) high = top;
        }
        Int low = 0;
        while (low < high) {
            const Int middle = low + (high - low) / 2;
            if (value(middle) < target)
                low = middle + 1;
            else
                high = middle;
        }
        return value(low) == target;
    }

    // The number of distinct solutions, at most `stop`.
    Int count(const Expr* e, Frame frame, Int stop) {
        if (!e->plan) decline(e->place, "unbounded quantifier");
        Int found = moves ? moves->count(e, frame) : -1;
        if (found >= 0) return std::min(found, stop);
        found = 0;
        std::set<Word> seen;
        auto sink = [&] {
            if (e->plan->repeats) {
                Word solution;
                for (const int v : e->vars) solution.push_back(frame[v]);
                if (!seen.insert(std::move(solution)).second) return true;
                if (seen.size() > kMaxSolutions)
                    decline(e->place, "work limit: too many solutions");
            }
            return ++found < stop;
        };
        run(e->plan->first, frame, sink);
        return found;
    }

    Int least(const Expr* e, Frame frame) {
        if (e->mex) return mex(e, frame);
        Int& v = frame[e->vars[0]];
        if (e->plan) {
            Int smallest = -1;
            auto sink = [&] {
                smallest = smallest < 0 ? v : std::min(v, smallest);
                return true;
            };
            run(e->plan->first, frame, sink);
            if (smallest < 0) undefined(e, "`least` of an empty set");
            return smallest;
        }
        for (Int candidate = 0;; ++candidate) {
            tick();
            v = candidate;
            if (truth(e->args[0], frame)) return candidate;
        }
    }

    Int mex(const Expr* e, Frame frame) {
        Int low = 0;
        const Word values = excluded(e->mex->parts, frame, low);
        // One of low, .., low + (number of excluded values) is free.
        std::vector<bool> taken(values.size() + 1);
        for (const Int x : values) take_out(taken, low, x);
        const auto free = std::find(taken.begin(), taken.end(), false) - taken.begin();
        return plus(low, static_cast<Int>(free), e->place);
    }

    void collect(const std::vector<Mex>& parts, Frame frame, Int& low) {
        for (const Mex& part : parts) {
            if (part.kind == Mex::above) {
                low = std::max(low, value_of(part.e, frame));
            } else if (part.kind == Mex::exclude) {
                excluded_.push_back(value_of(part.e, frame));
                if (excluded_.size() > kMaxWord)
                    decline(part.e->place, "work limit: too many options");
            } else if (!collect_along(part, frame)) {
                auto sink = [&] {
                    collect(part.parts, frame, low);
                    return true;
                };
                run(part.plan->first, frame, sink);
            }
        }
    }

    // The same for exclusions under one loop, at once; false if that does not succeed.
    bool collect_along(const Mex& part, Frame frame) {
        const Step* const step = part.plan->first;
        if (step->kind != Step::loop || step->f) return false;
        const Int rest = bound(step, frame);
        if (rest < 0) return true;
        Int low = 0;
        Int high = rest / step->c;
        if (narrow(step, frame, low, high)->kind != Step::yield) return false;
        if (high < low) return true;
        const std::size_t before = excluded_.size();
        for (const Mex& inner : part.parts) {
            Line line{step->slot, frame, low, high - low + 1};
            bool good = inner.kind == Mex::exclude && line.length < static_cast<Int>(kMaxWord) &&
                        extend(line, 1, inner.e);
            tick(good ? line.length : 1);
            for (Int i = 0; i < line.length && good; ++i) {
                excluded_.push_back(static_cast<Int>(line.at(i)));
                good = line.at(i) == excluded_.back() && excluded_.size() <= kMaxWord;
            }
            if (!good) excluded_.resize(before);
            if (!good) return false;
        }
        return true;
    }

    // By induction on the measure: each entry is the value of the body, in which smaller arguments
    // are looked up.
    void verify_table(Table& table, const std::string& file) {
        const Item& def = *table.def;
        const Scope scope(*this, def.unit.size());
        const Frame frame = scope.frame();
        const auto kernel =
            table.values.size() > kernel_cells ? table_kernel(*this, table) : nullptr;
        for (std::size_t index = 0; index < table.values.size(); ++index) {
            const auto args = table.arguments(index);
            std::copy_n(args.begin(), def.arity(), frame);
            try {
                measure_ = number(def.measure, frame);
                if (measure_ < 0) undefined(def.measure, "negative measure");
                compare(table, index, kernel ? kernel->value(frame) : number(def.body, frame),
                        file);
            } catch (Failure& failure) {
                failure.reason += " (entry " + call_text(def, args.data()) + ")";
                throw;
            }
        }
    }

    // A def of sequence shape in one sweep (language.md 5.2): what is excluded stays excluded, so
    // the least free value only moves up.
    void verify_sequence(Table& table, const Mex& sequence, const std::string& file) {
        const Item& def = *table.def;
        rules |= kIncreasing;
        const Scope scope(*this, def.unit.size());
        const Frame frame = scope.frame();
        std::copy_n(table.fixed.begin(), def.arity(), frame);
        Int low = 0;
        const Mex* under = nullptr;
        for (const Mex& part : sequence.parts)
            if (part.kind == Mex::above)
                low = std::max(low, number(part.e, frame));
            else
                under = &part;
        const auto kernel = table.values.size() > kernel_cells
                                ? sequence_kernel(*this, table, *under, low)
                                : nullptr;
        for (std::size_t n = 0; kernel && n < table.values.size(); ++n)
            compare(table, n, kernel->value(frame), file);
        if (kernel) return;
        // At most one value is excluded by each i and each conjunct.
        std::vector<bool> taken(table.values.size() * under->parts.size() + 1);
        std::size_t free = 0;
        for (std::size_t n = 0; n < table.values.size(); ++n) {
            while (taken[free]) ++free;
            compare(table, n, plus(low, static_cast<Int>(free), def.place), file);
            frame[under->vars[0]] = static_cast<Int>(n);
            measure_ = static_cast<Int>(n) + 1;  // of the next entry, which reads this one
            for (const Mex& part : under->parts) take_out(taken, low, number(part.e, frame));
        }
    }

    Int max_work_;
    Int work_ = 0;
    Int work_before_ = 0;
    std::vector<Int> stack_;
    std::size_t top_ = 0;
    std::vector<Table> tables_;
    Table none_;                             // holds nothing
    std::vector<Table*> last_;               // by order of the def: the last one read
    std::vector<std::vector<Kept>> memory_;  // by order of the relation
    Word excluded_;                          // by the mex at hand, behind those around it
    Words words_;
    // While the entries of a table are verified: it, and the measure of the entry at hand.
    Table* verifying_ = nullptr;
    Int measure_ = 0;
};

}  // namespace mexcheck
