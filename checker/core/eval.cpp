#include "eval.h"

#include <algorithm>
#include <set>

namespace mexcheck {
namespace {

constexpr std::size_t kMaxSolutions = std::size_t{1} << 22;
constexpr std::size_t kMaxBlocks = std::size_t{1} << 22;

std::int64_t square_root(std::int64_t n) {  // floor
    auto r = static_cast<std::int64_t>(__builtin_sqrtl(static_cast<long double>(n)));
    while (r > n / std::max<std::int64_t>(r, 1)) --r;
    while (r + 1 <= n / (r + 1)) ++r;
    return r;
}

bool ends(const Word& end, const Word& w) {
    return end.size() <= w.size() && std::equal(end.rbegin(), end.rend(), w.rbegin());
}

}  // namespace

std::string call_text(const Item& item, const std::int64_t* args) {
    std::string text = item.name + "(";
    for (int i = 0; i < item.arity(); ++i)
        text.append(i == 0 ? "" : ", ").append(std::to_string(args[i]));
    return text + ")";
}

// --- failures and work ------------------------------------------------------------------------

void Evaluator::out_of_work() const {
    fail(Kind::declined, "evaluation", "work limit of " + std::to_string(max_work_) + " units");
}

void Evaluator::undefined(const Expr* e, const std::string& what) {
    fail(Kind::rejected, e->place.str(), "undefined: " + what);
}

void Evaluator::overflow_if(bool overflow, const Expr* e) {
    if (overflow) fail(Kind::declined, e->place.str(), "number beyond 64 bits");
}

void Evaluator::start_claim() {
    rules = 0;
    memos_.clear();
    work_before_ = work_;
}

Evaluator::Scope::Scope(Evaluator& evaluator, std::size_t size)
    : evaluator_(evaluator), before_(evaluator.top_) {
    if (evaluator.stack_.size() - before_ < size)
        fail(Kind::declined, "evaluation", "work limit: calls nested too deeply");
    evaluator.top_ += size;
}

// --- memo -------------------------------------------------------------------------------------

Memo::Block* Memo::find(const std::int64_t* args, std::size_t n, unsigned& bit) {
    if (n == 0) return nullptr;
    const std::size_t width = 58 / n;
    std::uint64_t key = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const auto arg = static_cast<std::uint64_t>(args[i]);
        if (arg >> width != 0) return nullptr;
        key = key << width | arg;
    }
    bit = static_cast<unsigned>(key & 63);
    key = (key >> 6) + 1;
    if (2 * (filled_ + 1) > blocks_.size()) {
        if (blocks_.size() >= kMaxBlocks) return nullptr;
        grow();
    }
    const std::size_t mask = blocks_.size() - 1;
    std::size_t i = (key * 0x9e3779b97f4a7c15u >> 20) & mask;
    while (blocks_[i].key != key && blocks_[i].key != 0) i = (i + 1) & mask;
    if (blocks_[i].key == 0) {
        blocks_[i].key = key;
        ++filled_;
    }
    return &blocks_[i];
}

void Memo::grow() {
    std::vector<Block> old(std::max<std::size_t>(64, 2 * blocks_.size()));
    old.swap(blocks_);
    const std::size_t mask = blocks_.size() - 1;
    for (const Block& block : old) {
        if (block.key == 0) continue;
        std::size_t i = (block.key * 0x9e3779b97f4a7c15u >> 20) & mask;
        while (blocks_[i].key != 0) i = (i + 1) & mask;
        blocks_[i] = block;
    }
}

// --- numbers ----------------------------------------------------------------------------------

std::int64_t Evaluator::sum(const Expr* e, Frame frame) {
    std::int64_t total = e->value;
    bool overflow = false;
    for (std::size_t i = 0; i < e->args.size(); ++i) {
        const Expr* atom = e->args[i];
        std::int64_t term = value_of(atom, frame);
        overflow = overflow | __builtin_mul_overflow(term, e->coefs[i], &term);
        overflow = overflow | __builtin_add_overflow(total, term, &total);
    }
    overflow_if(overflow, e);
    return total;
}

std::int64_t Evaluator::natural_argument(const Expr* e, Frame frame) {
    const std::int64_t value = value_of(e, frame);
    if (value < 0) undefined(e, "the argument " + std::to_string(value) + " is negative");
    return value;
}

