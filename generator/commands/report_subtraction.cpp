// The reports on subtract-a-square: what the figures of Eppstein's paper show.
#include <fmt/format.h>

#include <algorithm>

#include "commands/progress.hpp"
#include "commands/report_rows.hpp"
#include "piles/decimal.hpp"
#include "subtraction/cold_counts.hpp"
#include "subtraction/cold_positions.hpp"

namespace mexcert {
namespace {

using subtraction::PlotPoint;

constexpr std::uint64_t kUsualCold = std::uint64_t{1} << 24;
constexpr std::uint64_t kGreatestCold = std::uint64_t{1} << 32;
constexpr std::uint64_t kUsualRecords = std::uint64_t{1} << 20;
constexpr std::uint64_t kGreatestRecords = std::uint64_t{1} << 24;  // some 40 s, as in the paper
constexpr int kShareDigits = 6;
constexpr int kFitDigits = 15;

// Says how far a computation on positions is.
class Positions {
  public:
    Positions(const ReportOptions& options) : progress_(0, options.progress) {
        progress_.begin(options.name);
    }
    subtraction::Told told(std::string work, std::uint64_t size) {
        return [this, work = std::move(work), size](std::uint64_t n) {
            progress_.at(work, static_cast<double>(n) / static_cast<double>(size));
        };
    }

