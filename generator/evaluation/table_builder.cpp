#include "evaluation/table_builder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>

#include "subtraction/cold_positions.hpp"
#include "subtraction/nim_values.hpp"
#include "tables/queen_grundy.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kFirstSize = 64;
constexpr std::size_t kMaxCells = std::size_t{1} << 27;
constexpr int kMaxExtensions = 24;
constexpr std::size_t kMaxBoxes = 10'000;
constexpr std::size_t kMaxQueenSides = 0x10000;
constexpr std::size_t kReportEvery = 4096;  // values
constexpr std::size_t kClockEvery = 64;     // cells
constexpr std::size_t kManyCells = 65'536;  // of a sweep, between looks at the clock
// Options of a pile between two looks at the clock: some ten milliseconds.
constexpr std::size_t kPileOptions = std::size_t{1} << 25;

std::size_t cells(const std::vector<std::size_t>& sizes) {
    return std::accumulate(sizes.begin(), sizes.end(), std::size_t{1}, std::multiplies<>());
}

Fault cannot(const Place& place, std::string message) { return {false, place, std::move(message)}; }

bool too_large(const std::vector<std::size_t>& sizes) {
    std::size_t cells = 1;
    return std::any_of(sizes.begin(), sizes.end(), [&](std::size_t size) {
        return __builtin_mul_overflow(cells, size, &cells) || cells > kMaxCells;
    });
}

std::vector<std::size_t> covering(const Table& table, const std::vector<std::int64_t>& wanted,
                                  bool padded) {
    std::vector<std::size_t> sizes;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        const auto least = static_cast<std::size_t>(wanted[i]) + 1;
        const std::size_t larger = std::max(table.sizes[i] * 3 / 2, kFirstSize);
        sizes.push_back(padded ? (least > table.sizes[i] ? std::max(least, larger) : table.sizes[i])
                               : least);
    }
    return sizes;
}

bool is_inside(const Table& table, std::size_t cell, const std::vector<std::size_t>& sizes) {
    for (std::size_t i = sizes.size(); i-- > 0;) {
        if (cell % table.sizes[i] >= sizes[i]) {
            return false;
        }
        cell /= table.sizes[i];
    }
    return true;
}

}  // namespace

Evaluator& TableBuilder::evaluator(int item) {
    std::unique_ptr<Evaluator>& own = evaluators_[item];
    if (!own) {
        own = std::make_unique<Evaluator>(engine_);
    }
    own->clear_fault();
    return *own;
}

void TableBuilder::set_arguments(Evaluator& evaluator, const Table& table,
                                 const std::int64_t* ranged) {
    const Item& item = engine_.spec.item(table.item);
    const Body& body = engine_.program.body(table.item);
    const std::int64_t* fixed = table.fixed.data();
    for (std::size_t i = 0; i < body.slots.size(); ++i) {
        evaluator.slot(body.slots[i]) = item.is_fixed[i] ? *fixed++ : *ranged++;
    }
}

void TableBuilder::set_position(Evaluator& evaluator, const Table& table, std::size_t cell) {
    position_.resize(table.sizes.size());
    for (std::size_t i = position_.size(); i-- > 0;) {
        position_[i] = static_cast<std::int64_t>(cell % table.sizes[i]);
        cell /= table.sizes[i];
    }
    set_arguments(evaluator, table, position_.data());
}

void TableBuilder::report(const Table& table, std::size_t done, std::size_t all) const {
    if (done % kReportEvery == kReportEvery - 1) {
        engine_.report("table of " + engine_.spec.item(table.item).name,
                       static_cast<double>(done) / static_cast<double>(all));
    }
}

std::optional<Fault> TableBuilder::grow(Table& table, const std::vector<std::int64_t>& wanted) {
    const std::vector<std::size_t> exact = covering(table, wanted, false);
    if (too_large(exact)) {
        return cannot(engine_.spec.item(table.item).place, "table too large");
    }
    // A large table alone takes seconds to be laid out.
    const auto is_late = [&] { return cells(exact) > kManyCells && engine_.out_of_time(); };
    const std::vector<std::size_t> padded = covering(table, wanted, true);
    if (!too_large(padded) && !is_late() && !compute(table, padded)) {
        return std::nullopt;
    }
    if (is_late()) {
        return cannot(engine_.spec.item(table.item).place, "out of time");
    }
    // The equation may be undefined beyond what was asked for.
    return compute(table, exact);
}

