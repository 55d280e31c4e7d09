// Claims for all naturals (automata.md 3).
//
// `verify` returns only if the claim is true, each of its leaves is read at some assignment, and
// the records that were asked for are right.
#pragma once

#include "../claim.h"
#include "definitions.h"

namespace mexcheck::automata {

class Prover : private Definitions {
  public:
    Prover(Planner& planner, std::size_t items, Records& records, const std::string& file,
           Int max_work)
        : Definitions(planner, items, records, file, max_work) {}

    void verify(const CertifiedClaim& given, Int number) {
        const Item& statement = *given.claim.statement;
        reset_budget();
        Unit unit(statement.raw_unit.begin(),
                  statement.raw_unit.begin() + static_cast<std::ptrdiff_t>(statement.parameters));
        const Expr* const body =
            normal_form(unit, statement.raw_unit, identity(unit), statement.raw);
        for (const Range& r : given.claim.fixed)
            for (std::size_t i = 0; i < statement.parameters; ++i)
                if (unit[i].name == r.names[0]) unit[i].low = unit[i].high = r.low;
        now_ = Reading{&unit};
        claim_ = number;
        reach(statement, reached_);
        read_.clear();
        list_leaves(body);
        Frame f(unit.size());
        choose(statement.parameters, f, unit, 0, [&] { spine(body, f); });
        for (const auto& [e, found] : read_)
            if (!found) reject(e->place, "no instance satisfies the hypotheses");
    }

    // A record of what the claims reach by their texts is checked even if no decision asked for it:
    // which records may stand does not depend on how formulas are simplified.
    void check_all_used() {
        now_ = Reading{};
        if (!rules_.contains("automata") && !unbounded_)
            fail(Kind::rejected, file_, "record not used: over");
        for (const Record& r : records_.list) {
            if (r.used) continue;
            if (r.kind == Record::adder) adder();
            if (r.kind == Record::floor && std::ranges::any_of(reached_, reads_floor))
                floor_graph();
            if (reached_.contains(r.item))
                r.item->recursive ? void(instance(*r.item, r.fixed)) : void(letters_of(*r.item));
            if (!r.used)
                fail(Kind::rejected, cat(file_, ":", r.line), "record not used: " + r.name());
        }
    }

    const std::set<std::string>& rules() const { return rules_; }  // of all claims so far
    Int work() const { return engine_.meter.work + records_.work; }

  private:
    // Reads for each choice of the first `count` variables of the unit that have a finite domain.
    template <class Read>
    void choose(std::size_t count, Frame& f, const Unit& unit, std::size_t at, const Read& read) {
        if (at == count) return read();
        const Variable& v = unit[at];
        if (v.high == kMax) {
            unbounded_ = true;
            bind(static_cast<Int>(at), f);
            return choose(count, f, unit, at + 1, read);
        }
        for (Int value = v.low; value <= v.high; ++value) {
            spend(1);
            f[at] = Sum(value);
            choose(count, f, unit, at + 1, read);
        }
    }

    // Adds the item and all that it reaches by its text.
    static void reach(const Item& item, std::set<const Item*>& reached) {
        if (reached.insert(&item).second)
            for (const Item* use : item.uses) reach(*use, reached);
    }
    static bool reads_floor(const Item* item) {
        const auto reads = [](const Expr* e) { return e->op == Op::floor || e->op == Op::tends; };
        return (item->raw && any_node(item->raw, reads)) ||
               (item->raw_measure && any_node(item->raw_measure, reads));
    }

    // No leaf has been read so far: a domain without values must not hide one.
    void list_leaves(const Expr* e) {
        if (e->op == Op::implies || e->op == Op::automatic || e->op == Op::forall)
            list_leaves(e->args.back());
        else if (e->op == Op::and_)
            for (const Expr* part : e->args) list_leaves(part);
        else
            read_.emplace(e, false);
    }

    void spine(const Expr* e, Frame& f, std::size_t bound = 0) {
        if (e->op == Op::and_) {
            for (const Expr* part : e->args) spine(part, f);
        } else if (e->op == Op::implies) {
            now_.guards.push_back(formula(e->args[0], f));
            spine(e->args[1], f);
            now_.guards.pop_back();
        } else if (e->op != Op::forall) {
            leaf_of_claim(e, f);
        } else if (bound == e->vars.size()) {
            spine(e->args[0], f);
        } else if (const auto range = domain(e->args[0], Op::implies, e->vars[bound])) {
            for (Int value = range->first; value <= range->second; ++value) {
                spend(1);
                f[static_cast<std::size_t>(e->vars[bound])] = Sum(value);
                spine(e, f, bound + 1);
            }
        } else {
            unbounded_ = true;
            bind(e->vars[bound], f);
            spine(e, f, bound + 1);
        }
    }

    void leaf_of_claim(const Expr* e, Frame& f) {
        const Node hypotheses = join(Node::all, now_.guards);
        if (!engine_.search(hypotheses)) return;
        if (e->op != Op::automatic) read_.at(e) = true;
        if (by_definition(e, f)) return;
        if (e->op == Op::automatic) return automatic(e, f, hypotheses);
        if (e->op == Op::tends) return limit(e, f, hypotheses);
        const Node bad = both(hypotheses, negated(formula(e, f)));
        if (!bad.constant()) rules_.insert("automata");
        if (const auto found = engine_.search(bad))
            reject(e->place, "false at " + assignment(*found));
    }

