// One claim: its spine, its instances, its refutation (language.md 5.3 and 5.4, claims.md).
//
// A Judge is built from a claim before anything is evaluated; building finds out which variables
// need a range. `verify` returns only if the claim holds; everything else throws. Unranged
// variables are enumerated as distinct solutions in ascending order, so that the order of the
// witnesses does not depend on how a plan finds them.
#pragma once

#include <utility>

#include "claim.h"
#include "eval.h"

namespace mexcheck {

// One more assignment in a list `V=C,V=C`.
inline void append(std::string& text, const std::string& name, Int value) {
    text += (text.empty() ? "" : ",") + name + "=" + std::to_string(value);
}

class Judge {
  public:
    // Throws bad_input for a claim that is an error by itself. One that needs an automaton is
    // declined by `verify`.
    Judge(Planner& planner, const Claim& claim)
        : planner_(planner), claim_(claim), names_(leading_variables(*claim.statement)) {
        const bool refutation = claim.kind == Claim::refuted || claim.kind == Claim::least_refuted;
        leading_.resize(names_.size());
        for (std::size_t i = 0; i < claim.statement->parameters; ++i) {
            const Variable& p = claim.statement->raw_unit[i];
            leading_[i] = {p.low, p.high, -1, refutation || p.high != kMax};
            if (refutation) point_.push_back(i);
        }
        for (const auto* list : {&claim.fixed, &claim.ranges})
            for (const Range& r : *list) {
                const int group = r.names.size() > 1 ? static_cast<int>(group_sum_.size()) : -1;
                group_sum_.push_back(0);
                for (const std::string& name : r.names) {
                    const std::size_t i = index_of(names_, name);
                    leading_[i] = {r.low, r.high, group, true};
                    std::erase(point_, i);
                }
            }
        for (bool complete = false; !complete;) {
            try {
                spine_ = build();
                complete = true;
            } catch (const Missing& missing) {
                trivial_ = nullptr;
                const std::string& name = names_[missing.index];
                if (claim.kind == Claim::range)
                    fail(Kind::bad_input, "claim", "needs a range for " + name);
                if (claim.kind == Claim::all) missing_ = name;
                complete = !missing_.empty();
                leading_[missing.index].ranged = true;
                point_.push_back(missing.index);
            }
        }
        std::sort(point_.begin(), point_.end());
        if (claim.kind == Claim::refuted) set_point(point_values(claim.point));
    }

    void verify(Evaluator& evaluator, const CertifiedClaim& given) {
        evaluator_ = &evaluator;
        given_ = &given;
        if (trivial_)
            decline(trivial_->place, claim_.kind == Claim::all
                                         ? "needs an automaton (none in this certificate)"
                                         : "trivial on a range");
        if (!missing_.empty())
            decline(claim_.statement->place,
                    "needs a range for " + missing_ + " (no automaton in this certificate)");
        const Evaluator::Scope scope(evaluator, unit_.size());
        frame_ = scope.frame();
        if (claim_.kind == Claim::refuted) {
            refute(point_values(claim_.point));
        } else if (claim_.kind == Claim::least_refuted) {
            // The statement is read at every earlier point, where a false leaf rejects.
            const auto last = point_values(given.point);
            for (auto values = first_point(last); values != last; next_point(values)) {
                set_point(values);
                run(spine_, 0);
            }
            refute(last);
        } else {
            if (claim_.kind == Claim::range) choose_kernel();
            run(spine_, 0);
            check_all_read(spine_);
        }
        if (asked_ != given.witnesses.size())
            fail(Kind::rejected, cat(given.file, ":", given.witness_line),
                 cat("witnesses: claimed ", given.witnesses.size(), ", asked for ", asked_));
    }

    // Of a refutation; empty for other claims.
    std::string point_text() const {
        if (claim_.kind == Claim::all || claim_.kind == Claim::range) return "";
        std::string text;
        for (const std::size_t i : point_) append(text, names_[i], leading_[i].low);
        return text.empty() ? "-" : text;
    }

    Int instances() const { return instances_; }
    Int read() const { return read_; }

