#include <fmt/format.h>

#include "base/plural.hpp"
#include "claims/claim.hpp"
#include "commands/commands.hpp"

namespace mexcert {
namespace {

// The values by name, as decimal strings.
Json point_json(const std::string& point) {
    Json result = Json::object();
    const Result<NamedValues> values = parse_values(point);
    if (values.ok()) {
        for (const auto& [name, value] : values.value()) {
            result[name] = std::to_string(value);
        }
    }
    return result;
}

std::string line(std::string_view name, const std::string& value) {
    return value.empty() ? "" : fmt::format("{}: {}\n", name, value);
}

}  // namespace

Printout printed(const GenerateReport& report) {
    Printout printout;
    Json files = Json::array();
    for (const GeneratedFile& file : report.files) {
        const bool kept = file.bytes == 0;
        printout.text +=
            fmt::format("{}: {}, {}\n", file.path, counted(file.claims.size(), "claim"),
                        kept ? "kept" : fmt::format("{} bytes", file.bytes));
        files.push_back({{"file", file.path}, {"claims", file.claims}, {"kept", kept}});
        if (!kept) {
            files.back()["bytes"] = std::to_string(file.bytes);
        }
    }
    printout.json["files"] = files;
    printout.errors = report.errors;
    return printout;
}

Printout printed(const DecideReport& report) {
    Printout printout;
    printout.wrong = report.refuted;
    printout.warnings = report.warnings;
    printout.text = report.verdict + "\n" + line("claim", report.claim) +
                    line("point", report.point) +
                    (report.known.empty() ? "" : report.known + "\n") +
                    line("certificate", report.certificate.empty() ? "none" : report.certificate) +
                    line("not stronger because", report.why);
    Json& json = printout.json;
    json = {{"verdict", report.verdict}, {"refuted", report.refuted}, {"claim", report.claim}};
    if (!report.point.empty()) {
        json["point"] = point_json(report.point);
    }
    if (!report.known.empty()) {
        json["known"] = report.known;
    }
    json["certificate"] = report.certificate;
    json["why"] = report.why;
    return printout;
}

}  // namespace mexcert
