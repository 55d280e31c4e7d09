#include "subtraction/cold_counts.hpp"

#include "subtraction/nim_values.hpp"

namespace mexcert::subtraction {

std::vector<PlotPoint> counts_below_cubes(const Bits& cold) {
    std::vector<PlotPoint> counts;
    std::uint64_t count = 0;
    std::uint64_t below = 0;
    for (std::uint64_t k = 1; k * k * k < cold.size(); ++k) {
        const std::uint64_t cube = k * k * k;
        cold.for_each(below, cube, [&](std::uint64_t) { ++count; });
        below = cube;
        counts.push_back({cube, count});
    }
    return counts;
}

Result<std::vector<PlotPoint>> nim_value_records(std::uint64_t size, const Told& told) {
    const auto nim = nim_values(squares(size), size, told);
    if (!nim.ok()) {
        return nim.error();
    }
    std::vector<PlotPoint> records;
    std::uint64_t greatest = 0;
    for (std::uint64_t n = 0; n < size; ++n) {
        if (nim.value()[n] > greatest) {
            greatest = nim.value()[n];
            records.push_back({n, greatest});
        }
    }
    return records;
}

std::vector<std::vector<std::uint64_t>> digit_counts(const Bits& cold, std::uint64_t base,
                                                     int places) {
    std::vector<std::vector<std::uint64_t>> counts(static_cast<std::size_t>(places),
                                                   std::vector<std::uint64_t>(base, 0));
    cold.for_each(0, cold.size(), [&](std::uint64_t n) {
        for (auto& digits : counts) {
            ++digits[n % base];
            n /= base;
        }
    });
    return counts;
}

}  // namespace mexcert::subtraction