std::int64_t Evaluator::number(const Expr* e, Frame frame) {
    std::int64_t value = 0;
    switch (e->op) {
        case Op::var:
            return frame[e->value];
        case Op::linear:
            return sum(e, frame);
        case Op::call:
            return call(e, frame);
        case Op::monus:
            return std::max<std::int64_t>(0, number(e->args[0], frame));
        case Op::mul:
            overflow_if(__builtin_mul_overflow(number(e->args[0], frame), number(e->args[1], frame),
                                               &value),
                        e);
            return value;
        case Op::div:
            return natural_argument(e->args[0], frame) / e->value;
        case Op::mod:
            return natural_argument(e->args[0], frame) % e->value;
        case Op::sq:
            value = number(e->args[0], frame);
            overflow_if(__builtin_mul_overflow(value, value, &value), e);
            return value;
        case Op::floor: {
            rules |= kGolden;
            const std::int64_t n = natural_argument(e->args[0], frame);
            value = floor_phi(n);
            overflow_if(value < 0 || (e->value == 2 && __builtin_add_overflow(value, n, &value)),
                        e);
            return value;
        }
        case Op::guard:
            value = number(e->args[0], frame);
            if (value < e->value || value > e->high)
                undefined(e, std::to_string(value) + " is outside its domain");
            return value;
        case Op::if_:
            return number(e->args[truth(e->args[0], frame) ? 1 : 2], frame);
        case Op::count:
            return count(e, frame, kMax);
        case Op::least:
            return least(e, frame);
        default:
            fail(Kind::declined, e->place.str(), "trivial on a range");
    }
}

void Evaluator::check_domains(const Item& item, const std::int64_t* args, const Expr* e) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(item.arity()); ++i) {
        const Variable& v = item.unit[i];
        if (args[i] < v.low || args[i] > v.high)
            undefined(e, "argument outside its domain in " + call_text(item, args));
    }
}

std::int64_t Evaluator::call(const Expr* e, Frame frame) {
    const Item& item = *e->item;
    if (item.kind == ItemKind::word || item.kind == ItemKind::dfao) {
        const std::int64_t n = natural_argument(e->args[0], frame);
        tick();
        rules |= item.kind == ItemKind::word ? kMorphic : kRadix;
        return item.kind == ItemKind::word ? words_.letter(item, n, e->place)
                                           : words_.output(item, n, e->place);
    }
    const Scope scope(*this, item.unit.size());
    const Frame inner = scope.frame();
    for (std::size_t i = 0; i < e->args.size(); ++i) inner[i] = value_of(e->args[i], frame);
    if (item.recursive) {
        if (verifying_ && verifying_->def == &item) {
            const std::int64_t measure = number(item.measure, inner);
            if (measure >= measure_)
                fail(Kind::rejected, e->place.str(),
                     "the measure does not fall: " + std::to_string(measure_) + " to " +
                         std::to_string(measure) + " at " + call_text(item, inner));
        }
        return look_up(item, inner, e);
    }
    tick();
    check_domains(item, inner, e);
    const std::int64_t value = number(item.body, inner);
    if (value < 0) undefined(e, call_text(item, inner) + " is negative");
    return value;
}

std::int64_t Evaluator::look_up(const Item& def, const std::int64_t* args, const Expr* e) {
    tick();
    Shelf& shelf = shelves_[static_cast<std::size_t>(def.order)];
    const std::size_t n = def.fixed.size();
    for (int attempt = 0; attempt < 2; ++attempt) {
        Table* table = shelf.last;
        std::size_t index = 0;
        bool hit = table != nullptr;
        for (std::size_t i = 0; i < n && hit; ++i) {
            // At a fixed position `top` is 0, so only equality passes there.
            const auto side = static_cast<std::uint64_t>(table->top[i]) + 1;
            const auto offset =
                static_cast<std::uint64_t>(args[i]) - static_cast<std::uint64_t>(table->fixed[i]);
            hit = offset < side;
            index = index * side + offset;
        }
        if (hit) {
            if (table != verifying_) table->used = true;
            return table->values[index];
        }
        if (attempt == 0) shelf.last = const_cast<Table*>(shelved(def, args));
    }
    for (std::size_t i = 0; i < n; ++i)
        if (args[i] < 0) undefined(e, "negative argument in " + call_text(def, args));
    check_domains(def, args, e);
    fail(Kind::rejected, e->place.str(), "no table holds " + call_text(def, args));
}

