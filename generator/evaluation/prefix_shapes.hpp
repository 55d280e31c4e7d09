// Questions about all indices k of a prefix start .. last that an inverse table answers, recognised
// by their text: which k have T(k) = value, for a *moving* term T, a sum of look-ups of recursive
// definitions whose arguments do not fall as k grows, of k and of multiples of such.
//   a mex:    `least m with (forall k < n: m != T(k) + s and ..) and ..`
//   a truth:  `exists k <= n: m = T(k) + s or ..`, `forall k < n: m != T(k) + s`
// where s does not depend on k. A truth may have further conditions behind an equation.
// Invariants: an equation is the first thing that its alternative reads which depends on k, so
// that nothing else is read at indices where no equation holds. Moving terms are written with one
// slot for all k; equal ones are one family.
// Cost: linear in the text, once for each quantifier or `least`.
#pragma once

#include <map>
#include <optional>
#include <unordered_map>
#include <vector>

#include "evaluation/planner.hpp"

namespace mexcert {

// A sum of terms with signs 1 and -1.
struct SignedTerm {
    NodeId term = kNoNode;
    int sign = 1;
    auto operator<=>(const SignedTerm&) const = default;
};
using SignedSum = std::vector<SignedTerm>;

// Sequences that are inverted together.
struct PrefixFamily {
    std::vector<SignedSum> sequences;
    std::int64_t start = 0;   // the first index
    std::vector<int> others;  // the slots they read, without the index
};

// The indices `start` .. `last`, if the guards, which do not depend on them, hold.
struct PrefixRange {
    std::vector<NodeId> guards;
    NodeId last = kNoNode;
    std::vector<NodeId> bounds;  // terms of which `last` is made, as the text has them
    int slot = -1;
    std::int64_t start = 0;
    bool operator==(const PrefixRange&) const = default;
};

struct PrefixMex {
    // Excludes x + offset for all values x of the family in the range.
    struct Group {
        PrefixRange range;
        SignedSum offset;
        int family = -1;
    };
    std::vector<Group> groups;
    std::vector<Planner::MexPart> others;
};

struct PrefixTruth {
    // Holds at k only if a sequence has the value `target` there, and its guards hold.
    struct Head {
        std::vector<NodeId> guards;
        SignedSum target;
        int family = -1;
        int alternative = 0;
        bool whole = false;  // then a solution is found
    };
    PrefixRange range;
    std::vector<Head> heads;
    // A solution satisfies one of the alternatives and all of the other tests.
    std::vector<NodeId> alternatives;
    std::vector<NodeId> tests;
    std::vector<NodeId> all_tests;  // as the plan of the quantifier has them
    // What is read at an index where no equation holds depends on the index alone.
    bool plain = false;
    int number = 0;  // of the shape
};

class PrefixShapes {
  public:
    PrefixShapes(Program& program, Planner& planner) : program_(program), planner_(planner) {}

    // The shape, or null if the text has another one.
    const PrefixMex* mex(NodeId least);
    const PrefixTruth* truth(NodeId quantifier);

    [[nodiscard]] const PrefixFamily& family(int index) const {
        return families_[static_cast<std::size_t>(index)];
    }
    // The slot of the index in the sequences of all families.
    int index_slot();

  private:
    std::optional<PrefixMex> find_mex(NodeId least);
    std::optional<PrefixTruth> find_truth(NodeId quantifier);
    bool read_alternative(NodeId formula, bool negated, int depth, PrefixTruth& shape);
    bool read_heads(NodeId formula, bool negated, PrefixTruth::Head head, PrefixTruth& shape);
    bool read_equation(const Node& node, PrefixTruth::Head head, PrefixTruth& shape);
    std::optional<PrefixRange> range(StepId first, std::vector<NodeId>& tests);
    std::optional<std::int64_t> start_of(NodeId test, int slot);
    bool is_bound(NodeId test, int slot, NodeId last);
    bool split(NodeId term, int slot, int sign, SignedSum& moving, SignedSum& rest);
    bool moves(NodeId term, int slot);
    bool is_simple(NodeId term);
    bool grows(NodeId term, int slot);
    bool depends(NodeId term, int slot);
    bool reads_tables(NodeId term);
    NodeId with_index(NodeId term, int slot);
    int family_of(std::vector<SignedSum> sequences, std::int64_t start);

    Program& program_;
    Planner& planner_;
    int index_slot_ = -1;
    int truths_ = 0;
    std::deque<PrefixFamily> families_;
    std::map<std::pair<std::vector<SignedSum>, std::int64_t>, int> family_index_;
    std::unordered_map<NodeId, std::optional<PrefixMex>> mexes_;
    std::unordered_map<NodeId, std::optional<PrefixTruth>> truths_by_node_;
};

}  // namespace mexcert
