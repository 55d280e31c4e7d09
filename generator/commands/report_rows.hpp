// What the reports have in common: places of rows, rows of texts, positions as texts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "commands/commands.hpp"
#include "piles/triple.hpp"

namespace mexcert {

inline constexpr std::string_view kEvidence =
    "Computed, not certified: evidence by one program, no certificate says it.\n";

// `(1, 2, 3)`; `(1, 2, 3) (4, 7, 10)`, or `none`.
[[nodiscard]] std::string text_of(const piles::Triple& triple);
[[nodiscard]] std::string text_of(const std::vector<piles::Triple>& triples);

// The number of `--to`, or the default; an error if it is more than the greatest.
[[nodiscard]] Result<std::uint64_t> reach(const ReportOptions& options, std::uint64_t usual,
                                          std::uint64_t greatest);

// Powers of ten from 1000, `extra`, and `to`, none above `to`.
[[nodiscard]] std::vector<std::uint64_t> row_places(std::uint64_t to, std::uint64_t extra);

// Rows of texts under a heading: in columns, and as comma-separated values.
struct Rows {
    std::vector<std::vector<std::string>> cells;  // the first row is the heading

    [[nodiscard]] std::string columns() const;
    // Nothing if the path is empty.
    [[nodiscard]] std::optional<Error> write(const std::string& path) const;
};

// The reports: akiyama.statistics, akiyama.l1, akiyama.positive.
[[nodiscard]] Result<std::string> report_statistics(const ReportOptions& options);
[[nodiscard]] Result<std::string> report_l1(const ReportOptions& options);
[[nodiscard]] Result<std::string> report_positive(const ReportOptions& options);
// eppstein.counts, eppstein.records, eppstein.fits, eppstein.digits.
[[nodiscard]] Result<std::string> report_cold_counts(const ReportOptions& options);
[[nodiscard]] Result<std::string> report_records(const ReportOptions& options);
[[nodiscard]] Result<std::string> report_fits(const ReportOptions& options);
[[nodiscard]] Result<std::string> report_digits(const ReportOptions& options);
// weinstein.shared.
[[nodiscard]] Result<std::string> report_shared(const ReportOptions& options);

}  // namespace mexcert
