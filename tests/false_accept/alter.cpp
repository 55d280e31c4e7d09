#include "alter.h"

#include <algorithm>

namespace attack {
namespace {

std::size_t size_of(const Expr& e) {
    std::size_t n = 1;
    for (const Expr& a : e->args) n += size_of(a);
    return n;
}

// The tree with its node number `at` (in prefix order) replaced.
Expr replaced(const Expr& e, std::size_t at, const std::function<Expr(const Expr&)>& change) {
    if (at == 0) return change(e);
    Node copy = *e;
    --at;
    for (Expr& a : copy.args) {
        const std::size_t n = size_of(a);
        if (at < n) {
            a = replaced(a, at, change);
            break;
        }
        at -= n;
    }
    return std::make_shared<const Node>(std::move(copy));
}

Expr with_op(const Expr& e, Op op) {
    Node copy = *e;
    copy.op = op;
    return std::make_shared<const Node>(std::move(copy));
}

bool is_quantifier(const Expr& e) {
    return e->op == Op::forall || e->op == Op::exists || e->op == Op::unique;
}

// A node of the same sort that differs a little; the same node where there is nothing to change.
Expr changed(const Expr& e, Random& random) {
    static const std::vector<Op> compared = {Op::eq, Op::ne, Op::lt, Op::le, Op::gt, Op::ge};
    static const std::vector<Op> joined = {Op::conj, Op::disj, Op::implies, Op::iff};
    if (e->op == Op::number)
        return number(random.one_in(2) || e->value == 0 ? e->value + 1 : e->value - 1);
    if (std::find(compared.begin(), compared.end(), e->op) != compared.end())
        return with_op(e, random.pick(compared));
    if (std::find(joined.begin(), joined.end(), e->op) != joined.end())
        return random.one_in(3) ? with_op(e, random.pick(joined))
                                : make(e->op, {e->args[1], e->args[0]});
    if (e->op == Op::word_eq || e->op == Op::word_ne)
        return with_op(e, e->op == Op::word_eq ? Op::word_ne : Op::word_eq);
    if (e->op == Op::prefix || e->op == Op::suffix)
        return with_op(e, e->op == Op::prefix ? Op::suffix : Op::prefix);
    if (e->op == Op::negation) return e->args[0];
    if (e->op == Op::add) return with_op(e, Op::monus);
    if (e->op == Op::monus) return with_op(e, Op::add);
    if (is_quantifier(e) && e->bound != Bound::free) {
        Node copy = *e;
        if (random.one_in(2))
            copy.bound = e->bound == Bound::below ? Bound::up_to : Bound::below;
        else
            copy.op = random.pick(std::vector<Op>{Op::forall, Op::exists, Op::unique});
        return std::make_shared<const Node>(std::move(copy));
    }
    if (e->op == Op::word && !e->word.empty()) {
        Node copy = *e;
        Int& c =
            copy.word[static_cast<std::size_t>(random.below(static_cast<int>(e->word.size())))];
        c = c == 0 ? 1 : c - 1;
        return std::make_shared<const Node>(std::move(copy));
    }
    return e;
}

Expr altered(const Expr& e, Random& random) {
    const auto n = static_cast<int>(size_of(e));
    return replaced(e, static_cast<std::size_t>(random.below(n)),
                    [&](const Expr& at) { return changed(at, random); });
}

void alter_item(Item& item, Random& random) {
    if (item.body) {
        item.body = altered(item.body, random);
    } else if (!item.rows.empty()) {
        Word& row =
            item.rows[static_cast<std::size_t>(random.below(static_cast<int>(item.rows.size())))];
        if (row.empty()) return;
        Int& c = row[static_cast<std::size_t>(random.below(static_cast<int>(row.size())))];
        c = c <= 0 ? c + 1 : c - 1;
    }
}

void alter_table(Record& r, Random& random) {
    const auto cell = [&]() -> Int& {
        return r.values[static_cast<std::size_t>(random.below(static_cast<int>(r.values.size())))];
    };
    switch (random.below(6)) {
        case 0:
        case 1: {
            Int& c = cell();
            c += random.one_in(2) || c == 0 ? 1 : -1;
            break;
        }
        case 2:
            std::swap(cell(), cell());
            break;
        case 3: {  // without the last cells of the first direction, or with more of them
            const auto slice = r.values.size() / static_cast<std::size_t>(r.tops[0] + 1);
            const bool longer = random.one_in(2) || r.tops[0] == 0;
            r.tops[0] += longer ? 1 : -1;
            for (std::size_t i = 0; longer && i < slice; ++i) {
                const Int c = r.values[r.values.size() - slice];
                r.values.push_back(c);
            }
            if (!longer) r.values.resize(r.values.size() - slice);
            break;
        }
        case 4:
            for (Int& c : r.fixed) c += c < 0 ? 0 : random.one_in(2) || c == 0 ? 1 : -1;
            break;
        default: {  // one place further
            const Int last = r.values.back();
            r.values.insert(r.values.begin(), last);
            r.values.pop_back();
        }
    }
}

// Letters along edges of the automaton, the first one not of zeros; empty if there are none.
std::vector<int> path(const Automaton& a, Random& random) {
    std::vector<int> word;
    std::size_t at = 0;
    const int length = random.between(1, 9);
    for (int tries = 0; tries < 60 && static_cast<int>(word.size()) < length; ++tries) {
        const int letter = random.below(static_cast<int>(a.letters()));
        const int t = a.next[at][static_cast<std::size_t>(letter)];
        if (t < 0 || (word.empty() && letter == 0)) continue;
        word.push_back(letter);
        at = static_cast<std::size_t>(t);
    }
    return word;
}

Int output_at(const Automaton& a, const std::vector<int>& word) {
    int at = 0;
    for (const int letter : word)
        if (at >= 0) at = a.next[static_cast<std::size_t>(at)][static_cast<std::size_t>(letter)];
    return at < 0 ? 0 : a.out[static_cast<std::size_t>(at)];
}

// A graph that has another value at one place: still a function.
void move_point(Automaton& a, Random& random) {
    if (a.outputs || a.tracks < 2) return;
    std::vector<int> word;
    for (int tries = 0; tries < 20; ++tries) {
        word = path(a, random);
        if (!word.empty() && output_at(a, word) == 1) break;
    }
    if (word.empty() || output_at(a, word) != 1) return;
    std::vector<int> other = word;
    const auto digits = static_cast<int>(a.digits);
    for (int changes = random.between(1, 2); changes > 0; --changes) {
        int& letter = other[static_cast<std::size_t>(random.below(static_cast<int>(other.size())))];
        letter = letter - letter % digits + random.below(digits);
    }
    if (other[0] == 0 || output_at(a, other) == 1) return;
    a = with_point(with_point(a, word, 0), other, 1);
}

void alter_automaton(Record& r, Random& random) {
    Automaton& a = r.states;
    const auto states = static_cast<int>(a.out.size());
    const auto s = static_cast<std::size_t>(random.below(states));
    const auto letter = static_cast<std::size_t>(random.below(static_cast<int>(a.letters())));
    switch (random.below(9)) {
        case 0:
            a.out[s] =
                a.outputs ? std::max<Int>(a.out[s] + 1 - 2 * random.below(2), 0) : 1 - a.out[s];
            break;
        case 1:
            a.next[s][letter] = random.below(states);
            break;
        case 2:
            a.next[s][letter] = -1;
            break;
        case 3:
            std::swap(a.next[s], a.next[static_cast<std::size_t>(random.below(states))]);
            break;
        case 4:
            std::swap(a.out[s], a.out[static_cast<std::size_t>(random.below(states))]);
            break;
        case 5:
            move_point(a, random);
            break;
        case 6:  // nothing, or all there is
            a.out.assign(a.out.size(), random.below(2));
            break;
        default: {
            const std::vector<int> word = path(a, random);
            if (!word.empty())
                a = with_point(a, word, a.outputs ? random.below(3) : 1 - output_at(a, word));
        }
    }
    if (!random.one_in(4)) a = minimised(a);
}

void alter_lines(Record& r, Random& random) {
    std::string& line =
        r.body.empty() || random.one_in(3)
            ? r.head
            : r.body[static_cast<std::size_t>(random.below(static_cast<int>(r.body.size())))];
    const std::size_t at = line.find_last_of("0123456789");
    if (at == std::string::npos) return;
    std::size_t begin = at;
    while (begin > 0 && line[begin - 1] >= '0' && line[begin - 1] <= '9') --begin;
    const Int value = std::stoll(line.substr(begin, at + 1 - begin));
    line.replace(begin, at + 1 - begin,
                 std::to_string(random.one_in(2) || value == 0 ? value + 1 : value - 1));
    if (r.body.size() > 1 && random.one_in(4)) std::swap(r.body.front(), r.body.back());
    if (!r.body.empty() && random.one_in(6)) r.body.pop_back();
}

}  // namespace

void alter(std::vector<Record>& records, Random& random) {
    if (records.empty()) return;
    const auto n = static_cast<int>(records.size());
    const auto i = static_cast<std::size_t>(random.below(n));
    const auto j = static_cast<std::size_t>(random.below(n));
    switch (random.below(12)) {
        case 0:
            records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
            return;
        case 1:
            std::swap(records[i], records[j]);
            return;
        case 2:  // the contents of another record with as many ranged positions
            if (records[i].kind != records[j].kind ||
                records[i].tops.size() != records[j].tops.size())
                return;
            records[i].states = Automaton(records[j].states);
            records[i].values = Word(records[j].values);
            records[i].tops = Word(records[j].tops);
            return;
        default:
            break;
    }
    Record& r = records[i];
    if (r.kind == Record::table && !r.values.empty()) alter_table(r, random);
    if (r.kind == Record::automaton) alter_automaton(r, random);
    if (r.kind == Record::lines) alter_lines(r, random);
}

Model other_claim(const Model& model, Random& random) {
    Model m = model;
    Claim& c = m.claim;
    const auto move = [&](Int& v) {
        v = std::max<Int>(v + (random.one_in(2) ? 1 : -1) * random.between(1, 2), 0);
    };
    if (!c.fixed.empty() && random.one_in(2)) {
        move(c.fixed[static_cast<std::size_t>(random.below(static_cast<int>(c.fixed.size())))]);
    } else if (!c.ranges.empty()) {
        Range& r =
            c.ranges[static_cast<std::size_t>(random.below(static_cast<int>(c.ranges.size())))];
        move(r.variables.size() > 1 || random.one_in(2) ? r.high : r.low);
        r.high = std::max(r.low, r.high);
    } else if (c.kind == Claim::refuted && !c.point.empty()) {
        move(c.point[static_cast<std::size_t>(random.below(static_cast<int>(c.point.size())))]);
    }
    return m;
}

Model altered(const Model& model, Random& random) {
    Model m = model;
    switch (random.below(8)) {
        case 0:
            return other_claim(model, random);
        case 1:
            if (m.hypothesis) m.hypothesis = altered(m.hypothesis, random);
            break;
        case 2:
            if (!m.items.empty())
                alter_item(m.items[static_cast<std::size_t>(
                               random.below(static_cast<int>(m.items.size())))],
                           random);
            break;
        case 3:
            for (Leading& v : m.leading)
                if (v.bound >= 0) v.bound += random.below(3) - (v.bound > 0 ? 1 : 0);
            if (m.automatic) m.automatic = std::max<Int>(*m.automatic - random.below(2), 0);
            break;
        default:
            m.body = altered(m.body, random);
    }
    return m;
}

std::vector<Model> smaller(const Model& model) {
    std::vector<Model> list;
    const auto without = [&](Expr Model::*part) {
        if (!(model.*part)) return;
        const std::size_t n = size_of(model.*part);
        for (std::size_t at = 0; at < n; ++at) {
            const auto add = [&](const std::function<Expr(const Expr&)>& change) {
                Model m = model;
                m.*part = replaced(model.*part, at, change);
                list.push_back(std::move(m));
            };
            add([](const Expr& e) {
                return e->op == Op::number && e->value > 0 ? number(e->value - 1) : e;
            });
            const auto inner = [&](std::size_t i) {
                add([i](const Expr& e) {
                    const bool joins = e->op == Op::conj || e->op == Op::disj ||
                                       e->op == Op::negation || e->op == Op::implies ||
                                       e->op == Op::iff || e->op == Op::add;
                    return joins && i < e->args.size() ? e->args[i] : e;
                });
            };
            inner(0);
            inner(1);
        }
    };
    if (model.hypothesis) {
        list.push_back(model);
        list.back().hypothesis = nullptr;
    }
    without(&Model::body);
    without(&Model::hypothesis);
    for (std::size_t i = 0; i < model.claim.ranges.size(); ++i)
        if (model.claim.ranges[i].high > model.claim.ranges[i].low) {
            list.push_back(model);
            --list.back().claim.ranges[i].high;
        }
    return list;
}

}  // namespace attack
