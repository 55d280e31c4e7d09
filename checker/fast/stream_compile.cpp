// Kernel fast.stream: from definitions and claims to a program (stream.h). What has another form
// than those known here is declined. Cost: that of reading the text, bounded by kMaxNodes.
#include "shape.h"
#include "stream.h"

namespace mexcheck {
namespace {

using Sum = StreamSum;
using Node = const StreamNode*;
using Meaning = StreamNode::Kind;

constexpr std::size_t kMaxNodes = 20'000;
constexpr std::size_t kMaxVisits = 50'000;
constexpr Int kMaxUnrolled = 64;
constexpr Int kSums = Int{1} << 62;            // sums are less
constexpr std::size_t kMaxStreamHeight = 500;  // of a tree of nodes: running one is recursive

// What the slots of a unit stand for; nothing: unknown here.
using Env = std::vector<std::optional<Sum>>;

[[noreturn]] void unknown_form(const Expr* e) {
    decline(e->place, "no form that fast.stream decides");
}

const Sum kRow{.n = 1};

void add(Sum& sum, Int factor, const Sum& other, const Expr* from) {
    const auto checked = [&](Int value, Int limit) {
        if (value < -limit || value > limit) decline(from->place, "number too large for a stream");
        return value;
    };
    const auto scaled = [&](Int a, Int b) { return times(a, b, from->place); };
    sum.constant =
        checked(plus(sum.constant, scaled(factor, other.constant), from->place), Int{1} << 60);
    sum.n = checked(plus(sum.n, scaled(factor, other.n), from->place), kStreamFactor);
    for (const Sum::Term& t : other.terms) {
        const auto at = std::find_if(sum.terms.begin(), sum.terms.end(), [&](const Sum::Term& s) {
            return std::pair(s.column, s.shift) >= std::pair(t.column, t.shift);
        });
        const Int more = checked(scaled(factor, t.factor), kStreamFactor);
        if (at != sum.terms.end() && at->column == t.column && at->shift == t.shift)
            at->factor = checked(at->factor + more, kStreamFactor);
        else
            sum.terms.insert(at, {t.column, t.shift, more});
    }
    if (sum.terms.size() > kStreamTerms) decline(from->place, "sum too long for a stream");
    sum.first = std::max(sum.first, other.first);
    sum.last = std::min(sum.last, other.last);
}

// Whether low <= sum <= high at every row, from the text alone.
bool lies(const Sum& sum, Int low, Int high) {
    return sum.constant >= low && (sum.fixed() ? sum.constant <= high : high == kMax) &&
           sum.n >= 0 &&
           std::all_of(sum.terms.begin(), sum.terms.end(), [](auto& t) { return t.factor >= 0; });
}

class Compiler {
  public:
    Compiler(Planner& planner, const Certificate& certificate) {
        for (const Table& t : certificate.tables) {
            const auto ranged = std::find(t.def->fixed.begin(), t.def->fixed.end(), false);
            const auto at = static_cast<std::size_t>(ranged - t.def->fixed.begin());
            out_.columns.push_back({&t, t.side[at] - 1});
        }
        for (StreamColumn& c : out_.columns) {
            planner.prepare(*c.table->def);
            column_ = &c;
            rows_ = {0, c.last};
            const Env env = arguments();
            measure_ = plain(c.table->def->measure, env);
            if (measure_.n < 0 || measure_.constant < 0 || !measure_.terms.empty())
                unknown_form(c.table->def->measure);
            c.body = body(c.table->def->body, env);
        }
        column_ = nullptr;
        for (std::size_t i = 0; i < certificate.claims.size(); ++i) claim(certificate, i);
        for (const StreamColumn& c : out_.columns)
            if (!c.used)
                fail(Kind::rejected, cat(certificate.claims[0].file, ":", c.table->line),
                     "column not used: " + c.table->def->name);
    }

    StreamProgram take() { return std::move(out_); }

  private:
    struct Demand {
        Sum sum;
        Int low;
        Int high;
        const Expr* from;
    };
    using Demands = std::vector<Demand>;

