// Kernel fast.index (trust.md): a mex that avoids the values of terms T(k) for all k < H, and
// whether some k < H solves one of several equations, from an index: for each value the least k.
//
// Invariant: an index is asked only for terms that have just been read as lines (line.h); what it
// does not hold (negative or large values), and what no more than pays for reading it, is read
// directly. Cost: each k is read once, for at most twice the work done without the index; then a
// search in the index, and one step for each number tried behind its full beginning. Memory of 8
// bytes for each number up to the largest value, limited by `kMaxNumbers`.
#include <list>

#include "line.h"

namespace mexcheck {
namespace {

constexpr std::size_t kMaxIndexes = 32;  // the least recently asked makes room
constexpr std::size_t kMaxLines = 64;    // asked at once
constexpr Int kMaxNumbers = Int{1} << 28;

// A term is a head {constant, null, factor of k}, and then its look-ups.
using Terms = std::vector<Walk>;

class Index {
  public:
    explicit Index(Terms terms)
        : terms_(std::move(terms)),
          width_(std::count_if(terms_.begin(), terms_.end(), [](auto& w) { return !w.first; })) {}

    const Terms& terms() const { return terms_; }
    Int size() const { return static_cast<Int>(first_.size()); }
    void pay(Int work) { paid_ += work; }

    // Makes sure that all k < length are read; false if a value does not fit, or that has not been
    // paid for.
    bool read(Evaluator& evaluator, Int length, Int& room) {
        const Int need = std::max<Int>(length - known_, 0) * width_;
        if (need > 2 * paid_) return false;
        paid_ -= (need + 1) / 2;
        for (; known_ < length; ++known_) {
            evaluator.tick(width_);
            for (auto w = terms_.begin(); w != terms_.end();) {
                Long value = w->factor + Long{w->stride} * known_;
                for (++w; w != terms_.end() && w->first; ++w)
                    value += Long{w->factor} * w->first[w->stride * known_];
                if (value < 0 || value > 64 * known_ + (1 << 20) || !enter(value, room))
                    return false;
            }
        }
        return true;
    }

    bool holds(Long x, Int length) const {
        return x >= 0 && x < size() && first_[static_cast<std::size_t>(x)] < length;
    }

    // Behind the numbers from x on that are held one after the other, as far as that is known.
    Long next(Long x, Int length) {
        if (base_ < 0 || (x < base_ && moves_-- > 0)) {
            base_ = static_cast<Int>(x);
            full_.clear();
        }
        if (x < base_) return x + 1;
        for (auto at = static_cast<std::size_t>(base_) + full_.size();
             at < first_.size() && first_[at] != kNever; ++at)
            full_.push_back(std::max(first_[at], full_.empty() ? 0 : full_.back()));
        return std::max(x + 1, base_ + Long{std::lower_bound(full_.begin(), full_.end(), length) -
                                            full_.begin()});
    }

  private:
    static constexpr auto kNever = std::numeric_limits<std::int32_t>::max();

    bool enter(Long value, Int& room) {
        const auto at = static_cast<std::size_t>(value);
        if (at >= first_.size()) {
            const std::size_t wanted = std::max(at + 1, first_.size() * 3 / 2 + 64);
            if ((room -= static_cast<Int>(wanted) - size()) < 0) {
                room += static_cast<Int>(wanted) - size();
                return false;
            }
            first_.resize(wanted, kNever);
        }
        first_[at] = std::min(first_[at], static_cast<std::int32_t>(known_));
        return true;
    }

    Terms terms_;
    Int width_;  // the number of terms
    Int known_ = 0;
    Int paid_ = 0;
    std::vector<std::int32_t> first_;  // by value: the least k
    Int base_ = -1;
    int moves_ = 64;  // of base_, so that they do not count
    std::vector<std::int32_t> full_;  // from the value base_ on: the greatest of first_ up to here
};

// Whether c is start + T(k) for one of the lines, all of one length: whether sign * (c - origin) is
// in the index.
struct Query {
    int sign;
    Long origin;
    Int length;
    std::vector<const Line*> lines = {};
    std::shared_ptr<Index> index = nullptr;
    bool ready = false;

