#include "evaluation/prefix_shapes.hpp"

#include <algorithm>

namespace mexcert {
namespace {

constexpr std::size_t kMostTerms = 16;  // of a sum
constexpr std::size_t kMostHeads = 256;
constexpr int kMostUnfolded = 16;  // relations inside each other

}  // namespace

int PrefixShapes::index_slot() {
    if (index_slot_ < 0) {
        index_slot_ = program_.new_slot("index", false, std::nullopt);
    }
    return index_slot_;
}

bool PrefixShapes::depends(NodeId term, int slot) {
    const std::vector<int>& free = program_.free_slots(term);
    return std::binary_search(free.begin(), free.end(), slot);
}

bool PrefixShapes::reads_tables(NodeId term) {
    const Node& node = program_.node(term);
    const auto own = [this](NodeId kid) { return kid != kNoNode && reads_tables(kid); };
    return node.op == Op::kLookup || node.op == Op::kCall || node.op == Op::kRelation ||
           own(node.a) || own(node.b) || own(node.c);
}

// A sum or difference of variables and numbers.
bool PrefixShapes::is_simple(NodeId term) {
    const Node& node = program_.node(term);
    switch (node.op) {
        case Op::kConst:
        case Op::kSlot:
            return true;
        case Op::kCheck:
            return is_simple(node.a);
        case Op::kAdd:
        case Op::kSub:
        case Op::kMonus:
        case Op::kMul:
            return is_simple(node.a) && is_simple(node.b);
        default:
            return false;
    }
}

// Is the term a simple one that does not fall as the slot grows?
bool PrefixShapes::grows(NodeId term, int slot) {
    if (!depends(term, slot)) {
        return is_simple(term);
    }
    const Node& node = program_.node(term);
    switch (node.op) {
        case Op::kSlot:
            return true;
        case Op::kCheck:
            return grows(node.a, slot);
        case Op::kAdd:
            return grows(node.a, slot) && grows(node.b, slot);
        case Op::kSub:
        case Op::kMonus:
            return grows(node.a, slot) && !depends(node.b, slot) && is_simple(node.b);
        default:
            return false;
    }
}

// Is the term, which depends on the slot, a moving one that is no sum? All its look-ups are in one
// table: no fixed argument depends on the slot.
bool PrefixShapes::moves(NodeId term, int slot) {
    const Node& node = program_.node(term);
    if (node.op == Op::kMul) {
        const bool first = program_.node(node.a).op == Op::kConst;
        return (first || program_.node(node.b).op == Op::kConst) &&
               moves(first ? node.b : node.a, slot);
    }
    if (node.op != Op::kLookup) {
        return node.op == Op::kSlot;
    }
    const std::vector<bool>& is_fixed = program_.spec().item(node.item).is_fixed;
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        if (!grows(node.list[i], slot) || (is_fixed[i] && depends(node.list[i], slot))) {
            return false;
        }
    }
    return true;
}

// Adds sign * term to the two sums; false if what depends on the slot is no moving term.
bool PrefixShapes::split(NodeId term, int slot, int sign, SignedSum& moving, SignedSum& rest) {
    if (moving.size() + rest.size() >= kMostTerms) {
        return false;
    }
    if (!depends(term, slot)) {
        rest.push_back({term, sign});
        return true;
    }
    const Node& node = program_.node(term);
    switch (node.op) {
        case Op::kAdd:
        case Op::kSub:
            return split(node.a, slot, sign, moving, rest) &&
                   split(node.b, slot, node.op == Op::kAdd ? sign : -sign, moving, rest);
        case Op::kNeg:
            return split(node.a, slot, -sign, moving, rest);
        default:
            if (moves(term, slot)) {
                moving.push_back({with_index(term, slot), sign});
                return true;
            }
            return false;
    }
}

// The term with the index in place of the slot; only for moving terms.
NodeId PrefixShapes::with_index(NodeId term, int slot) {
    if (!depends(term, slot)) {
        return term;
    }
    Node node = program_.node(term);
    if (node.op == Op::kSlot) {
        return program_.slot_term(index_slot());
    }
    for (NodeId* kid : {&node.a, &node.b}) {
        *kid = *kid == kNoNode ? kNoNode : with_index(*kid, slot);
    }
    if (lists_nodes(node.op)) {
        for (NodeId& kid : node.list) {
            kid = with_index(kid, slot);
        }
    }
    return program_.make(std::move(node));
}