    // The parameters of the column's def at row n.
    Env arguments() const {
        const Item& def = *column_->table->def;
        Env env(def.unit.size());
        for (std::size_t i = 0; i < def.arity(); ++i)
            env[i] = def.fixed[i] ? Sum{.constant = column_->table->fixed[i]} : kRow;
        return env;
    }

    // --- nodes -------------------------------------------------------------------------------

    // What is called is compiled where it is called: bounds the work of that.
    void visit(const Expr* e) {
        if (++visits_ > kMaxVisits) decline(e->place, "too large for a stream");
    }
    Node make(Meaning kind, const Expr* from, std::vector<Node> args, Sum sum = {},
              std::size_t index = 0, std::vector<std::size_t> tests = {}) {
        if (out_.nodes.size() == kMaxNodes) decline(from->place, "too large for a stream");
        StreamNode& node = out_.nodes.emplace_back(
            StreamNode{kind, from, std::move(sum), std::move(args), index, std::move(tests)});
        if (kind == Meaning::least) node.late = out_.mexes[index].shift == 0;
        if (kind == Meaning::member) node.late = out_.tests[node.tests[0]].shift == 0;
        for (const Node arg : node.args) {
            node.height = std::max(node.height, arg->height + 1);
            node.late |= arg->late;
        }
        if (node.height > kMaxStreamHeight) decline(from->place, "nested too deeply for a stream");
        return &node;
    }
    // The number of a test: equal ones are made once.
    std::size_t test(StreamTest wanted) {
        const auto at = std::find(out_.tests.begin(), out_.tests.end(), wanted);
        const auto index = static_cast<std::size_t>(at - out_.tests.begin());
        if (at == out_.tests.end()) out_.tests.push_back(std::move(wanted));
        return index;
    }
    // Of a sum and its negative only one is computed.
    Node compare(StreamTest::Kind kind, const Expr* from, const Sum& sum) {
        if (sum.fixed())
            return constant(from, kind == StreamTest::zero ? sum.constant == 0 : sum.constant <= 0);
        const bool turned = (sum.terms.empty() ? sum.n : sum.terms[0].factor) < 0;
        const bool not_positive = kind == StreamTest::negative;
        Sum x = sum;
        if (turned) {  // sum <= 0 unless 1 - sum <= 0
            x = Sum{.constant = not_positive ? 1 : 0};
            add(x, -1, sum, from);
        }
        const Node node = make(Meaning::test, from, {}, x, 0, {test({kind, x})});
        return turned && not_positive ? make(Meaning::inverse, from, {node}) : node;
    }
    Node constant(const Expr* from, bool truth) {
        return make(Meaning::constant, from, {}, {}, truth ? 1 : 0);
    }
    static bool is(Node node, bool truth) {
        return node->kind == Meaning::constant && (node->index == 1) == truth;
    }
    Node within(const Demand& demand, Node node) {
        std::vector<std::size_t> tests;
        const auto below = [&](Int factor, Int bound) {  // factor * (sum - bound) <= 0
            Sum difference;
            add(difference, factor, demand.sum, demand.from);
            add(difference, -factor, Sum{.constant = bound}, demand.from);
            tests.push_back(test({StreamTest::negative, difference}));
        };
        const bool known = lies(demand.sum, demand.low, demand.high);
        if (!known && demand.low > -kSums) below(-1, demand.low);
        if (!known && demand.high < kSums) below(1, demand.high);
        return make(Meaning::within, demand.from, {node}, demand.sum, 0, std::move(tests));
    }
    // Whether the demand is met, and its rows lie in their columns, wherever `read` is evaluated.
    bool certain(const Demand& d, const Sum& read) const {
        return lies(d.sum, d.low, d.high) && d.sum.first <= std::max(rows_.first, read.first) &&
               d.sum.last >= std::min(rows_.second, read.last);
    }
    Node guarded(Node node, const Demands& demands) {
        for (auto d = demands.rbegin(); d != demands.rend(); ++d)
            if (!certain(*d, node->sum)) node = within(*d, node);
        return node;
    }
    // a and b, a or b, a => b: b is not compiled where a decides.
    template <class Right>
    Node connect(Meaning kind, const Expr* from, Node left, const Right& right) {
        if (kind == Meaning::implies ? is(left, false) : is(left, kind == Meaning::any))
            return kind == Meaning::implies ? constant(from, true) : left;
        const Node other = right();
        if (left->kind == Meaning::constant) return other;
        return make(kind, from, {left, other});
    }

