// Kernel fast.index (trust.md): a mex that avoids the values of terms T(k) for all k < H, and
// whether some k < H solves one of several equations, from an index: for each value the least k.
//
// Invariant: an index is asked only for terms that have just been read as lines (line.h); what it
// does not hold (a negative or a large value on the way) is read directly. Cost: each k is read
// once, but not before as many have been read without an index; then a search in the index, and
// a step for each number tried behind its full beginning. Memory of 8 bytes for each number up to
// the largest value, limited by `kMaxNumbers`.
#include <list>

#include "line.h"
#include "shape.h"

namespace mexcheck {
namespace {

constexpr std::size_t kMaxIndexes = 16;  // the least recently asked makes room
constexpr std::size_t kMaxLines = 32;    // asked at once
constexpr std::size_t kMaxNumbers = std::size_t{1} << 27;
constexpr auto kNever = std::numeric_limits<std::int32_t>::max();

struct Index {
    std::vector<Walk> terms;           // of each a head {constant, null, factor of k}, its look-ups
    std::vector<std::int32_t> first;   // by value: the least k
    std::vector<std::int32_t> full{};  // from the value `base` on: the greatest of `first` up to it
    Int base = -1;
    Int known = 0;  // all k below are read
    Int paid = 0;

    // Makes sure that all k < length are read; false if a value does not fit, or that has not been
    // paid for.
    bool read(Evaluator& evaluator, Int length) {
        if (paid < length - known) return paid += length, false;
        for (; known < length; ++known) {
            evaluator.tick();
            for (auto w = terms.begin(); w != terms.end();) {
                Long value = w->factor + Long{w->stride} * known;
                for (++w; w != terms.end() && w->first; ++w)
                    value += Long{w->factor} * w->first[w->stride * known];
                const auto at = static_cast<std::size_t>(value);
                if (value < 0 || value > 64 * known + (1 << 20) || at >= kMaxNumbers) return false;
                if (at >= first.size()) first.resize(std::max(at + 1, at * 5 / 4), kNever);
                first[at] = std::min(first[at], static_cast<std::int32_t>(known));
            }
        }
        return true;
    }

    // Behind the numbers from x on that are held one after the other, as far as that is known.
    Long next(Long x, Int length) {
        if (base < 0) base = static_cast<Int>(x);
        for (auto at = static_cast<std::size_t>(base) + full.size();
             at < first.size() && first[at] != kNever; ++at)
            full.push_back(std::max(first[at], full.empty() ? 0 : full.back()));
        const auto end = std::lower_bound(full.begin(), full.end(), length) - full.begin();
        return x < base ? x + 1 : std::max(x + 1, base + Long{end});
    }
};

// Whether c is on one of the lines, all of one length: whether sign * (c - origin) is in the index.
struct Query {
    int sign;
    Long origin;
    Int length;
    std::vector<const Line*> lines{};
    std::shared_ptr<Index> index{};
    bool ready = false;