    bool holds(Long c) const { return index->holds(sign * (c - origin), length); }
    Long next(Long c) const { return sign < 0 ? c + 1 : origin + index->next(c - origin, length); }
};

}  // namespace

class Indexes {
  public:
    std::vector<Query> ask(Evaluator& evaluator, const std::vector<Line>& lines) {
        std::vector<Query> queries;
        for (const Line& line : lines) {
            const Long last = line.at(line.length - 1) - line.start;
            const bool down =
                last < 0 || (last == 0 && !line.walks.empty() && line.walks[0].factor < 0);
            const Query fresh = {down ? -1 : 1, line.start - line.literal, line.length};
            auto q = std::find_if(queries.begin(), queries.end(), [&](const Query& known) {
                return known.sign == fresh.sign && known.origin == fresh.origin &&
                       known.length == fresh.length;
            });
            if (q == queries.end()) q = queries.insert(q, fresh);
            q->lines.push_back(&line);
        }
        for (Query& q : queries) find(q);
        for (Query& q : queries) q.ready = q.index->read(evaluator, q.length, room_);
        return queries;
    }

  private:
    // The terms of the lines, their constants such that the least is 0, and the index for them.
    void find(Query& q) {
        Int least = kMax;
        for (const Line* line : q.lines) least = std::min(least, q.sign * line->literal);
        Terms terms;
        for (const Line* line : q.lines) {
            terms.push_back(
                {q.sign * line->literal - least, nullptr, q.sign * static_cast<Int>(line->step)});
            for (const Walk& w : line->walks)
                terms.push_back({q.sign * w.factor, w.first, w.stride});
        }
        q.origin += q.sign * least;
        const auto known = std::find_if(list_.begin(), list_.end(),
                                        [&](const auto& index) { return index->terms() == terms; });
        if (known != list_.end()) {
            list_.splice(list_.begin(), list_, known);
        } else {
            list_.push_front(std::make_shared<Index>(std::move(terms)));
            if (list_.size() > kMaxIndexes) {
                room_ += list_.back()->size();
                list_.pop_back();
            }
        }
        q.index = list_.front();
    }

