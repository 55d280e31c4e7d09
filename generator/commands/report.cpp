#include <fmt/format.h>

#include <string_view>

#include "commands/commands.hpp"
#include "commands/report_rows.hpp"

namespace mexcert {

namespace {

struct Report {
    std::string_view name;
    Result<Printout> (*make)(const ReportOptions&);
};

constexpr Report kReports[] = {
    {"akiyama.statistics", report_statistics}, {"akiyama.l1", report_l1},
    {"akiyama.positive", report_positive},     {"eppstein.counts", report_cold_counts},
    {"eppstein.records", report_records},      {"eppstein.fits", report_fits},
    {"eppstein.digits", report_digits},        {"weinstein.shared", report_shared},
};

}  // namespace

Result<Printout> report_counts(const ReportOptions& options) {
    std::string names;
    for (const Report& report : kReports) {
        if (report.name == options.name) {
            return report.make(options);
        }
        names += fmt::format("{}{}", names.empty() ? "" : ", ", report.name);
    }
    return invalid("", fmt::format("no report `{}`: there are {}", options.name, names));
}

}  // namespace mexcert
