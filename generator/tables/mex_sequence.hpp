// The sequences a(n) = least m > lower that is no a(i) and no b(i) = a(i) + i + c with i < n.
//
// lower = l, c = l + 1 gives the pairs (a(n), b(n)) of Wythoff's game whose positions with
// x + y <= l are terminal; l = 0 gives the pairs of Wythoff's game without (0, 0).
// Invariants: a and b increase strictly; every integer above lower is an a(n) or a b(n), and not
// both, except that a(0) = b(0) if c = 0.
//
// Cost: O(count); about 0.5 ns a term in cache, else the memory write.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mexcert::tables {

// a(0) .. a(count - 1). Throws std::overflow_error, before any work, unless
// lower + 3*count + c + 2 fits 64 bits, which bounds every a(n) and b(n).
std::vector<std::uint64_t> mex_sequence(std::uint64_t lower, std::uint64_t c, std::size_t count);

// The same into memory of the caller: a(0) .. a(out.size() - 1).
void mex_sequence(std::uint64_t lower, std::uint64_t c, std::span<std::uint64_t> out);

// The definition with a set of the excluded numbers. Test oracle and baseline.
std::vector<std::uint64_t> naive_mex_sequence(std::uint64_t lower, std::uint64_t c,
                                              std::size_t count);

}  // namespace mexcert::tables
