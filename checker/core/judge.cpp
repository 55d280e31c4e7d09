#include "judge.h"

#include <algorithm>
#include <utility>

namespace mexcheck {
namespace {

constexpr std::size_t kMaxSolutions = std::size_t{1} << 22;

bool has_unsolved_forall(const Expr* e) {
    return (e->op == Op::forall && !e->plan) ||
           std::any_of(e->args.begin(), e->args.end(), has_unsolved_forall);
}

}  // namespace

Judge::Judge(const Spec& spec, Planner& planner, const Claim& claim)
    : spec_(spec), planner_(planner), claim_(claim), names_(leading_variables(*claim.statement)) {
    leading_.resize(names_.size());
    for (const Assignment& a : claim.fixed)
        leading_[index_of(names_, a.name)] = {a.value, a.value, -1, true};
    for (std::size_t i = 0; i < static_cast<std::size_t>(claim.statement->parameters); ++i) {
        const Variable& p = claim.statement->raw_unit[i];
        if (p.high != kMax && !leading_[i].ranged) leading_[i] = {p.low, p.high, -1, true};
    }
    for (const Range& r : claim.ranges) {
        const int group = r.names.size() > 1 ? static_cast<int>(group_sum_.size()) : -1;
        if (group >= 0) group_sum_.push_back(0);
        for (const std::string& name : r.names)
            leading_[index_of(names_, name)] = {r.low, r.high, group, true};
    }
    if (claim.kind == Claim::refuted || claim.kind == Claim::least_refuted)
        find_point_names();
    else
        build_or_explain();
    if (claim.kind == Claim::refuted) check_point(claim.point);
}

void Judge::build_or_explain() {
    try {
        build();
    } catch (const Missing& missing) {
        if (claim_.kind == Claim::range)
            fail(Kind::bad_input, "claim", "needs a range for " + missing.name);
        missing_ = missing.name;
    }
}

void Judge::build() {
    reset_budget();
    const Item& statement = *claim_.statement;
    unit_.assign(statement.raw_unit.begin(), statement.raw_unit.begin() + statement.parameters);
    Spine root;
    root.kind = Spine::forall;
    for (std::size_t i = 0; i < unit_.size(); ++i) root.ranged.emplace_back(i, i);
    const auto parameters = identity(spec_, unit_);
    Normal normal(spec_, unit_, statement.raw_unit, parameters);
    for (std::size_t i = 0; i < unit_.size(); ++i)
        if (!leading_[i].ranged) throw Missing{names_[i]};
    root.parts.push_back(build(normal.of(statement.raw)));
    spine_ = std::move(root);
}

Judge::Spine Judge::build(const Expr* e) {
    Spine s;
    s.e = e;
    if (e->op == Op::and_) {
        s.kind = Spine::both;
        for (const Expr* part : e->args) s.parts.push_back(build(part));
    } else if (e->op == Op::implies) {
        s.kind = Spine::hypothesis;
        planner_.prepare(unit_, e->args[0]);
        s.parts.push_back(build(e->args[1]));
    } else if (e->op == Op::forall) {
        s.kind = Spine::forall;
        for (const int v : e->vars) {
            const auto slot = static_cast<std::size_t>(v);
            const std::size_t i = index_of(names_, unit_[slot].name);
            if (leading_[i].ranged)
                s.ranged.emplace_back(slot, i);
            else
                s.solved.push_back(v);
        }
        const Expr* body = e->args[0];
        std::vector<const Expr*> hypotheses;
        for (; !s.solved.empty() && body->op == Op::implies; body = body->args[1])
            hypotheses.push_back(body->args[0]);
        if (!s.solved.empty()) {
            s.plan = planner_.solve(unit_, hypotheses, s.solved);
            if (!s.plan) throw Missing{unit_[static_cast<std::size_t>(s.solved[0])].name};
        }
        s.parts.push_back(build(body));
    } else {
        return build_leaf(e);
    }
    return s;
}

Judge::Spine Judge::build_leaf(const Expr* e) {
    Spine s;
    s.e = e;
    planner_.prepare(unit_, e);
    s.asks = e->op == Op::exists && !e->plan;
    s.trivial = contains(e, Op::automatic) || contains(e, Op::tends) ||
                (s.asks && has_unsolved_forall(e->args[0]));
    return s;
}

// The variables of a point: unfixed parameters, and what cannot be solved without a range.
void Judge::find_point_names() {
    for (std::size_t i = 0; i < static_cast<std::size_t>(claim_.statement->parameters); ++i) {
        const bool fixed = std::any_of(claim_.fixed.begin(), claim_.fixed.end(),
                                       [&](const Assignment& a) { return a.name == names_[i]; });
        if (!fixed) leading_[i].ranged = true, point_names_.push_back(names_[i]);
    }
    for (bool complete = false; !complete;) {
        try {
            build();
            complete = true;
        } catch (const Missing& missing) {
            leading_[index_of(names_, missing.name)].ranged = true;
            point_names_.push_back(missing.name);
        }
    }
    std::sort(point_names_.begin(), point_names_.end(), [&](const auto& a, const auto& b) {
        return index_of(names_, a) < index_of(names_, b);
    });
}

void Judge::check_point(const std::vector<Assignment>& point) const {
    std::string wanted;
    for (const std::string& name : point_names_) wanted += (wanted.empty() ? "" : ",") + name;
    bool same_names = point.size() == point_names_.size();
    for (std::size_t i = 0; i < point.size() && same_names; ++i) {
        same_names = point[i].name == point_names_[i];
        const std::size_t k = index_of(names_, point[i].name);
        if (!same_names || k >= static_cast<std::size_t>(claim_.statement->parameters)) continue;
        const Variable& p = claim_.statement->raw_unit[k];
        if (point[i].value < p.low || point[i].value > p.high)
            fail(Kind::bad_input, "claim", "`" + p.name + "` leaves its domain");
    }
    if (!same_names)
        fail(Kind::bad_input, "claim",
             wanted.empty() ? "the point has no variables" : "the point must give " + wanted);
}

// --- evaluation -------------------------------------------------------------------------------

void Judge::verify(Evaluator& evaluator, const Witnesses& witnesses,
                   const std::vector<Assignment>& point) {
    evaluator_ = &evaluator;
    witnesses_ = &witnesses;
    check_not_trivial(spine_);
    if (!missing_.empty())
        fail(Kind::declined, claim_.statement->place.str(),
             "needs a range for " + missing_ + " (no automaton in this certificate)");
    const Evaluator::Scope scope(evaluator, unit_.size());
    frame_ = scope.frame();
    if (claim_.kind == Claim::refuted) {
        refute(claim_.point);
    } else if (claim_.kind == Claim::least_refuted) {
        check_point(point);
        refute_least(point);
    } else {
        run(spine_, true);
        check_all_read(spine_);
    }
    if (asked_ != witnesses.tuples.size() || (asked_ == 0 && witnesses.line != 0))
        fail(Kind::rejected, witnesses.file + ":" + std::to_string(witnesses.line),
             "witnesses: claimed " + std::to_string(witnesses.tuples.size()) + ", asked for " +
                 std::to_string(asked_));
}

void Judge::check_not_trivial(const Spine& spine) const {
    const char* const reason = claim_.kind == Claim::all
                                   ? "needs an automaton (none in this certificate)"
                                   : "trivial on a range";
    if (spine.trivial) fail(Kind::declined, spine.e->place.str(), reason);
    for (const Spine& part : spine.parts) check_not_trivial(part);
}

// Each leaf must have been read once: a claim without instances says nothing.
void Judge::check_all_read(const Spine& spine) {
    if (spine.kind == Spine::leaf && spine.reads == 0)
        fail(Kind::rejected, spine.e->place.str(), "no instance satisfies the hypotheses");
    for (const Spine& part : spine.parts) check_all_read(part);
}

void Judge::set_point(const std::vector<std::int64_t>& values) {
    for (std::size_t i = 0; i < values.size(); ++i) {
        Leading& v = leading_[index_of(names_, point_names_[i])];
        v.low = v.high = values[i];
    }
}

void Judge::refute(const std::vector<Assignment>& point) {
    std::vector<std::int64_t> values;
    values.reserve(point.size());
    for (const Assignment& a : point) values.push_back(a.value);
    set_point(values);
    refuting_ = true;
    run(spine_, true);
    if (!found_false_)
        fail(Kind::rejected, claim_.statement->place.str(),
             "the statement is true at " + point_text());
}

// The statement is read at every earlier point, where a false leaf rejects, and then refuted.
void Judge::refute_least(const std::vector<Assignment>& point) {
    std::vector<std::int64_t> last;
    last.reserve(point.size());
    for (const Assignment& a : point) last.push_back(a.value);
    std::vector<std::int64_t> values = first_point(last);
    while (values != last) {
        set_point(values);
        run(spine_, true);
        next_point(values);
    }
    refute(point);
}

// The first point in the order of claims.md; declined if infinitely many lie before `last`.
std::vector<std::int64_t> Judge::first_point(const std::vector<std::int64_t>& last) const {
    const auto parameters = static_cast<std::size_t>(claim_.statement->parameters);
    std::vector<std::int64_t> first;
    bool infinite = false;
    bool unlimited = false;  // some coordinate has no finite domain
    for (std::size_t i = last.size(); i-- > 0;) {
        const std::size_t k = index_of(names_, point_names_[i]);
        const bool finite = k < parameters && claim_.statement->raw_unit[k].high != kMax;
        const std::int64_t low = finite ? claim_.statement->raw_unit[k].low : 0;
        first.insert(first.begin(), low);
        if (k < parameters && last[i] != low && (!finite || unlimited)) infinite = true;
        unlimited = unlimited || !finite;
    }
    if (infinite)
        fail(Kind::declined, claim_.statement->place.str(), "infinitely many points lie before");
    return first;
}

// The next point: tuples of variables by their sum, then lexicographically; without variables, the
// next tuple of parameters.
void Judge::next_point(std::vector<std::int64_t>& values) const {
    const auto parameters = static_cast<std::size_t>(claim_.statement->parameters);
    std::size_t begin = 0;  // of the variables
    while (begin < values.size() && index_of(names_, point_names_[begin]) < parameters) ++begin;
    if (begin == values.size()) {
        for (std::size_t i = values.size(); i-- > 0;) {
            const Variable& p = claim_.statement->raw_unit[index_of(names_, point_names_[i])];
            if (values[i]++ < p.high) return;
            values[i] = p.low;
        }
        return;
    }
    // Move one unit to the left of the last non-zero coordinate; the rest of it goes to the end.
    std::size_t i = values.size() - 1;
    while (i > begin && values[i] == 0) --i;
    const std::int64_t rest = std::exchange(values[i], 0);
    if (i > begin) {
        ++values[i - 1];
        values.back() = rest - 1;
    } else {
        values.back() = rest + 1;
    }
}

void Judge::run(Spine& spine, bool live) {
    switch (spine.kind) {
        case Spine::both:
            for (Spine& part : spine.parts) run(part, live);
            break;
        case Spine::hypothesis:
            run(spine.parts[0], live && holds(spine.e->args[0]));
            break;
        case Spine::forall:
            run_forall(spine, 0, live);
            break;
        case Spine::leaf:
            ++instances_;
            evaluator_->tick();
            if (live) read_leaf(spine);
            break;
    }
}

bool Judge::holds(const Expr* e) {
    try {
        return evaluator_->truth(e, frame_);
    } catch (Failure& failure) {
        failure.reason += " at " + assignment();
        throw;
    }
}

// Ranged variables first, in order; where a hypothesis in front fails (not live) instances are
// still counted, except those of variables that have to be solved.
void Judge::run_forall(Spine& spine, std::size_t next, bool live) {
    if (next == spine.ranged.size()) {
        if (!spine.plan)
            run(spine.parts[0], live);
        else if (live)
            run_solved(spine);
        return;
    }
    const auto [slot, index] = spine.ranged[next];
    const Leading& v = leading_[index];
    std::int64_t* const sum =
        v.group < 0 ? nullptr : &group_sum_[static_cast<std::size_t>(v.group)];
    const std::int64_t high = sum ? v.high - *sum : v.high;
    scope_.push_back(slot);
    for (std::int64_t value = v.low; value <= high; ++value) {
        frame_[slot] = value;
        if (sum) *sum += value;
        run_forall(spine, next + 1, live);
        if (sum) *sum -= value;
        if (value == kMax) break;
    }
    scope_.pop_back();
}

void Judge::run_solved(Spine& spine) {
    std::vector<Word> solutions;
    try {
        evaluator_->enumerate(*spine.plan, frame_, [&] {
            Word& solution = solutions.emplace_back();
            for (const int v : spine.solved) solution.push_back(frame_[v]);
            if (solutions.size() > kMaxSolutions)
                fail(Kind::declined, spine.e->place.str(), "work limit: too many solutions");
            return true;
        });
    } catch (Failure& failure) {
        failure.reason += " at " + assignment();
        throw;
    }
    std::sort(solutions.begin(), solutions.end());
    solutions.erase(std::unique(solutions.begin(), solutions.end()), solutions.end());
    for (const int v : spine.solved) scope_.push_back(static_cast<std::size_t>(v));
    for (const Word& solution : solutions) {
        for (std::size_t i = 0; i < solution.size(); ++i) frame_[spine.solved[i]] = solution[i];
        run(spine.parts[0], true);
    }
    scope_.resize(scope_.size() - spine.solved.size());
}

void Judge::read_leaf(Spine& spine) {
    ++spine.reads;
    ++read_;
    if (spine.asks ? witnessed(spine) : holds(spine.e)) return;
    found_false_ = true;
    if (!refuting_) fail(Kind::rejected, spine.e->place.str(), "false at " + assignment());
}

// The next witness of the certificate makes the formula true; else the claim is rejected.
bool Judge::witnessed(const Spine& spine) {
    evaluator_->rules |= kWitness;
    if (asked_ == witnesses_->tuples.size())
        fail(Kind::rejected, witnesses_->file + ":" + std::to_string(witnesses_->line),
             "witness missing for " + assignment());
    const Word& tuple = witnesses_->tuples[asked_];
    const std::string line = witnesses_->file + ":" + std::to_string(witnesses_->lines[asked_]);
    ++asked_;
    if (tuple.size() != spine.e->vars.size())
        fail(Kind::rejected, line,
             "a witness has " + std::to_string(spine.e->vars.size()) + " numbers, found " +
                 std::to_string(tuple.size()));
    for (std::size_t i = 0; i < tuple.size(); ++i) frame_[spine.e->vars[i]] = tuple[i];
    if (!holds(spine.e->args[0]))
        fail(Kind::rejected, line, "the witness fails at " + assignment());
    return true;
}

std::string Judge::assignment() const {
    std::string text;
    for (const std::size_t slot : scope_)
        text += (text.empty() ? "" : ",") + unit_[slot].name + "=" + std::to_string(frame_[slot]);
    return text.empty() ? "-" : text;
}

std::string Judge::point_text() const {
    std::string text;
    for (const std::string& name : point_names_)
        text += (text.empty() ? "" : ",") + name + "=" +
                std::to_string(leading_[index_of(names_, name)].low);
    return text.empty() ? "-" : text;
}

}  // namespace mexcheck