  private:
    struct Missing {  // thrown while building: this leading variable needs a range
        std::size_t index;
    };
    struct Leading {
        Int low = 0;
        Int high = 0;
        int group = -1;  // of a sum range
        bool ranged = false;
    };
    struct Spine {
        enum Kind { both, hypothesis, forall, leaf } kind = leaf;
        const Expr* e = nullptr;
        std::vector<std::pair<std::size_t, std::size_t>> ranged;  // slot, leading variable
        std::vector<int> solved;                                  // slots without a range
        const Plan* plan = nullptr;                               // for the solved ones
        std::vector<Spine> parts;
        bool asks = false;  // an `exists` that needs a witness
        Int reads = 0;
    };

    Spine build() {
        reset_budget();
        const Item& statement = *claim_.statement;
        unit_.assign(
            statement.raw_unit.begin(),
            statement.raw_unit.begin() + static_cast<std::ptrdiff_t>(statement.parameters));
        Spine root;
        root.kind = Spine::forall;
        for (std::size_t i = 0; i < unit_.size(); ++i) {
            if (!leading_[i].ranged) throw Missing{i};
            root.ranged.emplace_back(i, i);
        }
        root.e = normal_form(unit_, statement.raw_unit, identity(unit_), statement.raw);
        root.parts.push_back(build(root.e));
        return root;
    }

    Spine build(const Expr* e) {
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
            if (!s.solved.empty()) {
                Exprs hypotheses;
                for (; body->op == Op::implies; body = body->args[1])
                    hypotheses.push_back(body->args[0]);
                s.plan = planner_.solve(unit_, hypotheses, s.solved);
                const auto first = static_cast<std::size_t>(s.solved[0]);
                if (!s.plan) throw Missing{index_of(names_, unit_[first].name)};
            }
            s.parts.push_back(build(body));
        } else {
            return build_leaf(e);
        }
        return s;
    }

    Spine build_leaf(const Expr* e) {
        Spine s;
        s.e = e;
        planner_.prepare(unit_, e);
        if (e->written)
            for (const Expr* side : e->written->args) planner_.prepare(unit_, side);
        s.asks = e->op == Op::exists && !e->plan;
        if (contains(e, Op::automatic) || contains(e, Op::tends) ||
            (s.asks && any_node(e, [](auto* x) { return x->op == Op::forall && !x->plan; })))
            trivial_ = trivial_ ? trivial_ : e;
        return s;
    }

    // The kernel for moves, if the ranges of the claim are large enough.
    void choose_kernel() {
        double cells = 1;
        for (const Leading& v : leading_) cells *= static_cast<double>(v.high - v.low) + 1;
        evaluator_->set_size(cells);
        if (!evaluator_->large) return;
        std::vector<Int> tops;
        for (const Variable& v : unit_) {
            const std::size_t i = index_of(names_, v.name);
            tops.push_back(i < names_.size() && leading_[i].ranged ? leading_[i].high : -1);
        }
        evaluator_->moves = moves_kernel(planner_, *evaluator_, frame_, std::move(tops));
    }

    // Each leaf must have been read once: a claim without instances says nothing.
    void check_all_read(const Spine& spine) {
        if (spine.kind == Spine::leaf && spine.reads == 0)
            reject(spine.e->place, "no instance satisfies the hypotheses");
        for (const Spine& part : spine.parts) check_all_read(part);
    }

    bool is_parameter(std::size_t i) const { return point_[i] < claim_.statement->parameters; }

    const Variable& parameter(std::size_t i) const {
        static const Variable unlimited;
        return is_parameter(i) ? claim_.statement->raw_unit[point_[i]] : unlimited;
    }

    // The values of a point, which must name the right variables, within their domains.
    std::vector<Int> point_values(const std::vector<Range>& point) const {
        std::string wanted;
        for (const std::size_t i : point_) wanted += (wanted.empty() ? "" : ",") + names_[i];
        std::vector<Int> values;
        for (std::size_t i = 0; i < point.size(); ++i) {
            if (i >= point_.size() || point[i].names[0] != names_[point_[i]]) break;
            const Variable& p = parameter(i);
            if (point[i].low < p.low || point[i].low > p.high)
                fail(Kind::bad_input, "claim", "`" + p.name + "` leaves its domain");
            values.push_back(point[i].low);
        }
        if (values.size() != point_.size() || values.size() != point.size())
            fail(Kind::bad_input, "claim",
                 wanted.empty() ? "the point has no variables" : "the point must give " + wanted);
        return values;
    }

