// mexcert: certificates for statements of combinatorial game theory, and a toolbox around them.
// Exit codes: 0 done; 1 a claim is false, an audit finds a counterexample or a disagreement; 2
// declined; 3 usage, spec or claim text, input/output.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <optional>

#include "claims/claim.hpp"
#include "claims/statement_form.hpp"
#include "commands/commands.hpp"
#include "language/loader.hpp"

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
    bool bfile = false;
    bool traps = false;
    std::string claims_file;
    std::string shard = "1/1";
    std::optional<std::int64_t> search_limit;
    std::vector<std::string> spec_files;
    std::vector<std::string> table_arguments;
    std::string name;
    mexcert::GenerateOptions generate;
    mexcert::DecideOptions decide;
    mexcert::AuditOptions audit;
    std::string that;
    double budget = 20;
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

int report(const Error& error) {
    fmt::print(stderr, "mexcert: {}\n", error.text());
    return static_cast<int>(error.outcome);
}

int print(const Result<std::string>& text) {
    if (!text.ok()) {
        return report(text.error());
    }
    fmt::print("{}", text.value());
    return 0;
}

// The strongest code: 3 before 1 before 2.
int report_all(const std::vector<Error>& errors) {
    int code = 0;
    for (const Error& error : errors) {
        const int own = report(error);
        const bool stronger = own == 3 || (own == 1 && code != 3) || code == 0;
        code = stronger ? own : code;
    }
    return code;
}

int generate(mexcert::Engine& engine, Arguments& arguments) {
    if (!arguments.claims_file.empty()) {
        const Result<std::string> bytes = mexcert::read_file(arguments.claims_file);
        if (!bytes.ok()) {
            return report(bytes.error());
        }
        const auto claims = mexcert::parse_claims_file(bytes.value(), arguments.claims_file);
        if (!claims.ok()) {
            return report(claims.error());
        }
        std::vector<std::string>& all = arguments.generate.claims;
        all.insert(all.end(), claims.value().begin(), claims.value().end());
    }
    if (arguments.generate.claims.empty()) {
        return report(mexcert::invalid("", "no claim given"));
    }
    if (arguments.generate.stream || arguments.generate.output == "-") {
        if (arguments.json) {
            return report(mexcert::invalid("--json", "a stream has no report"));
        }
        return print(mexcert::generate_stream(engine, arguments.generate));
    }
    const auto shard = mexcert::parse_shard(arguments.shard);
    if (!shard.ok()) {
        return report(shard.error());
    }
    arguments.generate.shard = shard.value();
    const auto done = mexcert::generate_certificates(engine, arguments.generate);
    if (!done.ok()) {
        return report(done.error());
    }
    fmt::print("{}", arguments.json ? mexcert::report_json(done.value())
                                    : mexcert::report_text(done.value()));
    return report_all(done.value().errors);
}

int facts(Arguments& arguments) {
    if (arguments.facts.file.empty()) {
        arguments.facts.file = arguments.spec_dir + "/akiyama.facts";
    }
    const auto done = mexcert::certify_facts(arguments.facts);
    if (!done.ok()) {
        return report(done.error());
    }
    fmt::print("{}", done.value().text);
    return report_all(done.value().errors);
}

// 0: it holds, they agree; 1: it does not.
void warn(const std::vector<std::string>& warnings) {
    for (const std::string& warning : warnings) {
        fmt::print(stderr, "mexcert: warning: {}\n", warning);
    }
}

int audited(const Result<mexcert::AuditReport>& done) {
    if (!done.ok()) {
        return report(done.error());
    }
    fmt::print("{}", done.value().text);
    warn(done.value().warnings);
    return done.value().wrong ? static_cast<int>(Outcome::kClaimFalse) : 0;
}

int decide(mexcert::Engine& engine, const Arguments& arguments) {
    const auto done = mexcert::decide_statement(engine, arguments.decide);
    if (!done.ok()) {
        return report(done.error());
    }
    fmt::print("{}", arguments.json ? mexcert::report_json(done.value())
                                    : mexcert::report_text(done.value()));
    warn(done.value().warnings);
    return done.value().refuted ? static_cast<int>(Outcome::kClaimFalse) : 0;
}

