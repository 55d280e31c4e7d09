#include "prover.h"

#include <algorithm>

namespace mexcheck::automata {
namespace {

constexpr const char* kFloor =
    "language mex 1\n"
    "def f(n) measure n = least m with forall i < n: m != f(i) and m != f(i) + i\n";
constexpr Int kMaxBound = 1 << 16;  // of a difference in `tends_to`

// Equal trees, up to the slots of variables bound in them.
bool alike(const Expr* a, const Expr* b, std::map<Int, Int>& slots) {
    if (a->op == Op::var && b->op == Op::var) {
        const auto known = slots.find(a->value);
        return (known == slots.end() ? a->value : known->second) == b->value;
    }
    if (a->op != b->op || (a->op != Op::apply && a->value != b->value) || a->item != b->item ||
        a->coefs != b->coefs || a->vars.size() != b->vars.size() ||
        a->args.size() != b->args.size())
        return false;
    for (std::size_t i = 0; i < a->vars.size(); ++i) slots[a->vars[i]] = b->vars[i];
    for (std::size_t i = 0; i < a->args.size(); ++i)
        if (!alike(a->args[i], b->args[i], slots)) return false;
    return true;
}

}  // namespace

Prover::Prover(const Spec& spec, Planner& planner, Records& records, const std::string& file,
               Int max_work)
    : planner_(planner),
      records_(records),
      file_(file),
      engine_(*records.numeration, max_work),
      evaluator_({}, spec.items().size(), max_work) {
    engine_.equal = compare(0, 0);
    for (Record& r : records.list) engine_.identify(r.automaton);
    floor_spec_.read_text("floor", kFloor);
    floor_ = floor_spec_.find("f");
}

std::string Prover::rules() const {
    std::string text;
    for (const std::string& rule : rules_) text += (text.empty() ? "" : ",") + rule;
    return text.empty() ? "-" : text;
}

void Prover::check_all_used() const {
    for (const Record& r : records_.list)
        if (!r.used) fail(Kind::rejected, cat(file_, ":", r.line), "record not used: " + r.name());
}

void Prover::verify(const CertifiedClaim& given, std::size_t number) {
    const Item& statement = *given.claim.statement;
    reset_budget();
    Unit unit(statement.raw_unit.begin(),
              statement.raw_unit.begin() + static_cast<std::ptrdiff_t>(statement.parameters));
    const Expr* const body = normal_form(unit, statement.raw_unit, identity(unit), statement.raw);
    claim_ = number;
    automatic_ = nullptr;
    read_.clear();
    // Each choice of the parameters of finite domain in turn.
    std::vector<std::pair<Int, Int>> box(statement.parameters, {-1, -1});
    for (std::size_t i = 0; i < box.size(); ++i)
        if (unit[i].high != kMax) box[i] = {unit[i].low, unit[i].high};
    for (const Range& r : given.claim.fixed)
        for (std::size_t i = 0; i < box.size(); ++i)
            if (unit[i].name == r.names[0]) box[i] = {r.low, r.high};
    Frame f(unit.size());
    std::function<void(std::size_t)> choose = [&](std::size_t i) {
        now_.unit = &unit;
        if (i == box.size()) return spine(body, f);
        if (box[i].first < 0) {
            bind(unit, static_cast<Int>(i), f);
            return choose(i + 1);
        }
        for (Int value = box[i].first; value <= box[i].second; ++value) {
            f[i] = Sum(value);
            choose(i + 1);
        }
    };
    choose(0);
    for (const auto& [e, found] : read_)
        if (!found) reject(e->place, "no instance satisfies the hypotheses");
}

void Prover::spine(const Expr* e, Frame& f) {
    if (e->op == Op::and_) {
        for (const Expr* part : e->args) spine(part, f);
    } else if (e->op == Op::implies) {
        now_.guards.push_back(formula(e->args[0], f));
        spine(e->args[1], f);
        now_.guards.pop_back();
    } else if (e->op == Op::forall) {
        spine_forall(e, f, 0);
    } else {
        leaf_of_claim(e, f);
    }
}

void Prover::spine_forall(const Expr* e, Frame& f, std::size_t next) {
    if (next == e->vars.size()) return spine(e->args[0], f);
    const int slot = e->vars[next];
    const auto range = domain(e->args[0], Op::implies, slot);
    if (!range) {
        bind(*now_.unit, slot, f);
        return spine_forall(e, f, next + 1);
    }
    for (Int value = range->first; value <= range->second; ++value) {
        f[static_cast<std::size_t>(slot)] = Sum(value);
        spine_forall(e, f, next + 1);
    }
}

void Prover::leaf_of_claim(const Expr* e, Frame& f) {
    const Node hypotheses = join(Node::all, now_.guards);
    const bool reached = engine_.search(hypotheses).has_value();
    bool& read = read_[e];
    read = read || reached;
    if (!reached || by_definition(e, f)) return;
    Node holds;
    if (e->op == Op::automatic) {
        Block block;
        const Sum highest = natural(e->args[0], f, block);
        if (!free_variables(hypotheses).empty() || !highest.is_number())
            decline(e->place, "`exists automatic` behind hypotheses with variables");
        const Record& r = wanted(Record::automatic, nullptr, {}, static_cast<Int>(claim_));
        for (State s = 0; s < r.automaton.size(); ++s)
            if (r.automaton.output[s] > highest.constant)
                fail(Kind::rejected, cat(file_, ":", static_cast<std::size_t>(r.line) + 1 + s),
                     cat(r.name(), ": the output is greater than ", highest.constant));
        if (records_.numeration->name != "fibonacci")
            decline(e->place, "`exists automatic` is about the numeration `fibonacci`");
        rules_.insert("witness");
        automatic_ = function_of(r.automaton);
        return spine(e->args[1], f);
    }
    if (e->op == Op::tends) {
        rules_.insert("limit");
        bind(*now_.unit, e->vars[0], f);
        Int bound = 1;
        while (bound <= kMaxBound && engine_.search(both(hypotheses, negated(tends(e, f, bound)))))
            bound *= 2;
        if (bound > kMaxBound) decline(e->place, "no bound of the difference was found");
        rules_.insert("automata");
        return;
    }
    holds = formula(e, f);
    const Node bad = both(hypotheses, negated(std::move(holds)));
    if (!bad.constant()) rules_.insert("automata");
    if (const auto found = engine_.search(bad)) reject(e->place, "false at " + assignment(*found));
}

// |T - floor(n * phi)| <= bound, or with floor(n * phi ^ 2).
Node Prover::tends(const Expr* e, Frame& f, Int bound) {
    Block block;
    Sum difference = term(e->args[0], f, block);
    const Sum n = f[static_cast<std::size_t>(e->vars[0])];
    const Instance& i = instance(*floor_, {-1});
    difference.add(-1, applied(&i.graph->automaton, {n}, block, e->place));
    if (e->value == 2) difference.add(-1, n);
    Sum below(-bound);
    below.add(1, difference);
    Sum above(-bound);
    above.add(-1, difference);
    Node near = both(relation(false, below, e->place), relation(false, above, e->place));
    return std::move(block).around(std::move(near));
}

// Whether the leaf is the defining equation F(args) = body. It is true if the recursion is sound:
// each value exists (mex shape), and each call has a smaller measure.
bool Prover::by_definition(const Expr* e, Frame& f) {
    if (e->op != Op::eq0 || !e->written) return false;
    const Expr* const call = e->written->args[0];
    if (call->op != Op::call || !call->item->recursive) return false;
    const Item& def = *call->item;
    Unit unit = *now_.unit;
    std::map<Int, Int> slots;
    if (!alike(normal_form(unit, def.raw_unit, call->args, def.raw), e->written->args[1], slots))
        return false;
    planner_.prepare(def);
    if (!def.body->mex) return false;
    Block block;
    arguments(call, f, block);
    rules_.insert("definition");
    rules_.insert("automata");
    Instance any;
    any.def = &def;
    any.known = false;
    std::function<void()> choose = [&] {
        const std::size_t i = any.fixed.size();
        if (i < def.arity()) {
            const Variable& p = def.unit[i];
            const bool finite = def.fixed[i] && p.high != kMax;
            for (Int value = finite ? p.low : -1; value <= (finite ? p.high : -1); ++value) {
                any.fixed.push_back(value);
                choose();
                any.fixed.pop_back();
            }
            return;
        }
        const Apart apart(*this, def.unit);
        std::vector<Var> tracks;
        Frame inner = enter(any, tracks);
        now_.mex_slot = def.body->vars[0];
        bind(def.unit, now_.mex_slot, inner);
        formula(def.body->args[0], inner);
    };
    choose();
    return true;
}

}  // namespace mexcheck::automata
