#include "evaluation/evaluator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

#include "evaluation/prefix_reader.hpp"
#include "evaluation/table_builder.hpp"
#include "golden/floor_phi.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kMaxArguments = 16;
constexpr std::int64_t kMaxLeast = std::int64_t{1} << 24;  // values tried by a search
constexpr std::size_t kMemoArity = 3;
constexpr std::int64_t kMemoSide = 4096;
constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

using Arguments = std::array<std::int64_t, kMaxArguments>;

}  // namespace

Engine::Engine(const Spec& text)
    : spec(text),
      program(text),
      shapes(program),
      planner(program, shapes),
      table_choice(program),
      prefix_shapes(std::make_unique<PrefixShapes>(program, planner)),
      tables(text),
      builder(std::make_unique<TableBuilder>(*this)) {}

Engine::~Engine() = default;

Evaluator::Evaluator(Engine& engine)
    : engine_(engine),
      program_(engine.program),
      prefixes_(std::make_unique<PrefixReader>(engine, *this)) {}

Evaluator::~Evaluator() = default;

bool Evaluator::reads_prefix(NodeId quantifier) { return prefixes_->reads(quantifier); }

void Evaluator::fail(bool undefined, const Place& place, std::string message) {
    if (!fault_) {
        fault_ = Fault{undefined, place, std::move(message)};
    }
}

Error Evaluator::error() const {
    const std::string message = (fault_->undefined ? "undefined: " : "") + fault_->message;
    return {Outcome::kDeclined, engine_.spec.where(fault_->place), message,
            fault_->undefined ? Cause::kUndefined : Cause::kOther};
}

std::int64_t Evaluator::overflow(const Node& node) {
    fail(false, node.place, "number beyond 64 bits");
    return 0;
}

std::int64_t Evaluator::arithmetic(const Node& node) {
    const std::int64_t a = number(node.a);
    std::int64_t result = 0;
    bool over = false;
    if (node.op == Op::kNeg) {
        over = __builtin_sub_overflow(std::int64_t{0}, a, &result);
    } else if (node.op == Op::kSquare) {
        over = __builtin_mul_overflow(a, a, &result);
    } else {
        const std::int64_t b = number(node.b);
        switch (node.op) {
            case Op::kAdd:
                over = __builtin_add_overflow(a, b, &result);
                break;
            case Op::kMul:
                over = __builtin_mul_overflow(a, b, &result);
                break;
            default:
                over = __builtin_sub_overflow(a, b, &result);
                break;
        }
        if (node.op == Op::kMonus && !over && result < 0) {
            result = 0;
        }
    }
    return over ? overflow(node) : result;
}

std::int64_t Evaluator::division(const Node& node) {
    const std::int64_t a = number(node.a);
    const std::int64_t b = number(node.b);
    if (failed()) {
        return 0;
    }
    return node.op == Op::kDiv ? a / b : a % b;
}

std::int64_t Evaluator::floor_multiple(const Node& node) {
    const std::int64_t n = number(node.a);
    if (failed()) {
        return 0;
    }
    const auto argument = static_cast<std::uint64_t>(n);
    const std::optional<std::uint64_t> value =
        node.imm == 1 ? golden::checked_floor_phi(argument) : golden::checked_floor_phi2(argument);
    return value && *value <= static_cast<std::uint64_t>(kMost) ? static_cast<std::int64_t>(*value)
                                                                : overflow(node);
}

std::int64_t Evaluator::check(const Node& node) {
    const std::int64_t value = number(node.a);
    if (!failed() && (value < node.imm || value > node.imm2)) {
        fail(true, node.place,
             node.imm == 0 && node.imm2 == kMost
                 ? fmt::format("{} is no natural", value)
                 : fmt::format("{} is outside {}..{}", value, node.imm, node.imm2));
    }
    return value;
}

std::int64_t Evaluator::number(const Node& node, NodeId id) {
    switch (node.op) {
        case Op::kAdd:
        case Op::kSub:
        case Op::kMonus:
        case Op::kMul:
        case Op::kNeg:
        case Op::kSquare:
            return arithmetic(node);
        case Op::kDiv:
        case Op::kMod:
            return division(node);
        case Op::kFloor:
            return floor_multiple(node);
        case Op::kIf: {
            const bool condition = truth(node.a);
            return failed() ? 0 : number(condition ? node.b : node.c);
        }
        case Op::kLeast:
            return least(node, id);
        case Op::kCount:
            return count(node, id);
        case Op::kCall:
            return call(node);
        case Op::kLookup:
            return lookup(node);
        case Op::kCheck:
            return check(node);
        case Op::kLetter:
            return letter(node);
        case Op::kOutput:
            return output(node);
        default:
            fail(false, node.place, "trivial on a range");
            return 0;
    }
}

