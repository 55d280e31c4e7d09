// Kernel fast.moves (trust.md): how many moves of a queen that lowers one or both coordinates lead
// from (x, y) into a set, and membership of that set, from the members of the set in a box.
//
// One for each claim on a range. A box is filled when the statement first asks about its set at
// ranged variables, which give its sides. Invariant: what is not recognised, not in a box, or not
// evaluated in the whole box without a failure, is left to the direct reading (answer -1). Cost: of
// the solutions found by the solver, or of each cell where it finds none; an answer is three binary
// searches. Memory: a bit a cell, 12 bytes a member, limited by `kMaxCells` and `kMaxMembers`.
#include "../core/eval.h"
#include "shape.h"

namespace mexcheck {
namespace {

// Where the variables u, v stand as arguments of a call, side by side and nowhere else; -1 if they
// do not, or another argument is no variable or literal, or a parameter has a finite domain.
int pair_at(const Expr* call, Int u, Int v) {
    int at = -1;
    int uses = 0;
    for (std::size_t i = 0; i < call->args.size(); ++i) {
        const Expr* e = call->args[i];
        if ((e->op != Op::var && e->op != Op::linear) || !e->args.empty() || !natural(e) ||
            call->item->unit[i].low != 0 || call->item->unit[i].high != kMax)
            return -1;
        uses += is_variable(e, u) || is_variable(e, v) ? 1 : 0;
        if (i > 0 && is_variable(call->args[i - 1], u) && is_variable(e, v))
            at = static_cast<int>(i) - 1;
    }
    return uses == 2 ? at : -1;
}

// The formulas `v = y and u < x`, `u = x and v < y` and
// `exists k: 0 < k and u + k = x and v + k = y`, in any order.
bool queen_moves(const Exprs& parts, Int x, Int y, Int u, Int v) {
    unsigned found = 0;
    for (const Expr* e : parts) {
        const Int k = e->op == Op::exists && e->vars.size() == 1 ? e->vars[0] : -1;
        const auto list = parts_of(k < 0 ? e : e->args[0], Op::and_);
        const std::vector<Form> forms[] = {
            {{Op::eq0, 0, {{v, 1}, {y, -1}}}, {Op::le0, 1, {{u, 1}, {x, -1}}}},
            {{Op::eq0, 0, {{u, 1}, {x, -1}}}, {Op::le0, 1, {{v, 1}, {y, -1}}}},
            {{Op::le0, 1, {{k, -1}}},
             {Op::eq0, 0, {{u, 1}, {k, 1}, {x, -1}}},
             {Op::eq0, 0, {{v, 1}, {k, 1}, {y, -1}}}}};
        for (unsigned kind = 0; kind < 3; ++kind)
            if ((kind == 2) == (k >= 0) && matches(list, forms[kind])) found |= 1u << kind;
    }
    return found == 7 && parts.size() == 3;
}

// Whether each way through the steps tests the whole call: then the direct reading evaluates it at
// moves, and nowhere else.
bool tested(const Step* step, const Expr* call) {
    if (step->kind == Step::yield) return false;
    if (step->kind == Step::test && step->e == call) return true;
    return std::all_of(step->next.begin(), step->next.end(),
                       [&](const Step* next) { return tested(next, call); });
}

bool find_set(const Expr* e, Int u, Int v) {
    return e->op == Op::call && e->item->kind == ItemKind::set && e->item->elements == 2 &&
           pair_at(e, u, v) == static_cast<int>(e->item->parameters);
}

// An `exists` over a disjunction, as a list of formulas without it.
void alternatives(const Expr* e, Exprs& parts) {
    if (e->op == Op::or_) {
        for (const Expr* part : e->args) alternatives(part, parts);
    } else if (e->op == Op::exists) {
        Exprs inner;
        alternatives(e->args[0], inner);
        for (const Expr* part : inner) {
            Expr* copy = make(Op::exists, Sort::truth, e->place, {part});
            copy->vars = e->vars;
            parts.push_back(copy);
        }
    } else {
        parts.push_back(e);
    }
}

class Moves : public MovesKernel {
  public:
    Moves(Planner& planner, Evaluator& evaluator, const Int* frame, std::vector<Int> tops)
        : planner_(planner), evaluator_(evaluator), frame_(frame), tops_(std::move(tops)) {}