std::optional<Fault> TableBuilder::compute(Table& table, const std::vector<std::size_t>& sizes) {
    if (const SequenceShape* shape = engine_.shapes.sequence(table.item)) {
        table.resize(sizes);
        return sweep(table, *shape, sizes[0]);
    }
    const QueenShape* shape = engine_.shapes.queen(table.item);
    if (shape != nullptr && sizes[0] + sizes[1] + std::min(sizes[0], sizes[1]) < kMaxQueenSides) {
        table.resize(sizes);
        return fill_queen(table, *shape);
    }
    const PileShape* pile = engine_.shapes.pile(table.item);
    if (pile != nullptr && fill_pile(table, *pile, sizes[0])) {
        return std::nullopt;
    }
    return fill(table, sizes);
}

// f(n) is the least value above the bounds that no earlier index excludes; values increase, so one
// pointer moves up and a heap holds the excluded values ahead of it.
std::optional<Fault> TableBuilder::sweep(Table& table, const SequenceShape& shape,
                                         std::size_t count) {
    Evaluator& own = evaluator(table.item);
    Evaluator::Growth growth{table.item, 0, std::nullopt};
    own.grow_for(&growth);
    std::priority_queue<std::int64_t, std::vector<std::int64_t>, std::greater<>> excluded;
    set_position(own, table, 0);
    std::int64_t value = 0;
    for (const NodeId bound : shape.lower_bounds) {
        value = std::max(value, own.number(bound));
    }
    for (std::size_t n = 0; n < count && !own.failed(); ++n) {
        report(table, n, count);
        if (n % kManyCells == kManyCells - 1 && engine_.out_of_time()) {
            own.fail(false, engine_.spec.item(table.item).place, "out of time");
            break;
        }
        while (!excluded.empty() && excluded.top() <= value) {
            value += excluded.top() == value ? 1 : 0;
            excluded.pop();
        }
        table.values[n] = value;
        growth.measure = static_cast<std::int64_t>(n) + 1;
        own.slot(shape.index_slot) = static_cast<std::int64_t>(n);
        for (const NodeId term : shape.excluded) {
            excluded.push(own.number(term));
        }
    }
    return own.fault();
}

// The table that the guarded look-up reads; its measure is checked to be smaller.
std::optional<Fault> TableBuilder::extra_table(const Table& table, const QueenShape& shape,
                                               Table*& result) {
    Evaluator& own = *evaluators_.at(table.item);
    const Node& call = engine_.program.node(shape.extra);
    const Item& item = engine_.spec.item(table.item);
    const Body& body = engine_.program.body(table.item);
    const std::int64_t here = own.number(body.measure);
    std::vector<std::int64_t> fixed;
    std::vector<std::int64_t> saved;
    for (std::size_t i = 0; i < call.list.size(); ++i) {
        const std::int64_t value = own.number(call.list[i]);
        saved.push_back(own.slot(body.slots[i]));
        if (item.is_fixed[i]) {
            fixed.push_back(value);
            own.slot(body.slots[i]) = value;
        }
    }
    const std::int64_t there = own.number(body.measure);
    for (std::size_t i = 0; i < saved.size(); ++i) {
        own.slot(body.slots[i]) = saved[i];
    }
    if (!own.failed() && there >= here) {
        own.fail(true, call.place,
                 fmt::format("a self-call has measure {}, not below {}", there, here));
    }
    if (own.failed()) {
        return own.fault();
    }
    result = &engine_.tables.find(table.item, fixed.data(), fixed.size());
    std::vector<std::int64_t> last;
    for (const std::size_t size : table.sizes) {
        last.push_back(static_cast<std::int64_t>(size) - 1);
    }
    const std::optional<std::size_t> index = result->index(last.data());
    if (index && result->values[*index] >= 0) {
        return std::nullopt;
    }
    std::optional<Fault> fault = compute(*result, covering(*result, last, false));
    own.clear_fault();
    return fault;
}

std::optional<Fault> TableBuilder::extra_values(const Table& table, const QueenShape& shape,
                                                std::vector<std::uint16_t>& extra, bool& used) {
    Evaluator& own = *evaluators_.at(table.item);
    Table* other = nullptr;
    extra.assign(table.values.size(), tables::no_extra);
    for (std::size_t cell = 0; cell < table.values.size(); ++cell) {
        report(table, cell, table.values.size());
        set_position(own, table, cell);
        const bool reads = own.all_hold(shape.guards);
        if (own.failed()) {
            return own.fault();
        }
        if (!reads) {
            continue;
        }
        used = true;
        if (other == nullptr) {
            if (std::optional<Fault> fault = extra_table(table, shape, other)) {
                return fault;
            }
        }
        const std::size_t row = cell / table.sizes[1];
        const std::int64_t value = other->values[row * other->sizes[1] + cell % table.sizes[1]];
        extra[cell] = static_cast<std::uint16_t>(value);
    }
    return std::nullopt;
}

