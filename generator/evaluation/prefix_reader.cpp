#include "evaluation/prefix_reader.hpp"

#include <algorithm>

#include "evaluation/evaluator.hpp"

namespace mexcert {
namespace {

constexpr std::int64_t kLargest = std::int64_t{1} << 58;  // sums of 16 stay within 64 bits
constexpr std::int64_t kLongest = std::int64_t{1} << 31;  // prefix
constexpr std::int64_t kFirstStage = 64;                  // indices looked at before all others
constexpr std::size_t kMostInverses = 16;                 // of a family, at a time

// While this lives nothing is recorded.
class Unrecorded {
  public:
    explicit Unrecorded(Evaluator& evaluator)
        : evaluator_(evaluator), recorder_(evaluator.recorder()) {
        evaluator_.record(nullptr);
    }
    ~Unrecorded() { evaluator_.record(recorder_); }
    Unrecorded(const Unrecorded&) = delete;
    Unrecorded& operator=(const Unrecorded&) = delete;

  private:
    Evaluator& evaluator_;
    Extents* recorder_;
};

}  // namespace

// Takes back a fault: the direct reading decides whether it is one. Is there an answer?
bool PrefixReader::clean(bool answered) {
    if (!evaluator_.failed()) {
        return answered;
    }
    evaluator_.clear_fault();
    if (evaluator_.growth() != nullptr) {
        evaluator_.growth()->miss.reset();
    }
    return false;
}

PrefixReader::Family& PrefixReader::family(int number, Kind kind) {
    std::deque<Family>& all = kind == Kind::kSet ? sets_ : chains_;
    if (all.size() <= static_cast<std::size_t>(number)) {
        all.resize(static_cast<std::size_t>(number) + 1);
    }
    return all[static_cast<std::size_t>(number)];
}

// Tables that are made again and again, for other values of the other slots, are no gain.
bool PrefixReader::pays(int number, Kind kind) {
    const Family& own = family(number, kind);
    return own.made <= 2 * kMostInverses || own.asked_for >= 2 * own.inserted;
}

// The inverse table for the present values of the other slots; `last` will be asked for.
std::shared_ptr<PrefixReader::Inverse> PrefixReader::inverse(int number, Kind kind,
                                                             std::int64_t last) {
    const PrefixFamily& text = engine_.prefix_shapes->family(number);
    Family& own = family(number, kind);
    own.asked_for += last - text.start + 1;
    for (const std::shared_ptr<Inverse>& known : own.inverses) {
        if (std::equal(
                text.others.begin(), text.others.end(), known->others.begin(),
                [this](int slot, std::int64_t value) { return evaluator_.slot(slot) == value; })) {
            return known;
        }
    }
    auto made = std::make_shared<Inverse>();
    made->end = text.start;
    for (const int slot : text.others) {
        made->others.push_back(evaluator_.slot(slot));
    }
    if (own.inverses.size() < kMostInverses) {
        own.inverses.push_back(made);
    } else {
        own.inverses[own.made % kMostInverses] = made;
    }
    ++own.made;
    return made;
}

std::optional<std::int64_t> PrefixReader::sum(const SignedSum& terms) {
    std::int64_t result = 0;
    for (const SignedTerm& part : terms) {
        const std::int64_t value = evaluator_.number(part.term);
        if (evaluator_.failed() || value > kLargest || value < -kLargest) {
            return std::nullopt;
        }
        result += part.sign * value;
    }
    return result;
}

bool PrefixReader::insert_next(const PrefixFamily& text, Kind kind, Inverse& inverse) {
    const auto index = static_cast<Index>(inverse.end - text.start);
    evaluator_.slot(engine_.prefix_shapes->index_slot()) = inverse.end;
    for (const SignedSum& sequence : text.sequences) {
        const std::optional<std::int64_t> value = sum(sequence);
        if (!value) {
            return false;
        }
        if (kind == Kind::kSet) {
            inverse.set.insert(*value, index);
        } else {
            inverse.chains.push_back(*value);
        }
    }
    ++inverse.end;
    return true;
}

// Extends the table up to index `last`. False also if a self-call up to there may have a measure
// that is not smaller than the present one.
bool PrefixReader::extend(int number, Kind kind, Inverse& inverse, std::int64_t last) {
    const PrefixFamily& text = engine_.prefix_shapes->family(number);
    Evaluator::Growth* growth = evaluator_.growth();
    const Unrecorded unrecorded(evaluator_);
    family(number, kind).inserted += std::max<std::int64_t>(last + 1 - inverse.end, 0);
    while (inverse.end <= last && !inverse.ended) {
        const auto known = static_cast<std::size_t>(inverse.end - text.start);
        if (growth != nullptr) {
            growth->greatest = -1;
        }
        if (!insert_next(text, kind, inverse)) {
            const bool self_call = growth != nullptr && growth->greatest >= 0;
            inverse.ended = !self_call && evaluator_.failed() && evaluator_.fault()->undefined;
            return false;
        }
        if (growth != nullptr && inverse.measures.size() == known) {
            const std::int64_t before = known == 0 ? -1 : inverse.measures.back();
            inverse.measures.push_back(std::max(before, growth->greatest));
        }
    }
    const auto at = static_cast<std::size_t>(last - text.start);
    return inverse.end > last && (growth == nullptr || (at < inverse.measures.size() &&
                                                        inverse.measures[at] < growth->measure));
}

std::optional<std::int64_t> PrefixReader::last_of(const PrefixRange& range) {
    const std::int64_t last = evaluator_.number(range.last);
    if (last >= range.start) {
        for (const NodeId bound : range.bounds) {
            evaluator_.number(bound);
        }
    }
    return evaluator_.failed() || last - range.start >= kLongest ? std::nullopt
                                                                 : std::optional(last);
}

bool PrefixReader::all_hold(const std::vector<NodeId>& tests) {
    return std::all_of(tests.begin(), tests.end(), [this](NodeId test) {
        return !evaluator_.failed() && evaluator_.truth(test);
    });
}

std::optional<std::int64_t> PrefixReader::least(NodeId id) {
    const PrefixMex* shape = engine_.read_prefixes ? engine_.prefix_shapes->mex(id) : nullptr;
    if (shape == nullptr || evaluator_.failed()) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> found = mex(*shape);
    return clean(found.has_value()) ? found : std::nullopt;
}

// Records what the sequences read; their look-ups do not fall with the index.
void PrefixReader::record_last(const PrefixFamily& text, std::int64_t last) {
    evaluator_.slot(engine_.prefix_shapes->index_slot()) = last;
    for (const SignedSum& sequence : text.sequences) {
        sum(sequence);
    }
}

bool PrefixReader::add_group(const PrefixMex::Group& text, std::vector<Group>& groups) {
    if (!all_hold(text.range.guards)) {
        return true;
    }
    const std::optional<std::int64_t> last = last_of(text.range);
    if (!last || *last < text.range.start) {
        return last.has_value();
    }
    const std::optional<std::int64_t> offset = sum(text.offset);
    if (!offset || !pays(text.family, Kind::kSet)) {
        return false;
    }
    Group made{inverse(text.family, Kind::kSet, *last), *offset,
               static_cast<Index>(*last - text.range.start), 0};
    if (!extend(text.family, Kind::kSet, *made.inverse, *last)) {
        return false;
    }
    if (evaluator_.recorder() != nullptr) {
        record_last(engine_.prefix_shapes->family(text.family), *last);
    }
    made.full = made.inverse->set.full_below(made.last);
    groups.push_back(std::move(made));
    return true;
}

// The parts that are no groups: their bounds and excluded values, those in order.
bool PrefixReader::read_others(const std::vector<Planner::MexPart>& parts, std::int64_t& lower,
                               std::vector<std::int64_t>& excluded) {
    for (const Planner::MexPart& part : parts) {
        evaluator_.run(part.plan.first, [&] {
            if (part.excluded != kNoNode) {
                excluded.push_back(evaluator_.number(part.excluded));
            } else {
                lower = std::max(lower, evaluator_.number(part.lower));
            }
            return !evaluator_.failed();
        });
    }
    std::sort(excluded.begin(), excluded.end());
    return !evaluator_.failed();
}

// The least number from `lower` on that nothing excludes.
std::int64_t PrefixReader::first_free(const std::vector<Group>& groups,
                                      const std::vector<std::int64_t>& excluded,
                                      std::int64_t lower) {
    std::int64_t least = lower;
    auto next = std::lower_bound(excluded.begin(), excluded.end(), least);
    for (std::int64_t before = -1; before != least;) {
        before = least;
        for (const Group& group : groups) {
            const std::int64_t value = least - group.offset;
            least = value >= 0 && value < group.full ? group.full + group.offset : least;
            while (group.inverse->set.has(least - group.offset, group.last)) {
                ++least;
            }
        }
        for (; next != excluded.end() && *next <= least; ++next) {
            least += *next == least ? 1 : 0;
        }
    }
    return least;
}

std::optional<std::int64_t> PrefixReader::mex(const PrefixMex& shape) {
    std::vector<Group> groups;
    groups.reserve(shape.groups.size());
    for (const PrefixMex::Group& text : shape.groups) {
        if (!add_group(text, groups) || evaluator_.failed()) {
            return std::nullopt;
        }
    }
    std::vector<std::int64_t> excluded;
    std::int64_t lower = 0;
    if (!read_others(shape.others, lower, excluded) || lower > kLargest) {
        return std::nullopt;
    }
    return first_free(groups, excluded, lower);
}

const PrefixTruth* PrefixReader::shape(NodeId quantifier) {
    return engine_.read_prefixes ? engine_.prefix_shapes->truth(quantifier) : nullptr;
}

bool PrefixReader::reads(NodeId quantifier) {
    const PrefixTruth* own = shape(quantifier);
    return own != nullptr &&
           std::all_of(own->heads.begin(), own->heads.end(), [this](const PrefixTruth::Head& head) {
               return pays(head.family, Kind::kChains);
           });
}

std::optional<bool> PrefixReader::solvable(NodeId quantifier) {
    const PrefixTruth* own = shape(quantifier);
    if (own == nullptr || evaluator_.failed()) {
        return std::nullopt;
    }
    const std::optional<bool> found = find(*own);
    return clean(found.has_value()) ? found : std::nullopt;
}

// The heads whose guards hold.
bool PrefixReader::begin(const PrefixTruth& shape, std::int64_t last, std::vector<Head>& heads) {
    const Unrecorded unrecorded(evaluator_);
    heads.reserve(shape.heads.size());
    for (const PrefixTruth::Head& text : shape.heads) {
        if (!all_hold(text.guards)) {
            continue;
        }
        const std::optional<std::int64_t> target = sum(text.target);
        if (!target || !pays(text.family, Kind::kChains)) {
            return false;
        }
        heads.push_back({&text, inverse(text.family, Kind::kChains, last), *target});
    }
    return true;
}

bool PrefixReader::extend(std::vector<Head>& heads, std::int64_t last) {
    return std::all_of(heads.begin(), heads.end(), [&](const Head& head) {
        return extend(head.text->family, Kind::kChains, *head.inverse, last);
    });
}

// Adds the indices up to `last`, not seen before, at which a head holds.
void PrefixReader::collect(std::vector<Head>& heads, std::int64_t start, std::int64_t last,
                           std::vector<Candidate>& candidates) {
    for (Head& head : heads) {
        const ValueChains& chains = head.inverse->chains;
        for (;;) {
            const Index next = head.seen == IndexByValue::kNever ? chains.first(head.target)
                                                                 : chains.after(head.seen);
            if (next == IndexByValue::kNever || start + next > last) {
                break;
            }
            head.seen = next;
            candidates.push_back({start + next, head.text});
        }
    }
    std::sort(candidates.begin(), candidates.end());
}

// Do the alternatives whose heads hold at an index say that it is a solution?
bool PrefixReader::holds_at(const PrefixTruth& shape, const Candidate* first,
                            const Candidate* last) {
    evaluator_.slot(shape.range.slot) = first->index;
    int tried = -1;
    bool some = false;
    for (; first != last && !some && !evaluator_.failed(); ++first) {
        const int own = first->head->alternative;
        some =
            first->head->whole ||
            (own != tried && evaluator_.truth(shape.alternatives[static_cast<std::size_t>(own)]));
        tried = own;
    }
    return some && all_hold(shape.tests);
}

// Is one of the candidates a solution? All are read while recording; indices above
// `directly_above` as the quantifier has it, since what stands before their heads is read nowhere
// else.
bool PrefixReader::any_holds(const PrefixTruth& shape, const std::vector<Candidate>& candidates,
                             std::int64_t directly_above) {
    bool any = false;
    const Candidate* const end = candidates.data() + candidates.size();
    for (const Candidate* at = candidates.data(); at != end && !evaluator_.failed();) {
        const Candidate* const next = std::find_if(
            at, end, [at](const Candidate& other) { return other.index != at->index; });
        if (at->index > directly_above) {
            evaluator_.slot(shape.range.slot) = at->index;
            any = all_hold(shape.all_tests) || any;
        } else {
            any = holds_at(shape, at, next) || any;
        }
        if (any && evaluator_.recorder() == nullptr) {
            return true;
        }
        at = next;
    }
    return any;
}

// Records what is read at an index where no head holds; the same at smaller ones is recorded then.
void PrefixReader::record_at(const PrefixTruth& shape, std::int64_t index) {
    const auto number = static_cast<std::size_t>(shape.number);
    if (recorded_.size() <= number) {
        recorded_.resize(number + 1);
    }
    Recorded& own = recorded_[number];
    if (shape.plain && own.extents == evaluator_.recorder() && index <= own.index) {
        return;
    }
    evaluator_.slot(shape.range.slot) = index;
    all_hold(shape.all_tests);
    own = {evaluator_.recorder(), index};
}

// All solutions are read.
std::optional<bool> PrefixReader::find_recorded(const PrefixTruth& shape, std::vector<Head>& heads,
                                                std::int64_t last) {
    if (!extend(heads, last)) {
        return std::nullopt;
    }
    std::vector<Candidate> candidates;
    collect(heads, shape.range.start, last, candidates);
    std::int64_t free = last;  // the last index where no head holds
    for (auto at = candidates.rbegin(); at != candidates.rend() && at->index >= free; ++at) {
        free = at->index - 1;
    }
    if (free >= shape.range.start) {
        record_at(shape, free);
    }
    return any_holds(shape, candidates, free);
}

// Stops at a solution: no more than twice the indices up to there are looked at.
std::optional<bool> PrefixReader::find_in_stages(const PrefixTruth& shape, std::vector<Head>& heads,
                                                 std::int64_t last) {
    std::vector<Candidate> candidates;
    for (std::int64_t stage = kFirstStage;; stage *= 2) {
        const std::int64_t end = std::min(last, shape.range.start + stage);
        if (!extend(heads, end)) {
            return std::nullopt;
        }
        candidates.clear();
        collect(heads, shape.range.start, end, candidates);
        if (any_holds(shape, candidates, last) || evaluator_.failed()) {
            return true;
        }
        if (end == last) {
            return false;
        }
    }
}

std::optional<bool> PrefixReader::find(const PrefixTruth& shape) {
    if (!all_hold(shape.range.guards)) {
        return false;
    }
    const std::optional<std::int64_t> last = last_of(shape.range);
    if (!last || *last < shape.range.start) {
        return last ? std::optional(false) : std::nullopt;
    }
    std::vector<Head> heads;
    if (!begin(shape, *last, heads)) {
        return std::nullopt;
    }
    return evaluator_.recorder() != nullptr ? find_recorded(shape, heads, *last)
                                            : find_in_stages(shape, heads, *last);
}

}  // namespace mexcert