    Int count(const Expr* e, Int* frame) override {
        const Shape& s = shape(e, e->vars);
        Int all = 0;
        return s.move ? answer(s, frame, all) : -1;
    }

    Int quiet(const Expr* forall, const std::vector<int>& solved, Int* frame) override {
        const Shape& s = shape(forall, solved);
        if (!s.move) return -1;
        for (const Expr* e : s.closed)
            if (!evaluator_.truth(e, frame)) return 0;
        Int all = 0;
        return answer(s, frame, all) == 0 ? all : -1;
    }

    int member(const Expr* e, const Int* frame, const Int* args) override {
        const Item& set = *e->item;
        if (set.kind != ItemKind::set || set.elements != 2) return -1;
        const std::size_t n = set.parameters;
        Box* box = find_box(set, args);
        if (!box && frame == frame_)
            box = open_box(set, args, top(e->args[n]), top(e->args[n + 1]));
        if (!box || !box->usable || !box->holds(args[n], args[n + 1])) return -1;
        evaluator_.rules |= kFastMoves;
        return box->bits[box->index(args[n], args[n + 1])] ? 1 : 0;
    }

  private:
    struct Shape {
        const Expr* move = nullptr;  // null: not recognised
        const Expr* set = nullptr;
        const Expr* x = nullptr;  // the position: variables of the frame
        const Expr* y = nullptr;
        Exprs guards;  // over the unit of the move
        Exprs closed;  // other hypotheses, without the two variables
    };
    struct Box {
        const Item* set = nullptr;
        std::vector<Int> fixed;  // the parameters of the set
        Int width = 0;
        Int height = 0;
        bool usable = false;
        std::vector<bool> bits;  // (x, y) at x * height + y
        // For each y the x of the members, for each x the y, for each x - y the x; ascending.
        std::vector<std::vector<std::int32_t>> lines[3];

        bool holds(Int x, Int y) const { return 0 <= x && x < width && 0 <= y && y < height; }
        std::size_t index(Int x, Int y) const { return static_cast<std::size_t>(x * height + y); }

        Int moves(Int x, Int y) const {
            const auto before = [](const std::vector<std::int32_t>& line, Int end) {
                return std::lower_bound(line.begin(), line.end(), end) - line.begin();
            };
            return before(lines[0][static_cast<std::size_t>(y)], x) +
                   before(lines[1][static_cast<std::size_t>(x)], y) +
                   before(lines[2][static_cast<std::size_t>(x - y + height - 1)], x);
        }
    };

    // Reads the definition of `shape.move`, and finds which parameters are the position.
    static bool find_move(Shape& shape, Int u, Int v) {
        const auto& args = shape.move->args;
        const int at = pair_at(shape.move, u, v);
        if (at < 0) return false;
        Exprs moves;
        for (const Expr* e : parts_of(shape.move->item->body, Op::and_))
            (occurs(e, at) || occurs(e, at + 1) ? moves : shape.guards).push_back(e);
        if (moves.size() != 1) return false;
        moves = parts_of(moves[0], Op::or_);
        for (std::size_t x = 0; x + 1 < args.size(); ++x) {
            const auto slot = static_cast<Int>(x);
            if (std::abs(slot - at) < 2 || !queen_moves(moves, slot, slot + 1, at, at + 1))
                continue;
            shape.x = args[x];
            shape.y = args[x + 1];
            return shape.x->op == Op::var && shape.y->op == Op::var;
        }
        return false;
    }