    bool holds(Long c) const {
        const Long x = sign * (c - origin);
        return ready && x >= 0 && x < static_cast<Long>(index->first.size()) &&
               index->first[static_cast<std::size_t>(x)] < length;
    }
    Long next(Long c) const { return sign < 0 ? c + 1 : origin + index->next(c - origin, length); }
};

bool is_ready(const Query& q) { return q.ready; }

// The index for the terms of the lines, with constants of which the least is 0; it comes to the
// front of the list.
Index& find_index(std::list<std::shared_ptr<Index>>& list, Query& q) {
    Int least = kMaxFactor;
    for (const Line* line : q.lines) least = std::min(least, q.sign * line->literal);
    std::vector<Walk> terms;
    for (const Line* line : q.lines) {
        const Int step = q.sign * static_cast<Int>(line->step);
        terms.push_back({q.sign * line->literal - least, nullptr, step});
        for (const Walk& w : line->walks) terms.push_back({q.sign * w.factor, w.first, w.stride});
    }
    q.origin += q.sign * least;
    const auto known = std::find_if(list.begin(), list.end(),
                                    [&](const auto& index) { return index->terms == terms; });
    if (known == list.end())
        list.push_front(std::make_shared<Index>(Index{std::move(terms), {}}));
    else
        list.splice(list.begin(), list, known);
    return *(q.index = list.front());
}

}  // namespace

struct Indexes {
    std::list<std::shared_ptr<Index>> list;  // the one asked last in front
};

namespace {

// Lines that differ by numbers of the text alone are asked together.
std::vector<Query> ask(Evaluator& evaluator, const std::vector<Line>& lines) {
    if (!evaluator.indexes) evaluator.indexes = std::make_shared<Indexes>();
    auto& list = evaluator.indexes->list;
    std::vector<Query> queries;
    for (const Line& line : lines) {
        const int sign = line.at(line.length - 1) < line.start ? -1 : 1;
        const Long origin = line.start - line.literal;
        auto q = std::find_if(queries.begin(), queries.end(), [&](const Query& known) {
            return known.sign == sign && known.origin == origin && known.length == line.length;
        });
        if (q == queries.end()) q = queries.insert(q, Query{sign, origin, line.length});
        q->lines.push_back(&line);
    }
    for (Query& q : queries) q.ready = find_index(list, q).read(evaluator, q.length);
    std::size_t numbers = 0;
    for (const auto& index : list) numbers += index->first.size();
    for (; numbers > kMaxNumbers || list.size() > kMaxIndexes; list.pop_back())
        numbers -= list.back()->first.size();
    return queries;
}

void append(Evaluator& evaluator, const Line& line, Word& values, const Place& place) {
    evaluator.tick(line.length);
    if (values.size() + static_cast<std::size_t>(line.length) > kMaxWord)
        decline(place, "work limit: too many options");
    for (Int i = 0; i < line.length; ++i) {
        const Long value = line.at(i);
        values.push_back(static_cast<Int>(value));
        if (value != values.back()) beyond(place);
    }
}

// Whether what an `under` excludes could be added to the lines and values.
bool take(Evaluator& evaluator, const Mex& under, Int* frame, std::vector<Line>& lines,
          Word& values) {
    const std::size_t before = lines.size();
    const std::size_t listed = values.size();
    try {
        const auto [rest, empty] = read_loop(evaluator, under.plan->first, frame);
        const auto added = [&, from = &empty](const Mex& part) {
            Line line = *from;
            if (part.kind != Mex::exclude || !line.add(1, part.e)) return false;
            if (line.length == 1 || lines.size() == kMaxLines || !line.small() || line.bent)
                append(evaluator, line, values, part.e->place);
            else
                lines.push_back(std::move(line));
            return true;
        };
        if (rest && rest->kind == Step::yield &&
            (empty.length == 0 || std::all_of(under.parts.begin(), under.parts.end(), added))) {
            evaluator.rules |= kFastLines;
            return true;
        }
    } catch (const Failure&) {  // the direct reading meets it in its place
    }
    while (lines.size() > before) lines.pop_back();
    values.resize(listed);
    return false;
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
    if (queries.empty() || !std::all_of(queries.begin(), queries.end(), is_ready)) {
        for (const Line& line : lines) append(evaluator, line, values, e->place);
        return Evaluator::free_from(low, values, e->place);
    }
    evaluator.rules |= kFastIndex;
    std::sort(values.begin(), values.end());
    Long c = low;
    for (auto value = values.begin();;) {
        evaluator.tick();
        while (value != values.end() && *value < c) ++value;
        const auto q = std::find_if(queries.begin(), queries.end(),
                                    [&](const Query& known) { return known.holds(c); });
        if (q == queries.end() && (value == values.end() || *value != c)) break;
        c = q == queries.end() ? c + 1 : q->next(c);
    }
    if (c > kMax) beyond(e->place);
    return static_cast<Int>(c);
}

int solution_along(Evaluator& evaluator, const Expr* e, Int* frame) {
    std::vector<Line> lines;
    std::vector<Query> queries;
    try {
        const auto [rest, empty] = read_loop(evaluator, e->plan->first, frame);
        Exprs equations;
        if (!rest || rest->kind != Step::test || rest->next[0]->kind != Step::yield ||
            !find_equations(rest->e, true, equations))
            return -1;
        if (empty.length == 0) return 0;
        if (contains(rest->e, Op::sq)) {
            const int none = equations.size() > 1
                                 ? -1
                                 : compared(evaluator, equations[0], false, frame, empty.slot,
                                            empty.from, empty.from + empty.length - 1, true);
            if (none >= 0) evaluator.rules |= kFastLines;
            return none < 0 ? -1 : 1 - none;
        }
        // If the first number is no solution, the direct reading reads each look-up there, too.
        frame[empty.slot] = empty.from;
        if (evaluator.truth(rest->e, frame)) return 1;
        if (empty.length == 1) return 0;
        for (const Expr* equation : equations) {
            lines.push_back(empty);
            if (!lines.back().add(1, equation) || !lines.back().small()) return -1;
        }
        queries = ask(evaluator, lines);
    } catch (const Failure&) {
        return -1;  // the direct reading meets it in its place
    }
    const auto solved = [](const Query& q) { return q.holds(0); };
    const bool found = std::any_of(queries.begin(), queries.end(), solved);
    if (!found && !std::all_of(queries.begin(), queries.end(), is_ready)) return -1;
    evaluator.rules |= kFastIndex | kFastLines;
    return found ? 1 : 0;
}

}  // namespace mexcheck
