// The commands of mexcert as functions: they hand back what is to be printed, or an error; none
// prints to standard output or exits. Indices and ranges are those of the claims (spec/claims.md).
#pragma once

#include <string>
#include <vector>

#include "evaluation/evaluator.hpp"

namespace mexcert {

// `list`: every statement with its parameters, the leading variables that need a range, the kind of
// claim that evaluation can decide, and its place.
[[nodiscard]] Result<std::string> list_statements(Engine& engine, bool json);

// `show`: a statement and what it reaches.
enum class ShowForm { kText, kClosure, kTree, kDigest };
[[nodiscard]] Result<std::string> show_statement(const Spec& spec, const std::string& name,
                                                 ShowForm form);

// `generate`: certificates for claims, grouped by the recursive definitions that they share.
struct GenerateOptions {
    std::vector<std::string> claims;
    std::string output;  // a file `*.cert`, or a directory
    bool resume = false;
    bool progress = true;
};
struct GenerateReport {
    std::string text;           // one line for each file
    std::vector<Error> errors;  // one for each claim that has no certificate
};
[[nodiscard]] Result<GenerateReport> generate_certificates(Engine& engine,
                                                           const GenerateOptions& options);

// `decide`: for all naturals by automata; where these do not decide it, the strongest verdict on a
// range found within a time budget; and the certificate.
struct DecideOptions {
    std::string target;     // NAME or NAME(P=C,..), possibly with `: all`
    double budget = 5;      // seconds, for ranges
    std::string output;     // empty: NAME.cert
    bool only_all = false;  // no verdict on a range
};
struct DecideReport {
    bool refuted = false;
    std::string text;
};
[[nodiscard]] Result<DecideReport> decide_statement(Engine& engine, const DecideOptions& options);

// `audit`: is the point a counterexample? If so, its certificate is written.
struct AuditOptions {
    std::string target;
    std::string point;   // V=C,..
    std::string output;  // empty: NAME.cert
};
struct AuditReport {
    bool counterexample = false;
    std::string text;
};
[[nodiscard]] Result<AuditReport> audit_point(Engine& engine, const AuditOptions& options);

// `export --walnut`: a script and automata for Walnut; `import --walnut`: an automaton of Walnut as a
// record of a certificate for all naturals, compared with values.
struct WalnutOptions {
    std::string target;  // export: NAME or NAME(P=C,..)
    std::string output;  // export: a folder, `walnut` if empty; import: a file, else printed
    std::string file;    // import
    std::string as;      // import: `graph F 3 *`
    std::string numeration = "fibonacci";
};
[[nodiscard]] Result<std::string> export_walnut(Engine& engine, const WalnutOptions& options);
[[nodiscard]] Result<std::string> import_walnut(Engine& engine, const WalnutOptions& options);

// `table`: values of a def or let; each argument is a number or a range `a..b`.
enum class TableForm { kPlain, kBfile, kJson };
[[nodiscard]] Result<std::string> table_values(Engine& engine, const std::string& name,
                                               const std::vector<std::string>& arguments,
                                               TableForm form);

}  // namespace mexcert
