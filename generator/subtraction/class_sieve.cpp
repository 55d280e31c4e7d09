// Block by block, `block` bits of every class at a time; within a block chunk by chunk, 512 bits of
// every class; within a chunk position by position.
//
// Why every mark is there in time. Let c be cold and s a move, and let c + s lie in a chunk of bits
// K .. K + 511 of its class.
// * c in a rare class: c marks everything in its block when it is found, and the rest at the
//   beginning of each later block. Both come before c + s is read.
// * c in a dense class, its bit in an earlier block: pulled at the beginning of the block (dense
//   targets), or at the beginning of the chunk (the others).
// * its bit in an earlier chunk of the block: pulled at the beginning of the chunk. For dense
//   targets it is enough to look at shifts up to one block.
// * in the same chunk: then s < 512 q + q, and c marks all such targets in the chunk when found.
// What is pulled too early finds bits that are still zero, and does nothing. Positions are read in
// their order (bit by bit, classes ascending), so c is decided before c + s.

#include "subtraction/class_sieve.hpp"

#include <algorithm>
#include <array>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mexcert::subtraction {
namespace {

constexpr std::uint64_t kChunk = 512;  // bits of a class
constexpr std::size_t kChunkWords = kChunk / 64;
// Bits to the left of bit 0, all zero: shifts need not be cut off.
constexpr std::uint64_t kMargin = 2 * kChunk;
// As few positions of a chunk are left: each is looked at on its own. So many shifts between looks
// how many are left.
constexpr int kFew = 4;
constexpr std::size_t kBetween = 32;

using Chunk = std::array<std::uint64_t, kChunkWords>;

// A shift of a dense class onto a target: the byte of a copy that goes to byte 0 of the target,
// negative numbers lie in the margin or before the memory (such shifts are not yet active).
struct Shift {
    std::int64_t byte;
    std::uint64_t move;
};

// Where a move from a class leads: that class, so many bits further.
struct Landing {
    std::uint32_t target;
    std::uint64_t bits;
};

// ORs what the shifts bring from the bytes at `byte` onto `words` words, a multiple of 8.
using OrShifts = void (*)(const std::uint8_t* memory, const Shift* shifts, std::size_t count,
                          std::uint64_t byte, std::size_t words, std::uint64_t* target);

const std::uint8_t* source(const std::uint8_t* memory, const Shift& shift, std::uint64_t byte) {
    return memory + (shift.byte + static_cast<std::int64_t>(byte));
}

void or_shifts_scalar(const std::uint8_t* memory, const Shift* shifts, std::size_t count,
                      std::uint64_t byte, std::size_t words, std::uint64_t* target) {
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* const from = source(memory, shifts[i], byte);
        for (std::size_t w = 0; w < words; ++w) {
            std::uint64_t value = 0;
            std::memcpy(&value, from + 8 * w, sizeof value);
            target[w] |= value;
        }
    }
}

#if defined(__x86_64__)
[[gnu::target("avx2")]] inline __m256i load(const std::uint8_t* from) {
    return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
}

// On one chunk, which stays in two registers.
[[gnu::target("avx2")]] void or_chunk_avx2(const std::uint8_t* memory, const Shift* shifts,
                                           std::size_t count, std::uint64_t byte, std::size_t,
                                           std::uint64_t* target) {
    auto* const to = reinterpret_cast<__m256i*>(target);
    __m256i low = _mm256_loadu_si256(to);
    __m256i high = _mm256_loadu_si256(to + 1);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint8_t* const from = source(memory, shifts[i], byte);
        low = _mm256_or_si256(low, load(from));
        high = _mm256_or_si256(high, load(from + 32));
    }
    _mm256_storeu_si256(to, low);
    _mm256_storeu_si256(to + 1, high);
}

// On many words, four shifts at a time.
[[gnu::target("avx2")]] void or_shifts_avx2(const std::uint8_t* memory, const Shift* shifts,
                                            std::size_t count, std::uint64_t byte,
                                            std::size_t words, std::uint64_t* target) {
    constexpr std::size_t kTogether = 4;
    const std::size_t last = count - count % kTogether;
    for (std::size_t i = 0; i < last; i += kTogether) {
        const std::uint8_t* const a = source(memory, shifts[i], byte);
        const std::uint8_t* const b = source(memory, shifts[i + 1], byte);
        const std::uint8_t* const c = source(memory, shifts[i + 2], byte);
        const std::uint8_t* const d = source(memory, shifts[i + 3], byte);
        for (std::size_t w = 0; w < words; w += 4) {
            auto* const to = reinterpret_cast<__m256i*>(target + w);
            const __m256i ab = _mm256_or_si256(load(a + 8 * w), load(b + 8 * w));
            const __m256i cd = _mm256_or_si256(load(c + 8 * w), load(d + 8 * w));
            const __m256i all = _mm256_or_si256(ab, cd);
            _mm256_storeu_si256(to, _mm256_or_si256(_mm256_loadu_si256(to), all));
        }
    }
    for (std::size_t w = 0; w < words && last < count; w += kChunkWords) {
        or_chunk_avx2(memory, shifts + last, count - last, byte + 8 * w, kChunkWords, target + w);
    }
}
#endif

