// Whether the solutions behind the deciding one must be read when look-ups are recorded. Not if no
// table is read at all; and not if it depends on the bound variables which table of a recursive
// definition is read (they stand in a fixed argument of a look-up): then tables would be written
// that no check reads.
// Cost: linear in the text, once for each quantifier; definitions that are called are not unfolded:
// a relation whose arguments depend on the variables counts if its text has fixed arguments at all.
#pragma once

#include <optional>
#include <unordered_map>
#include <vector>

#include "evaluation/program.hpp"

namespace mexcert {

class TableChoice {
  public:
    explicit TableChoice(Program& program) : program_(program) {}

    [[nodiscard]] bool needs_all_solutions(NodeId quantifier);

    // A table of one ranged position.
    struct Sequence {
        int item = -1;
        std::vector<std::int64_t> fixed;
    };
    using Sequences = std::vector<Sequence>;
    // What a quantifier over one variable reads, if these are tables of one ranged position and all
    // look-ups in them are at the variable; else null.
    [[nodiscard]] const Sequences* sequences(NodeId quantifier);

  private:
    bool add_sequences(NodeId id, int bound, Sequences& found);
    bool reads_table(NodeId id);
    bool varies(NodeId id, const std::vector<int>& bound);
    bool chooses(NodeId id);

    Program& program_;
    std::unordered_map<NodeId, bool> known_;
    std::unordered_map<NodeId, bool> reading_;
    std::unordered_map<NodeId, std::optional<Sequences>> sequences_;
};

}  // namespace mexcert