int PrefixShapes::family_of(std::vector<SignedSum> sequences, std::int64_t start) {
    for (SignedSum& sequence : sequences) {
        std::sort(sequence.begin(), sequence.end());
    }
    std::sort(sequences.begin(), sequences.end());
    sequences.erase(std::unique(sequences.begin(), sequences.end()), sequences.end());
    const auto [entry, fresh] = family_index_.try_emplace(std::make_pair(sequences, start),
                                                          static_cast<int>(families_.size()));
    if (fresh) {
        PrefixFamily family;
        family.start = start;
        for (const SignedSum& sequence : sequences) {
            for (const SignedTerm& part : sequence) {
                const std::vector<int>& free = program_.free_slots(part.term);
                family.others.insert(family.others.end(), free.begin(), free.end());
            }
        }
        std::sort(family.others.begin(), family.others.end());
        family.others.erase(std::unique(family.others.begin(), family.others.end()),
                            family.others.end());
        family.others.erase(std::remove(family.others.begin(), family.others.end(), index_slot()),
                            family.others.end());
        family.sequences = std::move(sequences);
        families_.push_back(std::move(family));
    }
    return entry->second;
}

// c from `c <= k` or `c < k` with a literal c.
std::optional<std::int64_t> PrefixShapes::start_of(NodeId test, int slot) {
    const Node& node = program_.node(test);
    if ((node.op != Op::kLe && node.op != Op::kLt) || node.b != program_.slot_term(slot) ||
        program_.node(node.a).op != Op::kConst) {
        return std::nullopt;
    }
    const std::int64_t low = program_.node(node.a).imm;
    constexpr std::int64_t most = std::int64_t{1} << 40;
    return low < most ? std::optional(std::max<std::int64_t>(low + (node.op == Op::kLt), 0))
                      : std::nullopt;
}

// Is the test `k <= T` or `k < T` from which the range 0 .. last comes?
bool PrefixShapes::is_bound(NodeId test, int slot, NodeId last) {
    const Node& node = program_.node(test);
    if ((node.op != Op::kLe && node.op != Op::kLt) || node.a != program_.slot_term(slot)) {
        return false;
    }
    const NodeId end = node.b;
    const bool below = node.op == Op::kLt;
    std::optional<LinearForm> form = linear_form(program_, end);
    return form && !__builtin_sub_overflow(form->constant, below ? 1 : 0, &form->constant) &&
           linear_term(program_, *form, 1) == last;
}

// The range of a plan that tests guards, runs one slot from 0 on, and then tests; `tests` gets the
// tests behind the bounds of the slot.
std::optional<PrefixRange> PrefixShapes::range(StepId first, std::vector<NodeId>& tests) {
    PrefixRange result;
    const Step* step = &planner_.step(first);
    if (step->kind == StepKind::kTest) {
        result.guards = step->tests;
        step = &planner_.step(step->next);
    }
    if (step->kind != StepKind::kRange || step->factor != 1) {
        return std::nullopt;
    }
    result.slot = step->slot;
    result.last = step->term;
    step = &planner_.step(step->next);
    if (step->kind == StepKind::kTest) {
        tests = step->tests;
        step = &planner_.step(step->next);
    }
    while (!tests.empty()) {
        const std::optional<std::int64_t> start = start_of(tests.front(), result.slot);
        if (!start && !is_bound(tests.front(), result.slot, result.last)) {
            break;
        }
        result.start = std::max(result.start, start.value_or(0));
        if (!start) {
            result.bounds.push_back(program_.node(tests.front()).b);
        }
        tests.erase(tests.begin());
    }
    return step->kind == StepKind::kDone ? std::optional(result) : std::nullopt;
}

std::optional<PrefixMex> PrefixShapes::find_mex(NodeId least) {
    const std::vector<Planner::MexPart>* parts = planner_.mex(least);
    if (parts == nullptr) {
        return std::nullopt;
    }
    struct Member {
        PrefixRange range;
        SignedSum offset;
        std::vector<SignedSum> sequences;
    };
    std::vector<Member> members;
    PrefixMex result;
    for (const Planner::MexPart& part : *parts) {
        std::vector<NodeId> tests;
        Member own;
        const auto found = part.excluded == kNoNode ? std::nullopt : range(part.plan.first, tests);
        SignedSum sequence;
        const bool fits = found && tests.empty() &&
                          split(part.excluded, found->slot, 1, sequence, own.offset) &&
                          std::any_of(sequence.begin(), sequence.end(),
                                      [this](const auto& term) { return reads_tables(term.term); });
        if (!fits) {
            result.others.push_back(part);
            continue;
        }
        own.range = *found;
        own.range.slot = index_slot();
        const auto same = std::find_if(members.begin(), members.end(), [&](const Member& other) {
            return other.range == own.range && other.offset == own.offset;
        });
        Member& member = same == members.end() ? members.emplace_back(std::move(own)) : *same;
        member.sequences.push_back(std::move(sequence));
    }
    for (Member& member : members) {
        const std::int64_t start = member.range.start;
        result.groups.push_back({std::move(member.range), std::move(member.offset),
                                 family_of(std::move(member.sequences), start)});
    }
    return result.groups.empty() ? std::nullopt : std::optional(std::move(result));
}