    void automatic(const Expr* e, Frame& f, const Node& hypotheses) {
        Block block;
        const Sum highest = natural(e->args[0], f, block);
        if (!free_variables(hypotheses).empty() || !highest.is_number())
            decline(e->place, "`exists automatic` behind hypotheses with variables");
        if (records_.numeration->name != "fibonacci")
            decline(e->place, "`exists automatic` is about the numeration `fibonacci`");
        const Record& r = wanted({Record::automatic, nullptr, {}, claim_});
        for (State s = 0; s < r.automaton.size(); ++s)
            if (r.automaton.output[s] > highest.constant)
                refuse(r, cat("the output is greater than ", highest.constant), 1 + s);
        rules_.insert("witness");
        automatic_ = function_of(r.automaton);
        spine(e->args[1], f);
    }

    // |T - floor(n * phi)| <= bound for all n and some bound, or with floor(n * phi ^ 2).
    void limit(const Expr* e, Frame& f, const Node& hypotheses) {
        rules_.insert({"automata", "limit"});
        Block block;
        const Sum n = Sum::variable(bind(e->vars[0], f));
        Sum difference = term(e->args[0], f, block);
        difference.add(-1, applied(floor_graph(), {n}, block));
        if (e->value == 2) difference.add(-1, n);
        for (Int bound = 1; bound <= kMaxBound; bound *= 2) {
            Node far = either(relation(false, Sum(bound + 1).plus_times(-1, difference)),
                              relation(false, Sum(bound + 1).plus_times(1, difference)));
            Block here = block;
            if (!engine_.search(both(hypotheses, std::move(here).around(std::move(far))))) return;
        }
        decline(e->place, "no bound of the difference was found");
    }

    // Whether the leaf is the defining equation F(args) = body. It is true if the recursion is
    // sound: each value exists (mex shape), and each call has a smaller measure.
    bool by_definition(const Expr* e, Frame& f) {
        if (e->op != Op::eq0 || !e->written) return false;
        const Expr* const call = e->written->args[0];
        if (call->op != Op::call || !call->item->recursive) return false;
        const Item& def = *call->item;
        Unit unit = *now_.unit;
        std::map<Int, Int> slots;
        const Expr* const body = normal_form(unit, def.raw_unit, call->args, def.raw);
        if (!alike(body, e->written->args[1], slots)) return false;
        planner_.prepare(def);
        if (!def.body->mex || !plain_calls(def, def.body->args[0]) || recursion_below(def))
            return false;
        rules_.insert({"automata", "definition"});
        rules_.merge(rules_of(*def.body->mex));
        Block block;
        arguments(call, f, block);
        Frame fixed(def.unit.size());
        apart(def.unit, [&] {
            choose(def.arity(), fixed, def.unit, 0, [&] {
                Instance any{.def = &def, .known = false};
                for (std::size_t i = 0; i < def.arity(); ++i)
                    any.fixed.push_back(fixed[i].is_number() ? fixed[i].constant : -1);
                std::vector<Var> tracks;
                Frame inner = enter(any, tracks);
                now_.mex_slot = def.body->vars[0];
                bind(now_.mex_slot, inner);
                formula(def.body->args[0], inner);
                now_.instance = nullptr;
            });
            return true;
        });
        return true;
    }

    // Whether another recursive def is reached, whose recursion would have to be sound, too.
    static bool recursion_below(const Item& def) {
        std::set<const Item*> reached;
        reach(def, reached);
        return std::ranges::any_of(
            reached, [&](const Item* item) { return item != &def && item->recursive; });
    }

    // Whether the def is called only where its value changes no guard: nowhere in a hypothesis of
    // the mex shape, nor below a condition or quantifier in a term.
    static bool plain_calls(const Item& def, const Expr* e) {
        const auto calls = [&](const Expr* x) { return x->item == &def; };
        if (e->op == Op::implies)
            return !any_node(e->args[0], calls) && plain_calls(def, e->args[1]);
        const bool transparent =
            e->sort == Sort::number
                ? e->op == Op::linear || e->op == Op::call || e->op == Op::guard
                : e->op == Op::and_ || e->op == Op::not_ || e->op == Op::forall ||
                      e->op == Op::eq0 || e->op == Op::le0;
        if (!transparent) return !any_node(e, calls);
        return std::all_of(e->args.begin(), e->args.end(),
                           [&](const Expr* a) { return plain_calls(def, a); });
    }

    // Equal trees, up to the slots of variables bound in them.
    static bool alike(const Expr* a, const Expr* b, std::map<Int, Int>& slots) {
        if (a->op == Op::var && b->op == Op::var) {
            const auto known = slots.find(a->value);
            return (known == slots.end() ? a->value : known->second) == b->value;
        }
        if (a->op != b->op || a->value != b->value || a->item != b->item || a->coefs != b->coefs ||
            a->vars.size() != b->vars.size() || a->args.size() != b->args.size())
            return false;
        for (std::size_t i = 0; i < a->vars.size(); ++i) slots[a->vars[i]] = b->vars[i];
        return std::equal(a->args.begin(), a->args.end(), b->args.begin(),
                          [&](auto* x, auto* y) { return alike(x, y, slots); });
    }

    static constexpr Int kMaxBound = 1 << 16;

    Int claim_ = 0;
    std::set<const Item*> reached_;     // by the texts of the claims
    bool unbounded_ = false;            // some variable of a claim is read for all naturals
    std::map<const Expr*, bool> read_;  // leaves of the claim: some assignment reads it
};

}  // namespace mexcheck::automata