    // --- sums --------------------------------------------------------------------------------

    Sum sum(const Expr* e, const Env& env, Demands& demands) {
        visit(e);
        if (e->op == Op::var) {
            const auto& value = env[static_cast<std::size_t>(e->value)];
            if (!value) unknown_form(e);
            return *value;
        }
        if (e->op == Op::call && e->item->recursive) return look_up(e, env, demands);
        if (e->op == Op::call && e->item->kind == ItemKind::def) {
            const Env inner = call(e, env, demands);
            const Sum value = sum(e->item->body, inner, demands);
            demands.push_back({value, 0, kMax, e});
            return value;
        }
        Sum total;
        if (e->op == Op::guard) {
            total = sum(e->args[0], env, demands);
            demands.push_back({total, e->coefs[0], e->coefs[1], e});
        } else if (e->op == Op::mul) {
            Sum factor = sum(e->args[0], env, demands);
            Sum other = sum(e->args[1], env, demands);
            if (!factor.fixed()) std::swap(factor, other);
            if (!factor.fixed()) unknown_form(e);
            add(total, factor.constant, other, e);
        } else if (e->op == Op::linear) {
            total.constant = e->value;
            for (std::size_t i = 0; i < e->args.size(); ++i)
                add(total, e->coefs[i], sum(e->args[i], env, demands), e);
        } else {
            unknown_form(e);
        }
        return total;
    }

    // A sum that demands nothing which is not certain.
    Sum plain(const Expr* e, const Env& env) {
        Demands demands;
        const Sum total = sum(e, env, demands);
        for (const Demand& d : demands)
            if (!certain(d, total)) unknown_form(e);
        return total;
    }

    // The frame of what is called.
    Env call(const Expr* e, const Env& env, Demands& demands) {
        Env inner(e->item->unit.size());
        for (std::size_t i = 0; i < e->args.size(); ++i) {
            inner[i] = sum(e->args[i], env, demands);
            demands.push_back({*inner[i], e->item->unit[i].low, e->item->unit[i].high, e});
        }
        return inner;
    }

    Sum look_up(const Expr* e, const Env& env, Demands& demands) {
        const Item& def = *e->item;
        Table::Arguments fixed{};
        Sum row;
        for (std::size_t i = 0; i < def.arity(); ++i) {
            const Sum arg = sum(e->args[i], env, demands);
            if (def.fixed[i] ? !arg.fixed() : arg.n != 1 || !arg.terms.empty()) unknown_form(e);
            if (def.fixed[i])
                fixed[i] = arg.constant;
            else
                row = arg;
        }
        const Int shift = row.constant;
        if (shift < -kStreamShift || shift > kStreamShift) unknown_form(e);
        const auto at = std::find_if(
            out_.columns.begin(), out_.columns.end(),
            [&](const StreamColumn& c) { return c.table->def == &def && c.table->fixed == fixed; });
        if (at == out_.columns.end()) reject(e->place, "no column holds " + def.name);
        if (&*at != column_) at->used = true;
        if (column_ && column_->table->def == &def) {
            // At row n + shift + delay_ or before; measures do not fall with the row.
            Env env_there(def.unit.size());
            for (std::size_t i = 0; i < def.arity(); ++i)
                env_there[i] = def.fixed[i] ? Sum{.constant = fixed[i]}
                                            : Sum{.constant = shift + delay_, .n = 1};
            const Sum there = plain(def.measure, env_there);
            if (there.n != measure_.n || there.constant >= measure_.constant)
                decline(e->place, "the measure does not fall at every row");
        }
        out_.ahead = std::max(out_.ahead, shift);
        return {.terms = {{static_cast<int>(at - out_.columns.begin()), shift, 1}},
                .first = -shift,
                .last = at->last - shift};
    }

    // --- sets --------------------------------------------------------------------------------

