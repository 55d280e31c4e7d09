#include "automata/queen_window.hpp"

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

constexpr double kPhi = 1.6180339887498949;
constexpr std::uint64_t kWarmUp = 400;  // rows before those that are wanted
constexpr std::uint64_t kMargin = 96;   // rows looked at beyond x / phi
constexpr std::uint64_t kPad = 1000;  // rows made around a window, so that the next one is covered
constexpr std::size_t kMostRows = std::size_t{1} << 24U;  // kept, of all windows together
constexpr std::uint64_t kNone = std::numeric_limits<std::uint64_t>::max();

std::uint64_t scaled(std::uint64_t x, double factor) {
    return static_cast<std::uint64_t>(static_cast<double>(x) * factor);
}

// One level while its rows are run through.
struct Run {
    std::vector<std::uint64_t> smaller;  // the smaller number of a row's pair, or kNone
    std::uint64_t diagonals = 0;         // that the rows before use: all those below it
    std::vector<bool> used;              // diagonals from there on
    std::uint64_t columns = 0;           // the first column that can be taken
    std::vector<bool> taken;             // columns from there on
    std::size_t free = 0;                // no diagonal before this place is free
};

}  // namespace

QueenWindow::QueenWindow(Levels first_rows)
    : start_{0, first_rows.front().size(), std::move(first_rows)} {}

const QueenWindow::Rows* QueenWindow::known(std::uint64_t first, std::uint64_t end) const {
    if (end <= start_.end) {
        return &start_;
    }
    auto at = windows_.upper_bound(first);
    for (int tries = 0; tries < 16 && at != windows_.begin(); ++tries) {
        --at;
        if (at->second.end >= end) {
            return &at->second;
        }
    }
    return nullptr;
}

const QueenWindow::Rows& QueenWindow::covering(std::uint64_t first, std::uint64_t end) {
    if (const Rows* found = known(first, end)) {
        return *found;
    }
    const std::uint64_t low = first - std::min(first, kPad);
    Rows rows = made(low, end + kPad);
    const auto [at, added] = windows_.try_emplace(low);
    if (added) {
        order_.push_back(low);
    } else {
        kept_ -= at->second.end - at->second.first;
    }
    kept_ += rows.end - rows.first;
    at->second = std::move(rows);
    return at->second;
}

QueenWindow::Rows QueenWindow::made(std::uint64_t first, std::uint64_t end) {
    const std::uint64_t start = first - std::min(first, kWarmUp);
    const Rows& inner =
        covering(scaled(start, 1 / kPhi) - kMargin, scaled(end, 1 / kPhi) + kMargin);
    const std::uint64_t sure = scaled(start, 1 / kPhi / kPhi) - kMargin / 4;
    std::vector<Run> runs;
    for (const std::vector<std::uint64_t>& places : inner.places) {
        Run run;
        run.smaller.assign(end - start, kNone);
        // Pairs with a greater number before `start`: of all diagonals below `sure`, and some more.
        std::uint64_t before = sure;
        for (std::size_t i = 0; i < places.size(); ++i) {
            const std::uint64_t x = inner.first + i;
            const std::uint64_t y = places[i];
            if (y < x) {
                continue;
            }
            before += y < start && y - x >= sure ? 1 : 0;
            if (y >= start && y < end) {
                run.smaller[y - start] = x;
            }
        }
        run.diagonals = start + 1 - before;  // the number of diagonal 0 is both in its pair
        run.columns = start + run.diagonals;
        run.used.assign(end - start + 64, false);
        run.taken.assign(3 * (end - start) + 256, false);
        runs.push_back(std::move(run));
    }
    Rows rows{first, end, Levels(runs.size())};
    std::vector<std::uint64_t> row(runs.size());
    for (std::uint64_t x = start; x < end; ++x) {
        for (std::size_t c = 0; c < runs.size(); ++c) {
            Run& run = runs[c];
            row[c] = run.smaller[x - start];
            if (row[c] == kNone) {
                while (run.used[run.free]) {
                    ++run.free;
                }
                std::size_t i = run.free;
                const auto fits = [&](std::size_t diagonal) {
                    const std::uint64_t y = x + run.diagonals + diagonal;
                    return !run.used[diagonal] && !run.taken[y - run.columns] &&
                           std::find(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(c),
                                     y) == row.begin() + static_cast<std::ptrdiff_t>(c);
                };
                while (i + 1 < run.used.size() && !fits(i)) {
                    ++i;
                }
                row[c] = x + run.diagonals + i;
                run.used[i] = true;
                run.taken[row[c] - run.columns] = true;
            }
            if (x >= first) {
                rows.places[c].push_back(row[c]);
            }
        }
    }
    return rows;
}

// Drops the oldest windows if there are too many.
void QueenWindow::forget() {
    while (kept_ > kMostRows) {
        const auto oldest = windows_.find(order_.front());
        kept_ -= oldest->second.end - oldest->second.first;
        windows_.erase(oldest);
        order_.pop_front();
    }
}

std::vector<std::uint64_t> QueenWindow::places(std::size_t level, std::uint64_t first,
                                               std::uint64_t count) {
    forget();
    const Rows& rows = covering(first, first + count);
    const auto begin = rows.places[level].begin() + static_cast<std::ptrdiff_t>(first - rows.first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
}

std::optional<std::vector<std::uint64_t>> QueenWindow::diagonals(std::size_t level,
                                                                 std::uint64_t first,
                                                                 std::uint64_t count) {
    forget();
    if (first > kFarthest || count > kFarthest) {
        return std::nullopt;
    }
    const std::uint64_t middle = scaled(first, kPhi);
    const std::uint64_t low = middle - std::min(middle, kMargin);
    const std::uint64_t end = scaled(first + count, kPhi) + kMargin;
    const Rows& rows = covering(low, end);
    std::vector<std::uint64_t> found(count, kNone);
    std::uint64_t missing = count;
    for (std::uint64_t x = low; x < end; ++x) {
        const std::uint64_t y = rows.places[level][x - rows.first];
        if (y >= x && y - x >= first && y - x - first < count) {
            found[y - x - first] = x;
            --missing;
        }
    }
    if (missing != 0) {
        return std::nullopt;
    }
    return found;
}

bool QueenWindow::fits(const Levels& rows) {
    const std::uint64_t size = rows.front().size();
    const std::uint64_t part = size / 10;
    Levels first;
    for (const std::vector<std::uint64_t>& places : rows) {
        for (std::uint64_t x = 0; x < size; ++x) {
            if (places[x] < size && places[places[x]] != x) {
                return false;
            }
        }
        first.emplace_back(places.begin(), places.begin() + static_cast<std::ptrdiff_t>(part));
    }
    QueenWindow window(first);
    constexpr std::uint64_t kRows = 200;
    for (std::uint64_t x = part + kPad + kRows; x + kRows < size; x += size / 50) {
        for (std::size_t level = 0; level < rows.size(); ++level) {
            const std::vector<std::uint64_t> found = window.places(level, x, kRows);
            if (!std::equal(found.begin(), found.end(),
                            rows[level].begin() + static_cast<std::ptrdiff_t>(x))) {
                return false;
            }
        }
    }
    return true;
}

}  // namespace mexcert
