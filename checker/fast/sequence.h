// Kernel fast.sequence (trust.md): the entries of a table of a def of sequence shape each of whose
// exclusions is c * f(i) + a * i + b with c >= 1, a >= 0.
//
// Entries are asked for in order, each once all before it have been compared. Then each family of
// exclusions increases with i, so one place in it, that only moves up, answers whether the next
// candidate is in it. Cost: a few operations for each entry and family; memory of a place for each
// family.
#pragma once

#include "../core/eval.h"

namespace mexcheck {

class Sequence {
  public:
    // Null if an exclusion has another form, or could leave 64 bits. `under` is the part with the
    // exclusions, `low` the least value allowed.
    static std::shared_ptr<Sequence> fit(Evaluator& evaluator, const Table& table, const Mex& under,
                                         Int low);

    Int value();

  private:
    struct Family {
        Int factor = 0;
        Int slope = 0;
        Int offset = 0;
        Int next = 0;  // the i of the first member that is not below the candidate
    };

    Sequence(Evaluator& evaluator, const Table& table, Int low)
        : evaluator_(evaluator), table_(table), candidate_(low) {}
    bool add_family(const Expr* e, Int i);
    bool small(const Family& family, std::size_t families) const;
    bool excluded(Family& family) const;

    Evaluator& evaluator_;
    const Table& table_;
    std::vector<Family> families_;  // but f(i) itself, which is below each candidate
    Int candidate_;
    Int n_ = 0;
};

}  // namespace mexcheck