    // e, which holds the loop's variable k, as a sum over rows n and one over rows k.
    // k <= n + delay.
    std::pair<Sum, Sum> split(const Expr* e, const Env& env, Int k, Int delay) {
        Env over_k = env;
        for (auto& value : over_k)
            if (value && !value->fixed()) value.reset();
        over_k[static_cast<std::size_t>(k)] = kRow;
        Sum of_n;
        Sum of_k;
        const bool one = e->op == Op::var || e->op == Op::call;
        if (!one) of_n.constant = e->value;
        for (std::size_t i = 0; i < (one ? 1 : e->args.size()); ++i) {
            const Expr* atom = one ? e : e->args[i];
            const bool inner = occurs(atom, k);
            delay_ = inner ? delay : 0;
            const auto rows = rows_;
            if (inner) rows_ = {0, rows_.second + delay};
            add(inner ? of_k : of_n, one ? 1 : e->coefs[i], plain(atom, inner ? over_k : env), e);
            rows_ = rows;
        }
        delay_ = 0;
        of_n.constant = plus(of_n.constant, std::exchange(of_k.constant, 0), e->place);
        return {of_n, of_k};
    }

    // The hypothesis is k <= n + shift.
    Int bound(const Expr* hypothesis, const Env& env, Int k) {
        if (hypothesis->op != Op::le0) unknown_form(hypothesis);
        const auto [of_n, of_k] = split(hypothesis, env, k, 0);
        const bool good = of_k == kRow && of_n.n == -1 && of_n.terms.empty();
        if (!good || (of_n.constant != 0 && of_n.constant != 1)) unknown_form(hypothesis);
        return -of_n.constant;
    }

    // The set of these terms, each of them read at row k; `natural`: asked only for naturals.
    std::size_t set(std::vector<Sum> terms, const Expr* from, bool natural) {
        StreamSet wanted{std::move(terms)};
        for (const Sum& t : wanted.terms) {
            if (t.first > 0 ||
                std::any_of(t.terms.begin(), t.terms.end(), [](auto& x) { return x.shift != 0; }))
                unknown_form(from);
            if (t.last < kMax) wanted.rows = std::min(wanted.rows, t.last + 1);
        }
        const auto at = std::find_if(out_.sets.begin(), out_.sets.end(),
                                     [&](const StreamSet& s) { return s.terms == wanted.terms; });
        const auto index = static_cast<std::size_t>(at - out_.sets.begin());
        if (at == out_.sets.end()) out_.sets.push_back(std::move(wanted));
        out_.sets[index].negatives |= !natural;
        return index;
    }

    using Groups = std::vector<std::pair<Sum, std::vector<Sum>>>;
    static void group(Groups& groups, const Sum& key, Sum term) {
        const auto at = std::find_if(groups.begin(), groups.end(),
                                     [&](const auto& g) { return g.first == key; });
        if (at == groups.end())
            groups.push_back({key, {std::move(term)}});
        else
            at->second.push_back(std::move(term));
    }

    // exists k: H and (x = T or ..), H being k <= n + shift.
    Node some_row(const Expr* e, const Expr* h, const Exprs& equations, const Env& env, Int k) {
        const Int shift = bound(h, env, k);
        Groups groups;
        for (const Expr* equation : equations) {
            if (!occurs(equation, k)) unknown_form(e);
            const auto [of_n, of_k] = split(equation, env, k, shift);
            // The side of the first term outside of k is x: what is compared is mostly natural.
            const auto outer = std::find_if(equation->args.begin(), equation->args.end(),
                                            [&](const Expr* a) { return !occurs(a, k); });
            const auto at = static_cast<std::size_t>(outer - equation->args.begin());
            const bool alone = outer == equation->args.end();
            const Int leading = of_k.terms.empty() ? of_k.n : of_k.terms[0].factor;
            const Int outside = of_n.constant != 0 ? of_n.constant : -leading;
            const Int sign = (alone ? outside : equation->coefs[at]) < 0 ? -1 : 1;
            Sum x;
            Sum term;
            add(x, sign, of_n, e);
            add(term, -sign, of_k, e);
            group(groups, x, term);
        }
        std::vector<std::size_t> tests;
        for (auto& [x, terms] : groups)
            tests.push_back(
                test({StreamTest::member, x, set(std::move(terms), e, lies(x, 0, kMax)), shift}));
        return make(Meaning::member, e, {}, {}, 0, std::move(tests));
    }

