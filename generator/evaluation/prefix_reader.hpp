// Answers the questions of prefix_shapes.hpp by inverse tables of their sequences, which it extends
// as far as it is asked. It gives no answer where the direct reading is to decide: after a fault,
// near the limits of 64 bits, where a self-call may lack a smaller measure, and for families whose
// tables do not pay.
// Invariants: an answer is that of the direct reading, and so are the positions recorded as read;
// without an answer the evaluator has no new fault. Cost: each value of a sequence is read once for
// each setting of its other slots; a truth costs one access for each equation and what stands
// behind it where it holds; a mex costs one access for each group and number tried.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "evaluation/prefix_shapes.hpp"
#include "evaluation/value_index.hpp"

namespace mexcert {

struct Engine;
class Evaluator;
class Extents;

class PrefixReader {
  public:
    PrefixReader(Engine& engine, Evaluator& evaluator) : engine_(engine), evaluator_(evaluator) {}

    [[nodiscard]] std::optional<std::int64_t> least(NodeId id);
    // Does the quantifier's plan have a solution?
    [[nodiscard]] std::optional<bool> solvable(NodeId quantifier);
    // May `solvable` have an answer?
    [[nodiscard]] bool reads(NodeId quantifier);

  private:
    using Index = IndexByValue::Index;

    // The sequences of a family with certain values of their other slots, at its first indices.
    struct Inverse {
        std::vector<std::int64_t> others;
        std::int64_t end = 0;  // the index behind the last one inserted
        bool ended = false;    // a sequence is undefined there
        ValueSet set;          // of all sequences, for a mex
        ValueChains chains;    // of the only sequence, for a truth
        // By index: the greatest measure of a self-call up to there.
        std::vector<std::int64_t> measures;
    };
    struct Family {
        std::vector<std::shared_ptr<Inverse>> inverses;
        std::size_t made = 0;
        std::int64_t inserted = 0;
        std::int64_t asked_for = 0;  // indices that the questions were about
    };
    struct Group {
        std::shared_ptr<Inverse> inverse;
        std::int64_t offset = 0;
        Index last = 0;  // counted from the start of the family
        std::int64_t full = 0;
    };
    struct Head {
        const PrefixTruth::Head* text = nullptr;
        std::shared_ptr<Inverse> inverse;
        std::int64_t target = 0;
        Index seen = IndexByValue::kNever;  // the last index found
    };
    // An index at which a head holds.
    struct Candidate {
        std::int64_t index = 0;
        const PrefixTruth::Head* head = nullptr;
        auto operator<=>(const Candidate&) const = default;
    };

    // Of the sets for a mex, or of the chains for truths.
    enum class Kind { kSet, kChains };
    Family& family(int number, Kind kind);
    const PrefixTruth* shape(NodeId quantifier);
    bool pays(int number, Kind kind);
    std::shared_ptr<Inverse> inverse(int number, Kind kind, std::int64_t last);
    bool extend(int number, Kind kind, Inverse& inverse, std::int64_t last);
    bool insert_next(const PrefixFamily& text, Kind kind, Inverse& inverse);
    std::optional<std::int64_t> sum(const SignedSum& terms);
    std::optional<std::int64_t> last_of(const PrefixRange& range);
    bool all_hold(const std::vector<NodeId>& tests);
    bool clean(bool answered);

    std::optional<std::int64_t> mex(const PrefixMex& shape);
    bool add_group(const PrefixMex::Group& text, std::vector<Group>& groups);
    bool read_others(const std::vector<Planner::MexPart>& parts, std::int64_t& lower,
                     std::vector<std::int64_t>& excluded);
    static std::int64_t first_free(const std::vector<Group>& groups,
                                   const std::vector<std::int64_t>& excluded, std::int64_t lower);
    void record_last(const PrefixFamily& text, std::int64_t last);

    std::optional<bool> find(const PrefixTruth& shape);
    std::optional<bool> find_recorded(const PrefixTruth& shape, std::vector<Head>& heads,
                                      std::int64_t last);
    std::optional<bool> find_in_stages(const PrefixTruth& shape, std::vector<Head>& heads,
                                       std::int64_t last);
    bool begin(const PrefixTruth& shape, std::int64_t last, std::vector<Head>& heads);
    bool extend(std::vector<Head>& heads, std::int64_t last);
    void collect(std::vector<Head>& heads, std::int64_t start, std::int64_t last,
                 std::vector<Candidate>& candidates);
    bool any_holds(const PrefixTruth& shape, const std::vector<Candidate>& candidates,
                   std::int64_t directly_above);
    bool holds_at(const PrefixTruth& shape, const Candidate* first, const Candidate* last);
    void record_at(const PrefixTruth& shape, std::int64_t index);

    Engine& engine_;
    Evaluator& evaluator_;
    std::deque<Family> sets_;  // by number of the family
    std::deque<Family> chains_;
    // By number of a plain truth: the greatest index recorded where no head holds, and for whom.
    struct Recorded {
        const Extents* extents = nullptr;
        std::int64_t index = -1;
    };
    std::vector<Recorded> recorded_;
};

}  // namespace mexcert
