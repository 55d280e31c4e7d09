// Evaluation of prepared expressions over checked 64-bit integers (language.md 5), and the tables.
//
// Invariants: an undefined value throws (rejected), an overflow or an exhausted limit throws
// (declined); nothing of that kind becomes a truth value. A recursive def is only looked up in its
// tables; its body is read by `verify_tables` alone, which compares the measure of each self-call.
// Cost: one unit of work for each step of a plan, look-up, test and option.
#pragma once

#include <array>

#include "kernels.h"
#include "words.h"

namespace mexcheck {

// The rules of trust.md that were used, in alphabetical order.
constexpr unsigned kFastIndex = 1, kFastLines = 2, kFastMoves = 4, kFastQueen = 8,
                   kFastSequence = 16, kGolden = 32, kIncreasing = 64, kInduction = 128,
                   kMorphic = 256, kRadix = 512, kWitness = 1024;

inline std::set<std::string> rule_names(unsigned rules) {
    static const char* const names[] = {"fast.index",    "fast.lines", "fast.moves", "fast.queen",
                                        "fast.sequence", "golden",     "increasing", "induction",
                                        "morphic",       "radix",      "witness"};
    std::set<std::string> list;
    for (std::size_t i = 0; i < std::size(names); ++i)
        if ((rules >> i & 1) != 0) list.insert(names[i]);
    return list;
}

constexpr std::size_t kMaxSolutions = std::size_t{1}
                                      << 25;             // numbers in solutions kept, and 8 each
constexpr std::size_t kMaxTaken = std::size_t{1} << 31;  // bits for values excluded in a sweep
constexpr std::size_t kMaxScopes = 120;    // inside each other, a plan of kMaxDepth steps in each
constexpr std::size_t kMaxMemories = 100;  // relations whose truth is kept

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
        bool inside = true;
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

// What is known of a relation or a dfao at some arguments.
struct Kept {
    std::uint64_t key = 0;
    Int value = -1;  // 0 or 1, or the output
};

constexpr std::size_t kStack = std::size_t{1} << 20;
constexpr std::size_t kRecent = 64;  // tables of a def found without a search

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
          last_(items),
          memory_(items) {}

    // A frame for `size` variables on the evaluation stack, until the guard dies.
    class Scope {
      public:
        Scope(Evaluator& evaluator, std::size_t size)
            : evaluator_(evaluator), before_(evaluator.top_) {
            if (kStack - before_ < size || evaluator.scopes_ == kMaxScopes)
                fail(Kind::declined, "evaluation", "work limit: calls nested too deeply");
            evaluator.top_ += size;
            ++evaluator.scopes_;
        }
        ~Scope() {
            evaluator_.top_ = before_;
            --evaluator_.scopes_;
        }
        Scope(const Scope&) = delete;
        Scope& operator=(const Scope&) = delete;
        Frame frame() const { return evaluator_.stack_.data() + before_; }

      private:
        Evaluator& evaluator_;
        std::size_t before_;
    };

    unsigned rules = 0;
    double kernel_cells = kKernelCells;
    bool large = false;                  // kernels serve the table or claim at hand
    bool along = false;                  // so does fast.lines
    bool indexed = false;                // so does fast.index
    std::unique_ptr<MovesKernel> moves;  // for the claim at hand
    std::shared_ptr<Indexes> indexes;
    const std::vector<Table>& tables() const { return tables_; }
    Int work() const { return work_ - work_before_; }
    void tick(Int units = 1) {
        if ((work_ += units) > max_work_) out_of_work();
    }

    void set_size(double cells) {
        large = cells > kernel_cells;
        along = 32 * cells > kernel_cells;
        indexed = 512 * cells > kernel_cells;
    }

    // Rules and work count from here, and nothing is remembered.
    void start_claim() {
        rules = 0;
        set_size(0);
        moves.reset();
        indexes.reset();
        for (auto& kept : memory_) kept.clear();
        work_before_ = work_;
    }

    Int number(const Expr* e, Frame frame) {
        if (e->op == Op::var) return frame[e->value];
        return e->op == Op::linear && e->args.empty() ? e->value : compound(e, frame);
    }