    void set_point(const std::vector<Int>& values) {
        for (std::size_t i = 0; i < values.size(); ++i)
            leading_[point_[i]].low = leading_[point_[i]].high = values[i];
    }

    void refute(const std::vector<Int>& point) {
        set_point(point);
        refuting_ = true;
        run(spine_, 0);
        if (!found_false_)
            reject(claim_.statement->place, "the statement is true at " + point_text());
    }

    // The first point in the order of claims.md; declined if infinitely many lie before `last`.
    std::vector<Int> first_point(const std::vector<Int>& last) const {
        std::vector<Int> first(last.size());
        bool unlimited = false;  // this coordinate, or one behind it, has no finite domain
        for (std::size_t i = last.size(); i-- > 0;) {
            first[i] = parameter(i).low;
            unlimited = unlimited || parameter(i).high == kMax;
            if (is_parameter(i) && last[i] != first[i] && unlimited)
                decline(claim_.statement->place, "infinitely many points lie before");
        }
        return first;
    }

    // The next point: tuples of variables by their sum, then lexicographically; without variables,
    // the next tuple of parameters.
    void next_point(std::vector<Int>& values) const {
        std::size_t i = values.size() - 1;
        if (is_parameter(i)) {
            for (; values[i]++ == parameter(i).high; --i) values[i] = parameter(i).low;
            return;
        }
        // Move one unit to the left of the last non-zero variable; the rest of it goes to the end.
        while (i > 0 && !is_parameter(i - 1) && values[i] == 0) --i;
        const Int rest = std::exchange(values[i], 0);
        const bool first = i == 0 || is_parameter(i - 1);
        values.back() = first ? rest + 1 : rest - 1;
        if (!first) ++values[i - 1];
    }

    // `dead` is 0 where all hypotheses hold so far; else the number of assignments that are counted
    // at once.
    void run(Spine& spine, Int dead) {
        if (spine.kind == Spine::forall) return run_forall(spine, 0, dead);
        if (spine.kind == Spine::hypothesis && dead == 0 && !holds(spine.e->args[0])) dead = 1;
        for (Spine& part : spine.parts) run(part, dead);
        if (spine.kind != Spine::leaf) return;
        instances_ = plus(instances_, std::max<Int>(dead, 1), spine.e->place);
        evaluator_->tick();
        if (dead == 0) read_leaf(spine);
    }

    // The result of an evaluation; a failure gets the assignment at hand.
    template <class Evaluation>
    bool placed(Evaluation evaluation) {
        try {
            return evaluation();
        } catch (Failure& failure) {
            failure.reason += " at " + assignment();
            throw;
        }
    }

    bool holds(const Expr* e) {
        return placed([&] { return evaluator_->truth(e, frame_); });
    }

    // Ranged variables first, in order; where a hypothesis in front fails instances are still
    // counted, except those of variables that have to be solved.
    void run_forall(Spine& spine, std::size_t next, Int dead) {
        Spine* body = spine.parts.data();
        if (next == spine.ranged.size()) {
            if (!spine.plan) return run(*body, dead);
            return dead == 0 ? run_solved(spine) : void();
        }
        const std::size_t slot = spine.ranged[next].first;
        const Leading& v = leading_[spine.ranged[next++].second];
        Int* const sum = v.group < 0 ? nullptr : &group_sum_[static_cast<std::size_t>(v.group)];
        const Int high = sum ? v.high - *sum : v.high;
        const Int all = plus(high - v.low, 1, spine.e->place);
        if (dead > 0 && !sum) return run_forall(spine, next, times(dead, all, spine.e->place));
        if (evaluator_->along && dead == 0 && next == spine.ranged.size() && !spine.plan) {
            const Int reads =
                quiet_along(*evaluator_, body->e, static_cast<Int>(slot), v.low, high, frame_);
            if (reads >= 0) return count_reads(*body, reads, all);
        }
        scope_.push_back(slot);
        for (Int value = v.low; value <= high; ++value) {
            evaluator_->tick();
            frame_[slot] = value;
            if (sum) *sum += value;
            run_forall(spine, next, dead);
            if (sum) *sum -= value;
            if (value == kMax) break;
        }
        scope_.pop_back();
    }

    // What a kernel found of the leaf under a spine without branches: all instances, and how many
    // of them read it.
    void count_reads(Spine& spine, Int reads, Int instances) {
        if (spine.kind != Spine::leaf) return count_reads(spine.parts[0], reads, instances);
        spine.reads = plus(spine.reads, reads, spine.e->place);
        read_ = plus(read_, reads, spine.e->place);
        instances_ = plus(instances_, instances, spine.e->place);
    }

