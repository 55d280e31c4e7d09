// Band by band: the values 64k .. 64k + 63 are given out for k = 0, 1, .., each time to all the
// positions that still have none. Within a band the positions are taken in an order in which the
// options of a position precede it.
//
// Exactness. A position's value is the least number no option has and `extra` does not exclude. At
// the turn of (x, y) in band k, all numbers below 64k are excluded (it would have been given one
// in an earlier band, where the same argument applied), and the values in band k among its options
// are final: the options precede it in this band, and later bands give out larger values only. So
// the least number of the band free in row, column, diagonal and `extra` is its value, if there is
// one. One word per row, column and diagonal holds all that a band needs to know, so the working
// memory stays in the fastest caches.
//
// Completeness of the skipping. A word only gains bits during a band. A position whose row, column
// or diagonal words, at any moment before its turn, are together all ones therefore gets no value
// in this band: whole blocks of 64 positions are filtered by vector instructions, and the rest
// of a row is skipped once its own word is full.

#include "tables/queen_grundy.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <stdexcept>
#include <utility>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace mexcert::tables {

namespace {

std::size_t checked_cells(std::size_t width, std::size_t height) {
    if (height != 0 && width > std::numeric_limits<std::size_t>::max() / height) {
        throw std::length_error("queen_grundy: box too large");
    }
    return width * height;
}

[[noreturn]] void throw_too_large() {
    throw std::overflow_error("queen_grundy: a value does not fit 16 bits");
}

constexpr std::size_t block = 64;
constexpr std::uint64_t full = ~std::uint64_t{0};

// The state between bands and, with the words of the lines, within one.
struct Table {
    Table(std::size_t w, std::size_t h, const QueenRules& rules)
        : width(w),
          height(h),
          blocks((h + block - 1) / block),
          extra(rules.extra),
          value(checked_cells(w, h)),
          open(w * blocks, full),
          landing(rules.landing == nullptr ? 0 : w * blocks),
          column(blocks * block),
          diagonal(w + blocks * block) {
        for (std::size_t x = 0; x < w && h % block != 0; ++x) {
            open[(x + 1) * blocks - 1] = (std::uint64_t{1} << (h % block)) - 1;
        }
        for (std::size_t at = 0; !landing.empty() && at < w * h; ++at) {
            const std::uint64_t allowed = rules.landing[at] != 0 ? 1 : 0;
            landing[at / h * blocks + at % h / block] |= allowed << (at % h % block);
        }
    }

    std::size_t width;
    std::size_t height;
    std::size_t blocks;  // of 64 positions in a row
    const std::uint16_t* extra;
    std::vector<std::uint16_t> value;
    std::vector<std::uint64_t>
        open;  // bit y % 64 of open[x*blocks + y/64]: (x, y) has no value yet
    std::vector<std::uint64_t> landing;  // in the same way: diagonal moves lead to (x, y)
    // The values of this band in column y, and on the diagonal y - x = d at index d + width - 1.
    // Both are padded to whole blocks.
    std::vector<std::uint64_t> column;
    std::vector<std::uint64_t> diagonal;
};

// The positions of a block that may still get a value in this band: bit i is zero only if row, c[i]
// and d[i] are together all ones.
using Filter = std::uint64_t (*)(const std::uint64_t* c, const std::uint64_t* d, std::uint64_t row);

// Without vector instructions the filter costs more than the positions that it removes.
std::uint64_t keep_all(const std::uint64_t*, const std::uint64_t*, std::uint64_t) { return full; }

#if defined(__x86_64__)
[[gnu::target("avx2")]] std::uint64_t live_avx2(const std::uint64_t* c, const std::uint64_t* d,
                                                std::uint64_t row) {
    const __m256i r = _mm256_set1_epi64x(static_cast<long long>(row));
    const __m256i ones = _mm256_set1_epi64x(-1);
    std::uint64_t filled = 0;
    for (std::size_t i = 0; i < block; i += 4) {
        const __m256i cs = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(c + i));
        const __m256i ds = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(d + i));
        const __m256i used = _mm256_or_si256(_mm256_or_si256(cs, ds), r);
        const __m256d equal = _mm256_castsi256_pd(_mm256_cmpeq_epi64(used, ones));
        filled |= static_cast<std::uint64_t>(_mm256_movemask_pd(equal)) << i;
    }
    return ~filled;
}

[[gnu::target("avx512f")]] std::uint64_t live_avx512(const std::uint64_t* c, const std::uint64_t* d,
                                                     std::uint64_t row) {
    const __m512i r = _mm512_set1_epi64(static_cast<long long>(row));
    const __m512i ones = _mm512_set1_epi64(-1);
    constexpr int or_of_three = 0xFE;
    std::uint64_t live = 0;
    for (std::size_t i = 0; i < block; i += 8) {
        const __m512i cs = _mm512_loadu_si512(c + i);
        const __m512i ds = _mm512_loadu_si512(d + i);
        const __m512i used = _mm512_ternarylogic_epi64(cs, ds, r, or_of_three);
        live |= static_cast<std::uint64_t>(_mm512_cmpneq_epi64_mask(used, ones)) << i;
    }
    return live;
}
#endif