    // --- quantifiers -------------------------------------------------------------------------

    // An upper bound of v in the text: a conjunct `c * v <= number`; -1 if there is none.
    static Int literal_bound(const Exprs& conjuncts, Int v) {
        for (const Expr* e : conjuncts)
            if (e->op == Op::le0 && e->args.size() == 1 && is_variable(e->args[0], v) &&
                e->coefs[0] > 0 && e->value <= 0 && e->value / e->coefs[0] >= -kMaxUnrolled)
                return -(e->value / e->coefs[0]);
        return -1;
    }

    static Exprs hypotheses(const Expr* e) {
        Exprs list;
        for (; e->op == Op::implies; e = e->args[1]) list = parts_of(e->args[0], Op::and_, list);
        return list;
    }

    Node quantified(const Expr* e, std::vector<int> vars, const Env& env) {
        const bool exists = e->op == Op::exists;
        const Exprs conjuncts = exists ? parts_of(e->args[0], Op::and_) : hypotheses(e->args[0]);
        for (const int v : vars) {
            const Int high = literal_bound(conjuncts, v);
            if (high < 0) continue;
            std::erase(vars, v);
            Node result = constant(e, !exists);
            for (Int value = 0; value <= high; ++value) {
                Env inner = env;
                inner[static_cast<std::size_t>(v)] = Sum{.constant = value};
                result = connect(exists ? Meaning::any : Meaning::all, e, result, [&] {
                    return vars.empty() ? truth(e->args[0], inner) : quantified(e, vars, inner);
                });
            }
            return result;
        }
        const Expr* const a = e->args[0];
        if (vars.size() != 1 || a->op != (exists ? Op::and_ : Op::implies)) unknown_form(e);
        Exprs equations;
        if (!find_equations(a->args[1], exists, equations)) unknown_form(e);
        const Node found = some_row(e, a->args[0], equations, env, vars[0]);
        return exists ? found : make(Meaning::inverse, e, {found});
    }

    // --- formulas ----------------------------------------------------------------------------

    Node truth(const Expr* e, const Env& env) {
        visit(e);
        const auto right = [&] { return truth(e->args[1], env); };
        Demands demands;
        switch (e->op) {
            case Op::constant:
                return constant(e, e->value == 1);
            case Op::le0:
            case Op::eq0: {
                const auto kind = e->op == Op::le0 ? StreamTest::negative : StreamTest::zero;
                const Node node = compare(kind, e, linear(e, env, demands));
                return guarded(node, demands);
            }
            case Op::and_:
                return connect(Meaning::all, e, truth(e->args[0], env), right);
            case Op::or_:
                return connect(Meaning::any, e, truth(e->args[0], env), right);
            case Op::implies:
                return connect(Meaning::implies, e, truth(e->args[0], env), right);
            case Op::iff:
                return make(Meaning::iff, e, {truth(e->args[0], env), right()});
            case Op::not_: {
                const Node inner = truth(e->args[0], env);
                return inner->kind == Meaning::constant ? constant(e, is(inner, false))
                                                        : make(Meaning::inverse, e, {inner});
            }
            case Op::in:
                return among(e, env);
            case Op::exists:
            case Op::forall:
                return quantified(e, e->vars, env);
            case Op::call: {
                if (e->item->list || !e->item->body) unknown_form(e);
                const Env inner = call(e, env, demands);
                return guarded(truth(e->item->body, inner), demands);
            }
            default:
                unknown_form(e);
        }
    }

    Sum linear(const Expr* e, const Env& env, Demands& demands) {
        Sum total{.constant = e->value};
        for (std::size_t i = 0; i < e->args.size(); ++i)
            add(total, e->coefs[i], sum(e->args[i], env, demands), e);
        return total;
    }

