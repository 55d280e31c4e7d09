// The commands of mexcert as functions: they hand back what is to be printed, or an error; none
// prints to standard output or exits. Indices and ranges are those of the claims (spec/claims.md).
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "audit/companion.hpp"
#include "claims/claim.hpp"
#include "commands/printout.hpp"
#include "evaluation/evaluator.hpp"

namespace mexcert {

// `list`: every statement with its parameters, the leading variables that need a range, the claims
// that evaluation can decide, why no others, and its place; with `traps` warnings
// (search/traps.hpp), at a second for each.
[[nodiscard]] Result<Printout> list_statements(Engine& engine, bool traps);

// `show`: an item and what it reaches.
enum class ShowForm { kText, kClosure, kTree, kDigest };
[[nodiscard]] Result<Printout> show_item(const Spec& spec, const std::string& name, ShowForm form);

// The part of a list of claims that one of several runs takes: claims number, number + count, ..,
// counted from 1. Their files bear the numbers, so that all runs may write into one folder.
struct Shard {
    std::size_t number = 1;
    std::size_t count = 1;
};
// Reads `i/n`.
[[nodiscard]] Result<Shard> parse_shard(const std::string& text);

// `generate`: certificates for claims, grouped by the recursive definitions that they share. Those
// on long ranges of sequences that are known row by row make streams; their truth is looked at in
// the first rows only.
struct GenerateOptions {
    std::vector<std::string> claims;
    std::string output;   // a file `*.cert`, or a directory; of a stream: a file, or `-`
    bool stream = false;  // all in one stream (spec/certificate.md 4)
    bool resume = false;
    bool progress = true;
    Shard shard;
    std::optional<std::int64_t> search_limit;  // components of witnesses
};
struct GeneratedFile {
    std::string path;
    std::vector<std::string> claims;
    std::size_t bytes = 0;  // 0: it was kept
};
struct GenerateReport {
    std::vector<GeneratedFile> files;
    std::vector<Error> errors;  // one for each claim that has no certificate
};
[[nodiscard]] Result<GenerateReport> generate_certificates(Engine& engine,
                                                           const GenerateOptions& options);

// `generate -o -`, `generate --stream`: all claims in one stream, written while its rows are
// computed. The claims are looked at in their first rows only, so a stream for a false claim may be
// written. Nothing is to be printed if the stream went to standard output.
[[nodiscard]] Result<Printout> generate_stream(Engine& engine, const GenerateOptions& options);

// `decide`: the strongest verdict and its certificate. The least counterexample is looked for
// first, then automata decide for all naturals, then growing ranges.
struct DecideOptions {
    std::string target;  // NAME or NAME(P=C,..), possibly with `: all`
    double budget = 5;   // seconds, more than 0, for the first and for ranges
    std::string output;  // empty: NAME.cert
    bool progress = true;
    std::optional<std::int64_t> search_limit;  // components of witnesses
    bool only_all = false;                     // no verdict on a range
};
struct DecideReport {
    bool refuted = false;
    std::string verdict;
    std::string claim;                  // empty: there is no certificate
    std::string point;                  // of a counterexample, `-` where it has no variables
    std::string known;                  // of a counterexample without certificate
    std::string certificate;            // its file
    std::string why;                    // what stopped a stronger verdict, if anything
    std::vector<std::string> warnings;  // search/traps.hpp
};
[[nodiscard]] Result<DecideReport> decide_statement(Engine& engine, const DecideOptions& options);

// `audit`: is the point a counterexample? Decided by tables, or where they do not suffice by
// automata, with values of any size. A certificate is written either way; where the statement's own
// claims do not say it, on a statement file that is written beside it.
struct AuditOptions {
    std::string target;
    std::string point;   // V=C,..; empty: the statement has no variables
    std::string output;  // empty: NAME.cert
    audit::SpecSource source;
    std::optional<std::int64_t> search_limit;
    bool progress = true;
};
[[nodiscard]] Result<Printout> audit_point(Engine& engine, const AuditOptions& options);

// `audit --that`: is a formula without free variables true? The target is its text, with numbers of
// any size. Error where neither tables nor automata decide it.
[[nodiscard]] Result<Printout> audit_that(Engine& engine, const AuditOptions& options);

// `audit-bfile`, `audit-table`: does the data of a file agree with a definition? The first wrong
// row, or a certificate that all rows are right.
struct DataAuditOptions {
    std::string definition;  // NAME or NAME(P=C,..), all arguments but those in the file fixed
    std::string file;
    bool bfile = false;
    std::string output;  // empty: NAME.cert
    audit::SpecSource source;
    bool progress = true;
};
[[nodiscard]] Result<Printout> audit_data(Engine& engine, const DataAuditOptions& options);

// `audit-formula`: the least n <= to at which a formula of a program differs from an exact one.
struct FormulaAuditOptions {
    std::string formula;
    std::string against;
    std::string to;                     // a natural of any size
    std::string arithmetic = "double";  // of the formula: double, float, exact
    std::string output;                 // empty: no certificate
    audit::SpecSource source;
    bool progress = true;
};
[[nodiscard]] Result<Printout> audit_formula(const Spec& spec, const FormulaAuditOptions& options);

// Why the statement of a claim is false at a point `V=C,..`: the parts that decide, with values.
[[nodiscard]] Result<std::string> explain_refutation(Engine& engine, const Claim& claim,
                                                     const std::string& point);

// `evidence`: a page of Markdown on one statement for an issue tracker, beside its certificate: the
// text, the verdict as the checker gives it, a counterexample with what it refutes, warnings.
struct EvidenceOptions {
    std::string target;             // NAME, NAME(P=C,..), or a claim
    std::string folder = ".";       // gets NAME.md and NAME.cert
    std::string checker;            // the program mexcheck
    std::string spec_dir = "spec";  // what the checker is to read
    std::string spec_file;
    double budget = 5;  // of `decide`
    bool progress = true;
};
// The path of the page and the checker's line. Errors: also where the checker does not verify.
[[nodiscard]] Result<Printout> write_evidence(Engine& engine, const EvidenceOptions& options);

// `export --walnut`: a script and automata for Walnut; `import --walnut`: an automaton of Walnut as
// a record of a certificate for all naturals, compared with values.
struct WalnutOptions {
    std::string target;  // export: NAME or NAME(P=C,..)
    std::string output;  // export: a folder, `walnut` if empty; import: a file, else printed
    std::string file;    // import
    std::string as;      // import: `graph F 3 *`
    std::string numeration = "fibonacci";
};
[[nodiscard]] Result<Printout> export_walnut(Engine& engine, const WalnutOptions& options);
[[nodiscard]] Result<Printout> import_walnut(Engine& engine, const WalnutOptions& options);

// `export --lean`: a claim on a range or a refutation as a file for Lean 4; for a statement alone a
// range is chosen.
struct LeanOptions {
    std::string claim;      // a claim, NAME or NAME(P=C,..)
    std::string output;     // NAME.lean if empty
    std::string spec_file;  // of the user, if there is one
};
[[nodiscard]] Result<Printout> export_lean(Engine& engine, const LeanOptions& options);

// Values of one table: as many as are given unasked, and as can be asked for.
inline constexpr std::uint64_t kUsualValues = 1'000'000;
inline constexpr std::uint64_t kMostValues = 100'000'000;

// `table`: values of a function (def, let, word, dfao), or 1 and 0 for members and others of a set
// or pred; each argument is a number or a range `a..b`. A set given by a list, without arguments:
// its members.
struct TableOptions {
    std::string name;
    std::vector<std::string> arguments;
    bool bfile = false;                  // lines `n a(n)`
    bool json = false;                   // the rows as JSON, too
    std::uint64_t limit = kUsualValues;  // values, at most kMostValues
    bool progress = true;
};
[[nodiscard]] Result<Printout> table_values(Engine& engine, const TableOptions& options);

// `facts`: decides the facts of a fact file (all, or those named) and writes a certificate for
// each; an error for each that could not be decided.
struct FactsOptions {
    std::string file;                // spec/akiyama.facts
    std::vector<std::string> names;  // empty: all
    std::string output = ".";        // a folder
};
[[nodiscard]] Result<Printout> certify_facts(const FactsOptions& options);

// `report`: exact counts of sequences and positions that a statement can say only in part.
// Evidence, no certificate.
struct ReportOptions {
    std::string name;                 // akiyama.statistics, .., eppstein.counts, .. (report.cpp)
    std::optional<std::uint64_t> to;  // the last n, the greatest sum, pile, l, ..
    std::string csv;                  // a file for the rows, if not empty
    bool progress = true;
};
[[nodiscard]] Result<Printout> report_counts(const ReportOptions& options);

// `subtraction`: the nim-values of a finite subtraction set for all n. Writes a statement file
// (values, least preperiod and period, a winning move for each hot position) and a certificate.
struct SubtractionOptions {
    std::string moves;                       // S=1,2,3
    std::optional<std::uint64_t> to;         // the positions in which a period is looked for
    std::optional<std::uint64_t> period;     // false if it is not the least
    std::optional<std::uint64_t> preperiod;  // the same
    std::string output;                      // FILE.mex, subtraction.mex if empty; beside it .cert
    std::string spec_dir = "spec";
    bool progress = true;
};
[[nodiscard]] Result<Printout> certify_subtraction(const SubtractionOptions& options);

// What `generate` and `decide` print.
[[nodiscard]] Printout printed(const GenerateReport& report);
[[nodiscard]] Printout printed(const DecideReport& report);

}  // namespace mexcert