class Sieve {
  public:
    Sieve(const MoveSet& moves, std::uint64_t size, const Classes& classes, SimdLevel level)
        : moves_(moves),
          q_(classes.modulus),
          block_(classes.block),
          margin_(kMargin + classes.block),
          bits_((size + q_ - 1) / q_),
          size_(size),
          cold_(size),
          is_dense_(q_, false),
          copies_(q_),
          landings_(q_),
          shifts_(q_),
          hot_(q_, std::vector<std::uint64_t>(block_ / 64)) {
        for (const std::uint32_t r : classes.dense) {
            is_dense_[r] = true;
        }
#if defined(__x86_64__)
        if (level >= SimdLevel::avx2) {
            or_shifts_ = or_shifts_avx2;
            or_chunk_ = or_chunk_avx2;
        }
#endif
        static_cast<void>(level);
        set_landings();
        set_shifts(classes.dense);
    }

    Bits run(const Told& told) {
        for (std::uint64_t begin = 0; begin < bits_; begin += block_) {
            begin_block(begin);
            for (std::uint64_t at = begin; at < std::min(bits_, begin + block_); at += kChunk) {
                pull(at, begin);
                decide(at, begin);
            }
            if (told) {
                told(std::min(size_, (begin + block_) * q_));
            }
        }
        return std::move(cold_);
    }

  private:
    // A cold position of a rare class, and its first move that leads beyond the blocks done.
    struct Source {
        std::uint64_t bit;
        std::uint32_t residue;
        std::uint32_t next;
    };

    void set_landings() {
        for (std::uint32_t r = 0; r < q_; ++r) {
            for (const std::uint64_t s : moves_) {
                landings_[r].push_back({static_cast<std::uint32_t>((r + s) % q_), (r + s) / q_});
            }
        }
    }

    // Copy e of a dense class is its set, moved up by e bits, so that the byte of a copy begins
    // with the bit that is asked for.
    void set_shifts(const std::vector<std::uint32_t>& dense) {
        const std::uint64_t bytes = (margin_ + bits_ + block_) / 8 + 64;
        std::uint64_t memory = 0;
        for (const std::uint32_t r : dense) {
            copies_[r].fill(kNoCopy);
            for (std::size_t i = 0; i < moves_.size(); ++i) {
                const Landing& landing = landings_[r][i];
                std::int64_t& copy = copies_[r][landing.bits % 8];
                if (copy == kNoCopy) {
                    copy = static_cast<std::int64_t>(memory + margin_ / 8);
                    memory += bytes;
                }
                shifts_[landing.target].push_back(
                    {copy - static_cast<std::int64_t>(landing.bits / 8), moves_[i]});
            }
        }
        memory_.resize(memory);
        for (auto& shifts : shifts_) {
            std::stable_sort(shifts.begin(), shifts.end(),
                             [](const Shift& a, const Shift& b) { return a.move < b.move; });
        }
    }

    // How many shifts, the first ones, are by at most about `bits` bits: all below it, none beyond
    // bits + 2.
    [[nodiscard]] std::size_t shifts_below(std::uint32_t target, std::uint64_t bits) const {
        const auto& shifts = shifts_[target];
        const std::uint64_t move = q_ * (bits + 1);
        return static_cast<std::size_t>(
            std::upper_bound(shifts.begin(), shifts.end(), move,
                             [](std::uint64_t m, const Shift& s) { return m < s.move; }) -
            shifts.begin());
    }

    void begin_block(std::uint64_t begin) {
        for (std::uint32_t r = 0; r < q_; ++r) {
            std::fill(hot_[r].begin(), hot_[r].end(), 0);
            if (is_dense_[r]) {
                or_shifts_(memory_.data(), shifts_[r].data(), shifts_below(r, begin + block_),
                           begin / 8, block_ / 64, hot_[r].data());
            }
        }
        std::erase_if(rare_, [&](Source& source) {
            mark(source, begin);
            return source.next == moves_.size();
        });
    }

    void mark(Source& source, std::uint64_t begin) {
        const std::uint64_t room = begin + block_ - source.bit;
        const std::vector<Landing>& landings = landings_[source.residue];
        std::uint32_t i = source.next;
        for (; i < landings.size() && landings[i].bits < room; ++i) {
            insert_hot(landings[i].target, source.bit + landings[i].bits - begin);
        }
        source.next = i;
    }

    void insert_hot(std::uint32_t residue, std::uint64_t bit) {
        hot_[residue][bit / 64] |= std::uint64_t{1} << (bit % 64);
    }