const Table* Evaluator::shelved(const Item& def, const std::int64_t* args) const {
    for (const Table* table : shelves_[static_cast<std::size_t>(def.order)].tables) {
        bool hit = true;
        for (std::size_t i = 0; i < def.fixed.size() && hit; ++i)
            hit = !def.fixed[i] || table->fixed[i] == args[i];
        if (hit) return table;
    }
    return nullptr;
}

// --- truth values -----------------------------------------------------------------------------

bool Evaluator::truth(const Expr* e, Frame frame) {
    const auto& a = e->args;
    switch (e->op) {
        case Op::le0:
            return sum(e, frame) <= 0;
        case Op::eq0:
            return sum(e, frame) == 0;
        case Op::ne0:
            return sum(e, frame) != 0;
        case Op::rel:
            return relation(e, frame);
        case Op::and_:
            return truth(a[0], frame) && truth(a[1], frame);
        case Op::or_:
            return truth(a[0], frame) || truth(a[1], frame);
        case Op::implies:
            return !truth(a[0], frame) || truth(a[1], frame);
        case Op::iff: {
            const bool left = truth(a[0], frame);
            return truth(a[1], frame) == left;
        }
        case Op::not_:
            return !truth(a[0], frame);
        case Op::true_:
            return true;
        case Op::false_:
            return false;
        case Op::in:
            return member(e, frame);
        case Op::exists:
        case Op::forall: {
            if (!e->plan) fail(Kind::declined, e->place.str(), "unbounded quantifier");
            auto stop = [] { return false; };
            return run(e->plan->first, frame, stop) == (e->op == Op::forall);
        }
        case Op::unique:
            return count(e, frame, 2) == 1;
        case Op::word_eq:
            return word(a[0], frame) == word(a[1], frame);
        case Op::word_ne:
            return word(a[0], frame) != word(a[1], frame);
        case Op::suffix:
            return ends(word(a[0], frame), word(a[1], frame));
        case Op::prefix: {
            const Word begin = word(a[0], frame);
            const Word whole = word(a[1], frame);
            return begin.size() <= whole.size() &&
                   std::equal(begin.begin(), begin.end(), whole.begin());
        }
        case Op::limit:
            rules |= kMorphic;
            return Words::limit(*e->item, e->place);
        default:
            fail(Kind::declined, e->place.str(), "trivial on a range");
    }
}

bool Evaluator::relation(const Expr* e, Frame frame) {
    const Item& item = *e->item;
    const Scope scope(*this, item.unit.size());
    const Frame inner = scope.frame();
    tick();
    for (std::size_t i = 0; i < e->args.size(); ++i) inner[i] = natural_argument(e->args[i], frame);
    check_domains(item, inner, e);
    if (!item.quantified) return truth(item.body, inner);
    unsigned bit = 0;
    Memo::Block* block = memos_[&item].find(inner, e->args.size(), bit);
    if (!block) return truth(item.body, inner);
    if ((block->known >> bit & 1) == 0) {
        // No item calls itself here, so the memo of this one stays as it is meanwhile.
        const bool value = truth(item.body, inner);
        block->known |= std::uint64_t{1} << bit;
        block->value |= std::uint64_t{value} << bit;
    }
    return (block->value >> bit & 1) != 0;
}

bool Evaluator::member(const Expr* e, Frame frame) {
    const auto width = static_cast<std::size_t>(e->value);
    const Scope scope(*this, width);
    const Frame tuple = scope.frame();
    for (std::size_t k = 0; k < width; ++k) tuple[k] = number(e->args[k], frame);
    for (std::size_t row = width; row < e->args.size(); row += width) {
        std::size_t k = 0;
        while (k < width && value_of(e->args[row + k], frame) == tuple[k]) ++k;
        if (k == width) return true;
    }
    return false;
}

// --- words ------------------------------------------------------------------------------------

