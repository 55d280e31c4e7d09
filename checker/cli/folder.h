// Verdict lines, and the checking of one file or of a folder (claims.md). Nothing here decides: a
// line says VERIFIED only for an outcome of the core, and what is added (unclaimed files, claims
// without a certificate, rules that are not permitted) can only take a verdict away.
#pragma once

#include <set>

#include "check.h"

namespace mexcheck {

struct Options {
    std::int64_t max_work = kDefaultMaxWork;
    std::optional<std::set<std::string>> permitted;  // rules
};

struct Verdicts {
    std::string out;  // for stdout
    std::string err;
    std::size_t verified = 0;
    bool error = false;
    bool rejected = false;
    bool declined = false;
};

// The statement files of a directory in byte order of their names, then the user's file (if any).
std::vector<Spec::Source> spec_sources(const std::string& directory, const std::string& user_file);

void check_file(Checker& checker, const Options& options, const std::string& claim,
                const std::string& path, Verdicts& verdicts);
void check_folder(Checker& checker, const Options& options, const std::string& claims_file,
                  const std::string& directory, Verdicts& verdicts);

}  // namespace mexcheck
