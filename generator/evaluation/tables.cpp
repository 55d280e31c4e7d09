#include "evaluation/tables.hpp"

#include <algorithm>

namespace mexcert {

void Table::resize(const std::vector<std::size_t>& least_sizes) {
    std::vector<std::size_t> larger = sizes;
    std::size_t cells = 1;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        larger[i] = std::max(sizes[i], least_sizes[i]);
        cells *= larger[i];
    }
    if (larger == sizes) {
        return;
    }
    std::vector<std::int64_t> grown(cells, -1);
    std::vector<std::size_t> position(sizes.size(), 0);
    for (const std::int64_t value : values) {
        std::size_t target = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            target = target * larger[i] + position[i];
        }
        grown[target] = value;
        for (std::size_t i = sizes.size(); i-- > 0;) {
            if (++position[i] < sizes[i]) {
                break;
            }
            position[i] = 0;
        }
    }
    sizes = std::move(larger);
    values = std::move(grown);
}

Table& Tables::find(int item, const std::int64_t* fixed, std::size_t count) {
    auto hash = static_cast<std::uint64_t>(item);
    for (std::size_t i = 0; i < count; ++i) {
        hash = hash * 31 + static_cast<std::uint64_t>(fixed[i]);
    }
    int& recent = recent_[hash % kRecent];
    if (recent >= 0) {
        Table& known = at(recent);
        if (known.item == item && std::equal(known.fixed.begin(), known.fixed.end(), fixed)) {
            return known;
        }
    }
    std::vector<std::int64_t> key(fixed, fixed + count);
    const auto [entry, fresh] = by_key_[item].try_emplace(key, static_cast<int>(tables_.size()));
    if (fresh) {
        Table table;
        table.id = entry->second;
        table.item = item;
        table.fixed = std::move(key);
        table.sizes.assign(spec_.item(item).parameters.size() - count, 0);
        tables_.push_back(std::move(table));
    }
    recent = entry->second;
    return at(recent);
}

void Tables::forget() {
    for (Table& table : tables_) {
        std::fill(table.sizes.begin(), table.sizes.end(), 0);
        table.values.clear();
    }
}

}  // namespace mexcert