    Int compound(const Expr* e, Frame frame) {
        const Op op = e->op;
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
        if (op == Op::exists) return count(e, frame, 1) == 1;
        if (op == Op::forall) return count(e, frame, 1) == 0;
        if (op == Op::unique) return count(e, frame, 2) == 1;
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
            set_size(static_cast<double>(table.values.size()));
            verify(table, planner.sequence(*table.def), file);
            verifying_ = nullptr;
        }
    }

    // The values that the parts exclude one by one; `low` rises to what they demand at least. An
    // `under` that `take` takes is left out.
    template <class Take>
    void collect(const std::vector<Mex>& parts, Frame frame, Int& low, Word& values, Take take) {
        for (const Mex& part : parts) {
            if (part.kind == Mex::above) {
                low = std::max(low, number(part.e, frame));
            } else if (part.kind == Mex::exclude) {
                values.push_back(number(part.e, frame));
                if (values.size() > kMaxWord)
                    decline(part.e->place, "work limit: too many options");
            } else if (!take(part)) {
                auto sink = [&] {
                    collect(part.parts, frame, low, values, take);
                    return true;
                };
                run(part.plan->first, frame, sink);
            }
        }
    }

    // The least number from `low` on that is none of the values.
    static Int free_from(Int low, const Word& values, const Place& place) {
        // If all of low, .., low + (number of values - 1) are taken, the next one is free.
        std::vector<bool> taken(values.size());
        for (const Int x : values) take_out(taken, low, x);
        const auto free = std::find(taken.begin(), taken.end(), false) - taken.begin();
        return plus(low, static_cast<Int>(free), place);
    }

    // The table entry of a recursive def; most calls find the table of an earlier call.
    const Int& entry(const Expr* call, Frame args) {
        const Item& def = *call->item;
        if (verifying_ && verifying_->def == &def)
            if (const Int measure = number(def.measure, args); measure >= measure_)
                reject(call->place, cat("the measure does not fall: ", measure_, " to ", measure,
                                        " at ", call_text(def, args)));
        std::size_t place = 0;
        for (std::size_t i = 0; i < def.arity(); ++i)
            if (def.fixed[i]) place = 31 * place + static_cast<std::size_t>(args[i]);
        Table*& last = last_[def.order][place % kRecent];
        std::uint64_t index = 0;
        if (!last || !last->find(args, index)) {
            const auto found = std::find_if(tables_.begin(), tables_.end(), [&](const Table& t) {
                return t.def == &def && t.find(args, index);
            });
            if (found == tables_.end()) {
                check_domains(def, args, call);
                reject(call->place, "no table holds " + call_text(def, args));
            }
            last = &*found;
        }
        if ((read_ = last) != verifying_) last->used = true;
        return last->values[index];
    }

  private:
    void out_of_work() const {
        fail(Kind::declined, "evaluation", "work limit of " + std::to_string(max_work_) + " units");
    }

    Int sum(const Expr* e, Frame frame) {
        Int total = e->value;
        bool overflow = false;
        const Int* coef = e->coefs.data();
        for (const Expr* atom : e->args) {
            Int term = number(atom, frame);
            overflow = overflow | __builtin_mul_overflow(term, *coef++, &term);
            overflow = overflow | __builtin_add_overflow(total, term, &total);
        }
        if (overflow) beyond(e->place);
        return total;
    }

    Int natural_argument(const Expr* e, Frame frame) {
        const Int value = number(e, frame);
        if (value < 0) undefined(e, "the argument " + std::to_string(value) + " is negative");
        return value;
    }

    Int call(const Expr* e, Frame frame) {
        const Item& item = *e->item;
        tick();
        if (item.kind == ItemKind::word || item.kind == ItemKind::dfao) {
            const Int n = natural_argument(e->args[0], frame);
            rules |= item.kind == ItemKind::word ? kMorphic : kRadix;
            if (item.kind == ItemKind::word) return words_.letter(item, n, e->place);
            Kept* const kept = memory(item, &n, 1);
            if (kept && kept->value >= 0) return kept->value;
            const Int output = words_.output(item, n, e->place);
            if (kept) kept->value = output;
            return output;
        }
        const Scope scope(*this, item.unit.size());
        const Frame inner = scope.frame();
        Frame next = inner;
        for (const Expr* arg : e->args) *next++ = number(arg, frame);
        check_domains(item, inner, e);
        const Int value = number(item.body, inner);
        if (value < 0) undefined(e, call_text(item, inner) + " is negative");
        return value;
    }

    Int look_up(const Expr* e, Frame frame) {
        const Scope scope(*this, e->item->unit.size());
        tick();
        Frame next = scope.frame();
        for (const Expr* arg : e->args) *next++ = number(arg, frame);
        return entry(e, scope.frame());
    }

    bool relation(const Expr* e, Frame frame) {
        const Item& item = *e->item;
        const Scope scope(*this, item.unit.size());
        const Frame inner = scope.frame();
        tick();
        for (std::size_t i = 0; i < e->args.size(); ++i) inner[i] = number(e->args[i], frame);
        check_domains(item, inner, e);
        if (item.list)
            return std::any_of(item.rows.begin(), item.rows.end(), [&](const Word& row) {
                return std::equal(row.begin(), row.end(), inner + item.parameters);
            });
        const int known = moves && item.remembered ? moves->member(e, frame, inner) : -1;
        if (known >= 0) return known > 0;
        // No relation calls itself, so its memory is not touched meanwhile.
        Kept* const kept = item.remembered ? memory(item, inner, item.arity()) : nullptr;
        if (kept && kept->value >= 0) return kept->value == 1;
        const bool value = truth(item.body, inner);
        if (kept) kept->value = value ? 1 : 0;
        return value;
    }

    // Where the truth of a relation, or the output of a dfao, at these arguments is kept: newer
    // arguments replace older ones in their place. Null if the arguments are too large for a key.
    Kept* memory(const Item& item, const Int* args, std::size_t count) {
        const std::size_t width = 64 / std::max<std::size_t>(count, 2);
        std::uint64_t key = 0;
        for (std::size_t i = 0; i < count; ++i) {
            const auto arg = static_cast<std::uint64_t>(args[i]);
            if (arg >> width != 0) return nullptr;
            key = key << width | arg;
        }
        auto& places = memory_[item.order];
        if (places.empty() && ++memories_ > kMaxMemories) return nullptr;
        places.resize(std::size_t{1} << 18);
        // Neighbours in the last argument lie side by side.
        Kept& kept = places[((key >> 6) * 0x9e3779b97f4a7c15u >> 52) * 64 + key % 64];
        if (kept.key != key) kept = {key, -1};
        return &kept;
    }

    bool member(const Expr* e, Frame frame) {
        const auto width = static_cast<std::size_t>(e->value);
        const Scope scope(*this, width);
        const Frame tuple = scope.frame();
        for (std::size_t k = 0; k < width; ++k) tuple[k] = number(e->args[k], frame);
        for (std::size_t row = width; row < e->args.size(); row += width) {
            std::size_t k = 0;
            while (k < width && number(e->args[row + k], frame) == tuple[k]) ++k;
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
        Word w = op == Op::rep ? words_.rep(*e->item, n, e->place)
                               : word(e->args[op == Op::concat ? 0 : 1], frame);
        if (op == Op::concat) {
            const Word end = word(e->args[1], frame);
            if (w.size() + end.size() > kMaxWord) decline(e->place, "word too long");
            w.insert(w.end(), end.begin(), end.end());
        } else if (op == Op::take) {
            w.resize(std::min(w.size(), static_cast<std::size_t>(n)));
        } else if (op == Op::iterate) {
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
        return times(-1, number(step->e, frame), step->e->place);
    }

    // Sets the slot to -e / d, if that is a natural.
    bool assign(const Step* step, Frame frame) {
        const Int rest = bound(step, frame);
        if (rest % step->d != 0 || (rest != 0 && (rest < 0) != (step->d < 0))) return false;
        frame[step->slot] = rest / step->d;
        return true;
    }

    template <class Sink>
    bool loop(const Step* step, Frame frame, Sink& sink) {
        const Int rest = bound(step, frame);
        if (rest < 0) return true;
        const Int last = rest / step->c;
        if (step->f) rules |= kIncreasing;
        for (Int v = 0; v <= last; ++v) {
            frame[step->slot] = v;
            if (step->f && number(step->f, frame) > last) break;
            if (!run(step->next[0], frame, sink)) return false;
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
            value(0);
            const Int top = read_->side[f->args.size() - 1] - 1;
            if (high > top && value(top) >= target) high = top;
        }
        Int low = 0;
        while (low < high) {
            const Int middle = low + (high - low) / 2;
            const bool below = value(middle) < target;
            (below ? low : high) = below ? middle + 1 : middle;
        }
        return value(low) == target;
    }

    // The number of distinct solutions, at most `stop`; for `forall` those of the negation.
    Int count(const Expr* e, Frame frame, Int stop) {
        if (!e->plan) decline(e->place, "unbounded quantifier");
        Int found = moves && e->op != Op::forall ? moves->count(e, frame) : -1;
        if (found < 0 && indexed && stop == 1) found = solution_along(*this, e, frame);
        if (found >= 0) return std::min(found, stop);
        found = 0;
        std::set<Word> seen;
        auto sink = [&] {
            if (e->plan->repeats && stop > 1) {
                Word solution;
                for (const int v : e->vars) solution.push_back(frame[v]);
                if (!seen.insert(std::move(solution)).second) return true;
                if (seen.size() * (e->vars.size() + 8) > kMaxSolutions)
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
        if (indexed) return mex_along(*this, e, frame);
        Int low = 0;
        Word values;
        collect(e->mex->parts, frame, low, values, [](const Mex&) { return false; });
        return free_from(low, values, e->place);
    }

    // By induction on the measure: each entry is the value of the body, in which smaller arguments
    // are looked up.
    void verify(const Table& table, const Mex* sequence, const std::string& file) {
        const Item& def = *table.def;
        const Scope scope(*this, def.unit.size());
        const Frame frame = scope.frame();
        std::copy_n(table.fixed.begin(), def.arity(), frame);
        const TableKernel kernel = sequence  ? sweep(table, *sequence, frame)
                                   : indexed ? table_kernel(*this, table)
                                             : nullptr;
        for (std::size_t index = 0; index < table.values.size(); ++index) {
            const auto args = table.arguments(index);
            std::copy_n(args.begin(), def.arity(), frame);
            try {
                measure_ = number(def.measure, frame);
                if (measure_ < 0) undefined(def.measure, "negative measure");
                compare(table, index, kernel ? kernel(frame) : number(def.body, frame), file);
            } catch (Failure& failure) {
                failure.reason += " (entry " + call_text(def, args.data()) + ")";
                throw;
            }
        }
    }

    // The entries of a def of sequence shape (language.md 5.2): what is excluded stays excluded, so
    // the least free value only moves up.
    TableKernel sweep(const Table& table, const Mex& sequence, Frame frame) {
        rules |= kIncreasing;
        Int low = 0;
        const Mex* under = nullptr;
        for (const Mex& part : sequence.parts)
            if (part.kind == Mex::above)
                low = std::max(low, number(part.e, frame));
            else
                under = &part;
        if (large)
            if (TableKernel kernel = sequence_kernel(*this, table, *under, low)) return kernel;
        // At most one value is excluded by each i and each conjunct.
        // A value above all entries is not compared with any other.
        const Int top = std::max(low, *std::max_element(table.values.begin(), table.values.end()));
        const std::size_t size = std::min(table.values.size() * under->parts.size(),
                                          static_cast<std::size_t>(top - low) + 2);
        if (size > kMaxTaken) decline(table.def->place, "work limit: too many options");
        std::vector<bool> taken(size);
        return [this, under, low, taken = std::move(taken), n = Int{0},
                free = std::size_t{0}](Frame args) mutable {
            args[under->vars[0]] = n - 1;
            for (const Mex& part : under->parts)
                if (n > 0) take_out(taken, low, number(part.e, args));
            ++n;
            while (free < taken.size() && taken[free]) ++free;
            return plus(low, static_cast<Int>(free), under->parts[0].e->place);
        };
    }

    Int max_work_;
    Int work_ = 0;
    Int work_before_ = 0;
    std::vector<Int> stack_;
    std::size_t top_ = 0;
    std::size_t scopes_ = 0;
    std::size_t memories_ = 0;
    std::vector<Table> tables_;
    // By order of the def, and what its fixed arguments are spread over: the last one read.
    std::vector<std::array<Table*, kRecent>> last_;
    Table* read_ = nullptr;                  // where the last entry was found
    std::vector<std::vector<Kept>> memory_;  // by order of the relation or dfao
    Words words_;
    // While the entries of a table are verified: it, and the measure of the entry at hand.
    Table* verifying_ = nullptr;
    Int measure_ = 0;
};

}  // namespace mexcheck