    const Shape& shape(const Expr* e, const std::vector<int>& vars) {
        for (const auto& [known, shape] : shapes_)
            if (known == e) return shape;
        Shape& result = shapes_.emplace_back(e, Shape{}).second;
        if (vars.size() != 2) return result;
        Shape found;
        Exprs list;
        const Expr* body = e->args[0];
        for (; e->op == Op::forall && body->op == Op::implies; body = body->args[1])
            list = parts_of(body->args[0], Op::and_, std::move(list));
        if (e->op == Op::forall && body->op != Op::not_) return result;
        list = parts_of(e->op == Op::forall ? body->args[0] : body, Op::and_, std::move(list));
        for (const Expr* part : list) {
            if (!occurs(part, vars[0]) && !occurs(part, vars[1]) && e->op == Op::forall)
                found.closed.push_back(part);
            else if (!found.set && find_set(part, vars[0], vars[1]))
                found.set = part;
            else if (!found.move && part->op == Op::call && part->item->kind == ItemKind::pred)
                found.move = part;
            else
                return result;
        }
        if (found.move && found.set && find_move(found, vars[0], vars[1]) &&
            (e->op == Op::forall ? body->args[0] == found.set
                                 : e->plan && tested(e->plan->first, found.set)))
            result = std::move(found);
        return result;
    }

    // The number of moves from the position in the frame that lead into the set; `all`: of all
    // moves.
    Int answer(const Shape& s, Int* frame, Int& all) {
        const Item& set = *s.set->item;
        const Evaluator::Scope scope(evaluator_,
                                     std::max(set.unit.size(), s.move->item->unit.size()));
        const auto pass = [&](const Expr* call) {
            for (std::size_t i = 0; i < call->args.size(); ++i)
                scope.frame()[i] = evaluator_.number(call->args[i], frame);
        };
        pass(s.set);
        const Int x = frame[s.x->value];
        const Int y = frame[s.y->value];
        Box* box = find_box(set, scope.frame());
        if (frame == frame_ && (!box || (box->usable && !box->holds(top(s.x), top(s.y)))))
            box = open_box(set, scope.frame(), top(s.x), top(s.y));
        if (!box || !box->usable || !box->holds(x, y)) return -1;
        pass(s.move);
        evaluator_.tick(4);
        evaluator_.rules |= kFastMoves;
        for (const Expr* guard : s.guards)
            if (!evaluator_.truth(guard, scope.frame())) return 0;
        all = x + y + std::min(x, y);
        return box->moves(x, y);
    }

    Int top(const Expr* e) const {
        return e->op == Op::var ? tops_[static_cast<std::size_t>(e->value)] : -1;
    }

    Box* find_box(const Item& set, const Int* fixed) {
        for (Box& box : boxes_) {
            bool same = box.set == &set;
            for (std::size_t i = 0; same && i < box.fixed.size(); ++i)
                same = box.fixed[i] == fixed[i];
            if (same) return &box;
        }
        return nullptr;
    }

    // The box 0..x, 0..y of a set; an unusable one stays in its place, so it is tried only once.
    Box* open_box(const Item& set, const Int* fixed, Int x, Int y) {
        Box* box = find_box(set, fixed);
        if (x < 0 || y < 0 || (!box && boxes_.size() == kMaxBoxes)) return box;
        if (!box) box = &boxes_.emplace_back();
        Box fresh;
        fresh.set = &set;
        fresh.fixed.assign(fixed, fixed + set.parameters);
        fresh.width = std::max(box->width, std::min(x, kMaxSide) + 1);
        fresh.height = std::max(box->height, std::min(y, kMaxSide) + 1);
        *box = fresh;
        cells_ += fresh.width * fresh.height;
        if (std::max(x, y) >= kMaxSide || cells_ > kMaxCells) return box;
        try {
            fill(*box);
            box->usable = true;
        } catch (const Failure&) {
            *box = fresh;  // the direct reading meets it where the statement asks for it
        }
        return box;
    }

