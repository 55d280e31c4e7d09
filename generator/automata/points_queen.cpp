#include "automata/points_queen.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert {
namespace {

constexpr std::size_t kMostRows = std::size_t{1} << 28;
constexpr std::size_t kFarthest = 16;  // no value is looked for beyond so many times the row

}  // namespace

void QueenLevels::Line::take(std::size_t i) {
    if (i >= taken.size()) {
        taken.resize(std::max(i + 1, taken.size() * 2), false);
    }
    taken[i] = true;
    while (full < taken.size() && taken[full]) {
        ++full;
    }
}

Result<const std::vector<std::uint32_t>*> QueenLevels::level(int item,
                                                             const std::vector<std::int64_t>& fixed,
                                                             std::int64_t level,
                                                             std::int64_t greatest,
                                                             std::size_t rows) {
    const Key key{item, fixed};
    if (std::optional<Error> error = grow(key, std::max(level, greatest), rows)) {
        return *error;
    }
    return &instances_[key].levels[static_cast<std::size_t>(level)].places;
}

// Sets the ranged parameters.
void QueenLevels::set_position(Instance& instance, std::size_t x, std::size_t y) {
    const QueenShape& shape = *instance.shape;
    instance.evaluator->slot(instance.body->slots[shape.row]) = static_cast<std::int64_t>(x);
    instance.evaluator->slot(instance.body->slots[shape.column]) = static_cast<std::int64_t>(y);
}

std::optional<Error> QueenLevels::prepare(const Key& key, Instance& instance) {
    const Item& item = engine_.spec.item(key.item);
    instance.shape = engine_.shapes.queen(key.item);
    if (instance.shape == nullptr) {
        return declined(item.name, "no definition by row, column and diagonal");
    }
    instance.body = &engine_.program.body(key.item);
    instance.evaluator = std::make_unique<Evaluator>(engine_);
    for (std::size_t i = 0, next = 0; i < instance.body->slots.size(); ++i) {
        if (item.is_fixed[i]) {
            instance.evaluator->slot(instance.body->slots[i]) = key.fixed[next++];
        }
    }
    if (instance.shape->extra == kNoNode) {
        return std::nullopt;
    }
    set_position(instance, 0, 0);
    const std::vector<int>& arguments = engine_.program.node(instance.shape->extra).list;
    instance.extra.item = key.item;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        if (item.is_fixed[i]) {
            instance.extra.fixed.push_back(instance.evaluator->number(arguments[i]));
        }
    }
    instance.reads_extra = instance.extra != key;
    return std::nullopt;
}

// Grows an instance, and the one that it reads before.
std::optional<Error> QueenLevels::grow(const Key& key, std::int64_t greatest, std::size_t rows) {
    if (rows > kMostRows || greatest < 0) {
        return declined(engine_.spec.item(key.item).name, "too many rows");
    }
    Instance& instance = instances_[key];
    if (instance.shape == nullptr) {
        if (std::optional<Error> error = prepare(key, instance)) {
            return error;
        }
    }
    const auto levels = std::max(static_cast<std::size_t>(greatest) + 1, instance.levels.size());
    if (instance.reads_extra) {
        const Key extra = instance.extra;
        const auto most = static_cast<std::int64_t>(levels) - 1;
        if (std::optional<Error> error = grow(extra, most, std::max(rows, instance.rows))) {
            return error;
        }
    }
    if (levels > instance.levels.size()) {  // all rows again
        rows = std::max(rows, instance.rows);
        instance.rows = 0;
        instance.landing_from = std::numeric_limits<std::size_t>::max();
        instance.levels.assign(levels, Level{});
    }
    for (; instance.rows < rows; ++instance.rows) {
        if (std::optional<Error> error = row(key, instance, instance.rows)) {
            return error;
        }
    }
    return std::nullopt;
}

bool QueenLevels::excluded(Instance& instance, std::int64_t level, std::size_t x, std::size_t y) {
    if (!instance.reads_extra) {
        return false;
    }
    const Level& other = instances_[instance.extra].levels[static_cast<std::size_t>(level)];
    if (other.places[x] != y) {
        return false;
    }
    set_position(instance, x, y);
    return instance.evaluator->all_hold(instance.shape->guards);
}

// May a diagonal move lead to (x, y)? Rows are asked about in increasing order.
bool QueenLevels::is_landing(Instance& instance, std::size_t x, std::size_t y) {
    if (instance.shape->landing.empty() || y >= instance.landing_from) {
        return true;
    }
    set_position(instance, x, y);
    const bool holds = instance.evaluator->is_landing(*instance.shape);
    if (holds && instance.shape->landing_grows) {
        instance.landing_from = y;
    }
    return holds;
}

std::optional<Error> QueenLevels::row(const Key& key, Instance& instance, std::size_t x) {
    for (std::size_t c = 0; c < instance.levels.size(); ++c) {
        Level& own = instance.levels[c];
        const auto fits = [&](std::size_t y) {
            if (own.columns.has(y) || (y >= x ? own.right.has(y - x) : own.left.has(x - y - 1))) {
                return false;
            }
            for (std::size_t lower = 0; lower < c; ++lower) {
                if (instance.levels[lower].places[x] == y) {
                    return false;
                }
            }
            return !excluded(instance, static_cast<std::int64_t>(c), x, y);
        };
        std::size_t y = own.columns.full;
        const std::size_t most = kFarthest * (x + instance.levels.size() + 64);
        while (y <= most && !fits(y)) {
            ++y;
            // Diagonals near the main one all have the value.
            if (y <= x + own.right.full && x < y + own.left.full + 1) {
                y = std::max(y, x + own.right.full);
            }
        }
        if (y > most) {
            return declined(engine_.spec.item(key.item).name,
                            fmt::format("the value {} is not found in row {}", c, x));
        }
        own.places.push_back(static_cast<std::uint32_t>(y));
        own.columns.take(y);
        if (!is_landing(instance, x, y)) {
            continue;
        }
        if (y >= x) {
            own.right.take(y - x);
        } else {
            own.left.take(x - y - 1);
        }
    }
    const Evaluator& evaluator = *instance.evaluator;
    return evaluator.fault() ? std::optional<Error>(evaluator.error()) : std::nullopt;
}

}  // namespace mexcert
