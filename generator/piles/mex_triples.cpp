#include "piles/mex_triples.hpp"

#include <fmt/format.h>

#include <bit>

namespace mexcert::piles {
namespace {

constexpr std::uint64_t kOne = 1;

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

inline bool MexTriples::accept(const Triple& v, const Triple& last, std::uint64_t kappa) {
    const std::uint64_t i = v.a - last.a - 1;  // modulo 2^64, as the next two
    const std::uint64_t j = (v.b - v.a) - (last.b - last.a) - 1;
    const std::uint64_t k = (v.c - v.b) - (last.c - last.b) - 1;
    if ((i | j | k) > 3) {
        return i > 3   ? fail("Theorem 3 (8): step of v1 (after, before)", v.a, last.a)
               : j > 3 ? fail("Corollary 4: step of v2 - v1 (after, before)", v.b - v.a,
                              last.b - last.a)
                       : fail("Theorem 3 (11): step of v3 - v2 (after, before)", v.c - v.b,
                              last.c - last.b);
    }
    if (kappa > 2) {
        return fail("kappa is not one of 0 .. 2 (kappa, 2)", kappa, 2);
    }
    const std::uint64_t index = 16 * i + 4 * j + k;
    ++n_;
    if (steps_.count[index]++ == 0) {
        steps_.first[index] = n_;
    }
    ++kappas_[kappa];
    block_[size_++] = v;
    return true;
}

bool MexTriples::no_four(std::uint64_t index) {
    const std::uint64_t low = coordinates_.word(index);
    const std::uint64_t high = coordinates_.word(index + 1);
    const std::uint64_t four =
        low & (low >> 1 | high << 63) & (low >> 2 | high << 62) & (low >> 3 | high << 61);
    return four == 0 || fail("Theorem 3 (7): four successive coordinates (first, last)",
                             64 * index + least_bit(four), 64 * index + least_bit(four) + 3);
}

bool MexTriples::apart_by_two(std::uint64_t index) {
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
    if (!accept(v, last_, v.b - m - d)) {
        return;
    }
    last_ = v;
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

// The terms with v1 in one word. Between its creation and finish() the sets lack these v1, the v2
// of the last word of v2 and all smaller differences: nothing looks these up, as M and D have
// passed them, or will find them in the words that finish() completes.
class MexTriples::Word {
  public:
    explicit Word(MexTriples& owner)
        : owner_(owner),
          coordinates_(roomy(owner.coordinates_, owner.last_.c)),
          differences_(roomy(owner.differences_, owner.last_.c - owner.last_.a)),
          first_index_(owner.coordinates_.base() / 64),
          firsts_(absent(coordinates_, owner.coordinates_.base())),
          difference_index_(owner.differences_.base() / 64),
          free_(absent(differences_, owner.differences_.base())),
          last_(owner.last_) {
        d_ = next_difference();
        const std::uint64_t start = owner.coordinates_.base() + d_;
        second_index_ = start / 64;
        good_ = owner_.no_four(first_index_ + 1) && owner_.apart_by_two(difference_index_ + 1) &&
                owner_.apart_by_three(start, second_index_);
    }

    [[nodiscard]] bool at_end() const { return !good_ || firsts_ == 0; }

    void term() {
        const std::uint64_t m = 64 * first_index_ + least_bit(firsts_);
        const std::uint64_t at = m + d_;
        if (at <= last_.b) {
            good_ = owner_.fail("Theorem 2 d: v2 is not below Mex F + Mex D (both)", last_.b, at);
            return;
        }
        const std::uint64_t after = next_difference();
        std::uint64_t kappa = 0;
        if (coordinates_.contains(at)) {
            kappa = after - d_;
            if (coordinates_.contains(m + after)) {
                good_ = owner_.fail("simplified algorithm: M + D + kappa is taken (it, M)",
                                    m + after, m);
                return;
            }
        }
        const Triple v{m, at + kappa, at + d_ + kappa};
        if (!owner_.accept(v, last_, kappa)) {
            good_ = false;
            return;
        }
        last_ = v;
        if (v.b / 64 != second_index_) {
            turn_seconds(at, v.b / 64);
        }
        seconds_ |= kOne << (v.b % 64);
        coordinates_.insert(v.c);
        differences_.insert(v.c - v.a);
        firsts_ &= firsts_ - 1;
        d_ = kappa == 0 ? after : next_difference();
    }

    void finish() {
        const std::uint64_t absent_before = absent(coordinates_, owner_.coordinates_.base());
        coordinates_.word(first_index_) |= absent_before & ~firsts_;
        coordinates_.word(second_index_) |= seconds_;
        owner_.coordinates_.advance();
        owner_.differences_.advance_to(d_);
        owner_.last_ = last_;
    }

  private:
    // A word of terms moves v3 and v3 - v1 by 64 * 12 at most: accept() sees larger steps first.
    static SlidingBits::View roomy(SlidingBits& set, std::uint64_t greatest) {
        set.reserve(greatest + 64 * 16);
        return SlidingBits::View(set);
    }
    // The naturals of the word of x that are no members, from x on.
    static std::uint64_t absent(const SlidingBits::View& set, std::uint64_t x) {
        return ~set.word(x / 64) & (~std::uint64_t{0} << (x % 64));
    }
    std::uint64_t next_difference() {
        while (free_ == 0) {
            free_ = ~differences_.word(++difference_index_);
            good_ = owner_.apart_by_two(difference_index_ + 1) && good_;
        }
        const std::uint64_t x = 64 * difference_index_ + least_bit(free_);
        free_ &= free_ - 1;
        return x;
    }
    void turn_seconds(std::uint64_t at, std::uint64_t index) {
        coordinates_.word(second_index_) |= seconds_;
        good_ = owner_.apart_by_three(at, index) && good_;
        second_index_ = index;
        seconds_ = 0;
    }

    MexTriples& owner_;
    SlidingBits::View coordinates_;
    SlidingBits::View differences_;
    std::uint64_t first_index_;  // of the word of v1
    std::uint64_t firsts_;       // its least unused coordinates
    std::uint64_t difference_index_;
    std::uint64_t free_;  // unused differences of that word, above d_
    Triple last_;
    std::uint64_t d_ = 0;
    std::uint64_t second_index_ = 0;
    std::uint64_t seconds_ = 0;  // v2 that are not yet in that word
    bool good_ = true;
};

void MexTriples::word_of_terms(std::uint64_t most) {
    Word word(*this);
    while (!word.at_end() && size_ < most) {
        word.term();
    }
    word.finish();
}

Result<std::span<const Triple>> MexTriples::next(std::uint64_t most) {
    size_ = 0;
    if (differences_.base() < kLeastDifference) {
        single_term();
    } else {
        word_of_terms(most < kBlock ? most : kBlock);
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
