#include "language/near_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <numeric>
#include <utility>

namespace mexcert {
namespace {

std::string lower(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

// Letters to insert, remove or exchange, and pairs of neighbours to swap.
std::size_t distance(const std::string& a, const std::string& b) {
    std::vector<std::size_t> before, above, row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        before = std::exchange(above, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t exchanged = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
            row[j] = std::min({exchanged, above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
                row[j] = std::min(row[j], before[j - 2] + 1);
            }
        }
    }
    return row.back();
}

}  // namespace

std::string did_you_mean(const std::string& name, const std::vector<std::string>& names) {
    constexpr std::size_t kLeastPart = 4;
    const std::string wanted = lower(name);
    const std::string* best = nullptr;
    // Of a short name at least one letter must be right.
    std::size_t nearest = std::min(name.size(), 1 + std::max<std::size_t>(1, name.size() / 4));
    for (const std::string& candidate : names) {
        const std::size_t own = distance(wanted, lower(candidate));
        if (own < nearest) {
            nearest = own;
            best = &candidate;
        }
    }
    for (const std::string& candidate : names) {
        const bool contains =
            name.size() >= kLeastPart && lower(candidate).find(wanted) != std::string::npos;
        if (contains && (best == nullptr || nearest > 1)) {
            best = &candidate;
            nearest = 1;
        }
    }
    return best == nullptr ? "" : fmt::format("; did you mean `{}`?", *best);
}

}  // namespace mexcert
