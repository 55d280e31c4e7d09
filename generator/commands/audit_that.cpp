#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

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
    std::vector<std::size_t> origin;  // by character of it: its place in the text as it was given
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
        for (std::size_t at = 0; result.origin.size() < result.formula.size(); ++at) {
            result.origin.push_back(i + std::min(at, word.size() - 1));
        }
        i += word.size();
    }
    return result;
}

}  // namespace

Result<Printout> audit_that(Engine& engine, const AuditOptions& options) {
    Result<audit::Companion> companion = audit::Companion::of(engine.spec, options.source);
    if (!companion.ok()) {
        return companion.error();
    }
    Progress progress(0, options.progress);
    progress.limit(options.source.limit.seconds());
    progress.begin(options.target);
    std::string target = options.target;
    std::replace(target.begin(), target.end(), '\n', ' ');  // places have columns only
    const Shortened asked = shortened(target, companion.value());
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
    const std::string before = companion.value().text();
    const Result<audit::Answer> answer = audit::settle(companion.value(), question, &progress);
    if (!answer.ok()) {
        const std::size_t start = before.size() - companion.value().user_bytes() +
                                  audit::formula_offset(question, true) +
                                  question.formula.rfind(asked.formula);
        const auto column = [&](std::size_t offset) {
            const std::size_t at = offset - std::min(offset, start);
            const std::size_t origin =
                at < asked.origin.size() ? asked.origin[at] : options.target.size();
            return fmt::format("in --that, column {}", origin + 1);
        };
        Error error = companion.value().relocated(answer.error(), column);
        constexpr std::string_view kOurs = "found `)`";  // the one behind the formula
        const std::size_t ours = error.message.find(kOurs);
        if (ours != std::string::npos && error.place == column(start + asked.origin.size())) {
            error.message.replace(ours, kOurs.size(), "found the end");
        }
        return error;
    }
    const bool wrong = !answer.value().holds;
    Findings findings;
    findings["verdict"] = wrong ? "false" : "true";
    const std::string path = options.output.empty() ? "that.cert" : options.output;
    return certified_findings(wrong, findings, answer.value().proof, path,
                              options.source.user_file);
}

}  // namespace mexcert