int show(const mexcert::Spec& spec, const Arguments& arguments) {
    const mexcert::ShowForm form = arguments.closure  ? mexcert::ShowForm::kClosure
                                   : arguments.tree   ? mexcert::ShowForm::kTree
                                   : arguments.digest ? mexcert::ShowForm::kDigest
                                                      : mexcert::ShowForm::kText;
    return print(mexcert::show_item(spec, arguments.name, form));
}

void add_data_audits(CLI::App& app, Arguments& arguments) {
    const auto add = [&](const char* name, const char* kind) {
        CLI::App* command = app.add_subcommand(name, fmt::format("does {} agree?", kind));
        command->add_option("definition", arguments.audit_data.definition, "NAME or NAME(P=C,..)")
            ->required();
        command->add_option("file", arguments.audit_data.file, kind)->required();
        command->add_option("-o,--output", arguments.audit_data.output, "the certificate");
        command->add_option("--budget", arguments.budget, "seconds for tables")
            ->check(CLI::PositiveNumber);
        command->add_flag("--json", arguments.json, "as JSON");
    };
    add("audit-bfile", "a b-file");
    add("audit-table", "a table (CSV or JSON)");
    CLI::App* formula = app.add_subcommand("audit-formula", "where does a formula fail first?");
    formula->add_option("formula", arguments.audit_formula.formula, "a formula in n")->required();
    formula->add_option("--against", arguments.audit_formula.against, "the exact formula")
        ->required();
    formula->add_option("--to", arguments.audit_formula.to, "the last n")->required();
    formula->add_option("--as", arguments.audit_formula.arithmetic, "double, float or exact");
    formula->add_option("-o,--output", arguments.audit_formula.output, "a certificate");
    formula->add_flag("--json", arguments.json, "as JSON");
}

// Commands that read no statement.
void add_computations(CLI::App& app, Arguments& arguments) {
    CLI::App* report = app.add_subcommand("report", "exact counts: evidence, no certificate");
    report->add_option("name", arguments.report.name, "akiyama.statistics, eppstein.counts, ..")
        ->required();
    report->add_option("--to", arguments.report.to, "how far")->check(CLI::PositiveNumber);
    report->add_option("--csv", arguments.report.csv, "a file for the rows");
    CLI::App* subtraction =
        app.add_subcommand("subtraction", "the nim-values of a finite subtraction set, for all n");
    subtraction->add_option("moves", arguments.subtraction.moves, "S=1,2,3")->required();
    subtraction->add_option("--to", arguments.subtraction.to, "positions to look for a period in")
        ->check(CLI::PositiveNumber);
    subtraction->add_option("--period", arguments.subtraction.period, "is this the least period?")
        ->check(CLI::PositiveNumber);
    subtraction->add_option("--preperiod", arguments.subtraction.preperiod,
                            "is this the least preperiod?");
    subtraction->add_option("-o,--output", arguments.subtraction.output, "the statements, *.mex");
}