Word Evaluator::word(const Expr* e, Frame frame) {
    Word w;
    switch (e->op) {
        case Op::word:
            return e->coefs;
        case Op::rep: {
            rules |= kRadix;
            const std::int64_t n = natural_argument(e->args[0], frame);
            w = words_.rep(*e->item, n, e->place);
            break;
        }
        case Op::concat: {
            w = word(e->args[0], frame);
            const Word end = word(e->args[1], frame);
            if (w.size() + end.size() > kMaxWord)
                fail(Kind::declined, e->place.str(), "word too long");
            w.insert(w.end(), end.begin(), end.end());
            break;
        }
        case Op::take: {
            const auto length = static_cast<std::size_t>(natural_argument(e->args[0], frame));
            w = word(e->args[1], frame);
            w.resize(std::min(w.size(), length));
            break;
        }
        case Op::iterate: {
            rules |= kMorphic;
            const std::int64_t times = natural_argument(e->args[0], frame);
            w = word(e->args[1], frame);
            for (std::int64_t i = 0; i < times; ++i) {
                Word next = Words::image(*e->item, w, e->place);
                tick(static_cast<std::int64_t>(next.size()) + 16);
                if (next == w) break;
                w = std::move(next);
            }
            break;
        }
        default:
            fail(Kind::declined, e->place.str(), "trivial on a range");
    }
    tick(static_cast<std::int64_t>(w.size()) + 1);
    return w;
}

// --- plans ------------------------------------------------------------------------------------

template <class Sink>
bool Evaluator::run(const Step* step, Frame frame, Sink&& sink) {
    for (;; step = step->next[0]) {
        tick();
        switch (step->kind) {
            case Step::yield:
                return sink();
            case Step::test:
                if (!truth(step->e, frame)) return true;
                break;
            case Step::assign: {
                std::int64_t rest = 0;
                overflow_if(__builtin_sub_overflow(0, number(step->e, frame), &rest), step->e);
                // rest / c: exact, and a natural.
                if (rest % step->c != 0 || (rest != 0 && (rest < 0) != (step->c < 0))) return true;
                frame[step->slot] = rest / step->c;
                break;
            }
            case Step::bisect:
                if (!bisect(step, frame)) return true;
                break;
            case Step::loop:
                return loop(step, frame, sink);
            case Step::root:
                return root(step, frame, sink);
            case Step::split:
                for (const Step* part : step->next)
                    if (!run(part, frame, sink)) return false;
                return true;
        }
    }
}

template <class Sink>
bool Evaluator::loop(const Step* step, Frame frame, Sink&& sink) {
    std::int64_t bound = 0;
    overflow_if(__builtin_sub_overflow(0, number(step->e, frame), &bound), step->e);
    if (bound < 0) return true;
    const std::int64_t last = bound / step->c;
    if (step->f) rules |= kIncreasing;
    for (std::int64_t v = 0; v <= last; ++v) {
        frame[step->slot] = v;
        if (step->f && number(step->f, frame) > last) break;
        if (!run(step->next[0], frame, sink)) return false;
        if (v == kMax) break;
    }
    return true;
}

template <class Sink>
bool Evaluator::root(const Step* step, Frame frame, Sink&& sink) {
    std::int64_t bound = 0;
    overflow_if(__builtin_sub_overflow(0, number(step->e, frame), &bound), step->e);
    if (bound < 0) return true;
    const std::int64_t r = square_root(bound);
    std::int64_t centre = number(step->f, frame);
    std::int64_t low = 0;
    std::int64_t high = 0;
    if (step->c == 1) overflow_if(__builtin_sub_overflow(0, centre, &centre), step->f);
    overflow_if(__builtin_sub_overflow(centre, r, &low), step->f);
    overflow_if(__builtin_add_overflow(centre, r, &high), step->f);
    for (std::int64_t v = std::max<std::int64_t>(low, 0); v <= high; ++v) {
        frame[step->slot] = v;
        if (!run(step->next[0], frame, sink)) return false;
    }
    return true;
}

// The largest argument that the tables hold for an increasing call f; `kMax` for `floor`.
std::int64_t Evaluator::increasing_top(const Expr* f, Frame frame) const {
    if (f->op != Op::call) return kMax;
    const Table* table = shelved(*f->item, frame);
    return table ? table->top.back() : kMax;
}

