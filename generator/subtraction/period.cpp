#include "subtraction/period.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert::subtraction {
namespace {

// How many values at the end agree with those `shift` before them, for each shift >= 1: the
// Z-function of the reversed sequence.
std::vector<std::uint64_t> agreements(std::span<const std::uint16_t> values) {
    const std::uint64_t size = values.size();
    const auto back = [&](std::uint64_t i) { return values[size - 1 - i]; };
    std::vector<std::uint64_t> agree(size, 0);
    // back(begin .. end - 1) agrees with the front; end is the greatest so far.
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    for (std::uint64_t shift = 1; shift < size; ++shift) {
        std::uint64_t& run = agree[shift];
        run = shift < end ? std::min(end - shift, agree[shift - begin]) : 0;
        while (shift + run < size && back(run) == back(shift + run)) {
            ++run;
        }
        if (shift + run > end) {
            begin = shift;
            end = shift + run;
        }
    }
    return agree;
}

}  // namespace

std::optional<Period> least_period(std::span<const std::uint16_t> values, std::uint64_t window) {
    const std::vector<std::uint64_t> agree = agreements(values);
    for (std::uint64_t period = 1; period < agree.size(); ++period) {
        if (agree[period] >= window) {
            return Period{values.size() - period - agree[period], period};
        }
    }
    return std::nullopt;
}

std::uint64_t preperiod_for(std::span<const std::uint16_t> values, std::uint64_t period) {
    std::uint64_t from = values.size() - std::min<std::uint64_t>(period, values.size());
    while (from > 0 && values[from - 1] == values[from - 1 + period]) {
        --from;
    }
    return from;
}

std::string dfao_states(std::span<const std::uint16_t> values, const Period& period,
                        std::uint64_t base) {
    const std::uint64_t states = period.preperiod + period.period;
    std::string text;
    for (std::uint64_t n = 0; n < states; ++n) {
        text += n == 0 ? "(" : ",\n    (";
        for (std::uint64_t digit = 0; digit < base; ++digit) {
            const std::uint64_t next = n * base + digit;
            const std::uint64_t state =
                next < states ? next : period.preperiod + (next - period.preperiod) % period.period;
            text += fmt::format("{}, ", state);
        }
        text += fmt::format("{})", values[n]);
    }
    return text;
}

}  // namespace mexcert::subtraction
