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

struct Family {
    Int factor = 0;
    Int slope = 0;
    Int offset = 0;
    Int next = 0;  // the i of the first member that is not below the candidate
};

// Reads e as factor * f(.., i) + slope * i + (literals and parameters). That each self-call is
// f(.., i), and that the last parameter does not occur, is in the shape.
bool read_family(const Table& table, const Expr* e, Int i, Family& family) {
    const Exprs atoms = e->op == Op::linear ? e->args : Exprs{e};
    if (e->op == Op::linear) family.offset = e->value;
    for (std::size_t k = 0; k < atoms.size(); ++k) {
        const Int coef = e->op == Op::linear ? e->coefs[k] : 1;
        if (atoms[k]->op == Op::call && atoms[k]->item == table.def) {
            family.factor = coef;
        } else if (atoms[k]->op != Op::var) {
            return false;
        } else if (atoms[k]->value == i) {
            family.slope = coef;
        } else {
            Int term = table.fixed[static_cast<std::size_t>(atoms[k]->value)];
            if (__builtin_mul_overflow(term, coef, &term) ||
                __builtin_add_overflow(family.offset, term, &family.offset))
                return false;
        }
    }
    return family.factor >= 1 && family.slope >= 0;
}

// Whether all sums stay in 64 bits: an entry is at most the least value allowed and one more for
// each value excluded before, and each sum is at most that of the absolute values.
bool small(const Family& family, Int low, Int size, Int families) {
    constexpr Int limit = Int{1} << 60;
    return low < limit && family.factor <= limit / (low + size * families + 1) &&
           family.slope <= limit / (size + 1) && -limit <= family.offset && family.offset <= limit;
}

}  // namespace

TableKernel sequence_kernel(Evaluator& evaluator, const Table& table, const Mex& under, Int low) {
    std::vector<Family> families(under.parts.size());
    const auto size = static_cast<Int>(table.values.size());
    for (std::size_t k = 0; k < families.size(); ++k)
        if (!read_family(table, under.parts[k].e, under.vars[0], families[k]) ||
            !small(families[k], low, size, static_cast<Int>(families.size())))
            return {};
    evaluator.rules |= kFastSequence;
    return [&evaluator, &table, families, candidate = low, n = Int{0}](Int* /*frame*/) mutable {
        // Moves to the first member of the family among those of the entries before that is not
        // below the candidate.
        const auto excluded = [&](Family& f) {
            for (; f.next < n; ++f.next) {
                const Int member = f.factor * table.values[static_cast<std::size_t>(f.next)] +
                                   f.slope * f.next + f.offset;
                if (member >= candidate) return member == candidate;
            }
            return false;
        };
        evaluator.tick();
        while (std::any_of(families.begin(), families.end(), excluded)) ++candidate;
        ++n;
        return candidate++;
    };
}

}  // namespace mexcheck
