// Where the nim-values of a finite subtraction set begin to repeat, for all n.
//
// Window lemma. A nim-value depends on the `window` = max(S) values before it alone. So if
// f(n + p) = f(n) for max(S) consecutive n, then also for the next n, and so for all greater n.
// The least p that some window shows is the least period: if p is a period from n0 on, the
// least period holds from n0 on, too, and shows in the same values.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mexcert::subtraction {

// f(n + period) = f(n) iff n >= preperiod, for all of f or nothing less; both are least.
struct Period {
    std::uint64_t preperiod = 0;
    std::uint64_t period = 1;
};

// Of a sequence each value of which depends on the `window` values before it, from its first
// values; nothing if they show no period. Cost: O(values).
[[nodiscard]] std::optional<Period> least_period(std::span<const std::uint16_t> values,
                                                 std::uint64_t window);

// The least place from which on the values have this period, as far as they are given.
[[nodiscard]] std::uint64_t preperiod_for(std::span<const std::uint16_t> values,
                                          std::uint64_t period);

// The lists of a `dfao` of the mex language over base `base`, for a sequence that is periodic from
// `preperiod` on: a state for each n below preperiod + period, which reads the digits of n.
// Needs that many values.
[[nodiscard]] std::string dfao_states(std::span<const std::uint16_t> values, const Period& period,
                                      std::uint64_t base);

}  // namespace mexcert::subtraction
