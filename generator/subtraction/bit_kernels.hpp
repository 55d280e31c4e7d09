// What the sieve by residue classes does to runs of bits, 256 at a time where the processor can.
// A run is 64-bit words, the least bit first; a window is the same bits read from any byte on.
//
// Cost: about 0.2 ns for 32 bytes of a window in the second cache, half of it in the first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "golden/simd_level.hpp"

namespace mexcert::subtraction {

// Words that begin with a line of the cache.
class Run {
  public:
    explicit Run(std::size_t words = 0) : lines_((words + kWords - 1) / kWords) {}
    [[nodiscard]] std::uint64_t* data() { return lines_.empty() ? nullptr : lines_[0].words; }

  private:
    static constexpr std::size_t kWords = 8;
    struct alignas(64) Line {
        std::uint64_t words[kWords] = {};
    };
    std::vector<Line> lines_;
};

struct BitKernels {
    // ORs `count` windows of `words` words, a multiple of 4, into a run.
    void (*or_windows)(const std::uint8_t* const* windows, std::size_t count, std::size_t words,
                       std::uint64_t* into);
    // ORs a run, moved up by `bits` < 64, into another: bit x of `into` gets bit x - bits of
    // `from`, which is also read in the word before it.
    void (*or_shifted)(const std::uint64_t* from, unsigned bits, std::size_t words,
                       std::uint64_t* into);
    // How many bits are zero.
    std::uint64_t (*zeros)(const std::uint64_t* run, std::size_t words);
};

[[nodiscard]] const BitKernels& bit_kernels(SimdLevel level);

}  // namespace mexcert::subtraction