    // The tuple is one of those listed.
    Node among(const Expr* e, const Env& env) {
        const auto width = static_cast<std::size_t>(e->value);
        Demands read;
        for (std::size_t i = 0; i < width; ++i)
            read.push_back({plain(e->args[i], env), -kMax, kMax, e->args[i]});
        Node found = constant(e, false);
        for (std::size_t row = width; row < e->args.size(); row += width)
            found = connect(Meaning::any, e, found, [&] {
                Node same = constant(e, true);
                for (std::size_t i = 0; i < width; ++i)
                    same = connect(Meaning::all, e, same, [&] {
                        Sum difference = read[i].sum;
                        add(difference, -1, plain(e->args[row + i], env), e);
                        return compare(StreamTest::zero, e, difference);
                    });
                return same;
            });
        return guarded(found, read);
    }

    // --- bodies ------------------------------------------------------------------------------

    Node body(const Expr* e, const Env& env) {
        if (e->op == Op::if_) {
            const Node test = truth(e->args[0], env);
            if (test->kind == Meaning::constant) return body(e->args[is(test, true) ? 1 : 2], env);
            return make(Meaning::either, e, {test, body(e->args[1], env), body(e->args[2], env)});
        }
        if (e->op == Op::least) {
            if (!e->mex) unknown_form(e);
            StreamMex mex;
            mex.shift = -1;
            collect(mex, e, e->mex->parts, nullptr, env);
            out_.mexes.push_back(std::move(mex));
            return make(Meaning::least, e, {}, {}, out_.mexes.size() - 1);
        }
        Demands demands;
        const Sum value = sum(e, env, demands);
        return guarded(make(Meaning::number, e, {}, value), demands);
    }

    // Whether the node reads nothing but the number of the row.
    static bool of_row(Node node) {
        return node->kind != Meaning::member && node->kind != Meaning::within &&
               node->sum.terms.empty() && std::all_of(node->args.begin(), node->args.end(), of_row);
    }

    void collect(StreamMex& mex, const Expr* e, const std::vector<Mex>& parts, Node guard,
                 const Env& env) {
        for (const Mex& part : parts) {
            if (part.kind == Mex::above) {
                mex.lows.push_back({guard, plain(part.e, env)});
            } else if (part.kind == Mex::exclude) {
                unknown_form(e);
            } else if (part.vars.empty()) {
                Node test = constant(e, true);
                for (const Expr* h : part.hypotheses)
                    test = connect(Meaning::all, e, test, [&] { return truth(h, env); });
                if (is(test, false)) continue;
                if (!of_row(test)) unknown_form(e);
                if (guard) test = connect(Meaning::all, e, guard, [&] { return test; });
                collect(mex, e, part.parts, is(test, true) ? nullptr : test, env);
            } else {
                if (guard || part.vars.size() != 1 || part.hypotheses.size() != 1) unknown_form(e);
                exclude_rows(mex, e, part, env);
            }
        }
    }

    // forall k <= n + shift: m != T and ..
    void exclude_rows(StreamMex& mex, const Expr* e, const Mex& under, const Env& env) {
        const Int k = under.vars[0];
        const Int shift = bound(under.hypotheses[0], env, k);
        if (!mex.parts.empty() && mex.shift != shift) unknown_form(e);
        mex.shift = shift;
        Groups groups;
        for (const Mex& part : under.parts) {
            if (part.kind != Mex::exclude || !occurs(part.e, k)) unknown_form(e);
            const auto [offset, term] = split(part.e, env, k, shift);
            group(groups, offset, term);
        }
        for (auto& [offset, terms] : groups) {
            const bool natural = offset.fixed() && offset.constant <= 0;
            const std::size_t index = set(std::move(terms), e, natural);
            mex.parts.push_back({index, offset});
        }
    }

    // --- claims ------------------------------------------------------------------------------

