#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <sstream>

#include "automata/decide_all.hpp"
#include "base/child.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "language/closure.hpp"
#include "language/item_source.hpp"
#include "search/traps.hpp"

namespace mexcert {
namespace {

// A claim with its certificate, and what the checker says of it.
struct Verified {
    std::string claim;
    std::string file;  // name of the certificate, in the folder of the page
    std::string line;  // of the checker
    std::map<std::string, std::string> fields;
    std::vector<std::string> warnings;

    [[nodiscard]] std::string field(const std::string& name) const {
        const auto found = fields.find(name);
        return found == fields.end() ? "-" : found->second;
    }
    [[nodiscard]] bool refutes() const {
        const std::string strength = field("strength");
        return strength == "refuted" || strength == "least-refuted";
    }
};

class EvidencePage {
  public:
    EvidencePage(Engine& engine, const EvidenceOptions& options)
        : engine_(engine), options_(options) {}

    Result<Printout> write();

  private:
    std::optional<Error> certify(const std::string& target);
    std::optional<Error> ask_checker();
    Result<std::string> page();
    [[nodiscard]] std::string spec_option() const;
    [[nodiscard]] std::string command() const;
    [[nodiscard]] std::string verdict_words() const;
    [[nodiscard]] std::string instances_words() const;
    [[nodiscard]] std::string title() const;
    [[nodiscard]] std::string which_text(const std::string& comments) const;
    Result<std::string> corrected();