void Evaluator::add_slots(std::size_t last) {
    slots_.resize(std::max(program_.slot_count(), last + 1), 0);
}

bool Evaluator::truth(NodeId id) {
    const Node& node = program_.node(id);
    switch (node.op) {
        case Op::kTrue:
            return true;
        case Op::kFalse:
            return false;
        case Op::kEq:
            return number(node.a) == number(node.b);
        case Op::kNe:
            return number(node.a) != number(node.b);
        case Op::kLt:
            return number(node.a) < number(node.b);
        case Op::kLe:
            return number(node.a) <= number(node.b);
        case Op::kWordEq:
            return word(node.a) == word(node.b);
        case Op::kWordNe:
            return word(node.a) != word(node.b);
        case Op::kPrefix:
        case Op::kSuffix:
            return affix(node);
        case Op::kAnd:
            return truth(node.a) && !failed() && truth(node.b);
        case Op::kOr:
            return truth(node.a) || (!failed() && truth(node.b));
        case Op::kImplies:
            return !truth(node.a) || failed() || truth(node.b);
        case Op::kIff:
            return truth(node.a) == truth(node.b);
        case Op::kNot:
            return !truth(node.a);
        case Op::kForall:
        case Op::kExists:
            return quantifier(node, id);
        case Op::kUnique:
            return unique(node, id);
        case Op::kRelation:
            return relation(node);
        case Op::kLimit:
            return limit(node);
        case Op::kAtom:
            atom_visitor_(node);
            return node.imm != 0;
        default:
            fail(false, node.place, "trivial on a range");
            return false;
    }
}

bool Evaluator::all_hold(const std::vector<NodeId>& formulas) {
    return std::all_of(formulas.begin(), formulas.end(),
                       [&](NodeId formula) { return !failed() && truth(formula); });
}

bool Evaluator::is_landing(const QueenShape& shape) {
    if (shape.step_slot >= 0) {
        slot(shape.step_slot) = 0;  // then x - t, y - t are x, y
    }
    return all_hold(shape.landing);
}

bool Evaluator::quantifier(const Node& node, NodeId id) {
    const Plan plan = engine_.planner.plan(id);
    if (plan.first == kNoPlan) {
        return unsolved(node, id);
    }
    if (const std::optional<bool> found = prefixes_->solvable(id)) {
        return *found == (node.op == Op::kExists);
    }
    bool any = false;
    const bool exhaustive = extents_ != nullptr && must_go_on(id, plan.first);
    run(plan.first, [&] {
        any = true;
        return exhaustive;
    });
    return any == (node.op == Op::kExists);
}

// Must the solutions behind the deciding one be read, for what they look up? Not if all of it was
// read before.
bool Evaluator::must_go_on(NodeId quantifier, StepId first) {
    if (!engine_.table_choice.needs_all_solutions(quantifier)) {
        return false;
    }
    const TableChoice::Sequences* const sequences = engine_.table_choice.sequences(quantifier);
    const Step& step = engine_.planner.step(first);
    if (sequences == nullptr || step.kind != StepKind::kRange ||
        step.slot != program_.node(quantifier).list.front()) {
        return true;
    }
    const Interval interval = candidates(step);
    return !failed() && !std::all_of(sequences->begin(), sequences->end(), [&](const auto& read) {
        const Table& table = engine_.tables.find(read.item, read.fixed.data(), read.fixed.size());
        return extents_->reaches(table, interval.high);
    });
}

bool Evaluator::unsolved(const Node& node, NodeId id) {
    const std::string solving = "a quantifier cannot be decided by solving";
    if (engine_.oracle == nullptr || extents_ != nullptr) {
        fail(false, node.place, solving);
        return false;
    }
    const Result<bool> answer = engine_.oracle->truth(id, *this);
    if (!answer.ok()) {
        fail(false, node.place, fmt::format("{}: {}", solving, answer.error().text()));
    }
    return answer.ok() && answer.value();
}