    void claim(const Certificate& certificate, std::size_t index) {
        const Claim& c = certificate.claims[index].claim;
        const Item& statement = *c.statement;
        if (c.kind != Claim::range) decline(statement.place, "a stream serves claims on ranges");
        claim_ = &c;
        Unit unit(statement.raw_unit.begin(),
                  statement.raw_unit.begin() + static_cast<std::ptrdiff_t>(statement.parameters));
        const Expr* e = normal_form(unit, statement.raw_unit, identity(unit), statement.raw);
        Env env(unit.size());
        for (std::size_t i = 0; i < statement.parameters; ++i)
            for (const Range& r : c.fixed)
                if (r.names[0] == unit[i].name) env[i] = Sum{.constant = r.low};
        unit_ = &unit;
        list_leaves(e);
        StreamLeaf leaf{index, 0, -1, constant(e, true), constant(e, true), nullptr, nullptr};
        spine(e, env, leaf);
    }

    void list_leaves(const Expr* e) {
        if (e->op == Op::implies) return list_leaves(e->args[1]);
        if (e->op != Op::and_ && e->op != Op::forall) return out_.text_leaves.push_back(e);
        for (const Expr* part : e->args) list_leaves(part);
    }

    void spine(const Expr* e, Env env, StreamLeaf leaf) {
        const auto both = [&](Node left, const Expr* right) {
            return connect(Meaning::all, e, left, [&] { return truth(right, env); });
        };
        if (e->op == Op::and_) {
            for (const Expr* part : e->args) spine(part, env, leaf);
        } else if (e->op == Op::implies) {
            leaf.inner = both(leaf.inner, e->args[0]);
            spine(e->args[1], env, leaf);
        } else if (e->op == Op::forall) {
            std::vector<int> solved;
            for (const int v : e->vars)
                if (!ranged(v, env, leaf)) solved.push_back(v);
            solved.empty() ? spine(e->args[0], env, leaf) : solve(e, solved, env, leaf);
        } else {
            if (leaf.high < 0) decline(e->place, "a stream serves leaves with a ranged variable");
            leaf.leaf = truth(e, env);
            leaf.from = e;
            out_.leaves.push_back(leaf);
        }
    }

    // Whether the claim gives v a range: then v is the row.
    bool ranged(int v, Env& env, StreamLeaf& leaf) {
        const std::string& name = (*unit_)[static_cast<std::size_t>(v)].name;
        for (const Range& r : claim_->ranges)
            for (const std::string& known : r.names) {
                if (known != name) continue;
                if (r.names.size() > 1 || leaf.high >= 0)
                    decline(claim_->statement->place, "a stream serves one ranged variable");
                leaf.low = r.low;
                leaf.high = r.high;
                rows_ = {r.low, r.high};
                env[static_cast<std::size_t>(v)] = kRow;
                return true;
            }
        return false;
    }

    // Variables without a range take all values that their hypotheses in the text allow; they are
    // instances only where these hold.
    void solve(const Expr* e, std::vector<int> vars, const Env& env, StreamLeaf leaf) {
        const Expr* rest = e->args[0];
        if (vars.empty()) {
            for (; rest->op == Op::implies; rest = rest->args[1])
                leaf.inner =
                    connect(Meaning::all, e, leaf.inner, [&] { return truth(rest->args[0], env); });
            leaf.outer = leaf.inner;
            return is(leaf.inner, false) ? void() : spine(rest, env, leaf);
        }
        const int v = vars.back();
        const Int high = literal_bound(hypotheses(rest), v);
        if (high < 0) unknown_form(e);
        vars.pop_back();
        for (Int value = 0; value <= high; ++value) {
            Env inner = env;
            inner[static_cast<std::size_t>(v)] = Sum{.constant = value};
            solve(e, vars, inner, leaf);
        }
    }

    StreamProgram out_;
    StreamColumn* column_ = nullptr;  // whose body is compiled; null: a statement
    Sum measure_;                     // there
    std::pair<Int, Int> rows_;        // at which what is compiled can be evaluated, first and last
    std::size_t visits_ = 0;
    Int delay_ = 0;  // of a row k that is read: k <= n + delay_
    const Claim* claim_ = nullptr;
    const Unit* unit_ = nullptr;
};

}  // namespace

StreamProgram compile_stream(Planner& planner, const Certificate& certificate) {
    return Compiler(planner, certificate).take();
}

}  // namespace mexcheck
