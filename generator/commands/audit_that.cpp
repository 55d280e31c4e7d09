#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/commands.hpp"
#include "commands/findings.hpp"
#include "commands/progress.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kMostDigits = 18;  // of a literal of the language, always within 63 bits

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name_character(char c) {
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// A formula in which variables stand for the literals that the language has no room for.
struct Shortened {
    std::string formula;
    std::vector<std::string> variables;
    std::vector<mpz_class> values;
};

Shortened shortened(const std::string& text, const audit::Companion& companion) {
    Shortened result;
    std::string base = "big";
    while (text.find(base) != std::string::npos) {
        base += '_';
    }
    for (std::size_t i = 0; i < text.size();) {
        std::size_t end = i;
        while (end < text.size() && is_name_character(text[end])) {
            ++end;
        }
        const std::string word = text.substr(i, std::max<std::size_t>(end - i, 1));
        const bool is_number = word.find_first_not_of("0123456789") == std::string::npos;
        if (is_number && word.size() > kMostDigits) {
            result.values.emplace_back(word, 10);
            result.variables.push_back(
                companion.variable(fmt::format("{}{}", base, result.values.size())));
            result.formula += result.variables.back();
        } else {
            result.formula += word;
        }
        i += word.size();
    }
    return result;
}

}  // namespace

Result<AuditReport> audit_that(Engine& engine, const AuditOptions& options) {
    Result<audit::Companion> companion = audit::Companion::of(engine.spec, options.source);
    if (!companion.ok()) {
        return companion.error();
    }
    Progress progress(0, options.progress);
    progress.begin(options.target);
    const Shortened asked = shortened(options.target, companion.value());
    audit::Question question;
    question.name = companion.value().fresh("audit.that");
    question.formula = asked.formula;
    if (!asked.variables.empty()) {
        std::string conditions;
        for (std::size_t i = 0; i < asked.variables.size(); ++i) {
            conditions += companion.value().value_is("audit", asked.variables[i], asked.values[i]);
            conditions += " => ";
        }
        question.formula = fmt::format("forall {}: {}({})", fmt::join(asked.variables, ", "),
                                       conditions, asked.formula);
    }
    const Result<audit::Answer> answer = audit::settle(companion.value(), question, &progress);
    if (!answer.ok()) {
        return answer.error();
    }
    AuditReport report;
    report.wrong = !answer.value().holds;
    Findings findings;
    findings["verdict"] = report.wrong ? "false" : "true";
    const std::string path = options.output.empty() ? "that.cert" : options.output;
    const Result<std::string> text = certified_findings(findings, answer.value().proof, path,
                                                        options.source.user_file, options.json);
    if (!text.ok()) {
        return text.error();
    }
    report.text = text.value();
    return report;
}

}  // namespace mexcert