    void run_solved(Spine& spine) {
        Int quiet = -1;
        placed([&] {
            const auto& moves = evaluator_->moves;
            if (moves) quiet = moves->quiet(spine.e, spine.solved, frame_);
            return true;
        });
        if (quiet >= 0) return count_reads(spine, quiet, quiet);
        std::vector<Word> solutions;
        auto keep = [&] {
            if (solutions.size() * (spine.solved.size() + 8) > kMaxSolutions)
                decline(spine.e->place, "work limit: too many solutions");
            Word& solution = solutions.emplace_back(spine.solved.size());
            std::transform(spine.solved.begin(), spine.solved.end(), solution.begin(),
                           [&](int v) { return frame_[v]; });
            return true;
        };
        placed([&] { return evaluator_->run(spine.plan->first, frame_, keep); });
        std::sort(solutions.begin(), solutions.end());
        solutions.erase(std::unique(solutions.begin(), solutions.end()), solutions.end());
        scope_.insert(scope_.end(), spine.solved.begin(), spine.solved.end());
        for (const Word& solution : solutions) {
            for (std::size_t i = 0; i < solution.size(); ++i) frame_[spine.solved[i]] = solution[i];
            run(spine.parts[0], 0);
        }
        scope_.resize(scope_.size() - spine.solved.size());
    }

    void read_leaf(Spine& spine) {
        ++spine.reads;
        ++read_;
        if (spine.asks ? witnessed(spine) : holds(spine.e)) return;
        found_false_ = true;
        if (!refuting_) reject(spine.e->place, "false at " + assignment() + sides(spine.e));
    }

    // The next witness of the certificate makes the formula true; else the claim is rejected.
    bool witnessed(const Spine& spine) {
        evaluator_->rules |= kWitness;
        const bool missing = asked_ == given_->witnesses.size();
        const auto refuse = [&](const std::string& reason) {
            const int line = missing ? given_->witness_line : given_->lines[asked_];
            fail(Kind::rejected, given_->file + ":" + std::to_string(line), reason);
        };
        if (missing) refuse("witness missing for " + assignment());
        const Word& tuple = given_->witnesses[asked_];
        const auto& vars = spine.e->vars;
        if (tuple.size() != vars.size())
            refuse(cat("a witness has ", vars.size(), " numbers, found ", tuple.size()));
        for (std::size_t i = 0; i < tuple.size(); ++i) frame_[vars[i]] = tuple[i];
        if (!holds(spine.e->args[0])) refuse("the witness fails at " + assignment());
        ++asked_;
        return true;
    }

    std::string assignment() const {
        std::string text;
        for (const std::size_t slot : scope_) append(text, unit_[slot].name, frame_[slot]);
        return text.empty() ? "-" : text;
    }

    // The two values of a false comparison, as `: 7 < 5`.
    std::string sides(const Expr* leaf) const {
        if (!leaf->written) return "";
        const auto& args = leaf->written->args;
        const Op op = leaf->written->op;
        const char* const sign = op == Op::eq   ? " = "
                                 : op == Op::ne ? " != "
                                 : op == Op::lt ? " < "
                                                : " <= ";
        return cat(": ", evaluator_->number(args[0], frame_), sign,
                   evaluator_->number(args[1], frame_));
    }

    Planner& planner_;
    const Claim claim_;
    std::vector<std::string> names_;  // the leading variables
    std::vector<Leading> leading_;
    std::vector<std::size_t> point_;  // refutations: the leading variables of a point
    std::string missing_;             // `: all`: a variable that would need a range
    const Expr* trivial_ = nullptr;   // a leaf that says nothing on a range (language.md 5.4)
    Unit unit_;
    Spine spine_;
    Evaluator* evaluator_ = nullptr;
    const CertifiedClaim* given_ = nullptr;
    std::size_t asked_ = 0;
    Int* frame_ = nullptr;
    std::vector<std::size_t> scope_;  // slots of the leading variables assigned so far
    std::vector<Int> group_sum_;
    bool refuting_ = false;
    bool found_false_ = false;
    Int instances_ = 0;
    Int read_ = 0;
};

}  // namespace mexcheck
