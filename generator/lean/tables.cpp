#include "lean/tables.hpp"

#include <algorithm>

#include "certificate/writer.hpp"
#include "evaluation/table_builder.hpp"

namespace mexcert::lean {
namespace {

constexpr std::int64_t kMostPosition = 4096;  // no file needs more

}  // namespace

std::optional<std::int64_t> TableBoxes::look_up(int item,
                                                const std::vector<std::int64_t>& arguments) {
    const std::vector<bool>& is_fixed = engine_.spec.item(item).is_fixed;
    std::vector<std::int64_t> fixed;
    std::vector<std::int64_t> ranged;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        (is_fixed[i] ? fixed : ranged).push_back(arguments[i]);
    }
    Table& table = engine_.tables.find(item, fixed.data(), fixed.size());
    const std::vector<std::int64_t> most = extents_.of(table.id);
    const bool inside = !most.empty() &&
                        std::equal(ranged.begin(), ranged.end(), most.begin(), std::less_equal<>());
    if (!inside) {
        const bool far = std::any_of(ranged.begin(), ranged.end(),
                                     [](std::int64_t at) { return at > kMostPosition; });
        if (closed_ || far) {
            return std::nullopt;
        }
        extents_.record(table, ranged.data());
        ++growth_;
        if (engine_.builder->grow(table, extents_.of(table.id))) {
            return std::nullopt;
        }
    }
    return table.values[*table.index(ranged.data())];
}

std::vector<TableBox> TableBoxes::all() const {
    std::vector<TableBox> boxes;
    for (const int id : tables_in_order(engine_, extents_)) {
        boxes.push_back({id, extents_.of(id)});
    }
    return boxes;
}

std::vector<TableBox> TableBoxes::of(int item) const {
    std::vector<TableBox> boxes = all();
    boxes.erase(std::remove_if(boxes.begin(), boxes.end(),
                               [&](const TableBox& box) { return table(box).item != item; }),
                boxes.end());
    return boxes;
}

std::vector<std::int64_t> TableBoxes::arguments(const TableBox& box,
                                                const std::vector<std::int64_t>& ranged) const {
    const Table& own = table(box);
    std::vector<std::int64_t> result;
    std::size_t next_fixed = 0;
    std::size_t next_ranged = 0;
    for (const bool is_fixed : engine_.spec.item(own.item).is_fixed) {
        result.push_back(is_fixed ? own.fixed[next_fixed++] : ranged[next_ranged++]);
    }
    return result;
}

}  // namespace mexcert::lean
