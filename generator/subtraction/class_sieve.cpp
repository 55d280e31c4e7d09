// Level by level: blocks of every class; in them smaller blocks; the smallest, chunks, position by
// position, so that c is decided before c + s.
//
// Why every mark is there in time. Let c be cold and s a move, and let c + s lie in a chunk, in a
// block of each level above it.
// * c in the same chunk: c marks c + s when it is found, as s is a small move.
// * c in a rare class: marks as far as the block of level kMarked when it is found, and the rest
//   when later such blocks begin. Both come before c + s is read.
// * c in a dense class, in an earlier chunk. Of the levels that take shifts by so many bits (the
//   lowest takes all below the size of the blocks one level up, the next those from there on to its
//   own blocks' parents', and so on, the highest all the rest) one takes s: then c lies before the
//   block of that level, or it is the lowest, and then before the chunk. There c + s is pulled if
//   it lies in a dense class. In another class pulling ends when few positions are left; what is
//   left in a chunk is looked at: all sources in earlier chunks.
// What is pulled too early finds bits that are still zero, and does nothing.

#include "subtraction/class_sieve.hpp"

#include <algorithm>
#include <bit>
#include <tuple>

namespace mexcert::subtraction {
namespace {

constexpr std::uint64_t kLeastChunk = 512;
constexpr std::uint64_t kGreatestChunk = 4096;
// A chunk is as large as leaves so many moves within it.
constexpr std::size_t kNearMoves = 256;
constexpr std::uint64_t kNextLevel = 8;  // blocks of one level in a block above
constexpr std::size_t kMarked = 1;       // the level at which rare positions mark
// A round, the nearer ones. A sum is moved once for each round, so not too few.
constexpr std::ptrdiff_t kRound = 256;
// Pulling ends when one of so many positions is left: in a block, in a chunk.
constexpr std::uint64_t kFewInBlock = 2048;
constexpr std::uint64_t kFewInChunk = 512;
// Dense classes that are pulled from together.
constexpr std::uint64_t kTier = 8;
constexpr std::int64_t kRare = -1;
constexpr std::uint64_t kVector = 256;  // bits of a sum before its first one

}  // namespace

ClassSieve::ClassSieve(const MoveSet& moves, std::uint64_t size, const Classes& classes,
                       SimdLevel level)
    : moves_(moves),
      kernels_(bit_kernels(level)),
      size_(size),
      q_(classes.modulus),
      reciprocal_(~std::uint64_t{0} / q_ + 1),
      bits_((size + q_ - 1) / q_),
      bases_(q_, kRare),
      targets_(q_),
      cold_(0) {
    sizes_ = {std::clamp(std::bit_ceil(bits_), kLeastChunk, classes.block)};
    set_sizes();
    stride_ = sizes_[0] + 512;  // not in the same set of a cache
    hot_ = Run(q_ * stride_ / 64);
    sum_ = Run((sizes_[0] + kVector) / 64);
    set_targets(classes.dense);
    set_near();
}

void ClassSieve::set_sizes() {
    std::uint64_t chunk = kGreatestChunk;
    while (chunk > kLeastChunk && moves_up_to(moves_, chunk * q_) > kNearMoves) {
        chunk /= 2;
    }
    while (sizes_.back() > chunk) {
        sizes_.push_back(std::max(sizes_.back() / kNextLevel, chunk));
    }
}

void ClassSieve::set_targets(const std::vector<std::uint32_t>& dense) {
    const std::uint64_t margin =
        sizes_[0] + 2 * kVector;  // zero bits: before bit 0 nothing is cold
    class_bits_ = 8 * ((margin + bits_ + sizes_[0]) / 8 + 64);
    const auto end = moves_.begin() + static_cast<std::ptrdiff_t>(moves_up_to(moves_, size_));
    for (std::size_t i = 0; i < dense.size(); ++i) {
        bases_[dense[i]] = static_cast<std::int64_t>(class_bits_ * i + margin);
        for (auto move = moves_.begin(); move != end; ++move) {
            const std::uint64_t to = dense[i] + *move;
            targets_[to % q_].shifts.push_back(
                {bases_[dense[i]] - static_cast<std::int64_t>(to / q_), to / q_});
        }
    }
    memory_.resize(class_bits_ / 8 * dense.size());
    for (std::uint64_t r = 0; r < q_; ++r) {
        set_rounds(targets_[r], bases_[r] == kRare);
    }
}

// Where pulling may end early, the classes with the most cold positions come first.
void ClassSieve::set_rounds(Target& target, bool may_end) {
    std::vector<Shift>& shifts = target.shifts;
    std::stable_sort(shifts.begin(), shifts.end(),
                     [](const Shift& a, const Shift& b) { return a.bits < b.bits; });
    target.levels.assign(sizes_.size() + 1, 0);
    auto begin = shifts.begin();
    for (std::size_t level = sizes_.size(); level-- > 0;) {
        const std::uint64_t beyond = level == 0 ? ~std::uint64_t{0} : sizes_[level - 1];
        const auto own = std::partition_point(begin, shifts.end(),
                                              [&](const Shift& s) { return s.bits < beyond; });
        if (may_end) {
            std::stable_sort(begin, own, [&](const Shift& a, const Shift& b) {
                return rank(a) / kTier < rank(b) / kTier;
            });
        }
        for (std::ptrdiff_t count = kRound; begin != own; count *= may_end ? 1 : 2) {
            const auto last = begin + std::min(count, own - begin);
            add_round(target, begin, last);
            begin = last;
        }
        target.levels[level] = target.rounds.size();
    }
}

void ClassSieve::add_round(Target& target, std::vector<Shift>::iterator begin,
                           std::vector<Shift>::iterator end) {
    Round round{~std::uint64_t{0}, {}};
    for (auto shift = begin; shift != end; ++shift) {
        round.least = std::min(round.least, shift->bits);
    }
    // Windows onto one class one after the other: they overlap.
    const auto key = [&](const Shift& s) { return std::tuple(s.bits % kRests, rank(s), s.bits); };
    std::sort(begin, end, [&](const Shift& a, const Shift& b) { return key(a) < key(b); });
    for (std::size_t e = 0; e <= kRests; ++e) {
        round.part[e] = static_cast<std::uint32_t>(
            std::partition_point(begin, end, [&](const Shift& s) { return s.bits % kRests < e; }) -
            target.shifts.begin());
    }
    target.rounds.push_back(round);
}

void ClassSieve::set_near() {
    near_moves_ = moves_up_to(moves_, sizes_.back() * q_ - 1);
    near_.reserve(q_ * near_moves_);
    for (std::uint64_t r = 0; r < q_; ++r) {
        for (std::size_t i = 0; i < near_moves_; ++i) {
            const std::uint64_t to = r + moves_[i];
            near_.push_back(static_cast<std::uint32_t>(to % q_ * stride_ + to / q_));
        }
    }
}

Bits ClassSieve::run(const Start& start, const Told& told) {
    begin_run(start);
    for (std::uint64_t begin = start.from / q_; begin < bits_; begin += sizes_[0]) {
        begin_block(begin, start.hotspots);
        descend(0, begin);
        if (told) {
            told(std::min(size_, (begin + sizes_[0]) * q_));
        }
    }
    return std::move(cold_);
}

void ClassSieve::begin_run(const Start& start) {
    std::fill(memory_.begin(), memory_.end(), 0);
    rare_.clear();
    lowest_ = bits_;
    cold_ = Bits(size_);
    for (const std::uint64_t c : start.cold) {
        insert(c % q_, c / q_);
        if (!rare_.empty() && rare_.back().position == c) {
            rare_.back().next = moves_up_to(moves_, start.from - c - 1);
        }
    }
}

// Hot are the hotspots and what lies beyond the size.
void ClassSieve::begin_block(std::uint64_t begin, const Bits* hotspots) {
    block_ = begin;
    std::fill_n(hot_.data(), q_ * stride_ / 64, 0);
    const std::uint64_t end = std::min(size_, (begin + sizes_[0]) * q_);
    if (hotspots != nullptr && q_ == 1) {
        std::copy_n(hotspots->words().begin() + static_cast<std::ptrdiff_t>(begin / 64),
                    (end - begin + 63) / 64, hot_.data());
    } else if (hotspots != nullptr) {
        hotspots->for_each(begin * q_, end,
                           [&](std::uint64_t n) { insert_hot(n % q_ * stride_ + n / q_ - begin); });
    }
    for (std::uint64_t r = 0; r < q_; ++r) {
        const std::uint64_t own = (size_ + q_ - 1 - r) / q_;  // positions of the class
        const std::uint64_t inside = std::clamp(own, begin, begin + sizes_[0]) - begin;
        std::uint64_t* const word = hot_.data() + (r * stride_ + inside) / 64;
        if (inside < sizes_[0]) {
            *word |= ~std::uint64_t{0} << (inside % 64);
            std::fill_n(word + 1, sizes_[0] / 64 - inside / 64 - 1, ~std::uint64_t{0});
        }
    }
}

void ClassSieve::descend(std::size_t level, std::uint64_t at) {
    const std::uint64_t size = sizes_[level];
    if (level == std::min(kMarked, sizes_.size() - 1)) {
        marked_ = at + size;
        std::erase_if(rare_, [&](Source& source) {
            mark(source);
            return source.next == moves_.size();
        });
    }
    pull(level, at, size / 64);
    if (level + 1 == sizes_.size()) {
        decide(at, size / 64);
        return;
    }
    for (std::uint64_t below = at; below < std::min(bits_, at + size); below += sizes_[level + 1]) {
        descend(level + 1, below);
    }
}

void ClassSieve::pull(std::size_t level, std::uint64_t at, std::size_t words) {
    const bool is_chunk = level + 1 == sizes_.size();
    for (std::uint64_t r = 0; r < q_; ++r) {
        const Target& target = targets_[r];
        std::uint64_t* const hot = hot_.data() + (r * stride_ + at - block_) / 64;
        const bool is_rare = bases_[r] == kRare;
        const std::uint64_t few = is_rare ? 64 * words / (is_chunk ? kFewInChunk : kFewInBlock) : 0;
        for (std::size_t i = target.levels[level + 1]; i < target.levels[level]; ++i) {
            const Round& round = target.rounds[i];
            if (round.least + lowest_ >= at + 64 * words) {
                continue;
            }
            if (kernels_.zeros(hot, words) <= few) {
                break;
            }
            or_round(target, round, at, words, hot);
        }
        if (is_chunk && is_rare) {
            look(target, at, words, hot);
        }
    }
}

void ClassSieve::or_round(const Target& target, const Round& round, std::uint64_t at,
                          std::size_t words, std::uint64_t* hot) {
    const std::uint64_t end = at + 64 * words;
    for (std::size_t e = 0; e < kRests; ++e) {
        windows_.clear();
        for (std::uint32_t i = round.part[e]; i < round.part[e + 1]; ++i) {
            const Shift& shift = target.shifts[i];
            if (shift.bits + lowest_ < end) {
                windows_.push_back(memory_.data() +
                                   (shift.place + static_cast<std::int64_t>(at - kVector + e)) / 8);
            }
        }
        if (windows_.empty()) {
            continue;
        }
        std::fill_n(sum_.data(), words + kVector / 64, 0);
        kernels_.or_windows(windows_.data(), windows_.size(), words + kVector / 64, sum_.data());
        kernels_.or_shifted(sum_.data() + kVector / 64, static_cast<unsigned>(e), words, hot);
    }
}

// The few positions of a chunk that are left, one by one.
void ClassSieve::look(const Target& target, std::uint64_t at, std::size_t words,
                      std::uint64_t* hot) const {
    for (std::size_t w = 0; w < words; ++w) {
        for (std::uint64_t open = ~hot[w]; open != 0; open &= open - 1) {
            const auto bit = static_cast<std::uint64_t>(std::countr_zero(open));
            hot[w] |= std::uint64_t{reached(target, at + 64 * w + bit)} << bit;
        }
    }
}

bool ClassSieve::reached(const Target& target, std::uint64_t bit) const {
    for (const Round& round : target.rounds) {
        if (round.least + lowest_ > bit) {
            continue;
        }
        for (std::uint32_t i = round.part[0]; i < round.part[kRests]; ++i) {
            const Shift& shift = target.shifts[i];
            if (shift.bits + lowest_ <= bit) {
                const auto place =
                    static_cast<std::uint64_t>(shift.place + static_cast<std::int64_t>(bit));
                if (((memory_[place / 8] >> (place % 8)) & 1U) != 0) {
                    return true;
                }
            }
        }
    }
    return false;
}

// Position by position: what is not hot is cold.
void ClassSieve::decide(std::uint64_t at, std::size_t words) {
    for (std::size_t w = 0; w < words; ++w) {
        const std::uint64_t* const hot = hot_.data() + (at - block_) / 64 + w;
        for (std::uint64_t below = 0;;) {
            std::uint64_t open = 0;
            for (std::uint64_t r = 0; r < q_; ++r) {
                open |= ~hot[r * stride_ / 64];
            }
            open &= ~below;
            if (open == 0) {
                break;
            }
            const auto bit = static_cast<unsigned>(std::countr_zero(open));
            below = ~std::uint64_t{0} >> (63 - bit);
            for (std::uint64_t r = 0; r < q_; ++r) {
                if (((hot[r * stride_ / 64] >> bit) & 1U) == 0) {
                    const std::uint64_t found = at + 64 * w + bit;
                    insert(r, found);
                    if (bases_[r] == kRare) {
                        mark(rare_.back());
                    } else {
                        mark_near(r, found, (at + 64 * words) * q_);
                    }
                }
            }
        }
    }
}

void ClassSieve::insert(std::uint64_t residue, std::uint64_t bit) {
    cold_.insert(bit * q_ + residue);
    if (bases_[residue] == kRare) {
        rare_.push_back({bit * q_ + residue, 0});
        return;
    }
    const std::uint64_t place = static_cast<std::uint64_t>(bases_[residue]) + bit;
    memory_[place / 8] |= static_cast<std::uint8_t>(1U << (place % 8));
    lowest_ = std::min(lowest_, bit);
}

void ClassSieve::mark(Source& source) {
    const std::uint64_t end = marked_ * q_ - source.position;
    const std::uint64_t from = source.position - block_ * q_;  // before the block: wraps around
    const std::uint64_t q = q_;
    const std::uint64_t stride = stride_;
    std::uint64_t* const hot = hot_.data();
    std::size_t next = source.next;
    for (; next < moves_.size() && moves_[next] < end; ++next) {
        const std::uint64_t to = from + moves_[next];
        const std::uint64_t bit = quotient(to);
        const std::uint64_t place = (to - bit * q) * stride + bit;
        hot[place / 64] |= std::uint64_t{1} << (place % 64);
    }
    source.next = next;
}

void ClassSieve::mark_near(std::uint64_t residue, std::uint64_t bit, std::uint64_t end) {
    const std::uint64_t room = end - bit * q_ - residue;
    const auto moves = moves_.begin();
    const auto last =
        std::lower_bound(moves, moves + static_cast<std::ptrdiff_t>(near_moves_), room);
    const std::uint32_t* const near = near_.data() + residue * near_moves_;
    std::uint64_t* const hot = hot_.data();
    const std::uint64_t from = bit - block_;
    for (std::ptrdiff_t i = 0; i < last - moves; ++i) {
        const std::uint64_t place = from + near[i];
        hot[place / 64] |= std::uint64_t{1} << (place % 64);
    }
}

Bits class_sieve(const MoveSet& moves, std::uint64_t size, const Classes& classes, const Told& told,
                 SimdLevel level) {
    return ClassSieve(moves, size, classes, level).run({}, told);
}

}  // namespace mexcert::subtraction