void add_commands(CLI::App& app, Arguments& arguments) {
    app.require_subcommand(1);
    app.fallthrough();
    app.add_option("--spec-dir", arguments.spec_dir, "folder of the statement files");
    app.add_option("--spec", arguments.spec_files, "a statement file, read last")
        ->allow_extra_args(false);
    CLI::App* list = app.add_subcommand("list", "the statements");
    list->add_flag("--json", arguments.json, "as JSON");
    list->add_flag("--traps", arguments.traps, "with warnings: a second for each statement");
    CLI::App* show = app.add_subcommand("show", "an item and what it reaches");
    show->add_option("name", arguments.name)->required();
    auto* closure = show->add_flag("--closure", arguments.closure, "the canonical bytes");
    auto* tree = show->add_flag("--tree", arguments.tree, "the resolved trees");
    auto* digest = show->add_flag("--digest", arguments.digest, "the SHA-256 of the closure");
    closure->excludes(tree)->excludes(digest);
    tree->excludes(digest);
    CLI::App* generate = app.add_subcommand("generate", "certificates for claims");
    generate->add_option("claims", arguments.generate.claims, "claims");
    generate->add_option("--claims", arguments.claims_file, "a file of claims");
    generate->add_option("-o,--output", arguments.generate.output,
                         "a folder, a file *.cert, or - for a stream");
    generate->add_flag("--stream", arguments.generate.stream, "row by row, nothing is stored");
    generate->add_flag("--resume", arguments.generate.resume, "keep files that are up to date");
    generate->add_option("--shard", arguments.shard, "i/n: claims i, i + n, .. alone");
    CLI::App* decide = app.add_subcommand("decide", "the strongest verdict in a time budget");
    decide->add_option("name", arguments.decide.target, "NAME or NAME(P=C,..)")->required();
    decide->add_option("--budget", arguments.decide.budget, "seconds");
    decide->add_option("-o,--output", arguments.decide.output, "the certificate");
    for (CLI::App* command : {generate, decide}) {
        command->add_flag("--json", arguments.json, "as JSON");
    }
    CLI::App* audit = app.add_subcommand("audit", "is a point a counterexample?");
    auto* audited_name = audit->add_option("name", arguments.audit.target, "NAME or NAME(P=C,..)");
    audit->add_option("--that", arguments.that, "a formula in place of a statement")
        ->excludes(audited_name);
    audit->add_option("--at", arguments.audit.point, "V=C,V=C; numbers of any size");
    audit->add_option("--budget", arguments.budget, "seconds for tables")
        ->check(CLI::PositiveNumber);
    audit->add_flag("--json", arguments.json, "as JSON");
    audit->add_option("-o,--output", arguments.audit.output, "the certificate");
    add_data_audits(app, arguments);
    for (CLI::App* command : {generate, decide, audit}) {
        command
            ->add_option("--search-limit", arguments.search_limit,
                         "the largest number tried in a witness")
            ->check(CLI::NonNegativeNumber);
    }
    CLI::App* evidence = app.add_subcommand("evidence", "a page on a statement, checked");
    evidence->add_option("target", arguments.evidence.target, "NAME, NAME(P=C,..) or a claim")
        ->required();
    evidence->add_option("-o,--output", arguments.evidence.folder, "a folder");
    evidence->add_option("--budget", arguments.evidence.budget, "seconds");
    evidence->add_option("--mexcheck", arguments.evidence.checker, "the checker");
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
    CLI::App* facts = app.add_subcommand("facts", "certificates for facts of exact algebra");
    facts->add_option("names", arguments.facts.names, "facts (else all)");
    facts->add_option("--facts", arguments.facts.file, "a fact file");
    facts->add_option("-o,--output", arguments.facts.output, "a folder");
    add_computations(app, arguments);
    CLI::App* table = app.add_subcommand("table", "values of a function, members of a set");
    table->add_option("name", arguments.name)->required();
    table->add_option("arguments", arguments.table_arguments, "numbers or ranges a..b");
    table->add_flag("--bfile", arguments.bfile, "lines `n a(n)`");
    table->add_flag("--json", arguments.json, "as JSON");
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

int dispatch(const CLI::App& app, Arguments& arguments) {
    if (app.got_subcommand("facts")) {
        return facts(arguments);
    }
    if (arguments.spec_files.size() > 1) {
        return report(mexcert::invalid(
            "--spec",
            fmt::format("given {} times ({}); one statement file can be added",
                        arguments.spec_files.size(), fmt::join(arguments.spec_files, ", "))));
    }
    if (app.got_subcommand("report")) {  // it uses no statement
        return print(mexcert::report_counts(arguments.report));
    }
    if (app.got_subcommand("subtraction")) {
        if (!arguments.spec_files.empty()) {
            return report(
                mexcert::invalid("--spec", "`subtraction` writes its own statement file"));
        }
        arguments.subtraction.spec_dir = arguments.spec_dir;
        return print(mexcert::certify_subtraction(arguments.subtraction));
    }
    const auto spec = mexcert::load_spec(
        arguments.spec_dir, arguments.spec_files.empty() ? "" : arguments.spec_files.front());
    if (!spec.ok()) {
        return report(spec.error());
    }
    mexcert::Engine engine(*spec.value());
    if (const auto error = statement_error(engine)) {
        return report(*error);
    }
    arguments.generate.search_limit = arguments.search_limit;
    arguments.decide.search_limit = arguments.search_limit;
    arguments.audit.search_limit = arguments.search_limit;
    const mexcert::audit::SpecSource source{
        arguments.spec_dir, arguments.spec_files.empty() ? "" : arguments.spec_files.front(),
        arguments.budget};
    arguments.audit.source = arguments.audit_data.source = arguments.audit_formula.source = source;
    arguments.audit.json = arguments.audit_data.json = arguments.audit_formula.json =
        arguments.json;
    if (app.got_subcommand("list")) {
        return print(mexcert::list_statements(engine, arguments.json, arguments.traps));
    }
    if (app.got_subcommand("show")) {
        return show(*spec.value(), arguments);
    }
    if (app.got_subcommand("generate")) {
        return generate(engine, arguments);
    }
    if (app.got_subcommand("decide")) {
        return decide(engine, arguments);
    }
    if (app.got_subcommand("audit")) {
        if (!arguments.that.empty()) {
            arguments.audit.target = arguments.that;
            return audited(mexcert::audit_that(engine, arguments.audit));
        }
        return audited(mexcert::audit_point(engine, arguments.audit));
    }
    if (app.got_subcommand("audit-bfile") || app.got_subcommand("audit-table")) {
        arguments.audit_data.bfile = app.got_subcommand("audit-bfile");
        return audited(mexcert::audit_data(engine, arguments.audit_data));
    }
    if (app.got_subcommand("audit-formula")) {
        return audited(mexcert::audit_formula(*spec.value(), arguments.audit_formula));
    }
    if (app.got_subcommand("evidence")) {
        mexcert::EvidenceOptions& own = arguments.evidence;
        own.spec_dir = arguments.spec_dir;
        own.spec_file = arguments.spec_files.empty() ? "" : arguments.spec_files.front();
        own.checker = own.checker.empty() ? "mexcheck" : own.checker;
        return print(mexcert::write_evidence(engine, own));
    }
    if (app.got_subcommand("export")) {
        return arguments.to_lean
                   ? print(mexcert::export_lean(
                         engine, {arguments.walnut.target, arguments.walnut.output,
                                  arguments.spec_files.empty() ? "" : arguments.spec_files[0]}))
                   : print(mexcert::export_walnut(engine, arguments.walnut));
    }
    if (app.got_subcommand("import")) {
        return print(mexcert::import_walnut(engine, arguments.walnut));
    }
    const mexcert::TableForm form = arguments.bfile  ? mexcert::TableForm::kBfile
                                    : arguments.json ? mexcert::TableForm::kJson
                                                     : mexcert::TableForm::kPlain;
    return print(mexcert::table_values(engine, arguments.name, arguments.table_arguments, form));
}

int run(int argc, char** argv) {
    Arguments arguments;
    CLI::App app("Certificates for theorems of combinatorial game theory", "mexcert");
    add_commands(app, arguments);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? 0 : static_cast<int>(Outcome::kInvalid);
    }
    int code = dispatch(app, arguments);
    if (std::fflush(stdout) != 0 && code == 0) {
        code = report(mexcert::invalid("standard output", "cannot be written"));
    }
    return code;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return run(argc, argv);
    } catch (const std::exception& error) {
        fmt::print(stderr, "mexcert: internal error: {}\n", error.what());
        return static_cast<int>(Outcome::kInvalid);
    }
}
