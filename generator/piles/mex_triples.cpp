#include "piles/mex_triples.hpp"

#include <fmt/format.h>

#include <bit>

namespace mexcert::piles {
namespace {

std::uint64_t least_bit(std::uint64_t word) {
    return static_cast<std::uint64_t>(std::countr_zero(word));
}

}  // namespace

MexTriples::MexTriples(std::uint64_t expected) {
    coordinates_.reserve(expected / 2 * 7);
    differences_.reserve(expected / 4 * 7);
    coordinates_.insert(0);
    coordinates_.advance();
    differences_.insert(0);
    differences_.advance();
}

bool MexTriples::fail(const char* claim, std::uint64_t found, std::uint64_t wanted) {
    if (!failure_) {
        failure_ = Error{Outcome::kClaimFalse, fmt::format("v({})", n_ + 1),
                         fmt::format("{}: {} and {}", claim, found, wanted)};
    }
    return false;
}

bool MexTriples::accept(const Triple& v) {
    const std::uint64_t d = v.c - v.b;
    const std::uint64_t kappa = v.b - v.a - d;
    const Triple step = StepCounts::between(last_, v);
    if (v.a + d <= last_.b) {
        return fail("Theorem 2 d: v2 is not below Mex F + Mex D (both)", last_.b, v.a + d);
    }
    if (step.a - 1 > 3) {
        return fail("Theorem 3 (8): step of v1 (after, before)", v.a, last_.a);
    }
    if (step.b - 1 > 3) {
        return fail("Corollary 4: step of v2 - v1 (after, before)", v.b - v.a, last_.b - last_.a);
    }
    if (step.c - 1 > 3) {
        return fail("Theorem 3 (11): step of v3 - v2 (after, before)", d, last_.c - last_.b);
    }
    if (kappa > 2) {
        return fail("kappa is not one of 0 .. 2 (kappa, 2)", kappa, 2);
    }
    ++n_;
    steps_.count_step(StepCounts::index(step), n_);
    ++kappas_[kappa];
    last_ = v;
    return true;
}

inline bool MexTriples::no_four(std::uint64_t index) {
    const std::uint64_t low = coordinates_.word(index);
    const std::uint64_t high = coordinates_.word(index + 1);
    const std::uint64_t four =
        low & (low >> 1 | high << 63) & (low >> 2 | high << 62) & (low >> 3 | high << 61);
    return four == 0 || fail("Theorem 3 (7): four successive coordinates (first, last)",
                             64 * index + least_bit(four), 64 * index + least_bit(four) + 3);
}

inline bool MexTriples::apart_by_two(std::uint64_t index) {
    const std::uint64_t low = differences_.word(index);
    const std::uint64_t pairs = low & (low >> 1 | differences_.word(index + 1) << 63);
    return pairs == 0 || fail("Theorem 2 c: two differences (both)", 64 * index + least_bit(pairs),
                              64 * index + least_bit(pairs) + 1);
}

bool MexTriples::apart_by_three(std::uint64_t from, std::uint64_t index) {
    for (std::uint64_t i = from / 64; i <= index; ++i) {
        const std::uint64_t low = coordinates_.word(i);
        const std::uint64_t high = coordinates_.word(i + 1);
        std::uint64_t pairs = low & (low >> 1 | high << 63 | low >> 2 | high << 62);
        pairs &= i == from / 64 ? ~std::uint64_t{0} << from % 64 : ~std::uint64_t{0};
        if (pairs != 0) {
            return fail("Theorem 2 d: two coordinates (the first, Mex F + Mex D)",
                        64 * i + least_bit(pairs), from);
        }
    }
    return true;
}

void MexTriples::check_sets() {
    const std::uint64_t m = coordinates_.base();
    const std::uint64_t d = differences_.base();
    apart_by_three(m + d, last_.c / 64);
    for (std::uint64_t x = m; x + 3 < m + d; ++x) {
        if ((coordinates_.window(x) & 15U) == 15) {
            fail("Theorem 3 (7): four successive coordinates (first, last)", x, x + 3);
        }
    }
    for (std::uint64_t x = d; x <= last_.c; ++x) {
        if ((differences_.window(x) & 3U) == 3) {
            fail("Theorem 2 c: two differences (both)", x, x + 1);
        }
    }
}

void MexTriples::single_term() {
    const std::uint64_t m = coordinates_.base();
    const std::uint64_t d = differences_.base();
    const auto least_after = [&](std::uint64_t pile) {
        std::uint64_t k = 0;
        while (coordinates_.contains(pile + d + k) || differences_.contains(d + k)) {
            ++k;
        }
        return pile + d + k;
    };
    Triple v{m, least_after(m), 0};
    v.c = least_after(v.b);
    if (v.c != v.b + d) {
        fail("Theorem 2 e: v3 - v2 is not Mex D (both)", v.c - v.b, d);
        return;
    }
    if (!accept(v)) {
        return;
    }
    block_[size_++] = v;
    for (const std::uint64_t x : {v.a, v.b, v.c}) {
        coordinates_.insert(x);
    }
    for (const std::uint64_t x : {v.b - v.a, v.c - v.b, v.c - v.a}) {
        differences_.insert(x);
    }
    coordinates_.advance();
    differences_.advance();
    check_sets();
}

// The v2 of a block, inserted a word at a time, and what the sets say against them.
class MexTriples::Seconds {
  public:
    // The v2 of the block are `at` or more, all others less.
    Seconds(const SlidingBits::View& coordinates, std::uint64_t at)
        : coordinates_(coordinates), index_(at / 64), looked_at_(~std::uint64_t{0} << (at % 64)) {}