    // By the solver, part for part, if it solves each part within the box; else cell by cell. The
    // border is read directly in any case: look-ups behind the end of a table show there, and a
    // difference would be an error of this kernel.
    void fill(Box& box) {
        const auto width = static_cast<std::size_t>(box.width);
        const auto height = static_cast<std::size_t>(box.height);
        box.bits.assign(width * height, false);
        Exprs parts;
        alternatives(box.set->body, parts);
        const bool solved = std::all_of(parts.begin(), parts.end(),
                                        [&](const Expr* part) { return solve_part(box, part); });
        read_cells(box, solved);
        box.lines[0].resize(height);
        box.lines[1].resize(width);
        box.lines[2].resize(width + height - 1);
        const auto members = std::count(box.bits.begin(), box.bits.end(), true);
        evaluator_.tick(members + box.width * box.height / 64);
        if (members > kMaxMembers) fail(Kind::declined, "evaluation", "fast.moves: memory");
        for (std::size_t at = 0; at < box.bits.size(); ++at) {
            if (!box.bits[at]) continue;
            const std::size_t x = at / height;
            const std::size_t y = at % height;
            box.lines[0][y].push_back(static_cast<std::int32_t>(x));
            box.lines[1][x].push_back(static_cast<std::int32_t>(y));
            box.lines[2][x + height - 1 - y].push_back(static_cast<std::int32_t>(x));
        }
    }

    void read_cells(Box& box, bool border) {
        const Evaluator::Scope scope(evaluator_, box.set->unit.size());
        std::copy(box.fixed.begin(), box.fixed.end(), scope.frame());
        Int& x = scope.frame()[box.fixed.size()];
        Int& y = scope.frame()[box.fixed.size() + 1];
        for (x = 0; x < box.width; ++x)
            for (y = 0; y < box.height; ++y) {
                if (border && y == 1 && x > 0 && x + 1 < box.width) y = box.height - 1;
                const bool is_member = evaluator_.truth(box.set->body, scope.frame());
                evaluator_.tick();
                if (border && box.bits[box.index(x, y)] != is_member)
                    fail(Kind::declined, "evaluation", "fast.moves: the solver misses the border");
                box.bits[box.index(x, y)] = is_member;
            }
    }

    bool solve_part(Box& box, const Expr* part) {
        Unit unit = box.set->unit;
        const auto x = static_cast<int>(box.set->parameters);
        const auto variables = identity(unit);
        Exprs conjuncts = {part};
        for (const int i : {x, x + 1}) {
            Expr* below =
                make(Op::le0, Sort::truth, part->place, {variables[static_cast<std::size_t>(i)]});
            below->coefs = {1};
            below->value = 1 - (i == x ? box.width : box.height);
            conjuncts.push_back(below);
        }
        const Plan* plan = planner_.solve(unit, conjuncts, {x, x + 1});
        if (!plan) return false;
        const Evaluator::Scope scope(evaluator_, unit.size());
        std::copy(box.fixed.begin(), box.fixed.end(), scope.frame());
        auto mark = [&] {
            box.bits[box.index(scope.frame()[x], scope.frame()[x + 1])] = true;
            return true;
        };
        return evaluator_.run(plan->first, scope.frame(), mark);
    }

    static constexpr Int kMaxSide = Int{1} << 20;
    static constexpr Int kMaxCells = Int{1} << 27;
    static constexpr std::size_t kMaxBoxes = 64;
    static constexpr Int kMaxMembers = Int{1} << 23;

    Planner& planner_;
    Evaluator& evaluator_;
    const Int* frame_;
    std::vector<Int> tops_;
    Int cells_ = 0;                                     // of all boxes
    std::deque<std::pair<const Expr*, Shape>> shapes_;  // few: those of one statement
    std::deque<Box> boxes_;
};

}  // namespace

std::unique_ptr<MovesKernel> moves_kernel(Planner& planner, Evaluator& evaluator, const Int* frame,
                                          std::vector<Int> tops) {
    return std::make_unique<Moves>(planner, evaluator, frame, std::move(tops));
}

}  // namespace mexcheck
