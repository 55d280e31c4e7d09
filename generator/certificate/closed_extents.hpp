// Extents of the tables of a certificate: closed under the look-ups that the defining equations
// make (spec/certificate.md, section 1). Cost: one evaluation of the equation for each entry,
// except for the shapes whose look-ups are known to stay inside the box.
#pragma once

#include "evaluation/evaluator.hpp"

namespace mexcert {

// Extends `extents` until every look-up of every entry inside it lies inside it.
[[nodiscard]] std::optional<Error> close_extents(Engine& engine, Extents& extents);

// Visits all positions of the box 0..most in lexicographic order.
template <class Visit>
void for_each_position(const std::vector<std::int64_t>& most, Visit visit) {
    std::vector<std::int64_t> position(most.size(), 0);
    for (;;) {
        visit(position);
        std::size_t i = most.size();
        while (i > 0 && position[i - 1] == most[i - 1]) {
            position[--i] = 0;
        }
        if (i == 0) {
            return;
        }
        ++position[i - 1];
    }
}

}  // namespace mexcert