std::int64_t Evaluator::count(const Node& node, NodeId id) {
    const Plan plan = engine_.planner.plan(id);
    if (plan.first == kNoPlan) {
        fail(false, node.place, "the solutions cannot be enumerated");
        return 0;
    }
    if (plan.distinct) {
        std::int64_t solutions = 0;
        run(plan.first, [&] {
            ++solutions;
            return true;
        });
        return solutions;
    }
    std::vector<std::vector<std::int64_t>> tuples;
    run(plan.first, [&] {
        std::vector<std::int64_t> tuple;
        for (const int bound : node.list) {
            tuple.push_back(slot(bound));
        }
        tuples.push_back(std::move(tuple));
        return true;
    });
    std::sort(tuples.begin(), tuples.end());
    return std::unique(tuples.begin(), tuples.end()) - tuples.begin();
}

bool Evaluator::unique(const Node& node, NodeId id) {
    if (engine_.oracle != nullptr && engine_.planner.plan(id).first == kNoPlan) {
        return unsolved(node, id);
    }
    return count(node, id) == 1;
}

std::int64_t Evaluator::least(const Node& node, NodeId id) {
    if (const std::optional<std::int64_t> found = prefixes_->least(id)) {
        return *found;
    }
    if (const std::vector<Planner::MexPart>* parts = engine_.planner.mex(id)) {
        return least_by_mex(node, *parts);
    }
    const Plan plan = engine_.planner.plan(id);
    if (plan.first == kNoPlan) {
        return engine_.oracle != nullptr && extents_ == nullptr ? least_above_bounds(node, id)
                                                                : least_by_search(node);
    }
    std::int64_t best = -1;
    run(plan.first, [&] {
        const std::int64_t value = slot(node.list[0]);
        best = best < 0 ? value : std::min(best, value);
        return true;
    });
    if (best < 0) {
        fail(true, node.place, "least of an empty set");
    }
    return best;
}

std::int64_t Evaluator::least_by_mex(const Node& node, const std::vector<Planner::MexPart>& parts) {
    std::vector<std::int64_t> excluded;
    std::int64_t lower = 0;
    for (const Planner::MexPart& part : parts) {
        run(part.plan.first, [&] {
            if (part.excluded != kNoNode) {
                excluded.push_back(number(part.excluded));
            } else {
                lower = std::max(lower, number(part.lower));
            }
            return !failed();
        });
        if (failed()) {
            return 0;
        }
    }
    // At most excluded.size() values are skipped.
    std::vector<bool> skipped(excluded.size() + 1, false);
    for (const std::int64_t value : excluded) {
        if (value >= lower && value - lower < static_cast<std::int64_t>(skipped.size())) {
            skipped[static_cast<std::size_t>(value - lower)] = true;
        }
    }
    const auto first = std::find(skipped.begin(), skipped.end(), false);
    std::int64_t result = 0;
    return __builtin_add_overflow(lower, first - skipped.begin(), &result) ? overflow(node)
                                                                           : result;
}

std::int64_t Evaluator::least_by_search(const Node& node) {
    for (std::int64_t value = 0; value < kMaxLeast && !failed(); ++value) {
        slot(node.list[0]) = value;
        if (truth(node.a) && !failed()) {
            return value;
        }
    }
    fail(false, node.place, fmt::format("no value below {}", kMaxLeast));
    return 0;
}

// Takes up the values of a part at the present slots. Where it is `forall i <= T` over values that
// depend on i alone, those already seen are kept: a sequence then costs what is new.
bool Evaluator::add_part(NodeId least, std::size_t index, const Planner::MexPart& part) {
    PartValues& known = parts_[{least, index}];
    const NodeId value = part.excluded != kNoNode ? part.excluded : part.lower;
    const auto take = [&] {
        const std::int64_t taken = number(value);
        if (!failed() && part.excluded != kNoNode) {
            known.excluded.insert(taken);
        } else if (!failed()) {
            known.lower = std::max(known.lower, taken);
        }
        return !failed();
    };
    const Step& first = engine_.planner.step(part.plan.first);
    if (!part.whole_range || first.kind != StepKind::kRange) {
        known = {};
        run(part.plan.first, take);
        return !failed();
    }
    const Interval range = candidates(first);
    std::vector<std::int64_t> others;
    for (const int other : program_.free_slots(value)) {
        if (other != first.slot) {
            others.push_back(slot(other));
        }
    }
    if (others != known.others || range.high + 1 < known.done) {
        known = {};
        known.others = std::move(others);
    }
    while (!failed() && known.done <= range.high) {
        slot(first.slot) = known.done;
        known.done += take() ? 1 : 0;
    }
    return !failed();
}