// To which positions diagonal moves are allowed; nothing if to all.
std::optional<Fault> TableBuilder::landing_positions(const Table& table, const QueenShape& shape,
                                                     std::vector<std::uint8_t>& landing) {
    if (shape.landing.empty()) {
        return std::nullopt;
    }
    Evaluator& own = *evaluators_.at(table.item);
    landing.assign(table.values.size(), 0);
    for (std::size_t cell = 0; cell < table.values.size() && !own.failed(); ++cell) {
        set_position(own, table, cell);
        landing[cell] = own.is_landing(shape) ? 1 : 0;
    }
    return own.fault();
}

std::optional<Fault> TableBuilder::fill_queen(Table& table, const QueenShape& shape) {
    evaluator(table.item).grow_for(nullptr);
    std::vector<std::uint16_t> extra;
    bool used = false;
    if (shape.extra != kNoNode) {
        if (std::optional<Fault> fault = extra_values(table, shape, extra, used)) {
            return fault;
        }
    }
    std::vector<std::uint8_t> landing;
    if (std::optional<Fault> fault = landing_positions(table, shape, landing)) {
        return fault;
    }
    const std::vector<std::uint16_t> values = tables::queen_grundy(
        table.sizes[0], table.sizes[1],
        {used ? extra.data() : nullptr, landing.empty() ? nullptr : landing.data()});
    std::copy(values.begin(), values.end(), table.values.begin());
    return std::nullopt;
}

// What may be taken from a pile of size - 1, or nothing if that is undefined or holds a number that
// is not positive. Smaller piles have those of its moves that are not greater than they are.
std::optional<subtraction::MoveSet> TableBuilder::pile_moves(const Table& table,
                                                             const PileShape& shape,
                                                             std::size_t size) {
    Evaluator& own = evaluator(table.item);
    own.grow_for(nullptr);
    set_position(own, table, size - 1);
    subtraction::MoveSet moves;
    bool positive = true;
    for (const PileShape::Moves& part : shape.moves) {
        const Plan plan = engine_.planner.solve(part.conditions, part.slots);
        if (plan.first == kNoPlan) {
            return std::nullopt;
        }
        own.run(plan.first, [&] {
            const std::int64_t taken = own.number(part.taken);
            positive = positive && taken > 0;
            moves.push_back(static_cast<std::uint64_t>(taken));
            return positive && !own.failed();
        });
    }
    if (own.failed() || !positive) {
        own.clear_fault();
        return std::nullopt;
    }
    std::sort(moves.begin(), moves.end());
    moves.erase(std::unique(moves.begin(), moves.end()), moves.end());
    return moves;
}

bool TableBuilder::fill_nim(Table& table, const subtraction::MoveSet& moves, std::size_t size) {
    const auto unknown = std::find(table.values.begin(), table.values.end(), -1);
    if (std::any_of(table.values.begin(), unknown, [](std::int64_t value) {
            return value > std::numeric_limits<std::uint16_t>::max();
        })) {
        return false;
    }
    std::vector<std::uint16_t> nim(table.values.begin(), unknown);
    while (nim.size() < size) {
        if (engine_.out_of_time()) {
            return false;
        }
        const std::size_t known = nim.size();
        // In proportion to what is known, so that time beyond the limit is in proportion, too.
        const std::size_t step = std::max(known / 4, kPileOptions / (moves.size() + 1) + 1);
        const std::size_t next = std::min(size, known + step);
        if (subtraction::extend_nim_values(moves, nim, next)) {
            return false;  // too large for it
        }
        engine_.report("table of " + engine_.spec.item(table.item).name,
                       static_cast<double>(next) / static_cast<double>(size));
        const auto behind = static_cast<std::ptrdiff_t>(known);
        std::copy(nim.begin() + behind, nim.end(), table.values.begin() + behind);
    }
    return true;
}

bool TableBuilder::fill_pile(Table& table, const PileShape& shape, std::size_t size) {
    table.resize({size});
    const std::optional<subtraction::MoveSet> moves = pile_moves(table, shape, size);
    if (!moves || !shape.hot) {
        return moves && fill_nim(table, *moves, size);
    }
    const subtraction::Bits cold = subtraction::cold_positions(*moves, size);
    for (std::size_t n = 0; n < size; ++n) {
        table.values[n] = cold.contains(n) ? 0 : 1;
    }
    return true;
}

