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
    // An object for each row but the first, its cells under the names of the columns.
    [[nodiscard]] Json json() const;
};

// A report: what stands before and behind the rows that are shown (none if the list is empty), and
// all rows, which go to the file of `--csv` and into the JSON.
[[nodiscard]] Result<Printout> reported(const ReportOptions& options, const Rows& all,
                                        const std::string& before, const Rows& shown,
                                        const std::string& behind);

// The reports: akiyama.statistics, akiyama.l1, akiyama.positive.
[[nodiscard]] Result<Printout> report_statistics(const ReportOptions& options);
[[nodiscard]] Result<Printout> report_l1(const ReportOptions& options);
[[nodiscard]] Result<Printout> report_positive(const ReportOptions& options);
// eppstein.counts, eppstein.records, eppstein.fits, eppstein.digits.
[[nodiscard]] Result<Printout> report_cold_counts(const ReportOptions& options);
[[nodiscard]] Result<Printout> report_records(const ReportOptions& options);
[[nodiscard]] Result<Printout> report_fits(const ReportOptions& options);
[[nodiscard]] Result<Printout> report_digits(const ReportOptions& options);
// weinstein.shared.
[[nodiscard]] Result<Printout> report_shared(const ReportOptions& options);

}  // namespace mexcert