// A search that starts at the bounds and skips what is excluded, as far as conjuncts say so in the
// form of a mex; the others are tested.
std::int64_t Evaluator::least_above_bounds(const Node& node, NodeId id) {
    const Planner::BoundedLeast& bounded = engine_.planner.bounded(id);
    std::int64_t lower = 0;
    for (std::size_t i = 0; i < bounded.parts.size(); ++i) {
        if (!add_part(id, i, bounded.parts[i])) {
            return 0;
        }
        lower = std::max(lower, parts_.at({id, i}).lower);
    }
    const auto excluded = [&](std::int64_t value) {
        for (std::size_t i = 0; i < bounded.parts.size(); ++i) {
            if (parts_.at({id, i}).excluded.count(value) != 0) {
                return true;
            }
        }
        return false;
    };
    for (std::int64_t value = lower; value - lower < kMaxLeast; ++value) {
        if (excluded(value)) {
            continue;
        }
        slot(node.list[0]) = value;
        const bool holds = all_hold(bounded.tests);
        if (failed()) {
            return 0;
        }
        if (holds) {
            return value;
        }
    }
    fail(false, node.place, fmt::format("no value below {}", lower + kMaxLeast));
    return 0;
}

std::int64_t Evaluator::call(const Node& node) {
    const Body& body = program_.body(node.item);
    std::vector<std::int64_t> values;
    for (const NodeId argument : node.list) {
        values.push_back(number(argument));
    }
    if (failed()) {
        return 0;
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
        slot(body.slots[i]) = values[i];
    }
    const std::int64_t result = number(body.root);
    if (!failed() && result < 0) {
        fail(true, node.place, fmt::format("the value {} is no natural", result));
    }
    return result;
}

// The parameters whose sum a measure is, each once; empty if it is no such sum.
std::vector<std::size_t> Evaluator::summands_of(const Body& body) {
    const std::optional<LinearForm> form = linear_form(program_, body.measure);
    std::vector<std::size_t> summands;
    for (std::size_t i = 0; form && i < body.slots.size(); ++i) {
        const auto found = form->coefficients.find(program_.slot_term(body.slots[i]));
        if (found != form->coefficients.end() && found->second == 1) {
            summands.push_back(i);
        }
    }
    const bool whole = form && form->constant == 0 && summands.size() == form->coefficients.size();
    return whole ? summands : std::vector<std::size_t>{};
}

Evaluator::Callee& Evaluator::callee(int item) {
    if (callees_.empty()) {
        callees_.resize(engine_.spec.items.size());
    }
    Callee& own = callees_[static_cast<std::size_t>(item)];
    if (own.body == nullptr) {
        const std::vector<bool>& is_fixed = engine_.spec.item(item).is_fixed;
        own.body = &program_.body(item);
        own.is_fixed.assign(is_fixed.begin(), is_fixed.end());
        own.fixed_count =
            static_cast<std::size_t>(std::count(is_fixed.begin(), is_fixed.end(), true));
        own.summands = summands_of(*own.body);
    }
    return own;
}

std::int64_t Evaluator::measure_at(const Callee& callee, const std::int64_t* arguments) {
    std::int64_t sum = 0;
    bool over = callee.summands.empty();
    for (const std::size_t i : callee.summands) {
        over = __builtin_add_overflow(sum, arguments[i], &sum) || over;
    }
    if (!over) {
        return sum;
    }
    const std::vector<int>& slots = callee.body->slots;
    Arguments saved;  // the first ones are set below
    for (std::size_t i = 0; i < slots.size(); ++i) {
        saved[i] = slot(slots[i]);
        slot(slots[i]) = arguments[i];
    }
    sum = number(callee.body->measure);
    for (std::size_t i = 0; i < slots.size(); ++i) {
        slot(slots[i]) = saved[i];
    }
    return sum;
}

