#include "commands/findings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "certificate/writer.hpp"

namespace mexcert {
namespace {

std::string capitals(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
    return text;
}

bool is_same_file(const std::string& path, const std::string& user_file) {
    std::error_code code;
    return !user_file.empty() && std::filesystem::equivalent(path, user_file, code);
}

// Writes the files and adds what they are.
std::optional<Error> write_certified(const audit::Certified& proof, const std::string& path,
                                     const std::string& user_file, Findings& findings) {
    Findings all;
    all["verdict"] = findings["verdict"];
    all["claim"] = proof.claim;
    for (const auto& [key, value] : findings.items()) {
        all[key] = value;
    }
    if (!proof.spec.empty()) {
        const std::string spec =
            std::filesystem::path(path).replace_extension(".audit.mex").string();
        if (is_same_file(spec, user_file)) {
            return invalid(spec, "is the statement file that was given; choose another -o");
        }
        if (std::optional<Error> error = write_atomically(spec, proof.spec)) {
            return error;
        }
        all["spec"] = spec;
    }
    if (std::optional<Error> error = write_atomically(path, proof.certificate)) {
        return error;
    }
    all["certificate"] = path;
    findings = std::move(all);
    return std::nullopt;
}

}  // namespace

Printout printed(bool wrong, const Findings& findings) {
    Printout printout;
    printout.wrong = wrong;
    printout.json = findings;
    for (const auto& [key, value] : findings.items()) {
        if (key == "verdict") {
            printout.text += capitals(value.get<std::string>()) + "\n";
        } else if (value.is_array()) {
            for (const auto& line : value) {
                printout.text += line.get<std::string>() + "\n";
            }
        } else {
            std::string name = key;
            std::replace(name.begin(), name.end(), '_', ' ');
            printout.text += fmt::format("{}: {}\n", name, value.get<std::string>());
        }
    }
    return printout;
}

Result<Printout> certified_findings(bool wrong, Findings findings,
                                    const Result<audit::Certified>& proof, const std::string& path,
                                    const std::string& user_file) {
    if (!proof.ok()) {
        findings["no_certificate"] =
            proof.error().text() +
            (std::filesystem::exists(path) ? "; " + path + " is an earlier file" : "");
    } else if (std::optional<Error> error =
                   write_certified(proof.value(), path, user_file, findings)) {
        return *error;
    }
    return printed(wrong, findings);
}

}  // namespace mexcert
