// The cold positions of a subtraction game, split by residue classes: position q*i + r is bit i of
// class r. A move s from class r leads up to class r + s, by a fixed number of bits. So where the
// cold positions of a class are dense, all that one move does to a class is one shift and one OR,
// 256 positions at a time.
//
// Subtract-a-square: 22 of the 65 classes modulo 65 hold 99 of 100 cold positions, because few
// differences of these are squares: a target in one of them is reached from them by one square in
// six.
//
// The classes in `dense` are pulled from by shifts; cold positions of the other classes, which
// should be rare, mark what they reach one by one. Any choice of q and `dense` gives the same
// set. With q = 1 and dense = {0} every move is a shift.
//
// Cost: size/(256 q) shifts for each move from a dense class to a dense class; for a target that is
// not dense as many shifts as it takes to find nearly all of its positions hot, and then one look
// for each source and position that is left; one mark for each move from a rare cold position, and
// for each small move from any.
// Memory: up to size/4 bytes, 16 bytes for each move and dense class.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "golden/simd_level.hpp"
#include "subtraction/bit_kernels.hpp"
#include "subtraction/bits.hpp"
#include "subtraction/move_set.hpp"
#include "subtraction/segmented_sieve.hpp"

namespace mexcert::subtraction {

struct Classes {
    std::uint32_t modulus = 5;  // 1 to 255
    std::vector<std::uint32_t> dense = {
        0, 2};  // below the modulus; any order, best: most cold positions first
    std::uint64_t block = std::uint64_t{1}
                          << 18;  // bits of a class at a time: a power of 2, 2^9 to 2^22
};

// What a run may start from.
struct Start {
    const Bits* hotspots = nullptr;  // hot whatever their options are; of the size of the sieve
    std::uint64_t from = 0;          // positions below it are decided; a multiple of 64 q
    std::span<const std::uint32_t> cold = {};  // those of them that are cold
};

// The tables of one game, for runs with different starts.
class ClassSieve {
  public:
    // Keeps a reference to the moves.
    ClassSieve(const MoveSet& moves, std::uint64_t size, const Classes& classes,
               SimdLevel level = best_simd_level());

    // The cold positions below `size`.
    [[nodiscard]] Bits run(const Start& start = {}, const Told& told = {});

  private:
    // A move from a dense class onto a target, which it leads up by `bits`: bit x of the target is
    // reached from bit x + place of the memory.
    struct Shift {
        std::int64_t place;
        std::uint64_t bits;
    };
    static constexpr std::size_t kRests = 8;
    // Shifts that are taken together; those by e bits beyond whole bytes: part[e] .. part[e + 1].
    struct Round {
        std::uint64_t least;  // bits
        std::array<std::uint32_t, kRests + 1> part;
    };
    struct Target {
        std::vector<Shift> shifts;
        std::vector<Round> rounds;
        std::vector<std::size_t> levels;  // the rounds of level i: levels[i + 1] .. levels[i] - 1
    };
    // A cold position of a rare class, and its first move that leads beyond what is marked.
    struct Source {
        std::uint64_t position;
        std::size_t next;
    };

    void set_sizes();
    void set_targets(const std::vector<std::uint32_t>& dense);
    void set_rounds(Target& target, bool may_end);
    void add_round(Target& target, std::vector<Shift>::iterator begin,
                   std::vector<Shift>::iterator end);
    void set_near();

    // Where in the list of dense classes the source of a shift stands.
    [[nodiscard]] std::uint64_t rank(const Shift& s) const {
        return (static_cast<std::uint64_t>(s.place) + s.bits) / class_bits_;
    }

    void begin_run(const Start& start);
    void begin_block(std::uint64_t begin, const Bits* hotspots);
    void descend(std::size_t level, std::uint64_t at);
    void pull(std::size_t level, std::uint64_t at, std::size_t words);
    void or_round(const Target& target, const Round& round, std::uint64_t at, std::size_t words,
                  std::uint64_t* hot);
    void look(const Target& target, std::uint64_t at, std::size_t words, std::uint64_t* hot) const;
    [[nodiscard]] bool reached(const Target& target, std::uint64_t bit) const;
    void decide(std::uint64_t at, std::size_t words);
    void insert(std::uint64_t residue, std::uint64_t bit);
    void mark(Source& source);
    void mark_near(std::uint64_t residue, std::uint64_t bit, std::uint64_t end);
    // n / q for n < 2^32: the reciprocal is at most q too great, by less than one in all.
    [[nodiscard]] std::uint64_t quotient(std::uint64_t n) const {
        __extension__ using Wide = unsigned __int128;
        return q_ == 1 ? n : static_cast<std::uint64_t>((static_cast<Wide>(reciprocal_) * n) >> 64);
    }
    void insert_hot(std::uint64_t place) {
        hot_.data()[place / 64] |= std::uint64_t{1} << (place % 64);
    }

    const MoveSet& moves_;
    const BitKernels& kernels_;
    std::uint64_t size_;
    std::uint64_t q_;
    std::uint64_t reciprocal_;          // 2^64 / q, rounded up
    std::uint64_t bits_;                // of a class
    std::vector<std::uint64_t> sizes_;  // bits of a class at a time, by level, falling
    std::uint64_t stride_ = 0;          // bits from one class to the next in hot_
    std::uint64_t lowest_ = 0;          // no dense class has a cold position at a lower bit
    std::uint64_t block_ = 0;           // where the present block begins
    std::uint64_t marked_ = 0;          // rare positions have marked all below this bit
    std::vector<std::int64_t> bases_;   // where bit 0 of a dense class is, in memory_; or kRare
    std::uint64_t class_bits_ = 0;      // from one dense class to the next in memory_
    std::vector<std::uint8_t> memory_;  // the dense classes
    std::vector<Target> targets_;       // by class
    std::vector<std::uint32_t> near_;   // places in hot_ behind a position, by class and small move
    std::size_t near_moves_ = 0;
    std::vector<Source> rare_;
    Run hot_;  // of this block, by class
    Run sum_;  // of windows
    std::vector<const std::uint8_t*> windows_;
    Bits cold_;
};

// The cold positions below `size`.
[[nodiscard]] Bits class_sieve(const MoveSet& moves, std::uint64_t size, const Classes& classes,
                               const Told& told = {}, SimdLevel level = best_simd_level());

}  // namespace mexcert::subtraction
