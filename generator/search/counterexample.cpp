#include "search/counterexample.hpp"

#include <algorithm>
#include <limits>

namespace mexcert {
namespace {

// The lexicographically next tuple from `first` on with the same sum; false after the last one.
bool next_composition(Point& point, std::size_t first) {
    std::int64_t behind = 0;  // the sum of the parts behind position i
    for (std::size_t i = point.size() - 1; i > first; --i) {
        behind += point[i];
        point[i] = 0;
        if (behind > 0) {
            ++point[i - 1];
            point.back() = behind - 1;
            return true;
        }
    }
    return false;
}

}  // namespace

PointOrder::PointOrder(const StatementForm& form, std::vector<int> variables)
    : form_(form), variables_(std::move(variables)) {
    while (parameters_ < variables_.size() &&
           form_.leading[static_cast<std::size_t>(variables_[parameters_])].is_parameter) {
        ++parameters_;
    }
}

bool PointOrder::visit(const std::function<bool(const Point&)>& visit) const {
    Point point(variables_.size(), 0);
    for (std::size_t i = 0; i < parameters_; ++i) {
        const auto& domain = form_.leading[static_cast<std::size_t>(variables_[i])].domain;
        point[i] = domain ? domain->first : 0;
    }
    return parameters_ < variables_.size() ? visit_sums(point, visit)
                                           : visit_domains(point, 0, visit);
}

bool PointOrder::visit_domains(Point& point, std::size_t next,
                               const std::function<bool(const Point&)>& visit) const {
    if (next == parameters_) {
        return visit(point);
    }
    const auto& domain = form_.leading[static_cast<std::size_t>(variables_[next])].domain;
    const std::int64_t first = point[next];
    for (; point[next] <= (domain ? domain->second : 0); ++point[next]) {
        if (!visit_domains(point, next + 1, visit)) {
            return false;
        }
    }
    point[next] = first;
    return true;
}

bool PointOrder::visit_sums(Point& point, const std::function<bool(const Point&)>& visit) const {
    for (std::int64_t sum = 0; sum < std::numeric_limits<std::int64_t>::max(); ++sum) {
        std::fill(point.begin() + static_cast<std::ptrdiff_t>(parameters_), point.end(), 0);
        point.back() = sum;
        do {
            if (!visit(point)) {
                return false;
            }
        } while (next_composition(point, parameters_));
    }
    return true;
}

}  // namespace mexcert
