// mexcert: certificates for statements of combinatorial game theory, and a toolbox around them.
// Exit codes: 0 done; 1 a claim is false, an audit finds a counterexample or a disagreement; 2
// declined; 3 usage, spec or claim text, input/output.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <optional>

#include "claims/claim.hpp"
#include "claims/statement_form.hpp"
#include "commands/commands.hpp"
#include "language/loader.hpp"
#include "language/near_names.hpp"

namespace {

using mexcert::Error;
using mexcert::Outcome;
using mexcert::Result;

struct Arguments {
    std::string spec_dir = "spec";
    bool json = false;
    bool closure = false;
    bool tree = false;
    bool digest = false;
    bool traps = false;
    std::string claims_file;
    std::string shard = "1/1";
    std::optional<std::int64_t> search_limit;
    std::vector<std::string> spec_files;
    std::string name;
    mexcert::TableOptions table;
    mexcert::GenerateOptions generate;
    mexcert::DecideOptions decide;
    mexcert::AuditOptions audit;
    std::string that;
    double budget = mexcert::audit::kAuditSeconds;
    mexcert::DataAuditOptions audit_data;
    mexcert::FormulaAuditOptions audit_formula;
    mexcert::EvidenceOptions evidence;
    mexcert::WalnutOptions walnut;
    bool to_walnut = false;
    bool to_lean = false;
    mexcert::FactsOptions facts;
    mexcert::ReportOptions report;
    mexcert::SubtractionOptions subtraction;
};

using mexcert::Printout;

// What a command prints, and where.
struct Printer {
    std::string command;
    bool json = false;

    // Errors and warnings go to standard error; with --json they are in the object, too.
    [[nodiscard]] int print(const Result<Printout>& done) const {
        Printout printout = done.ok() ? done.value() : Printout();
        if (!done.ok()) {
            printout.errors.push_back(done.error());
        }
        const int code = exit_code(printout);
        if (json) {
            fmt::print("{}", mexcert::json_text(command, code, printout));
        } else {
            fmt::print("{}", printout.text);
        }
        for (const std::string& warning : printout.warnings) {
            fmt::print(stderr, "mexcert: warning: {}\n", warning);
        }
        for (const Error& error : printout.errors) {
            fmt::print(stderr, "mexcert: {}\n", error.text());
        }
        return code;
    }