// Sets the slot to the v with c*f(v) + d*v = target; false if there is none. The search stays below
// the end of the table of f: as f increases, nothing beyond can solve the equation if the end is
// already too large, and else the look-up behind the end rejects.
bool Evaluator::bisect(const Step* step, Frame frame) {
    std::int64_t target = 0;
    overflow_if(__builtin_sub_overflow(0, number(step->e, frame), &target), step->e);
    if (target < 0) return false;
    rules |= kIncreasing;
    const auto value = [&](std::int64_t v) {
        frame[step->slot] = v;
        std::int64_t f = number(step->f, frame);
        std::int64_t total = 0;
        overflow_if(__builtin_mul_overflow(f, step->c, &f) ||
                        __builtin_mul_overflow(v, step->d, &total) ||
                        __builtin_add_overflow(total, f, &total),
                    step->f);
        tick();
        return total;
    };
    std::int64_t top = kMax;
    if (step->f->op == Op::call) {
        const Scope scope(*this, step->f->args.size());
        for (std::size_t i = 0; i + 1 < step->f->args.size(); ++i)
            scope.frame()[i] = number(step->f->args[i], frame);
        scope.frame()[step->f->args.size() - 1] = 0;
        top = increasing_top(step->f, scope.frame());
    }
    std::int64_t high = target / step->c;  // v <= f(v)
    if (high > top && value(top) >= target) high = top;
    std::int64_t low = 0;
    while (low < high) {
        const std::int64_t middle = low + (high - low) / 2;
        if (value(middle) < target)
            low = middle + 1;
        else
            high = middle;
    }
    return value(low) == target;
}

bool Evaluator::enumerate(const Plan& plan, Frame frame, const std::function<bool()>& sink) {
    return run(plan.first, frame, sink);
}

// The number of distinct solutions, at most `stop`.
std::int64_t Evaluator::count(const Expr* e, Frame frame, std::int64_t stop) {
    if (!e->plan) fail(Kind::declined, e->place.str(), "unbounded quantifier");
    std::int64_t found = 0;
    std::set<Word> seen;
    auto sink = [&] {
        if (e->plan->repeats) {
            Word solution;
            for (const int v : e->vars) solution.push_back(frame[v]);
            if (!seen.insert(std::move(solution)).second) return true;
            if (seen.size() > kMaxSolutions)
                fail(Kind::declined, e->place.str(), "work limit: too many solutions");
        }
        return ++found < stop;
    };
    run(e->plan->first, frame, sink);
    return found;
}

std::int64_t Evaluator::least(const Expr* e, Frame frame) {
    if (e->mex) return mex(*e->mex, frame);
    std::int64_t& v = frame[e->vars[0]];
    std::int64_t smallest = -1;
    if (e->plan) {
        auto sink = [&] {
            smallest = smallest < 0 ? v : std::min(v, smallest);
            return true;
        };
        run(e->plan->first, frame, sink);
        if (smallest < 0) undefined(e, "`least` of an empty set");
        return smallest;
    }
    for (std::int64_t candidate = 0;; ++candidate) {
        tick();
        v = candidate;
        if (truth(e->args[0], frame)) return candidate;
    }
}

std::int64_t Evaluator::mex(const Mex& mex, Frame frame) {
    std::int64_t low = 0;
    Word excluded;
    collect(mex, frame, low, excluded);
    // One of low, .., low + |excluded| is free.
    std::vector<bool> taken(excluded.size() + 1);
    for (const std::int64_t x : excluded) {
        const std::uint64_t i = static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(low);
        if (x >= low && i < taken.size()) taken[i] = true;
    }
    const auto free = std::find(taken.begin(), taken.end(), false) - taken.begin();
    return low + static_cast<std::int64_t>(free);
}

void Evaluator::collect(const Mex& part, Frame frame, std::int64_t& low, Word& excluded) {
    const auto parts = [&] {
        for (const Mex& inner : part.parts) collect(inner, frame, low, excluded);
        return true;
    };
    if (part.kind == Mex::above) {
        low = std::max(low, number(part.e, frame));
    } else if (part.kind == Mex::exclude) {
        excluded.push_back(number(part.e, frame));
        if (excluded.size() > kMaxWord)
            fail(Kind::declined, part.e->place.str(), "work limit: too many options");
    } else if (part.plan) {
        run(part.plan->first, frame, parts);
    } else {
        parts();
    }
}

