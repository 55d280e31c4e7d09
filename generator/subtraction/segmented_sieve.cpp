#include "subtraction/segmented_sieve.hpp"

#include <algorithm>

namespace mexcert::subtraction {
namespace {

// A cold position and its first move that leads to it from beyond the segments that are done.
struct Source {
    std::uint64_t cold;
    std::uint32_t next;
};

// Marks what reaches the source from below `end`; `hot` begins at position `begin`.
void mark(Source& source, const MoveSet& moves, std::uint64_t begin, std::uint64_t end,
          std::uint64_t* hot) {
    std::uint32_t next = source.next;
    const std::uint64_t room = end - source.cold;
    for (; next < moves.size() && moves[next] < room; ++next) {
        const std::uint64_t at = source.cold + moves[next] - begin;
        hot[at / 64] |= std::uint64_t{1} << (at % 64);
    }
    source.next = next;
}

}  // namespace

Bits segmented_sieve(const MoveSet& moves, std::uint64_t size, const Told& told,
                     std::uint64_t segment) {
    Bits cold(size);
    std::vector<std::uint64_t> hot(segment / 64);
    std::vector<Source> sources;
    for (std::uint64_t begin = 0; begin < size; begin += segment) {
        const std::uint64_t end = std::min(size, begin + segment);
        std::fill(hot.begin(), hot.end(), 0);
        std::erase_if(sources, [&](Source& source) {
            mark(source, moves, begin, end, hot.data());
            return source.next == moves.size();
        });
        // A position that no smaller cold one has marked is cold; it marks before the next is read.
        for (std::uint64_t at = begin; at < end; at += 64) {
            const std::uint64_t& word = hot[(at - begin) / 64];
            std::uint64_t below = 0;  // the bits that are read
            for (std::uint64_t open = ~word; open != 0; open = ~(word | below)) {
                const auto bit = static_cast<unsigned>(std::countr_zero(open));
                below = ~std::uint64_t{0} >> (63 - bit);
                if (at + bit >= end) {
                    break;
                }
                cold.insert(at + bit);
                sources.push_back({at + bit, 0});
                mark(sources.back(), moves, begin, end, hot.data());
            }
        }
        if (told) {
            told(end);
        }
    }
    return cold;
}

}  // namespace mexcert::subtraction
