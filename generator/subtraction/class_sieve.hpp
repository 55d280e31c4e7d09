// The cold positions of a subtraction game, split by residue classes: position q*i + r is bit i of
// class r. A move s from class r leads up to class r + s, by a fixed number of bits. So where the
// cold positions of a class are dense, all that one move does to a class is one shift and one OR,
// 256 positions at a time.
//
// Subtract-a-square: 94 to 99 of 100 cold positions are 0 or 2 modulo 5. Squares are 0, 1 or 4
// modulo 5, so between these two classes only the squares of multiples of 5 act, one in five.
//
// The classes in `dense` are pulled from by shifts; cold positions of the other classes, which
// should be rare, mark what they reach one by one. Any choice of q and `dense` gives the same
// set. With q = 1 and dense = {0} every move is a shift.
//
// Cost: size/(256 q) shifts for each move from a dense class to a dense class; for a target that is
// not dense as many shifts as it takes to find nearly all of its positions hot, and then one look
// for each source and position that is left; one mark for each move from a rare cold position.
// Memory: up to 8 shifted copies of each dense class (size/q bytes a class), 16 bytes for each
// move and pair of classes.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/simd_level.hpp"
#include "subtraction/bits.hpp"
#include "subtraction/move_set.hpp"
#include "subtraction/segmented_sieve.hpp"

namespace mexcert::subtraction {

struct Classes {
    std::uint32_t modulus = 5;                     // 1 to 64
    std::vector<std::uint32_t> dense = {0, 2};     // increasing, below the modulus
    std::uint64_t block = std::uint64_t{1} << 17;  // bits of a class at a time, a multiple of 512
};

// The cold positions below `size`.
[[nodiscard]] Bits class_sieve(const MoveSet& moves, std::uint64_t size, const Classes& classes,
                               const Told& told = {}, SimdLevel level = best_simd_level());

}  // namespace mexcert::subtraction
