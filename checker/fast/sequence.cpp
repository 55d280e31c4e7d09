// Kernel fast.sequence (trust.md): the entries of a table of a def of sequence shape each of whose
// exclusions is c * f(i) + a * i + b with c >= 1, a >= 0.
//
// Entries are asked for in order, each once all before it have been compared. Then each family of
// exclusions increases with i, so one place in it, that only moves up, answers whether the next
// candidate is in it. Cost: a few operations for each entry and family; memory of a place for each
// family.
#include "../core/eval.h"

namespace mexcheck {
namespace {

class Sequence {
  public:
    // Null if an exclusion has another form, or could leave 64 bits. `under` is the part with the
    // exclusions, `low` the least value allowed.
    static std::shared_ptr<Sequence> fit(Evaluator& evaluator, const Table& table, const Mex& under,
                                         Int low) {
        auto sequence = std::shared_ptr<Sequence>(new Sequence(evaluator, table, low));
        for (const Mex& part : under.parts)
            if (!sequence->add_family(part.e, under.vars[0])) return nullptr;
        for (const Family& family : sequence->families_)
            if (!sequence->small(family, under.parts.size())) return nullptr;
        std::erase_if(sequence->families_, [](const Family& f) {
            return f.factor == 1 && f.slope == 0 && f.offset == 0;
        });
        evaluator.rules |= kFastSequence;
        return sequence;
    }

    Int value() {
        evaluator_.tick();
        while (std::any_of(families_.begin(), families_.end(),
                           [this](Family& family) { return excluded(family); }))
            ++candidate_;
        ++n_;
        return candidate_++;
    }

  private:
    struct Family {
        Int factor = 0;
        Int slope = 0;
        Int offset = 0;
        Int next = 0;  // the i of the first member that is not below the candidate
    };

    Sequence(Evaluator& evaluator, const Table& table, Int low)
        : evaluator_(evaluator), table_(table), candidate_(low) {}

    // Reads e as factor * f(.., i) + slope * i + (literals and parameters). That each self-call is
    // f(.., i), and that the last parameter does not occur, is in the shape.
    bool add_family(const Expr* e, Int i) {
        Family family;
        const Exprs atoms = e->op == Op::linear ? e->args : Exprs{e};
        if (e->op == Op::linear) family.offset = e->value;
        for (std::size_t k = 0; k < atoms.size(); ++k) {
            const Int coef = e->op == Op::linear ? e->coefs[k] : 1;
            if (atoms[k]->op == Op::call && atoms[k]->item == table_.def) {
                family.factor = coef;
            } else if (atoms[k]->op != Op::var) {
                return false;
            } else if (atoms[k]->value == i) {
                family.slope = coef;
            } else {
                Int term = table_.fixed[static_cast<std::size_t>(atoms[k]->value)];
                if (__builtin_mul_overflow(term, coef, &term) ||
                    __builtin_add_overflow(family.offset, term, &family.offset))
                    return false;
            }
        }
        families_.push_back(family);
        return family.factor >= 1 && family.slope >= 0;
    }

    // Whether all sums stay in 64 bits: an entry is at most the least value allowed and one more
    // for each value excluded before, and each sum is at most that of the absolute values.
    bool small(const Family& family, std::size_t families) const {
        constexpr Int limit = Int{1} << 60;
        const auto size = static_cast<Int>(table_.values.size());
        const Int excluded = size * static_cast<Int>(families);  // both are less than 2^29
        return candidate_ < limit && family.factor <= limit / (candidate_ + excluded + 1) &&
               family.slope <= limit / (size + 1) && -limit <= family.offset &&
               family.offset <= limit;
    }

    // Moves to the first member of the family among those of the entries before that is not below
    // the candidate.
    bool excluded(Family& family) const {
        for (; family.next < n_; ++family.next) {
            const Int member =
                family.factor * table_.values[static_cast<std::size_t>(family.next)] +
                family.slope * family.next + family.offset;
            if (member >= candidate_) return member == candidate_;
        }
        return false;
    }

    Evaluator& evaluator_;
    const Table& table_;
    std::vector<Family> families_;  // but f(i) itself, which is below each candidate
    Int candidate_;
    Int n_ = 0;
};

}  // namespace

TableKernel sequence_kernel(Evaluator& evaluator, const Table& table, const Mex& under, Int low) {
    const auto sequence = Sequence::fit(evaluator, table, under, low);
    if (!sequence) return {};
    return [sequence](Int* /*frame*/) { return sequence->value(); };
}

}  // namespace mexcheck
