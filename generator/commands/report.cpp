#include <fmt/format.h>

#include "commands/commands.hpp"
#include "commands/report_rows.hpp"

namespace mexcert {

Result<std::string> report_counts(const ReportOptions& options) {
    if (options.name == "akiyama.statistics") {
        return report_statistics(options);
    }
    if (options.name == "akiyama.l1") {
        return report_l1(options);
    }
    if (options.name == "akiyama.positive") {
        return report_positive(options);
    }
    return invalid("", fmt::format("no report `{}`: there are akiyama.statistics, akiyama.l1 and "
                                   "akiyama.positive",
                                   options.name));
}

}  // namespace mexcert