  private:
    Progress progress_;
};

subtraction::Bits cold_below(std::uint64_t size, Positions& positions) {
    return subtraction::cold_positions(subtraction::squares(size), size,
                                       positions.told("cold positions", size));
}

Rows rows_of(std::string x, std::string y, const std::vector<PlotPoint>& points) {
    Rows rows{{{std::move(x), std::move(y)}}};
    for (const PlotPoint& point : points) {
        rows.cells.push_back({std::to_string(point.x), std::to_string(point.y)});
    }
    return rows;
}

// The rows a reader needs: the first few, powers of eight, the last.
std::vector<PlotPoint> some_cubes(const std::vector<PlotPoint>& counts) {
    std::vector<PlotPoint> shown;
    for (std::size_t k = 1; k <= counts.size(); ++k) {
        if ((k & (k - 1)) == 0 || k == counts.size()) {
            shown.push_back(counts[k - 1]);
        }
    }
    return shown;
}

// In how many digits from the front two decimals agree.
std::size_t common_digits(const std::string& a, const std::string& b) {
    const auto end = std::mismatch(
        a.begin(), a.begin() + static_cast<std::ptrdiff_t>(std::min(a.size(), b.size())),
        b.begin());
    std::size_t digits = 0;
    bool leading = true;
    for (auto at = a.begin(); at != end.first; ++at) {
        leading = leading && (*at == '0' || *at == '.');
        digits += !leading && *at != '.' ? 1U : 0U;
    }
    return digits;
}

std::string beside(const std::string& computed, const std::string& printed) {
    return fmt::format("{}, printed {}: {} digits agree", computed, printed,
                       common_digits(computed, printed));
}

struct Printed {
    std::string exponent;
    std::string factor;
};

std::string fit_text(const std::string& what, const std::vector<PlotPoint>& points,
                     const Printed& printed) {
    const subtraction::MonomialFit fit = subtraction::repeated_medians(points, kFitDigits);
    return fmt::format(
        "{}: {} points, the last ({}, {})\n  exponent {}\n  factor {}\n  factor that "
        "leaves as many points above as below {}\n",
        what, points.size(), points.back().x, points.back().y,
        beside(fit.exponent, printed.exponent), beside(fit.factor, printed.factor),
        fit.balanced_factor);
}

// The printed constants hold for this many positions.
constexpr std::string_view kPrintedReach =
    "The paper's figures reach 2^30 positions (cold) and 2^24 (nim-values). Its text leaves open "
    "which "
    "end points count; read here is what gives the printed exponents.\n";

}  // namespace

Result<Printout> report_cold_counts(const ReportOptions& options) {
    const auto to = reach(options, kUsualCold, kGreatestCold);
    if (!to.ok()) {
        return to.error();
    }
    Positions positions(options);
    const auto counts = subtraction::counts_below_cubes(cold_below(to.value(), positions));
    return reported(
        options, rows_of("n", "cold", counts),
        fmt::format(
            "Cold positions of subtract-a-square among the first n positions, n a cube below {}. "
            "{}Here are the cubes of powers of two and the last cube; --csv FILE writes all {}\n",
            to.value(), kEvidence, counts.size()),
        rows_of("n", "cold", some_cubes(counts)), "");
}

Result<Printout> report_records(const ReportOptions& options) {
    const auto to = reach(options, kUsualRecords, kGreatestRecords);
    if (!to.ok()) {
        return to.error();
    }
    Positions positions(options);
    const auto records =
        subtraction::nim_value_records(to.value(), positions.told("nim-values", to.value()));
    if (!records.ok()) {
        return records.error();
    }
    const Rows rows = rows_of("position", "nim-value", records.value());
    return reported(
        options, rows,
        fmt::format(
            "Positions n < {} of subtract-a-square with a nim-value greater than all before. {}",
            to.value(), kEvidence),
        rows, "");
}

Result<Printout> report_fits(const ReportOptions& options) {
    const auto to = reach(options, kUsualRecords, kGreatestCold);
    if (!to.ok()) {
        return to.error();
    }
    const std::uint64_t size = to.value();
    const std::uint64_t last = std::min(size, kGreatestRecords);
    Positions positions(options);
    const auto counts = subtraction::counts_below_cubes(cold_below(size, positions));
    const auto records = subtraction::nim_value_records(last, positions.told("nim-values", last));
    if (!records.ok()) {
        return records.error();
    }
    if (counts.size() < 2 || records.value().size() < 2) {
        return invalid("--to", fmt::format("{} positions give less than two points", size));
    }
    Rows rows{{{"plot", "n", "value"}}};
    for (const auto& [plot, points] :
         {std::pair("cold", &counts), std::pair("nim-value", &records.value())}) {
        for (const PlotPoint& point : *points) {
            rows.cells.push_back({plot, std::to_string(point.x), std::to_string(point.y)});
        }
    }
    return reported(
        options, rows,
        fmt::format("Lines by repeated medians through log2 n and log2 of cold positions among the "
                    "first n cubes n < {}, and of new greatest nim-values at n < {}. {}Each "
                    "decimal is rounded and exact: both ends of an enclosure round to it. {}",
                    size, last, kEvidence, kPrintedReach),
        {},
        fit_text("cold positions", counts, {"0.698354314248528", "0.897244337916743"}) +
            fit_text("greatest nim-values", records.value(),
                     {"0.350735691549274", "1.3251885340723"}));
}

Result<Printout> report_digits(const ReportOptions& options) {
    const auto to = reach(options, kUsualCold, kGreatestCold);
    if (!to.ok()) {
        return to.error();
    }
    Positions positions(options);
    const subtraction::Bits cold = cold_below(to.value(), positions);
    const std::uint64_t all = cold.count();
    Rows rows{{{"base", "place", "digit", "cold", "share"}}};
    for (const auto& [base, places] : {std::pair(5U, 3), std::pair(7U, 1), std::pair(13U, 1)}) {
        const auto counts = subtraction::digit_counts(cold, base, places);
        for (std::size_t place = 0; place < counts.size(); ++place) {
            for (std::size_t digit = 0; digit < base; ++digit) {
                const std::uint64_t count = counts[place][digit];
                rows.cells.push_back({std::to_string(base), std::to_string(place),
                                      std::to_string(digit), std::to_string(count),
                                      piles::decimal(count, all, kShareDigits)});
            }
        }
    }
    return reported(
        options, rows,
        fmt::format("Digits of the {} cold positions n < {} of subtract-a-square; place 0 has the "
                    "ones. {}share: digits are cut off, not rounded\n",
                    all, to.value(), kEvidence),
        rows, "");
}

}  // namespace mexcert
