// Which table of a recursive definition a quantifier reads may depend on its bound variables: they
// stand in a fixed argument of a look-up. Then the solutions behind the deciding one must not be
// read when look-ups are recorded, or tables would be written that no check reads.
// Cost: linear in the text, once for each quantifier; definitions that are called are not unfolded:
// a relation whose arguments depend on the variables counts if its text has fixed arguments at all.
#pragma once

#include <unordered_map>

#include "evaluation/program.hpp"

namespace mexcert {

class TableChoice {
  public:
    explicit TableChoice(Program& program) : program_(program) {}

    [[nodiscard]] bool depends_on_bound(NodeId quantifier);

  private:
    bool varies(NodeId id, const std::vector<int>& bound);
    bool chooses(NodeId id);

    Program& program_;
    std::unordered_map<NodeId, bool> known_;
};

}  // namespace mexcert