    void insert(std::uint64_t x) {
        if (x / 64 != index_) {
            end_words(x / 64);
        }
        bits_ |= std::uint64_t{1} << (x % 64);
    }
    // False if a v2 was there before, or two of the v3 around them are not three apart.
    bool finish(MexTriples& owner) {
        end_words(index_ + 1);
        if (taken_ != 0) {
            return owner.fail("simplified algorithm: M + D + kappa is taken (it twice)", taken_,
                              taken_);
        }
        return close_ == 0 ||
               owner.fail("Theorem 2 d: two coordinates (the first, the other at most)", close_,
                          close_ + 2);
    }

  private:
    void end_words(std::uint64_t end) {
        for (; index_ < end; ++index_) {
            const std::uint64_t low = coordinates_.word(index_) & looked_at_;
            const std::uint64_t high = coordinates_.word(index_ + 1);
            const std::uint64_t close = low & (low >> 1 | high << 63 | low >> 2 | high << 62);
            if ((close | (low & bits_)) != 0) {
                note(close, low & bits_);
            }
            coordinates_.word(index_) |= bits_;
            bits_ = 0;
            looked_at_ = ~std::uint64_t{0};
        }
    }
    void note(std::uint64_t close, std::uint64_t taken) {
        close_ = close == 0 ? close_ : 64 * index_ + least_bit(close);
        taken_ = taken == 0 ? taken_ : 64 * index_ + least_bit(taken);
    }

    SlidingBits::View coordinates_;
    std::uint64_t index_;
    std::uint64_t looked_at_;
    std::uint64_t bits_ = 0;
    std::uint64_t close_ = 0;  // naturals, 0 for none
    std::uint64_t taken_ = 0;
};

bool MexTriples::read_ahead(std::size_t count) {
    if (firsts_.empty()) {
        firsts_.start(coordinates_);
        free_differences_.start(differences_);
    }
    // A block moves v3 and v3 - v1 by 12 for each term at most: otherwise its steps are found to be
    // larger, and what it did to the sets is of no use.
    coordinates_.reserve(last_.c + std::uint64_t{kBlock} * 16);
    differences_.reserve(last_.c - last_.a + std::uint64_t{kBlock} * 16);
    return firsts_.fill(coordinates_, count + 1, [&](auto i) { return no_four(i); }) &&
           free_differences_.fill(differences_, 2 * count + 1,
                                  [&](auto i) { return apart_by_two(i); });
}

// The steps of a block, checked and counted.
class MexTriples::Steps {
  public:
    explicit Steps(const MexTriples& owner) : last_(owner.last_), n_(owner.n_) {}

    // at = M + D.
    void add(const Triple& v, std::uint64_t at, StepCounts& counts) {
        const Triple step = StepCounts::between(last_, v);
        wide_ |= (step.a - 1) | (step.b - 1) | (step.c - 1);
        above_ = above_ && at > last_.b;
        counts.count_step(StepCounts::index(step) % 64, ++n_);
        last_ = v;
    }
    [[nodiscard]] bool good() const { return wide_ <= 3 && above_; }
    [[nodiscard]] std::uint64_t n() const { return n_; }