  private:
    // The strongest code: 3 before 1 before 2.
    static int exit_code(const Printout& printout) {
        int code = printout.wrong ? static_cast<int>(Outcome::kClaimFalse) : 0;
        for (const Error& error : printout.errors) {
            const int own = error.exit_code();
            const bool stronger = own == 3 || (own == 1 && code != 3) || code == 0;
            code = stronger ? own : code;
        }
        return code;
    }
};

Result<Printout> generate(mexcert::Engine& engine, Arguments& arguments) {
    if (!arguments.claims_file.empty()) {
        const Result<std::string> bytes = mexcert::read_file(arguments.claims_file);
        if (!bytes.ok()) {
            return bytes.error();
        }
        const auto claims = mexcert::parse_claims_file(bytes.value(), arguments.claims_file);
        if (!claims.ok()) {
            return claims.error();
        }
        std::vector<std::string>& all = arguments.generate.claims;
        all.insert(all.end(), claims.value().begin(), claims.value().end());
    }
    if (arguments.generate.claims.empty()) {
        return mexcert::invalid("", "no claim given");
    }
    if (arguments.generate.stream || arguments.generate.output == "-") {
        return mexcert::generate_stream(engine, arguments.generate);
    }
    const auto shard = mexcert::parse_shard(arguments.shard);
    if (!shard.ok()) {
        return shard.error();
    }
    arguments.generate.shard = shard.value();
    const auto done = mexcert::generate_certificates(engine, arguments.generate);
    return done.ok() ? Result<Printout>(mexcert::printed(done.value())) : done.error();
}

Result<Printout> decide(mexcert::Engine& engine, const Arguments& arguments) {
    const auto done = mexcert::decide_statement(engine, arguments.decide);
    return done.ok() ? Result<Printout>(mexcert::printed(done.value())) : done.error();
}

Result<Printout> show(const mexcert::Spec& spec, const Arguments& arguments) {
    const mexcert::ShowForm form = arguments.closure  ? mexcert::ShowForm::kClosure
                                   : arguments.tree   ? mexcert::ShowForm::kTree
                                   : arguments.digest ? mexcert::ShowForm::kDigest
                                                      : mexcert::ShowForm::kText;
    return mexcert::show_item(spec, arguments.name, form);
}

// Numbers as the commands read them; the messages name what was written.
std::string no_natural(const std::string& text, bool positive) {
    const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
    if (!digits) {
        return fmt::format("`{}` is no natural number", text);
    }
    const bool zero = text.find_first_not_of('0') == std::string::npos;
    return positive && zero ? fmt::format("{} is not at least 1", text) : "";
}
const CLI::Validator kNatural([](std::string& text) { return no_natural(text, false); }, "NATURAL",
                              "natural");
const CLI::Validator kPositive([](std::string& text) { return no_natural(text, true); }, "POSITIVE",
                               "positive");
const CLI::Validator kSeconds(
    [](std::string& text) {
        double seconds = 0;
        const bool read = CLI::detail::lexical_cast(text, seconds);
        return read && seconds > 0 ? "" : fmt::format("{} seconds: more than 0 are needed", text);
    },
    "SECONDS", "seconds");

void add_search_limit(CLI::App& command, Arguments& arguments) {
    command
        .add_option("--search-limit", arguments.search_limit,
                    "the largest number tried in a witness")
        ->check(kNatural);
}

void add_budget(CLI::App& command, Arguments& arguments) {
    command
        .add_option("--budget", arguments.budget,
                    fmt::format("seconds for everything, {} unless given", arguments.budget))
        ->check(kSeconds);
}

void add_audits(CLI::App& app, Arguments& arguments) {
    CLI::App* audit = app.add_subcommand("audit", "is a point a counterexample?");
    auto* audited_name = audit->add_option("name", arguments.audit.target, "NAME or NAME(P=C,..)");
    audit->add_option("--that", arguments.that, "a formula in place of a statement")
        ->excludes(audited_name);
    audit->add_option("--at", arguments.audit.point, "V=C,V=C; numbers of any size");
    audit->add_option("-o,--output", arguments.audit.output, "the certificate");
    add_search_limit(*audit, arguments);
    add_budget(*audit, arguments);
    const auto add = [&](const char* name, const char* kind) {
        CLI::App* command = app.add_subcommand(name, fmt::format("does {} agree?", kind));
        command->add_option("definition", arguments.audit_data.definition, "NAME or NAME(P=C,..)")
            ->required();
        command->add_option("file", arguments.audit_data.file, kind)->required();
        command->add_option("-o,--output", arguments.audit_data.output, "the certificate");
        add_budget(*command, arguments);
    };
    add("audit-bfile", "a b-file");
    add("audit-table", "a table (CSV or JSON)");
    CLI::App* formula = app.add_subcommand(
        "audit-formula",
        "where does a formula fail first? Where it is undefined (nan, inf, overflow, a division by "
        "0) and the other is not, it fails; where the other is undefined nothing is decided");
    formula->add_option("formula", arguments.audit_formula.formula, "a formula in n")->required();
    formula->add_option("--against", arguments.audit_formula.against, "the exact formula")
        ->required();
    formula->add_option("--to", arguments.audit_formula.to, "the last n")->required();
    formula->add_option("--as", arguments.audit_formula.arithmetic, "double, float or exact");
    formula->add_option("-o,--output", arguments.audit_formula.output, "a certificate");
}

// Commands that read no statement.
void add_computations(CLI::App& app, Arguments& arguments) {
    CLI::App* report = app.add_subcommand("report", "exact counts: evidence, no certificate");
    report->add_option("name", arguments.report.name, "akiyama.statistics, eppstein.counts, ..")
        ->required();
    report->add_option("--to", arguments.report.to, "how far")->check(kPositive);
    report->add_option("--csv", arguments.report.csv, "a file for the rows");
    CLI::App* subtraction =
        app.add_subcommand("subtraction", "the nim-values of a finite subtraction set, for all n");
    subtraction->add_option("moves", arguments.subtraction.moves, "S=1,2,3")->required();
    subtraction->add_option("--to", arguments.subtraction.to, "positions to look for a period in")
        ->check(kPositive);
    subtraction->add_option("--period", arguments.subtraction.period, "is this the least period?")
        ->check(kPositive);
    subtraction
        ->add_option("--preperiod", arguments.subtraction.preperiod, "is this the least preperiod?")
        ->check(kNatural);
    subtraction->add_option("-o,--output", arguments.subtraction.output, "the statements, *.mex");
    CLI::App* facts = app.add_subcommand("facts", "certificates for facts of exact algebra");
    facts->add_option("names", arguments.facts.names, "facts (else all)");
    facts->add_option("--facts", arguments.facts.file, "a fact file");
    facts->add_option("-o,--output", arguments.facts.output, "a folder");
}

// Commands that say what there is.
void add_looks(CLI::App& app, Arguments& arguments) {
    CLI::App* list = app.add_subcommand("list", "the statements");
    list->add_flag("--traps", arguments.traps, "with warnings: a second for each statement");
    CLI::App* show = app.add_subcommand("show", "an item and what it reaches");
    show->add_option("name", arguments.name)->required();
    auto* closure = show->add_flag("--closure", arguments.closure, "the canonical bytes");
    auto* tree = show->add_flag("--tree", arguments.tree, "the resolved trees");
    auto* digest = show->add_flag("--digest", arguments.digest, "the SHA-256 of the closure");
    closure->excludes(tree)->excludes(digest);
    tree->excludes(digest);
    CLI::App* table = app.add_subcommand("table", "values of a function, members of a set");
    table->add_option("name", arguments.table.name)->required();
    table->add_option("arguments", arguments.table.arguments, "numbers or ranges a..b");
    table->add_flag("--bfile", arguments.table.bfile, "lines `n a(n)`");
    table
        ->add_option("--limit", arguments.table.limit,
                     fmt::format("the most values, {} unless given, up to {}",
                                 mexcert::kUsualValues, mexcert::kMostValues))
        ->check(kPositive);
}

void add_certifying(CLI::App& app, Arguments& arguments) {
    CLI::App* generate = app.add_subcommand("generate", "certificates for claims");
    generate->add_option("claims", arguments.generate.claims, "claims");
    generate->add_option("--claims", arguments.claims_file, "a file of claims");
    generate->add_option("-o,--output", arguments.generate.output,
                         "a folder, a file *.cert, or - for a stream");
    generate->add_flag("--stream", arguments.generate.stream, "row by row, nothing is stored");
    generate->add_flag("--resume", arguments.generate.resume, "keep files that are up to date");
    generate->add_option("--shard", arguments.shard, "i/n: claims i, i + n, .. alone");
    add_search_limit(*generate, arguments);
    CLI::App* decide = app.add_subcommand("decide", "the strongest verdict in a time budget");
    decide->add_option("name", arguments.decide.target, "NAME or NAME(P=C,..)")->required();
    decide->add_option("--budget", arguments.decide.budget, "seconds")->check(kSeconds);
    decide->add_option("-o,--output", arguments.decide.output, "the certificate");
    add_search_limit(*decide, arguments);
    CLI::App* evidence = app.add_subcommand("evidence", "a page on a statement, checked");
    evidence->add_option("target", arguments.evidence.target, "NAME, NAME(P=C,..) or a claim")
        ->required();
    evidence->add_option("-o,--output", arguments.evidence.folder, "a folder");
    evidence->add_option("--budget", arguments.evidence.budget, "seconds")->check(kSeconds);
    evidence->add_option("--mexcheck", arguments.evidence.checker, "the checker");
}

void add_bridges(CLI::App& app, Arguments& arguments) {
    CLI::App* exporting = app.add_subcommand("export", "a statement for another prover");
    CLI::Option_group* prover = exporting->add_option_group("prover");
    prover->add_flag("--walnut", arguments.to_walnut, "a script for Walnut 7");
    prover->add_flag("--lean", arguments.to_lean, "a file for Lean 4");
    prover->require_option(1);
    exporting
        ->add_option("name", arguments.walnut.target,
                     "NAME or NAME(P=C,..); with --lean also a claim on a range or a refutation")
        ->required();
    exporting->add_option("-o,--output", arguments.walnut.output, "a folder; with --lean a file");
    CLI::App* importing = app.add_subcommand("import", "an automaton of another prover");
    importing->add_option("--walnut", arguments.walnut.file, "a file of Walnut")->required();
    importing->add_option("--as", arguments.walnut.as, "the record, as `graph F 3 *`")->required();
    importing->add_option("--over", arguments.walnut.numeration, "the numeration");
    importing->add_option("-o,--output", arguments.walnut.output, "a file");
}

void add_commands(CLI::App& app, Arguments& arguments) {
    app.require_subcommand(1);
    app.fallthrough();
    app.set_version_flag("--version", "mexcert " MEXCERT_VERSION);
    app.add_option("--spec-dir", arguments.spec_dir, "folder of the statement files");
    app.add_option("--spec", arguments.spec_files, "a statement file, read last")
        ->allow_extra_args(false);
    add_looks(app, arguments);
    add_certifying(app, arguments);
    add_audits(app, arguments);
    add_bridges(app, arguments);
    add_computations(app, arguments);
    for (CLI::App* command : app.get_subcommands({})) {
        command->add_flag("--json", arguments.json, "one JSON object (spec/json.md)");
    }
}

// The first error of a statement that shows only when it is compiled, such as a product of
// variables.
std::optional<Error> statement_error(mexcert::Engine& engine) {
    for (std::size_t i = 0; i < engine.spec.items.size(); ++i) {
        if (engine.spec.items[i].kind != mexcert::ItemKind::kStatement) {
            continue;
        }
        const auto form = mexcert::statement_form(engine, static_cast<int>(i));
        if (!form.ok()) {
            return form.error();
        }
    }
    return std::nullopt;
}

std::string user_file(const Arguments& arguments) {
    return arguments.spec_files.empty() ? "" : arguments.spec_files.front();
}

Result<Printout> audit(mexcert::Engine& engine, const std::string& command, Arguments& arguments) {
    const mexcert::audit::SpecSource source{arguments.spec_dir, user_file(arguments),
                                            mexcert::audit::TimeLimit(arguments.budget)};
    arguments.audit.source = arguments.audit_data.source = arguments.audit_formula.source = source;
    arguments.audit.search_limit = arguments.search_limit;
    if (command == "audit-formula") {
        return mexcert::audit_formula(engine.spec, arguments.audit_formula);
    }
    if (command != "audit") {
        arguments.audit_data.bfile = command == "audit-bfile";
        return mexcert::audit_data(engine, arguments.audit_data);
    }
    if (arguments.that.empty() && arguments.audit.target.empty()) {
        return mexcert::invalid("audit", "wants NAME and --at V=C,.., or --that FORMULA");
    }
    if (arguments.that.empty()) {
        return mexcert::audit_point(engine, arguments.audit);
    }
    arguments.audit.target = arguments.that;
    return mexcert::audit_that(engine, arguments.audit);
}

// The commands that read statements.
Result<Printout> on_statements(mexcert::Engine& engine, const std::string& command,
                               Arguments& arguments) {
    if (command == "list") {
        return mexcert::list_statements(engine, arguments.traps);
    }
    if (command == "show") {
        return show(engine.spec, arguments);
    }
    if (command == "table") {
        arguments.table.json = arguments.json;
        return mexcert::table_values(engine, arguments.table);
    }
    if (command == "generate") {
        arguments.generate.search_limit = arguments.search_limit;
        return generate(engine, arguments);
    }
    if (command == "decide") {
        arguments.decide.search_limit = arguments.search_limit;
        return decide(engine, arguments);
    }
    if (command == "evidence") {
        mexcert::EvidenceOptions& own = arguments.evidence;
        own.spec_dir = arguments.spec_dir;
        own.spec_file = user_file(arguments);
        own.checker = own.checker.empty() ? "mexcheck" : own.checker;
        return mexcert::write_evidence(engine, own);
    }
    if (command == "import") {
        return mexcert::import_walnut(engine, arguments.walnut);
    }
    if (command == "export") {
        return arguments.to_lean
                   ? mexcert::export_lean(engine, {arguments.walnut.target, arguments.walnut.output,
                                                   user_file(arguments)})
                   : mexcert::export_walnut(engine, arguments.walnut);
    }
    return audit(engine, command, arguments);
}

Result<Printout> dispatch(const std::string& command, Arguments& arguments) {
    if (command == "facts") {
        if (arguments.facts.file.empty()) {
            arguments.facts.file = arguments.spec_dir + "/akiyama.facts";
        }
        return mexcert::certify_facts(arguments.facts);
    }
    if (arguments.spec_files.size() > 1) {
        return mexcert::invalid(
            "--spec",
            fmt::format("given {} times ({}); one statement file can be added",
                        arguments.spec_files.size(), fmt::join(arguments.spec_files, ", ")));
    }
    if (command == "report") {  // it uses no statement
        return mexcert::report_counts(arguments.report);
    }
    if (command == "subtraction") {
        if (!arguments.spec_files.empty()) {
            return mexcert::invalid("--spec", "`subtraction` writes its own statement file");
        }
        arguments.subtraction.spec_dir = arguments.spec_dir;
        return mexcert::certify_subtraction(arguments.subtraction);
    }
    const auto spec = mexcert::load_spec(arguments.spec_dir, user_file(arguments));
    if (!spec.ok()) {
        return spec.error();
    }
    mexcert::Engine engine(*spec.value());
    if (const auto error = statement_error(engine)) {
        return *error;
    }
    return on_statements(engine, command, arguments);
}

// What is wrong with the arguments. A word that should be a command is compared with those there
// are.
std::string usage_error(const CLI::App& app, const CLI::ParseError& error) {
    const std::vector<std::string> rest = app.remaining();
    if (!app.get_subcommands().empty() || rest.empty() || rest.front().starts_with('-')) {
        return fmt::format("{} (see --help)", error.what());
    }
    std::vector<std::string> names;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        names.push_back(command->get_name());
    }
    return fmt::format("unknown command `{}`{} (there are {})", rest.front(),
                       mexcert::did_you_mean(rest.front(), names), fmt::join(names, ", "));
}

