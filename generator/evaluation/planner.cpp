#include "evaluation/planner.hpp"

#include <algorithm>

namespace mexcert {
namespace {

constexpr std::size_t kMaxWork = 200'000;  // rule steps for one plan

bool is_disjunction(const Program& program, NodeId formula) {
    const Node& node = program.node(formula);
    const Op op = node.op == Op::kNot ? program.node(node.a).op : node.op;
    return node.op == Op::kNot ? op == Op::kAnd || op == Op::kIff
                               : op == Op::kOr || op == Op::kImplies || op == Op::kIff;
}

bool is_relation(const Program& program, NodeId formula) {
    const Node& node = program.node(formula);
    return node.op == Op::kRelation ||
           (node.op == Op::kNot && program.node(node.a).op == Op::kRelation);
}

}  // namespace

bool Planner::State::has(int slot) const {
    return std::find(open.begin(), open.end(), slot) != open.end();
}

bool Planner::is_closed(const State& state, NodeId node) {
    const std::vector<int>& slots = program_.free_slots(node);
    return std::none_of(slots.begin(), slots.end(), [&](int slot) { return state.has(slot); });
}

StepId Planner::add(Step step) {
    steps_.push_back(std::move(step));
    return static_cast<StepId>(steps_.size()) - 1;
}

NodeId Planner::negation(NodeId formula) {
    const Node node = program_.node(formula);
    Node made;
    made.place = node.place;
    made.a = node.a;
    made.b = node.b;
    switch (node.op) {
        case Op::kNot:
            return node.a;
        case Op::kTrue:
            made.op = Op::kFalse;
            break;
        case Op::kFalse:
            made.op = Op::kTrue;
            break;
        case Op::kEq:
            made.op = Op::kNe;
            break;
        case Op::kNe:
            made.op = Op::kEq;
            break;
        case Op::kWordEq:
            made.op = Op::kWordNe;
            break;
        case Op::kWordNe:
            made.op = Op::kWordEq;
            break;
        case Op::kLt:
        case Op::kLe:
            made.op = node.op == Op::kLt ? Op::kLe : Op::kLt;
            std::swap(made.a, made.b);
            break;
        default:
            return program_.unary(Op::kNot, formula);
    }
    return program_.make(std::move(made));
}

// Rule 1.
void Planner::flatten(NodeId formula, bool negated, std::vector<NodeId>& conjuncts,
                      std::vector<int>& open) {
    const Node node = program_.node(formula);
    switch (node.op) {
        case Op::kNot:
            flatten(node.a, !negated, conjuncts, open);
            return;
        case Op::kTrue:
            if (!negated) {
                return;
            }
            break;
        case Op::kAnd:
            if (!negated) {
                flatten(node.a, false, conjuncts, open);
                flatten(node.b, false, conjuncts, open);
                return;
            }
            break;
        case Op::kOr:
        case Op::kImplies:
            if (negated) {
                flatten(node.a, node.op == Op::kOr, conjuncts, open);
                flatten(node.b, true, conjuncts, open);
                return;
            }
            break;
        case Op::kExists:
        case Op::kForall:
            if (negated == (node.op == Op::kForall)) {
                open.insert(open.end(), node.list.begin(), node.list.end());
                flatten(node.a, negated, conjuncts, open);
                return;
            }
            break;
        default:
            break;
    }
    conjuncts.push_back(negated ? negation(formula) : formula);
}

// The parts of a disjunction, each a list of conjuncts.
std::vector<std::vector<NodeId>> Planner::parts(NodeId formula) {
    const Node outer = program_.node(formula);
    const bool negated = outer.op == Op::kNot;
    const Node node = negated ? program_.node(outer.a) : outer;
    if (node.op == Op::kIff) {
        const NodeId not_a = negation(node.a);
        const NodeId not_b = negation(node.b);
        return negated ? std::vector<std::vector<NodeId>>{{node.a, not_b}, {not_a, node.b}}
                       : std::vector<std::vector<NodeId>>{{node.a, node.b}, {not_a, not_b}};
    }
    if (negated) {
        return {{negation(node.a)}, {negation(node.b)}};
    }
    return {{node.op == Op::kImplies ? negation(node.a) : node.a}, {node.b}};
}

// Rule 2. The step that tests the closed conjuncts, which leave the state; kNoPlan if none is.
StepId Planner::test(State& state) {
    Step step;
    step.kind = StepKind::kTest;
    std::vector<NodeId> rest;
    for (const NodeId conjunct : state.conjuncts) {
        (is_closed(state, conjunct) ? step.tests : rest).push_back(conjunct);
    }
    if (step.tests.empty()) {
        return kNoPlan;
    }
    state.conjuncts = std::move(rest);
    return add(std::move(step));
}

std::vector<LinearForm> Planner::equations(const State& state) {
    std::vector<LinearForm> result;
    for (const NodeId conjunct : state.conjuncts) {
        const Node& node = program_.node(conjunct);
        if (node.op != Op::kEq) {
            continue;
        }
        const auto left = linear_form(program_, node.a);
        const auto right = linear_form(program_, node.b);
        const auto form = left && right ? difference(*left, *right) : std::nullopt;
        if (form) {
            result.push_back(*form);
        }
    }
    return result;
}

// The atoms as forms that are >= 0.
std::vector<LinearForm> Planner::bounds(const State& state) {
    std::vector<LinearForm> result;
    for (const NodeId conjunct : state.conjuncts) {
        const Node& node = program_.node(conjunct);
        if (node.op != Op::kLt && node.op != Op::kLe && node.op != Op::kEq) {
            continue;
        }
        const auto left = linear_form(program_, node.a);
        const auto right = linear_form(program_, node.b);
        auto form = left && right ? difference(*right, *left) : std::nullopt;
        if (!form || (node.op == Op::kLt &&
                      __builtin_sub_overflow(form->constant, std::int64_t{1}, &form->constant))) {
            continue;
        }
        result.push_back(*form);
        if (node.op == Op::kEq) {
            if (const auto turned = difference(*left, *right)) {
                result.push_back(*turned);
            }
        }
    }
    return result;
}

StepId Planner::assigned(Step step, State state) {
    state.open.erase(std::find(state.open.begin(), state.open.end(), step.slot));
    step.next = solve(std::move(state));
    return step.next == kNoPlan ? kNoPlan : add(std::move(step));
}

// Rule 3.
std::optional<Step> Planner::equation(const State& state, const std::vector<LinearForm>& forms) {
    const auto attempt = [&](const LinearForm& form) -> std::optional<Step> {
        Step step;
        step.kind = StepKind::kAssign;
        LinearForm rest = form;
        for (const auto& [atom, coefficient] : form.coefficients) {
            if (is_closed(state, atom)) {
                continue;
            }
            if (program_.node(atom).op != Op::kSlot || step.slot >= 0) {
                return std::nullopt;
            }
            step.slot = static_cast<int>(program_.node(atom).imm);
            step.factor = coefficient;
            rest.coefficients.erase(atom);
        }
        if (step.slot < 0) {
            return std::nullopt;
        }
        step.term = linear_term(program_, rest, step.factor > 0 ? -1 : 1);
        step.factor = step.factor > 0 ? step.factor : -step.factor;
        return step;
    };
    for (const LinearForm& form : forms) {
        if (auto step = attempt(form)) {
            return step;
        }
    }
    for (std::size_t i = 0; i < forms.size(); ++i) {
        for (std::size_t j = i + 1; j < forms.size(); ++j) {
            const auto form = difference(forms[i], forms[j]);
            if (auto step = form ? attempt(*form) : std::nullopt) {
                return step;
            }
        }
    }
    return std::nullopt;
}

// The unassigned slot in which the term is increasing, its other arguments assigned; -1 if none.
int Planner::increasing_slot(const State& state, NodeId term) {
    const Node& node = program_.node(term);
    NodeId last = kNoNode;
    if (node.op == Op::kFloor) {
        last = node.a;
    } else if (node.op == Op::kLookup && shapes_.sequence(node.item) != nullptr) {
        const bool others = std::all_of(node.list.begin(), node.list.end() - 1,
                                        [&](NodeId kid) { return is_closed(state, kid); });
        last = others ? node.list.back() : kNoNode;
    }
    if (last == kNoNode || program_.node(last).op != Op::kSlot || is_closed(state, last)) {
        return -1;
    }
    return static_cast<int>(program_.node(last).imm);
}

// Rule 4.
std::optional<Step> Planner::bisection(const State& state, const std::vector<LinearForm>& forms) {
    for (const LinearForm& form : forms) {
        Step step;
        step.kind = StepKind::kBisect;
        LinearForm rest = form;
        bool fits = true;
        for (const auto& [atom, coefficient] : form.coefficients) {
            if (is_closed(state, atom)) {
                continue;
            }
            rest.coefficients.erase(atom);
            const bool plain = program_.node(atom).op == Op::kSlot;
            const int slot =
                plain ? static_cast<int>(program_.node(atom).imm) : increasing_slot(state, atom);
            fits = fits && slot >= 0 && (step.slot < 0 || step.slot == slot) &&
                   (plain || step.function == kNoNode);
            step.slot = slot;
            (plain ? step.slope : step.factor) = coefficient;
            step.function = plain ? step.function : atom;
        }
        if (!fits || step.function == kNoNode ||
            (step.slope != 0 && (step.slope > 0) != (step.factor > 0))) {
            continue;
        }
        step.term = linear_term(program_, rest, step.factor > 0 ? -1 : 1);
        if (step.factor < 0) {
            step.factor = -step.factor;
            step.slope = -step.slope;
        }
        return step;
    }
    return std::nullopt;
}

// Rule 5, linear bounds: the form is >= 0.
std::optional<Step> Planner::range_of(const State& state, const LinearForm& form, int slot) {
    LinearForm greater;
    Step step;
    step.kind = StepKind::kRange;
    step.slot = slot;
    greater.constant = form.constant;
    std::int64_t factor = 0;
    for (const auto& [atom, coefficient] : form.coefficients) {
        if (coefficient > 0) {
            if (!is_closed(state, atom)) {
                return std::nullopt;
            }
            greater.coefficients[atom] = coefficient;
            continue;
        }
        if (!is_natural_term(program_, atom)) {
            return std::nullopt;
        }
        if (atom == program_.slot_term(slot) || increasing_slot(state, atom) == slot) {
            factor = std::max(factor, -coefficient);
        }
    }
    if (factor == 0) {
        return std::nullopt;
    }
    step.factor = factor;
    step.term = linear_term(program_, greater, 1);
    return step;
}

// Rule 5, sums of squares: the form is >= 0.
std::optional<Step> Planner::root_of(const State& state, const LinearForm& form, int slot) {
    LinearForm bound;
    bound.constant = form.constant;
    Step step;
    step.kind = StepKind::kRoot;
    step.slot = slot;
    for (const auto& [atom, coefficient] : form.coefficients) {
        if (coefficient > 0) {
            if (!is_closed(state, atom)) {
                return std::nullopt;
            }
            bound.coefficients[atom] = coefficient;
            continue;
        }
        if (program_.node(atom).op != Op::kSquare || coefficient != -1) {
            return std::nullopt;
        }
        auto base = linear_form(program_, program_.node(atom).a);
        const NodeId variable = program_.slot_term(slot);
        const auto own =
            base ? base->coefficients.find(variable) : std::map<NodeId, std::int64_t>::iterator{};
        if (!base || own == base->coefficients.end() || (own->second != 1 && own->second != -1)) {
            continue;
        }
        const std::int64_t sign = own->second;
        base->coefficients.erase(own);
        const bool alone =
            std::all_of(base->coefficients.begin(), base->coefficients.end(),
                        [&](const auto& entry) { return is_closed(state, entry.first); });
        if (alone) {
            step.term = linear_term(program_, *base, -sign);
        }
    }
    if (step.term == kNoNode) {
        return std::nullopt;
    }
    step.bound = linear_term(program_, bound, 1);
    return step;
}

std::optional<Step> Planner::range(const State& state) {
    const std::vector<LinearForm> forms = bounds(state);
    for (const int slot : state.open) {
        for (const LinearForm& form : forms) {
            std::optional<Step> found = range_of(state, form, slot);
            found = found ? found : root_of(state, form, slot);
            if (found) {
                return found;
            }
        }
    }
    return std::nullopt;
}

// Rule 6.
StepId Planner::split(const State& state) {
    for (std::size_t i = 0; i < state.conjuncts.size(); ++i) {
        if (!is_disjunction(program_, state.conjuncts[i])) {
            continue;
        }
        Step step;
        step.kind = StepKind::kSplit;
        for (const std::vector<NodeId>& part : parts(state.conjuncts[i])) {
            State branch;
            branch.open = state.open;
            for (std::size_t j = 0; j < state.conjuncts.size(); ++j) {
                if (j != i) {
                    branch.conjuncts.push_back(state.conjuncts[j]);
                    continue;
                }
                for (const NodeId conjunct : part) {
                    flatten(conjunct, false, branch.conjuncts, branch.open);
                }
            }
            const StepId found = solve(std::move(branch));
            if (found == kNoPlan) {
                step.branches.clear();
                break;
            }
            step.branches.push_back(found);
        }
        if (!step.branches.empty()) {
            repeats_ = true;
            return add(std::move(step));
        }
    }
    return kNoPlan;
}

// Rule 7.
StepId Planner::unfold(const State& state) {
    for (std::size_t i = 0; i < state.conjuncts.size(); ++i) {
        if (!is_relation(program_, state.conjuncts[i])) {
            continue;
        }
        const Node& node = program_.node(state.conjuncts[i]);
        const bool negated = node.op == Op::kNot;
        State unfolded;
        unfolded.open = state.open;
        for (std::size_t j = 0; j < state.conjuncts.size(); ++j) {
            if (j != i) {
                unfolded.conjuncts.push_back(state.conjuncts[j]);
            } else {
                flatten(program_.unfold(negated ? node.a : state.conjuncts[i]), negated,
                        unfolded.conjuncts, unfolded.open);
            }
        }
        const StepId found = solve(std::move(unfolded));
        if (found != kNoPlan) {
            return found;
        }
    }
    return kNoPlan;
}

StepId Planner::solve(State state) {
    if (++work_ > kMaxWork) {
        return kNoPlan;
    }
    const StepId tested = test(state);
    StepId rest = kNoPlan;
    if (state.conjuncts.empty()) {
        rest = state.open.empty() ? add(Step{}) : kNoPlan;
    } else {
        const std::vector<LinearForm> forms = equations(state);
        std::optional<Step> step = equation(state, forms);
        step = step ? step : bisection(state, forms);
        step = step ? step : range(state);
        rest = step ? assigned(std::move(*step), state) : split(state);
        rest = step || rest != kNoPlan ? rest : unfold(state);
    }
    if (tested == kNoPlan || rest == kNoPlan) {
        return rest;
    }
    steps_[static_cast<std::size_t>(tested)].next = rest;
    return tested;
}

Plan Planner::solve(const std::vector<NodeId>& conjuncts, const std::vector<int>& slots) {
    State state;
    state.open = slots;
    for (const NodeId conjunct : conjuncts) {
        flatten(conjunct, false, state.conjuncts, state.open);
    }
    work_ = 0;
    repeats_ = state.open.size() > slots.size();
    Plan plan;
    plan.first = solve(std::move(state));
    plan.distinct = !repeats_;
    return plan;
}

Plan Planner::plan(NodeId quantifier) {
    const auto index = static_cast<std::size_t>(quantifier);
    if (index < plans_.size() && plans_[index]) {
        return *plans_[index];
    }
    const Node node = program_.node(quantifier);
    const NodeId body = node.op == Op::kForall ? negation(node.a) : node.a;
    const Plan made = solve(std::vector<NodeId>{body}, node.list);
    if (plans_.size() <= index) {
        plans_.resize(index + 1);
    }
    plans_[index] = made;
    return made;
}

// Is it `i < T` or `i <= T` with T a sum of naturals without i? Rule 5 then gives exactly that
// range.
bool Planner::is_range(NodeId hypothesis, int slot) {
    const Node node = program_.node(hypothesis);
    if ((node.op != Op::kLt && node.op != Op::kLe) || node.a != program_.slot_term(slot)) {
        return false;
    }
    const std::vector<int>& free = program_.free_slots(node.b);
    const std::optional<LinearForm> form = linear_form(program_, node.b);
    return !std::binary_search(free.begin(), free.end(), slot) && form &&
           std::all_of(form->coefficients.begin(), form->coefficients.end(),
                       [](const auto& term) { return term.second > 0; });
}

bool Planner::mex_parts(NodeId formula, int m, std::vector<NodeId> hypotheses,
                        std::vector<int> slots, std::vector<MexPart>& result) {
    const Node node = program_.node(formula);
    const NodeId variable = program_.slot_term(m);
    const auto free_of_m = [&](NodeId id) {
        const std::vector<int>& all = program_.free_slots(id);
        return !std::binary_search(all.begin(), all.end(), m);
    };
    MexPart part;
    switch (node.op) {
        case Op::kAnd:
            return mex_parts(node.a, m, hypotheses, slots, result) &&
                   mex_parts(node.b, m, hypotheses, slots, result);
        case Op::kForall:
            slots.insert(slots.end(), node.list.begin(), node.list.end());
            return mex_parts(node.a, m, std::move(hypotheses), std::move(slots), result);
        case Op::kImplies:
            hypotheses.push_back(node.a);
            return free_of_m(node.a) &&
                   mex_parts(node.b, m, std::move(hypotheses), std::move(slots), result);
        case Op::kNe:
            part.excluded = node.a == variable ? node.b : node.a;
            break;
        case Op::kLt:
            part.lower = program_.binary(Op::kAdd, node.a, program_.constant(1));
            break;
        case Op::kLe:
            part.lower = node.a;
            break;
        default:
            return false;
    }
    const bool has_m =
        node.op == Op::kNe ? node.a == variable || node.b == variable : node.b == variable;
    if (!has_m || !free_of_m(part.excluded != kNoNode ? part.excluded : part.lower)) {
        return false;
    }
    part.plan = solve(hypotheses, slots);
    part.whole_range =
        slots.size() == 1 && hypotheses.size() == 1 && is_range(hypotheses[0], slots[0]);
    result.push_back(part);
    return part.plan.first != kNoPlan;
}

const std::vector<Planner::MexPart>* Planner::mex(NodeId least) {
    auto found = mexes_.find(least);
    if (found == mexes_.end()) {
        const Node node = program_.node(least);
        std::vector<MexPart> parts;
        const bool fits = mex_parts(node.a, node.list[0], {}, {}, parts);
        found = mexes_.emplace(least, fits ? std::optional(std::move(parts)) : std::nullopt).first;
    }
    return found->second ? &*found->second : nullptr;
}

const Planner::BoundedLeast& Planner::bounded(NodeId least) {
    const auto found = bounded_.find(least);
    if (found != bounded_.end()) {
        return found->second;
    }
    BoundedLeast result;
    const Node node = program_.node(least);
    std::vector<NodeId> conjuncts = {node.a};
    while (!conjuncts.empty()) {
        const NodeId conjunct = conjuncts.back();
        conjuncts.pop_back();
        const Node& formula = program_.node(conjunct);
        std::vector<MexPart> parts;
        if (formula.op == Op::kAnd) {
            conjuncts.push_back(formula.b);
            conjuncts.push_back(formula.a);
        } else if (mex_parts(conjunct, node.list[0], {}, {}, parts)) {
            result.parts.insert(result.parts.end(), parts.begin(), parts.end());
        } else {
            result.tests.push_back(conjunct);
        }
    }
    return bounded_.emplace(least, std::move(result)).first->second;
}

}  // namespace mexcert