void TableBuilder::Boxes::wait(std::size_t box) {
    const Box& own = all[box];
    if (own.next < own.order.size()) {
        next.emplace(own.order[own.next].first, box);
    }
}

// Lists the unknown cells of a box, whose sizes are new.
std::optional<Fault> TableBuilder::open(Boxes& boxes, std::size_t index) {
    Box& box = boxes.all[index];
    Table& table = *box.table;
    table.resize(box.sizes);
    Evaluator& own = evaluator(table.item);
    own.grow_for(nullptr);
    const Body& body = engine_.program.body(table.item);
    box.order.clear();
    box.next = 0;
    for (std::size_t cell = 0; cell < table.values.size(); ++cell) {
        if (table.values[cell] < 0 && is_inside(table, cell, box.sizes)) {
            set_position(own, table, cell);
            const std::int64_t measure = own.number(body.measure);
            if (!own.failed() && measure < 0) {
                own.fail(true, engine_.program.node(body.measure).place,
                         fmt::format("the measure {} is no natural", measure));
            }
            if (own.failed()) {
                return own.fault();
            }
            box.order.emplace_back(measure, cell);
        }
    }
    const auto below = [](const auto& a, const auto& b) { return a.first < b.first; };
    if (!std::is_sorted(box.order.begin(), box.order.end(), below)) {
        std::stable_sort(box.order.begin(), box.order.end(), below);
    }
    boxes.next = {};
    for (std::size_t i = 0; i < boxes.all.size(); ++i) {
        boxes.wait(i);
    }
    return std::nullopt;
}

// Opens a box that holds what was missing; what it needs has smaller measures and comes first.
std::optional<Fault> TableBuilder::take_miss(Boxes& boxes, const Box& reader,
                                             const Evaluator::Miss& miss) {
    const Place& place = engine_.spec.item(reader.table->item).place;
    const auto [entry, fresh] = boxes.of_table.try_emplace(miss.table, boxes.all.size());
    std::vector<std::size_t> sizes = covering(*miss.table, miss.ranged, false);
    const Box& known = fresh ? reader : boxes.all[entry->second];
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        sizes[i] = std::max(sizes[i], known.sizes[i]);
    }
    const Fault none_holds = cannot(place, "no box holds the values that the equation reads");
    if (too_large(sizes) || boxes.all.size() > kMaxBoxes) {
        return none_holds;
    }
    if (fresh) {
        boxes.all.push_back({miss.table, std::move(sizes), {}, 0, 0});
        return open(boxes, entry->second);
    }
    Box& box = boxes.all[entry->second];
    if (sizes == box.sizes || ++box.extensions > kMaxExtensions) {
        return none_holds;
    }
    box.sizes = std::move(sizes);
    return open(boxes, entry->second);
}

// The next cell of a box, which waits for its turn again afterwards.
std::optional<Fault> TableBuilder::fill_cell(Boxes& boxes, std::size_t index) {
    Box& box = boxes.all[index];
    Table& table = *box.table;
    const auto [measure, cell] = box.order[box.next];
    report(table, box.next, box.order.size());
    if (box.next % kClockEvery == 0 && engine_.out_of_time()) {
        return cannot(engine_.spec.item(table.item).place, "out of time");
    }
    Evaluator& own = evaluator(table.item);
    const Body& body = engine_.program.body(table.item);
    Evaluator::Growth growth{table.item, measure, std::nullopt};
    own.grow_for(&growth);
    set_position(own, table, cell);
    const std::int64_t value = own.number(body.root);
    own.grow_for(nullptr);
    if (growth.miss) {
        own.clear_fault();
        return take_miss(boxes, box, *growth.miss);
    }
    if (!own.failed() && value < 0) {
        own.fail(true, engine_.program.node(body.root).place,
                 fmt::format("the value {} is no natural", value));
    }
    if (own.failed()) {
        return own.fault();
    }
    table.values[cell] = value;
    ++box.next;
    boxes.next.pop();
    boxes.wait(index);
    return std::nullopt;
}

std::optional<Fault> TableBuilder::fill(Table& table, const std::vector<std::size_t>& sizes) {
    Boxes boxes;
    boxes.all.push_back({&table, sizes, {}, 0, 0});
    boxes.of_table[&table] = 0;
    std::optional<Fault> fault = open(boxes, 0);
    while (!fault && !boxes.next.empty()) {
        fault = fill_cell(boxes, boxes.next.top().second);
    }
    return fault;
}

}  // namespace mexcert