int run(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Certificates for theorems of combinatorial game theory", "mexcert");
    add_commands(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        // A request for help that stands behind an unknown word is about that word.
        const bool asked = dynamic_cast<const CLI::Success*>(&error) != nullptr;
        if (asked && (!app.get_subcommands().empty() || app.remaining().empty())) {
            return app.exit(error);
        }
        fmt::print(stderr, "mexcert: {}\n", usage_error(app, error));
        return static_cast<int>(Outcome::kInvalid);
    }
    const Printer printer{app.get_subcommands().front()->get_name(), arguments.json};
    const bool streams = printer.command == "generate" && arguments.generate.output == "-";
    if (streams && arguments.json) {
        fmt::print(stderr, "mexcert: --json: a stream goes to standard output\n");
        return static_cast<int>(Outcome::kInvalid);
    }
    int code = printer.print(dispatch(printer.command, arguments));
    if (std::fflush(stdout) != 0 && code == 0) {
        fmt::print(stderr, "mexcert: standard output: cannot be written\n");
        code = static_cast<int>(Outcome::kInvalid);
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "mexcert: out of memory\n");
    } catch (const std::exception& error) {
        fmt::print(stderr, "mexcert: internal error: {}\n", error.what());
    }
    return static_cast<int>(Outcome::kInvalid);
}