Filter best_filter(SimdLevel level) {
#if defined(__x86_64__)
    if (level == SimdLevel::avx512) return live_avx512;
    if (level == SimdLevel::avx2) return live_avx2;
#endif
    static_cast<void>(level);
    return keep_all;
}

// Gives the values base .. base + 63 out in row x.
template <bool has_extra, bool has_landing>
void fill_row(Table& t, std::size_t x, std::uint64_t base, Filter filter) {
    std::uint64_t row = 0;
    std::uint64_t* const open = t.open.data() + x * t.blocks;
    for (std::size_t b = 0; b < t.blocks && row != full; ++b) {
        if (open[b] == 0) continue;
        std::uint64_t* const c = t.column.data() + b * block;
        std::uint64_t* const d = t.diagonal.data() + (t.width - 1 - x) + b * block;
        const std::size_t first = x * t.height + b * block;
        const std::uint64_t landing = has_landing ? t.landing[x * t.blocks + b] : full;
        std::uint64_t given = 0;
        for (std::uint64_t todo = open[b] & filter(c, d, row); todo != 0; todo &= todo - 1) {
            const auto i = static_cast<std::size_t>(std::countr_zero(todo));
            std::uint64_t used = row | c[i] | d[i];
            if constexpr (has_extra) {
                const std::uint64_t bit = t.extra[first + i] - base;  // huge below the band
                used |= bit < block ? std::uint64_t{1} << bit : 0;
            }
            // The lowest free bit; zero if there is none, and then nothing here has an effect: the
            // value written is overwritten in a later band.
            const std::uint64_t lowest = ~used & (used + 1);
            t.value[first + i] =
                static_cast<std::uint16_t>(base + static_cast<unsigned>(std::countr_one(used)));
            row |= lowest;
            c[i] |= lowest;
            d[i] |= has_landing ? lowest & (0 - (landing >> i & 1)) : lowest;
            given |= std::uint64_t{lowest != 0} << i;
        }
        open[b] &= ~given;
    }
}

using FillRow = void (*)(Table& t, std::size_t x, std::uint64_t base, Filter filter);

FillRow fill_row_for(const QueenRules& rules) {
    if (rules.landing != nullptr) {
        return rules.extra != nullptr ? fill_row<true, true> : fill_row<false, true>;
    }
    return rules.extra != nullptr ? fill_row<true, false> : fill_row<false, false>;
}

bool has_open(const Table& t) {
    return std::any_of(t.open.begin(), t.open.end(), [](std::uint64_t w) { return w != 0; });
}

}  // namespace

std::vector<std::uint16_t> queen_grundy(std::size_t width, std::size_t height,
                                        const QueenRules& rules) {
    return queen_grundy(width, height, rules, best_simd_level());
}

std::vector<std::uint16_t> queen_grundy(std::size_t width, std::size_t height,
                                        const QueenRules& rules, SimdLevel level) {
    Table table(width, height, rules);
    const Filter filter = best_filter(level);
    const FillRow fill = fill_row_for(rules);
    constexpr std::uint64_t end = std::uint64_t{no_extra} + 1;
    for (std::uint64_t base = 0; has_open(table); base += block) {
        if (base == end) throw_too_large();
        // 0xFFFF is no value: as a value of an `extra` it would mean none.
        const std::uint64_t reserved = base + block == end ? std::uint64_t{1} << (block - 1) : 0;
        std::fill(table.column.begin(), table.column.end(), reserved);
        std::fill(table.diagonal.begin(), table.diagonal.end(), 0);
        for (std::size_t x = 0; x < width; ++x) fill(table, x, base, filter);
    }
    return std::move(table.value);
}

std::vector<std::uint16_t> naive_queen_grundy(std::size_t width, std::size_t height,
                                              const QueenRules& rules) {
    std::vector<std::uint16_t> value(checked_cells(width, height));
    // seen[v] == stamp: v is excluded at the present position.
    std::vector<std::size_t> seen(std::size_t{no_extra} + 1, 0);
    for (std::size_t x = 0; x < width; ++x) {
        for (std::size_t y = 0; y < height; ++y) {
            const std::size_t at = x * height + y;
            const std::size_t stamp = at + 1;
            for (std::size_t u = 0; u < x; ++u) seen[value[u * height + y]] = stamp;
            for (std::size_t v = 0; v < y; ++v) seen[value[x * height + v]] = stamp;
            for (std::size_t t = 1; t <= std::min(x, y); ++t) {
                const std::size_t to = (x - t) * height + y - t;
                if (rules.landing == nullptr || rules.landing[to] != 0) seen[value[to]] = stamp;
            }
            const std::uint16_t extra = rules.extra != nullptr ? rules.extra[at] : no_extra;
            if (extra != no_extra) seen[extra] = stamp;
            std::size_t mex = 0;
            while (mex < no_extra && seen[mex] == stamp) ++mex;
            if (mex == no_extra) throw_too_large();
            value[at] = static_cast<std::uint16_t>(mex);
        }
    }
    return value;
}

}  // namespace mexcert::tables