void Evaluator::check_measure(const Node& node, const Callee& callee,
                              const std::int64_t* arguments) {
    const std::int64_t measure = measure_at(callee, arguments);
    growth_->greatest = std::max(growth_->greatest, measure);
    if (!failed() && measure >= growth_->measure) {
        fail(true, node.place,
             fmt::format("a self-call has measure {}, not below {}", measure, growth_->measure));
    }
}

Table& Evaluator::table_of(const Node& node, Callee& callee, const std::int64_t* fixed) {
    if (callee.table == nullptr ||
        !std::equal(fixed, fixed + callee.fixed_count, callee.table->fixed.begin())) {
        callee.table = &engine_.tables.find(node.item, fixed, callee.fixed_count);
    }
    return *callee.table;
}

std::int64_t Evaluator::lookup(const Node& node) {
    if (node.list.size() > kMaxArguments) {
        fail(false, node.place, "more than 16 arguments");
        return 0;
    }
    Callee& own = callee(node.item);
    Arguments arguments;  // the first ones are set below
    Arguments fixed;
    Arguments ranged;
    std::size_t fixed_count = 0;
    std::size_t ranged_count = 0;
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        arguments[i] = number(node.list[i]);
        (own.is_fixed[i] != 0 ? fixed[fixed_count++] : ranged[ranged_count++]) = arguments[i];
    }
    if (failed()) {
        return 0;
    }
    if (growth_ != nullptr && growth_->item == node.item) {
        check_measure(node, own, arguments.data());
        if (failed()) {
            return 0;
        }
    }
    Table& table = table_of(node, own, fixed.data());
    std::optional<std::size_t> index = table.index(ranged.data());
    if (!index || table.values[*index] < 0) {
        const std::vector<std::int64_t> wanted(
            ranged.begin(), ranged.begin() + static_cast<std::ptrdiff_t>(ranged_count));
        if (growth_ != nullptr && growth_->item == node.item) {
            growth_->miss = Miss{&table, wanted};
            fail(false, node.place, "a value is missing");
            return 0;
        }
        if (const auto error = engine_.builder->grow(table, wanted)) {
            fail(error->undefined, error->place, error->message);
            return 0;
        }
        index = table.index(ranged.data());
    }
    if (extents_ != nullptr) {
        extents_->record(table, ranged.data());
    }
    return table.values[*index];
}

MorphicWord& Evaluator::morphic(int item) {
    return engine_.words.try_emplace(item, engine_.spec.item(item)).first->second;
}

std::int64_t Evaluator::letter(const Node& node) {
    const std::int64_t position = number(node.a);
    if (failed()) {
        return 0;
    }
    MorphicWord& morphism = morphic(node.item);
    if (morphism.limit() != LimitKind::kExists) {
        fail(true, node.place, "the infinite word does not exist");
        return 0;
    }
    const std::optional<std::int64_t> result = morphism.letter(position);
    if (!result) {
        fail(true, node.place, fmt::format("the letter at {} is not given", position));
    }
    return result.value_or(0);
}

// The output of the dfao at the representation of a number.
std::int64_t Evaluator::output_at(int dfao, std::int64_t value) {
    const Item& item = engine_.spec.item(dfao);
    Numeration& numeration =
        engine_.numerations.try_emplace(item.numeration, engine_.spec.item(item.numeration))
            .first->second;
    std::size_t state = 0;
    for (const std::int64_t digit : numeration.representation(value)) {
        state = static_cast<std::size_t>(item.rows[state][static_cast<std::size_t>(digit)]);
    }
    return item.rows[state].back();
}

// Outputs at the first numbers are kept: loops ask for them again and again.
std::int64_t Evaluator::output(const Node& node) {
    constexpr std::size_t first = 1024;
    constexpr std::size_t most = std::size_t{1} << 22;
    const std::int64_t value = number(node.a);
    if (failed()) {
        return 0;
    }
    std::vector<std::int64_t>& known = engine_.outputs[node.item];
    const auto at = static_cast<std::size_t>(value);
    if (at >= std::min(most, std::max(first, 2 * known.size()))) {
        return output_at(node.item, value);
    }
    while (known.size() <= at) {
        known.push_back(output_at(node.item, static_cast<std::int64_t>(known.size())));
    }
    return known[at];
}

bool Evaluator::limit(const Node& node) {
    const LimitKind kind = morphic(node.item).limit();
    if (kind == LimitKind::kUndefined) {
        fail(true, node.place, "the limit is undefined");
    }
    return kind == LimitKind::kExists;
}