// An equation between a moving term and another one.
bool PrefixShapes::read_equation(const Node& node, PrefixTruth::Head head, PrefixTruth& shape) {
    SignedSum sequence;
    SignedSum rest;
    if (!split(node.a, shape.range.slot, 1, sequence, rest) ||
        !split(node.b, shape.range.slot, -1, sequence, rest) ||
        std::none_of(sequence.begin(), sequence.end(),
                     [this](const auto& part) { return reads_tables(part.term); })) {
        return false;
    }
    // One sign for a sequence and its opposite.
    std::sort(sequence.begin(), sequence.end());
    const bool turned = sequence.front().sign < 0;
    for (SignedTerm& part : sequence) {
        part.sign = turned ? -part.sign : part.sign;
    }
    for (SignedTerm& part : rest) {
        part.sign = turned ? part.sign : -part.sign;
    }
    head.target = std::move(rest);
    head.family = family_of({std::move(sequence)}, shape.range.start);
    shape.heads.push_back(std::move(head));
    return shape.heads.size() <= kMostHeads;
}

// The equations of which one must hold where the formula, or its negation, holds.
bool PrefixShapes::read_heads(NodeId formula, bool negated, PrefixTruth::Head head,
                              PrefixTruth& shape) {
    const Node node = program_.node(formula);
    const auto part = [&](NodeId kid, bool turned, const PrefixTruth::Head& own) {
        return read_heads(kid, negated != turned, own, shape);
    };
    const bool both = (node.op == Op::kAnd) != negated;
    switch (node.op) {
        case Op::kEq:
        case Op::kNe:
            return (node.op == Op::kEq) != negated && read_equation(node, std::move(head), shape);
        case Op::kNot:
            return part(node.a, true, head);
        case Op::kAnd:
        case Op::kOr:
        case Op::kImplies: {
            const bool turned = node.op == Op::kImplies;
            if (!both) {
                return part(node.a, turned, head) && part(node.b, false, head);
            }
            if (depends(node.a, shape.range.slot)) {
                head.whole = false;
                return part(node.a, turned, head);
            }
            const bool wanted = negated == turned;
            head.guards.push_back(wanted ? node.a : program_.unary(Op::kNot, node.a));
            return part(node.b, false, head);
        }
        default:
            return false;
    }
}

// Reads the parts of a disjunction, each as an alternative of its own.
bool PrefixShapes::read_alternative(NodeId formula, bool negated, int depth, PrefixTruth& shape) {
    const Node node = program_.node(formula);
    const bool either = (node.op == Op::kAnd && negated) ||
                        ((node.op == Op::kOr || node.op == Op::kImplies) && !negated);
    if (either) {
        return read_alternative(node.a, negated != (node.op == Op::kImplies), depth, shape) &&
               read_alternative(node.b, negated, depth, shape);
    }
    if (node.op == Op::kNot) {
        return read_alternative(node.a, !negated, depth, shape);
    }
    if (node.op == Op::kRelation && !negated && depth < kMostUnfolded) {
        const bool plain = std::all_of(node.list.begin(), node.list.end(), [this](NodeId argument) {
            const Op op = program_.node(argument).op;
            return op == Op::kSlot || op == Op::kConst;
        });
        return plain && read_alternative(program_.unfold(formula), false, depth + 1, shape);
    }
    PrefixTruth::Head head;
    head.whole = shape.tests.empty();
    head.alternative = static_cast<int>(shape.alternatives.size());
    shape.alternatives.push_back(negated ? program_.unary(Op::kNot, formula) : formula);
    return depends(formula, shape.range.slot) && read_heads(formula, negated, head, shape);
}

std::optional<PrefixTruth> PrefixShapes::find_truth(NodeId quantifier) {
    const Plan plan = planner_.plan(quantifier);
    PrefixTruth result;
    if (plan.first == kNoPlan) {
        return std::nullopt;
    }
    const std::optional<PrefixRange> found = range(plan.first, result.all_tests);
    if (!found || result.all_tests.empty()) {
        return std::nullopt;
    }
    result.range = *found;
    result.tests.assign(result.all_tests.begin() + 1, result.all_tests.end());
    if (!read_alternative(result.all_tests.front(), false, 0, result)) {
        return std::nullopt;
    }
    result.plain = std::all_of(
        result.heads.begin(), result.heads.end(), [this](const PrefixTruth::Head& head) {
            return head.guards.empty() && family(head.family).others.empty() &&
                   std::none_of(head.target.begin(), head.target.end(),
                                [this](const auto& part) { return reads_tables(part.term); });
        });
    result.number = truths_++;
    return result;
}

const PrefixMex* PrefixShapes::mex(NodeId least) {
    auto found = mexes_.find(least);
    if (found == mexes_.end()) {
        found = mexes_.emplace(least, find_mex(least)).first;
    }
    return found->second ? &*found->second : nullptr;
}

const PrefixTruth* PrefixShapes::truth(NodeId quantifier) {
    auto found = truths_by_node_.find(quantifier);
    if (found == truths_by_node_.end()) {
        found = truths_by_node_.emplace(quantifier, find_truth(quantifier)).first;
    }
    return found->second ? &*found->second : nullptr;
}

}  // namespace mexcert
