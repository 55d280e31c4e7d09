#include "piles/mex_triples.hpp"

#include <fmt/format.h>

#include <bit>

namespace mexcert::piles {
namespace {

constexpr std::uint64_t kOne = 1;

std::uint64_t least_bit(std::uint64_t word) {
    return static_cast<std::uint64_t>(std::countr_zero(word));
}

// The naturals that are no members, in order, from one on; words are read when their turn comes.
class Absent {
  public:
    Absent(const SlidingBits& set, std::uint64_t from)
        : set_(set), index_(from / 64), bits_(~set.word(index_) & (~std::uint64_t{0} << from % 64)) {}

    [[nodiscard]] std::uint64_t index() const { return index_; }
    // Whether the next one is in a word that has not been read.
    [[nodiscard]] bool at_end() const { return bits_ == 0; }
    void read() { bits_ = ~set_.word(++index_); }
    // Not at_end().
    std::uint64_t pop() {
        const std::uint64_t x = 64 * index_ + least_bit(bits_);
        bits_ &= bits_ - 1;
        return x;
    }

  private:
    const SlidingBits& set_;
    std::uint64_t index_;
    std::uint64_t bits_;
};

// Members of one word that are not yet in the set.
class Pending {
  public:
    Pending(SlidingBits& set, std::uint64_t index) : set_(set), index_(index) {}
    ~Pending() { set_.insert_bits(index_, bits_); }
    Pending(const Pending&) = delete;
    Pending& operator=(const Pending&) = delete;

    [[nodiscard]] std::uint64_t index() const { return index_; }
    void insert(std::uint64_t x) { bits_ |= kOne << (x % 64); }
    void turn(std::uint64_t index) {
        set_.insert_bits(index_, bits_);
        index_ = index;
        bits_ = 0;
    }

  private:
    SlidingBits& set_;
    std::uint64_t index_;
    std::uint64_t bits_ = 0;
};

}  // namespace

MexTriples::MexTriples() {
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

bool MexTriples::accept(const Triple& v, std::uint64_t kappa) {
    const std::uint64_t i = v.a - last_.a - 1;  // modulo 2^64, as the next two
    const std::uint64_t j = (v.b - v.a) - (last_.b - last_.a) - 1;
    const std::uint64_t k = (v.c - v.b) - (last_.c - last_.b) - 1;
    if ((i | j | k) > 3) {
        return i > 3   ? fail("Theorem 3 (8): step of v1 (after, before)", v.a, last_.a)
               : j > 3 ? fail("Corollary 4: step of v2 - v1 (after, before)", v.b - v.a,
                              last_.b - last_.a)
                       : fail("Theorem 3 (11): step of v3 - v2 (after, before)", v.c - v.b,
                              last_.c - last_.b);
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
    last_ = v;
    block_[size_++] = v;
    return true;
}

bool MexTriples::no_four(std::uint64_t index) {
    const std::uint64_t low = coordinates_.word(index);
    const std::uint64_t high = coordinates_.word(index + 1);
    const std::uint64_t four = low & (low >> 1 | high << 63) & (low >> 2 | high << 62) &
                               (low >> 3 | high << 61);
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
    if (!accept(v, v.b - m - d)) {
        return;
    }
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

void MexTriples::word_of_terms(std::uint64_t most) {
    Absent firsts(coordinates_, coordinates_.base());
    Absent free(differences_, differences_.base());
    std::uint64_t d = free.pop();
    std::uint64_t taken = 0;  // values v1 of this word
    {
        const std::uint64_t start = coordinates_.base() + d;
        Pending seconds(coordinates_, start / 64);
        bool good = no_four(firsts.index() + 1) && apart_by_two(free.index() + 1) &&
                    apart_by_three(start, start / 64);
        const auto next_free = [&] {
            while (free.at_end()) {
                free.read();
                good = apart_by_two(free.index() + 1) && good;
            }
            return free.pop();
        };
        while (good && !firsts.at_end() && size_ < most) {
            const std::uint64_t m = firsts.pop();
            if (m + d <= last_.b) {
                fail("Theorem 2 d: v2 is not below Mex F + Mex D (both)", last_.b, m + d);
                break;
            }
            std::uint64_t after = next_free();
            std::uint64_t kappa = 0;
            if (coordinates_.contains(m + d)) {
                kappa = after - d;
                if (coordinates_.contains(m + after)) {
                    fail("simplified algorithm: M + D + kappa is taken (it, M)", m + after, m);
                    break;
                }
                after = next_free();
            }
            const Triple v{m, m + d + kappa, m + 2 * d + kappa};
            if (!accept(v, kappa)) {
                break;
            }
            if (v.b / 64 != seconds.index()) {
                seconds.turn(v.b / 64);
                good = apart_by_three(m + d, v.b / 64) && good;
            }
            seconds.insert(v.b);
            coordinates_.insert(v.c);
            differences_.insert(v.c - v.a);
            taken |= kOne << (m % 64);
            d = after;
        }
    }
    coordinates_.insert_bits(firsts.index(), taken);
    coordinates_.advance();
    differences_.advance_to(d);
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
