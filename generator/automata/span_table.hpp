// Numbers for sequences of 32-bit words, in the order in which they are first met.
// Invariant: equal sequences have equal numbers. Cost: one hash and one comparison a look-up; the
// sequences lie in one arena.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace mexcert {

class SpanTable {
  public:
    using Word = std::uint32_t;

    SpanTable() : slots_(1024, kFree) {}

    [[nodiscard]] std::size_t size() const { return begins_.size(); }
    [[nodiscard]] std::span<const Word> at(std::size_t number) const {
        const std::size_t end = number + 1 < begins_.size() ? begins_[number + 1] : arena_.size();
        return {arena_.data() + begins_[number], arena_.data() + end};
    }

    // The number of the sequence, which must not lie in this table's arena.
    Word insert(std::span<const Word> sequence) {
        const std::uint64_t hash = hash_of(sequence);
        std::size_t slot = hash & (slots_.size() - 1);
        for (; slots_[slot] != kFree; slot = (slot + 1) & (slots_.size() - 1)) {
            const std::span<const Word> known = at(slots_[slot]);
            if (known.size() == sequence.size() &&
                std::equal(known.begin(), known.end(), sequence.begin())) {
                return slots_[slot];
            }
        }
        const auto number = static_cast<Word>(begins_.size());
        slots_[slot] = number;
        begins_.push_back(arena_.size());
        arena_.insert(arena_.end(), sequence.begin(), sequence.end());
        if (begins_.size() * 2 > slots_.size()) {
            grow();
        }
        return number;
    }

  private:
    static constexpr Word kFree = 0xffffffff;

    static std::uint64_t hash_of(std::span<const Word> sequence) {
        std::uint64_t hash = 0x9e3779b97f4a7c15ULL + sequence.size();
        for (const Word word : sequence) {
            hash = (hash ^ word) * 0xff51afd7ed558ccdULL;
            hash ^= hash >> 32;
        }
        return hash;
    }

    void grow() {
        slots_.assign(slots_.size() * 4, kFree);
        for (std::size_t number = 0; number < begins_.size(); ++number) {
            std::size_t slot = hash_of(at(number)) & (slots_.size() - 1);
            while (slots_[slot] != kFree) {
                slot = (slot + 1) & (slots_.size() - 1);
            }
            slots_[slot] = static_cast<Word>(number);
        }
    }

    std::vector<Word> arena_;
    std::vector<std::size_t> begins_;
    std::vector<Word> slots_;
};

}  // namespace mexcert