bool Evaluator::affix(const Node& node) {
    const Word part = word(node.a);
    const Word whole = word(node.b);
    if (part.size() > whole.size()) {
        return false;
    }
    return node.op == Op::kPrefix ? std::equal(part.begin(), part.end(), whole.begin())
                                  : std::equal(part.rbegin(), part.rend(), whole.rbegin());
}

Word Evaluator::iterate(const Node& node) {
    const std::int64_t times = number(node.a);
    Word result = word(node.b);
    for (std::int64_t i = 0; i < times && !failed(); ++i) {
        std::optional<Word> image = morphic(node.item).image(result);
        if (!image) {
            fail(true, node.place, "an image is not given, or too long");
            return {};
        }
        result = std::move(*image);
    }
    return result;
}

Word Evaluator::word(NodeId id) {
    const Node& node = program_.node(id);
    switch (node.op) {
        case Op::kWordLiteral:
            return {node.list.begin(), node.list.end()};
        case Op::kRep: {
            const std::int64_t value = number(node.a);
            return failed()
                       ? Word{}
                       : engine_.numerations.try_emplace(node.item, engine_.spec.item(node.item))
                             .first->second.representation(value);
        }
        case Op::kTake: {
            const std::int64_t length = number(node.a);
            Word result = word(node.b);
            if (length < static_cast<std::int64_t>(result.size())) {
                result.resize(static_cast<std::size_t>(std::max<std::int64_t>(length, 0)));
            }
            return result;
        }
        case Op::kIterate:
            return iterate(node);
        case Op::kJoin: {
            Word result = word(node.a);
            const Word more = word(node.b);
            result.insert(result.end(), more.begin(), more.end());
            return result;
        }
        default:
            fail(false, node.place, "no word");
            return {};
    }
}

std::uint8_t* Evaluator::memo(int item, const std::int64_t* arguments, std::size_t count) {
    const std::int64_t x = count > 1 ? arguments[count - 2] : 0;
    const std::int64_t y = arguments[count - 1];
    if (x >= kMemoSide || y >= kMemoSide) {
        return nullptr;
    }
    const std::pair<int, std::int64_t> key = {item, count > 2 ? arguments[0] : 0};
    if (last_grid_ == nullptr || key != last_key_) {
        last_grid_ = &grids_[key];
        last_key_ = key;
    }
    auto& rows = last_grid_->rows;
    if (rows.size() <= static_cast<std::size_t>(x)) {
        rows.resize(static_cast<std::size_t>(x) + 1);
    }
    auto& row = rows[static_cast<std::size_t>(x)];
    if (row.size() <= static_cast<std::size_t>(y)) {
        row.resize(std::max(static_cast<std::size_t>(y) + 1, row.size() * 2), 0);
    }
    return &row[static_cast<std::size_t>(y)];
}

bool Evaluator::relation(const Node& node) {
    Arguments arguments;  // the first `count` are set below
    const std::size_t count = node.list.size();
    if (count > kMaxArguments) {
        fail(false, node.place, "more than 16 arguments");
        return false;
    }
    for (std::size_t i = 0; i < count; ++i) {
        arguments[i] = number(node.list[i]);
    }
    if (failed()) {
        return false;
    }
    const bool remembered = count > 0 && count <= kMemoArity;
    if (std::uint8_t* known = remembered ? memo(node.item, arguments.data(), count) : nullptr) {
        if (*known != 0) {
            return *known == 2;
        }
        const bool value = relation_body(node, arguments.data());
        if (!failed()) {
            // Other relations may have been remembered meanwhile: find the place again.
            *memo(node.item, arguments.data(), count) = value ? 2 : 1;
        }
        return value;
    }
    return relation_body(node, arguments.data());
}

bool Evaluator::relation_body(const Node& node, const std::int64_t* arguments) {
    const Body& body = program_.body(node.item);
    if (body.root == kNoNode) {
        const Item& item = engine_.spec.item(node.item);
        const std::int64_t* tuple = arguments + item.parameters.size();
        return std::any_of(item.rows.begin(), item.rows.end(), [&](const auto& row) {
            return std::equal(row.begin(), row.end(), tuple);
        });
    }
    for (std::size_t i = 0; i < node.list.size(); ++i) {
        slot(body.slots[i]) = arguments[i];
    }
    return truth(body.root);
}

}  // namespace mexcert