// --- tables -----------------------------------------------------------------------------------

std::vector<std::int64_t> Table::arguments(std::size_t index) const {
    auto args = fixed;
    for (std::size_t i = args.size(); i-- > 0;) {
        const auto side = static_cast<std::size_t>(top[i] + 1);
        args[i] += static_cast<std::int64_t>(index % side);
        index /= side;
    }
    return args;
}

std::size_t Table::row_length() const {
    std::size_t length = 1;
    for (std::size_t i = 0; i < top.size(); ++i)
        if (!def->fixed[i]) length = static_cast<std::size_t>(top[i] + 1);
    return length;
}

void Evaluator::index_tables(std::size_t items) {
    shelves_.assign(items, {});
    for (Table& table : tables_)
        shelves_[static_cast<std::size_t>(table.def->order)].tables.push_back(&table);
}

void Evaluator::verify_tables(Planner& planner, const std::string& file) {
    for (Table& table : tables_) {
        planner.prepare(*table.def);
        rules |= kInduction;
        verifying_ = &table;
        if (const Sequence* sequence = planner.sequence(*table.def))
            verify_sequence(table, *sequence, file);
        else
            verify_table(table, file);
        verifying_ = nullptr;
    }
}

// By induction on the measure: each entry is the value of the body, in which smaller arguments are
// looked up.
void Evaluator::verify_table(Table& table, const std::string& file) {
    const Item& def = *table.def;
    const Scope scope(*this, def.unit.size());
    const Frame frame = scope.frame();
    for (std::size_t index = 0; index < table.values.size(); ++index) {
        const auto args = table.arguments(index);
        std::copy(args.begin(), args.end(), frame);
        try {
            measure_ = number(def.measure, frame);
            if (measure_ < 0) undefined(def.measure, "negative measure");
            compare(table, index, number(def.body, frame), file);
        } catch (Failure& failure) {
            failure.reason += " (entry " + call_text(def, args.data()) + ")";
            throw;
        }
    }
}

// A def of sequence shape in one sweep (language.md 5.2): what is excluded stays excluded, so the
// least free value only moves up.
void Evaluator::verify_sequence(Table& table, const Sequence& sequence, const std::string& file) {
    const Item& def = *table.def;
    rules |= kIncreasing;
    const Scope scope(*this, def.unit.size());
    const Frame frame = scope.frame();
    std::copy(table.fixed.begin(), table.fixed.end(), frame);
    std::int64_t low = 0;
    for (const Expr* e : sequence.above) low = std::max(low, number(e, frame));
    // At most one value is excluded by each i and each conjunct.
    std::vector<bool> taken(table.values.size() * sequence.exclude.size() + 1);
    std::size_t free = 0;
    for (std::size_t n = 0; n < table.values.size(); ++n) {
        while (taken[free]) ++free;
        compare(table, n, low + static_cast<std::int64_t>(free), file);
        frame[sequence.index] = static_cast<std::int64_t>(n);
        measure_ = static_cast<std::int64_t>(n) + 1;  // of the next entry, which reads this one
        for (const Expr* e : sequence.exclude) {
            const std::int64_t x = number(e, frame);
            const std::uint64_t i = static_cast<std::uint64_t>(x) - static_cast<std::uint64_t>(low);
            if (x >= low && i < taken.size()) taken[i] = true;
        }
    }
}

void Evaluator::compare(const Table& table, std::size_t index, std::int64_t computed,
                        const std::string& file) const {
    if (table.values[index] == computed) return;
    const std::size_t row = table.row_length();
    const std::size_t lines = (row + 63) / 64;
    const std::size_t line =
        static_cast<std::size_t>(table.line) + 1 + index / row * lines + index % row / 64;
    fail(Kind::rejected, file + ":" + std::to_string(line),
         call_text(*table.def, table.arguments(index).data()) + ": claimed " +
             std::to_string(table.values[index]) + ", computed " + std::to_string(computed));
}

}  // namespace mexcheck