  private:
    Triple last_;
    std::uint64_t n_;
    std::uint64_t wide_ = 0;
    bool above_ = true;
};

// What a failure makes of the sets and counts is of no use.
void MexTriples::block_of_terms(std::size_t count) {
    if (!read_ahead(count)) {
        return;
    }
    const SlidingBits::View coordinates(coordinates_);
    const SlidingBits::View differences(differences_);
    const std::uint64_t* const m = firsts_.values();
    const std::uint64_t* const free = free_differences_.values();
    const std::uint64_t* d = free;
    Seconds seconds(coordinates, m[0] + d[0]);
    Steps steps(*this);
    std::uint64_t kappas = 0;
    for (std::size_t t = 0; t < count; ++t) {
        const std::uint64_t at = m[t] + d[0];
        const std::uint64_t taken = coordinates.bit(at);  // no branch, as it is hard to guess
        const std::uint64_t kappa = (d[1] - d[0]) & (0 - taken);
        const Triple v{m[t], at + kappa, at + kappa + d[0]};
        d += 1 + taken;
        kappas += kappa;
        seconds.insert(v.b);
        coordinates.insert(v.c);
        differences.insert(v.c - v.a);
        steps.add(v, at, steps_);
        block_[t] = v;
    }
    if (!seconds.finish(*this)) {
        return;
    }
    if (!steps.good()) {
        find_failure(count);
        return;
    }
    // Gaps between free differences are 1 or 2, by apart_by_two().
    const auto read = static_cast<std::size_t>(d - free);
    const std::uint64_t taken = read - count;
    kappas_[0] += count - taken;
    kappas_[1] += 2 * taken - kappas;
    kappas_[2] += kappas - taken;
    coordinates_.advance_to(m[count]);
    differences_.advance_to(d[0]);
    firsts_.drop(count);
    free_differences_.drop(read);
    last_ = block_[count - 1];
    n_ = steps.n();
    size_ = count;
}

void MexTriples::find_failure(std::size_t count) {
    for (std::size_t t = 0; t < count && accept(block_[t]); ++t) {
    }
}

Result<std::span<const Triple>> MexTriples::next(std::uint64_t most) {
    size_ = 0;
    if (differences_.base() < kLeastDifference) {
        single_term();
    } else {
        block_of_terms(most < kBlock ? most : kBlock);
    }
    if (failure_) {
        return *failure_;
    }
    return std::span<const Triple>(block_.data(), size_);
}

std::size_t MexTriples::kappa() const {
    const std::uint64_t d = differences_.base();
    if (!coordinates_.contains(coordinates_.base() + d)) {
        return 0;
    }
    return differences_.contains(d + 1) ? 2 : 1;
}

std::optional<Error> MexTriples::count_members() const {
    const auto error = [&](const char* claim, std::uint64_t found, std::uint64_t wanted) {
        return Error{Outcome::kClaimFalse, fmt::format("v(1) .. v({})", n_),
                     fmt::format("{}: {} and {}", claim, found, wanted)};
    };
    const std::uint64_t coordinates = coordinates_.base() - 1 + coordinates_.count_above();
    if (coordinates != 3 * n_) {
        return error("Corollary 1: coordinates (found, 3n)", coordinates, 3 * n_);
    }
    const std::uint64_t differences = differences_.base() - 1 + differences_.count_above();
    const std::uint64_t wanted = 3 * n_ - kappas_[0];  // two equal ones where kappa = 0
    if (differences != wanted) {
        return error("Corollary 2: differences (found, 3n less kappa = 0)", differences, wanted);
    }
    for (std::size_t i = 0; i < steps_.count.size(); ++i) {
        const std::uint64_t j = i / 4 % 4;
        const std::uint64_t k = i % 4;
        if ((j > k + 2 || k > j + 2) && steps_.count[i] != 0) {
            return error("Corollary 4: v2 - v1 and v3 - v2 differ too much (steps)", j + 1, k + 1);
        }
    }
    return std::nullopt;
}

}  // namespace mexcert::piles