    std::list<std::shared_ptr<Index>> list_;  // the one asked last in front
    Int room_ = kMaxNumbers;
};

namespace {

std::vector<Query> ask(Evaluator& evaluator, const std::vector<Line>& lines) {
    if (lines.empty()) return {};
    if (!evaluator.indexes) evaluator.indexes = std::make_shared<Indexes>();
    return evaluator.indexes->ask(evaluator, lines);
}

void append(Evaluator& evaluator, const Line& line, Word& values, const Place& place) {
    evaluator.tick(line.length);
    for (Int i = 0; i < line.length; ++i) {
        values.push_back(static_cast<Int>(line.at(i)));
        if (line.at(i) != values.back()) beyond(place);
        if (values.size() > kMaxWord) decline(place, "work limit: too many options");
    }
}

// Whether what an `under` excludes could be added to the lines and values.
bool take(Evaluator& evaluator, const Mex& under, Int* frame, std::vector<Line>& lines,
          Word& values) {
    const std::size_t before = lines.size();
    const std::size_t listed = values.size();
    try {
        Int low = 0;
        Int high = 0;
        const Step* const rest = read_loop(evaluator, under.plan->first, frame, low, high);
        bool good = rest && rest->kind == Step::yield;
        for (auto part = under.parts.begin(); good && low <= high && part != under.parts.end();
             ++part) {
            Line line = {evaluator, frame, under.plan->first->slot, low, high - low + 1};
            good = part->kind == Mex::exclude && line.add(1, part->e);
            if (good && line.length > 1 && lines.size() < kMaxLines && line.small())
                lines.push_back(std::move(line));
            else if (good)
                append(evaluator, line, values, part->e->place);
        }
        if (good) {
            evaluator.rules |= kFastLines;
            return true;
        }
    } catch (const Failure&) {  // the direct reading meets it in its place
    }
    while (lines.size() > before) lines.pop_back();
    values.resize(listed);
    return false;
}

// Adds the sides of the equations in a disjunction; false if that holds something else.
bool add_equations(const Expr* e, bool positive, const Line& empty, std::vector<Line>& lines) {
    if (e->op == Op::not_) return add_equations(e->args[0], !positive, empty, lines);
    if (e->op == (positive ? Op::or_ : Op::and_))
        return std::all_of(e->args.begin(), e->args.end(), [&](const Expr* part) {
            return add_equations(part, positive, empty, lines);
        });
    if (e->op != Op::eq0 || !positive || lines.size() == kMaxLines) return false;
    lines.push_back(empty);
    return lines.back().add(1, e) && lines.back().small();
}

}  // namespace

Int mex_along(Evaluator& evaluator, const Expr* e, Int* frame) {
    Int low = 0;
    Word values;
    std::vector<Line> lines;
    evaluator.collect(e->mex->parts, frame, low, values, [&](const Mex& under) {
        return take(evaluator, under, frame, lines, values);
    });
    auto queries = ask(evaluator, lines);
    std::erase_if(queries, [&](const Query& q) {
        if (q.ready) return false;
        for (const Line* line : q.lines) append(evaluator, *line, values, e->place);
        q.index->pay(q.length * static_cast<Int>(q.lines.size()));
        return true;
    });
    if (queries.empty()) return Evaluator::free_from(low, values, e->place);
    evaluator.rules |= kFastIndex;
    std::sort(values.begin(), values.end());
    Long c = low;
    auto value = values.begin();
    for (bool free = false; !free;) {
        evaluator.tick();
        while (value != values.end() && *value < c) ++value;
        const auto q = std::find_if(queries.begin(), queries.end(),
                                    [&](const Query& known) { return known.holds(c); });
        if (q != queries.end())
            c = q->next(c);
        else if (value != values.end() && *value == c)
            ++c;
        else
            free = true;
    }
    if (c > kMax) beyond(e->place);
    return static_cast<Int>(c);
}

int solution_along(Evaluator& evaluator, const Expr* e, Int* frame) {
    const Step* step = e->plan->first;
    const Step* loop = step;
    while (loop->kind == Step::test) loop = loop->next[0];
    if (loop->kind != Step::loop) return -1;
    for (; step != loop; step = step->next[0])
        if (!evaluator.truth(step->e, frame)) return 0;
    std::vector<Line> lines;
    std::vector<Query> queries;
    try {
        Int low = 0;
        Int high = 0;
        const Step* const rest = read_loop(evaluator, loop, frame, low, high);
        if (rest && high < low) return 0;
        if (rest && rest->kind == Step::test && rest->next[0]->kind == Step::yield &&
            add_equations(rest->e, true, {evaluator, frame, loop->slot, low, high - low + 1},
                          lines))
            queries = ask(evaluator, lines);
    } catch (const Failure&) {  // the direct reading meets it in its place
    }
    const auto ready = [](const Query& q) { return q.ready; };
    const bool found = std::any_of(queries.begin(), queries.end(),
                                   [](const Query& q) { return q.ready && q.holds(0); });
    if (found || (!queries.empty() && std::all_of(queries.begin(), queries.end(), ready))) {
        evaluator.rules |= kFastIndex | kFastLines;
        return found ? 1 : 0;
    }
    bool solved = false;
    auto sink = [&] {
        solved = true;
        return false;
    };
    const Int before = evaluator.work();
    evaluator.run(loop, frame, sink);
    for (const Query& q : queries)
        if (!q.ready) q.index->pay(evaluator.work() - before);
    return solved ? 1 : 0;
}

}  // namespace mexcheck
