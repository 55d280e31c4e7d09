#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/plural.hpp"
#include "claims/claim.hpp"
#include "commands/commands.hpp"

namespace mexcert {
namespace {

using Json = nlohmann::ordered_json;

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

std::string report_text(const GenerateReport& report) {
    std::string text;
    for (const GeneratedFile& file : report.files) {
        text += fmt::format("{}: {}, {}\n", file.path, counted(file.claims.size(), "claim"),
                            file.bytes == 0 ? "kept" : fmt::format("{} bytes", file.bytes));
    }
    return text;
}

std::string report_json(const GenerateReport& report) {
    Json files = Json::array();
    for (const GeneratedFile& file : report.files) {
        files.push_back({{"file", file.path}, {"claims", file.claims}, {"kept", file.bytes == 0}});
        if (file.bytes != 0) {
            files.back()["bytes"] = std::to_string(file.bytes);
        }
    }
    Json errors = Json::array();
    for (const Error& error : report.errors) {
        errors.push_back({{"place", error.place},
                          {"message", error.message},
                          {"exit", static_cast<int>(error.outcome)}});
    }
    return Json{{"files", files}, {"errors", errors}}.dump(2) + "\n";
}

std::string report_text(const DecideReport& report) {
    return report.verdict + "\n" + line("claim", report.claim) + line("point", report.point) +
           (report.known.empty() ? "" : report.known + "\n") +
           line("certificate", report.certificate.empty() ? "none" : report.certificate) +
           line("not stronger because", report.why);
}

std::string report_json(const DecideReport& report) {
    Json json = {{"verdict", report.verdict}, {"refuted", report.refuted}, {"claim", report.claim}};
    if (!report.point.empty()) {
        json["point"] = point_json(report.point);
    }
    if (!report.known.empty()) {
        json["known"] = report.known;
    }
    json["certificate"] = report.certificate;
    json["why"] = report.why;
    json["warnings"] = report.warnings;
    return json.dump(2) + "\n";
}

}  // namespace mexcert