    Engine& engine_;
    const EvidenceOptions& options_;
    Claim target_;
    int item_ = -1;
    Verified verified_;
};

std::string quoted(const std::string& text) { return "'" + text + "'"; }

// The claim itself if the target is one, else the strongest that is found.
std::optional<Error> EvidencePage::certify(const std::string& target) {
    const Result<Claim> claim = parse_claim(target);
    const Result<Claim> bare = claim.ok() ? claim : parse_target(target);
    if (!bare.ok()) {
        return bare.error();
    }
    target_ = bare.value();
    const Result<int> item = engine_.spec.statement(target_.name);
    if (!item.ok()) {
        return item.error();
    }
    item_ = item.value();
    verified_.file = target_.name + ".cert";
    const std::string path = (std::filesystem::path(options_.folder) / verified_.file).string();
    if (claim.ok()) {
        GenerateOptions generate;
        generate.claims = {target};
        generate.output = path;
        generate.progress = options_.progress;
        const Result<GenerateReport> made = generate_certificates(engine_, generate);
        if (!made.ok() || !made.value().errors.empty()) {
            return made.ok() ? made.value().errors.front() : made.error();
        }
        verified_.claim = target;
        verified_.warnings = traps_of(engine_, target_, std::chrono::seconds{2});
        return std::nullopt;
    }
    DecideOptions decide;
    decide.target = target;
    decide.budget = options_.budget;
    decide.output = path;
    decide.progress = options_.progress;
    const Result<DecideReport> report = decide_statement(engine_, decide);
    if (!report.ok()) {
        return report.error();
    }
    if (report.value().claim.empty()) {
        return declined(target, "no certificate: " + printed(report.value()).text);
    }
    verified_.claim = report.value().claim;
    verified_.warnings = report.value().warnings;
    target_ = parse_claim(verified_.claim).value();
    return std::nullopt;
}

// The page says what the checker says, not what this program thinks.
std::optional<Error> EvidencePage::ask_checker() {
    std::vector<std::string> arguments = {options_.checker, "--spec-dir", options_.spec_dir};
    if (!options_.spec_file.empty()) {
        arguments.insert(arguments.end(), {"--spec", options_.spec_file});
    }
    const std::string path = (std::filesystem::path(options_.folder) / verified_.file).string();
    arguments.insert(arguments.end(), {"--claim", verified_.claim, path});
    const Result<ChildOutput> child = run_child(arguments);
    if (!child.ok()) {
        return child.error();
    }
    std::string line = child.value().text;
    line.erase(std::min(line.find('\n'), line.size()));
    const std::string start = fmt::format("VERIFIED claim='{}' ", verified_.claim);
    if (child.value().exit_code != 0 || line.rfind(start, 0) != 0) {
        return declined(options_.checker,
                        fmt::format("exit code {}: {}", child.value().exit_code, line));
    }
    verified_.line = line;
    std::istringstream parts(line.substr(start.size()));
    for (std::string part; parts >> part;) {
        const std::size_t sign = part.find('=');
        verified_.fields[part.substr(0, sign)] = part.substr(std::min(sign, part.size() - 1) + 1);
    }
    return std::nullopt;
}

// The user's file as commands name it.
std::string EvidencePage::spec_option() const {
    return options_.spec_file.empty() ? "" : fmt::format("--spec {} ", options_.spec_file);
}

std::string EvidencePage::command() const {
    return fmt::format("mexcheck {}--claim {} {}", spec_option(), quoted(verified_.claim),
                       verified_.file);
}

std::string EvidencePage::verdict_words() const {
    const std::string strength = verified_.field("strength");
    const std::string range = verified_.claim.substr(verified_.claim.rfind(": ") + 2);
    if (strength == "full") {
        return "true for all naturals";
    }
    if (strength == "instance") {
        return "true for all naturals, its parameters being fixed";
    }
    if (strength == "range") {
        return fmt::format("true for {}", range);
    }
    if (verified_.field("point") == "-") {  // it has no variables
        return "false";
    }
    return fmt::format("false at {}{}", verified_.field("point"),
                       strength == "least-refuted" ? ", and at no smaller point" : "");
}

std::string EvidencePage::instances_words() const {
    const std::string count = verified_.field("instances");
    return count == "all" ? count
                          : fmt::format("{}, at {} of them the hypotheses hold", count,
                                        verified_.field("hyp"));
}

// The name with the parameters that are fixed.
std::string EvidencePage::title() const {
    return target_.fixed.empty() ? target_.name
                                 : fmt::format("{}({})", target_.name, values_text(target_.fixed));
}

bool names(const std::string& comments, const std::string& word) {
    return comments.find("# " + word + ":") != std::string::npos;
}

// What a counterexample refutes: a formal text that is mirrored, or a reading of prose.
std::string EvidencePage::which_text(const std::string& comments) const {
    if (names(comments, "Lean")) {
        return "The text mirrors a Lean declaration (`spec/fidelity.md` sets them side by side), "
               "so this "
               "refutes the declaration as it is formalized.";
    }
    if (comments.find("Reading:") != std::string::npos || names(comments, "Source")) {
        return "The source is prose: this refutes the text above, which is a reading of it. "
               "Whether "
               "another reading holds is a question for people.";
    }
    return "This refutes the text above; it names no source.";
}

// The statement with a mended hypothesis, if the statement files have one.
Result<std::string> EvidencePage::corrected() {
    const auto found = engine_.spec.by_name.find(target_.name + "_corrected");
    if (found == engine_.spec.by_name.end()) {
        return std::string();
    }
    const Result<ItemSource> source = item_source(engine_.spec, found->second);
    if (!source.ok()) {
        return source.error();
    }
    return fmt::format(
        "\n## Corrected\n```\n{}{}```\nA page for it: `mexcert evidence {}_corrected`.\n",
        source.value().comments, source.value().text, target_.name);
}

Result<std::string> EvidencePage::page() {
    const Result<ItemSource> source = item_source(engine_.spec, item_);
    if (!source.ok()) {
        return source.error();
    }
    std::string text = fmt::format("# {}: {}\n\n```\n{}{}```\n", title(), verdict_words(),
                                   source.value().comments, source.value().text);
    std::string used;
    for (const int index : closure_items(engine_.spec, item_)) {
        if (index != item_) {
            const std::string place = engine_.spec.where(engine_.spec.item(index).place);
            used += fmt::format("{}`{}` ({})", used.empty() ? "" : ", ",
                                engine_.spec.item(index).name, place.substr(0, place.rfind(':')));
        }
    }
    text += used.empty() ? ""
                         : fmt::format("\nIt uses {}. All texts: `mexcert show {}{}`.\n", used,
                                       spec_option(), target_.name);
    text += fmt::format(
        "\n## Verdict\n| | |\n|---|---|\n| claim | `{}` |\n| strength | {} |\n| instances | {} |\n"
        "| rules | {} |\n| statement | {} |\n| certificate | {} |\n| checker | {} |\n",
        verified_.claim, verified_.field("strength"), instances_words(), verified_.field("rules"),
        verified_.field("stmt"), verified_.field("cert"), verified_.field("core"));
    if (verified_.refutes()) {
        const Result<std::string> parts =
            explain_refutation(engine_, target_, verified_.field("point"));
        if (!parts.ok()) {
            return parts.error();
        }
        text += fmt::format("\n## Counterexample\n{}```\n{}```\n{}\n",
                            verified_.field("point") == "-"
                                ? ""
                                : fmt::format("At {}:\n", verified_.field("point")),
                            parts.value(), which_text(source.value().comments));
        const Result<std::string> mended = corrected();
        if (!mended.ok()) {
            return mended.error();
        }
        text += mended.value();
    }
    for (const std::string& warning : verified_.warnings) {
        text += fmt::format(
            "{}* {}\n", &warning == &verified_.warnings.front() ? "\n## Warnings\n" : "", warning);
    }
    text += fmt::format("\n## Check it again\n```\n$ {}\n{}\n```\n", command(), verified_.line);
    text += fmt::format(
        "\n## For a docstring\n```\nEvidence, not a proof: {} is {}.\nmexcheck verified `{}`\n"
        "(statement {:.16}, certificate {:.16}).\n```\n",
        title(), verdict_words(), verified_.claim, verified_.field("stmt"),
        verified_.field("cert"));
    return text;
}

Result<Printout> EvidencePage::write() {
    std::error_code code;
    std::filesystem::create_directories(options_.folder, code);
    if (code) {
        return invalid(options_.folder, code.message());
    }
    if (std::optional<Error> error = certify(options_.target)) {
        return *error;
    }
    if (std::optional<Error> error = ask_checker()) {
        return *error;
    }
    const Result<std::string> text = page();
    if (!text.ok()) {
        return text.error();
    }
    const std::string path =
        (std::filesystem::path(options_.folder) / (target_.name + ".md")).string();
    if (std::optional<Error> error = write_atomically(path, text.value())) {
        return *error;
    }
    Printout printout;
    printout.text = fmt::format("{}\n{}\n", path, verified_.line);
    printout.json = {
        {"page", path},
        {"claim", verified_.claim},
        {"certificate", (std::filesystem::path(options_.folder) / verified_.file).string()},
        {"checker", verified_.fields}};
    printout.warnings = verified_.warnings;
    return printout;
}

}  // namespace

Result<Printout> write_evidence(Engine& engine, const EvidenceOptions& options) {
    return EvidencePage(engine, options).write();
}

}  // namespace mexcert