    // What the dense classes do to the chunk from earlier chunks (of this block, for dense
    // targets).
    void pull(std::uint64_t at, std::uint64_t begin) {
        for (std::uint32_t r = 0; r < q_; ++r) {
            std::uint64_t* const hot = hot_[r].data() + (at - begin) / 64;
            const Shift* const shifts = shifts_[r].data();
            if (is_dense_[r]) {
                or_chunk_(memory_.data(), shifts, shifts_below(r, at + kChunk - begin), at / 8,
                          kChunkWords, hot);
                continue;
            }
            const std::size_t end = shifts_below(r, at + kChunk);
            std::size_t i = 0;
            while (i < end && left(hot) > kFew) {
                const std::size_t count = std::min(kBetween, end - i);
                or_chunk_(memory_.data(), shifts + i, count, at / 8, kChunkWords, hot);
                i += count;
            }
            look(shifts + i, shifts + end, at, hot);
        }
    }

    [[nodiscard]] static int left(const std::uint64_t* hot) {
        int open = 0;
        for (std::size_t w = 0; w < kChunkWords; ++w) {
            open += std::popcount(~hot[w]);
        }
        return open;
    }

    // The few positions of a chunk that are left, one by one.
    void look(const Shift* shift, const Shift* end, std::uint64_t at, std::uint64_t* hot) const {
        for (std::size_t w = 0; w < kChunkWords; ++w) {
            for (std::uint64_t open = ~hot[w]; open != 0; open &= open - 1) {
                const auto bit = static_cast<std::uint64_t>(std::countr_zero(open));
                const std::uint64_t place = at + 64 * w + bit;
                const bool reached = std::any_of(shift, end, [&](const Shift& s) {
                    return ((*source(memory_.data(), s, place / 8) >> (place % 8)) & 1U) != 0;
                });
                hot[w] |= std::uint64_t{reached} << bit;
            }
        }
    }

    // Position by position: what is not hot is cold.
    void decide(std::uint64_t at, std::uint64_t begin) {
        for (std::uint64_t word_at = at; word_at < at + kChunk; word_at += 64) {
            const std::size_t word = (word_at - begin) / 64;
            for (std::uint64_t below = 0;;) {
                std::uint64_t open = 0;
                for (const auto& hot : hot_) {
                    open |= ~hot[word];
                }
                open &= ~below;
                if (open == 0) {
                    break;
                }
                const auto bit = static_cast<unsigned>(std::countr_zero(open));
                below = ~std::uint64_t{0} >> (63 - bit);
                for (std::uint32_t r = 0; r < q_; ++r) {
                    if (((hot_[r][word] >> bit) & 1U) == 0 && (word_at + bit) * q_ + r < size_) {
                        insert_cold(r, word_at + bit, at, begin);
                    }
                }
            }
        }
    }

    void insert_cold(std::uint32_t residue, std::uint64_t bit, std::uint64_t at,
                     std::uint64_t begin) {
        cold_.insert(bit * q_ + residue);
        if (!is_dense_[residue]) {
            rare_.push_back({bit, residue, 0});
            mark(rare_.back(), begin);
            return;
        }
        for (std::size_t e = 0; e < kCopies; ++e) {
            if (copies_[residue][e] != kNoCopy) {
                memory_[static_cast<std::size_t>(copies_[residue][e]) + (bit + e) / 8] |=
                    static_cast<std::uint8_t>(1U << ((bit + e) % 8));
            }
        }
        for (const Landing& landing : landings_[residue]) {
            if (bit + landing.bits >= at + kChunk) {
                break;
            }
            insert_hot(landing.target, bit + landing.bits - begin);
        }
    }

    static constexpr std::size_t kCopies = 8;
    static constexpr std::int64_t kNoCopy = -1;

    const MoveSet& moves_;
    std::uint64_t q_;
    std::uint64_t block_;
    std::uint64_t margin_;  // zero bits in front of each copy
    std::uint64_t bits_;    // of a class
    std::uint64_t size_;
    Bits cold_;
    std::vector<bool> is_dense_;
    std::vector<std::array<std::int64_t, kCopies>> copies_;  // where bit 0 of a copy is, in memory_
    std::vector<std::vector<Landing>> landings_;             // by source class, as the moves
    std::vector<std::vector<Shift>> shifts_;                 // by target class, by moves
    std::vector<std::vector<std::uint64_t>> hot_;            // of this block, by class
    std::vector<std::uint8_t> memory_;
    std::vector<Source> rare_;
    OrShifts or_shifts_ = or_shifts_scalar;
    OrShifts or_chunk_ = or_shifts_scalar;
};

}  // namespace

Bits class_sieve(const MoveSet& moves, std::uint64_t size, const Classes& classes, const Told& told,
                 SimdLevel level) {
    return Sieve(moves, size, classes, level).run(told);
}

}  // namespace mexcert::subtraction
