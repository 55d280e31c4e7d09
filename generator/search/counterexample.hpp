// Points of a statement in the order of spec/claims.md: by the parameters, then by the sum of the
// variables, then by the variables. The parameters stand at their first value, because infinitely
// many points lie before every other one; without variables the parameters' domains are run
// through.
#pragma once

#include <functional>

#include "claims/binding.hpp"

namespace mexcert {

// One value for each point variable (see point_variables).
using Point = std::vector<std::int64_t>;

class PointOrder {
  public:
    // `variables`: indices of leading variables, parameters first.
    PointOrder(const StatementForm& form, std::vector<int> variables);

    [[nodiscard]] const std::vector<int>& variables() const { return variables_; }
    // Calls `visit` on the points in order until it returns false. False if it was stopped.
    bool visit(const std::function<bool(const Point&)>& visit) const;

  private:
    bool visit_sums(Point& point, const std::function<bool(const Point&)>& visit) const;
    bool visit_domains(Point& point, std::size_t next,
                       const std::function<bool(const Point&)>& visit) const;

    const StatementForm& form_;
    std::vector<int> variables_;
    std::size_t parameters_ = 0;  // number of parameters among them
};

}  // namespace mexcert
