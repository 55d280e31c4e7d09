// The checking of one file or of a folder of certificates (claims.md).
#pragma once

#include <set>

#include "cli/verdicts.h"

namespace mexcheck {

struct Options {
    std::int64_t max_work = kDefaultMaxWork;
    std::optional<std::set<std::string>> permitted;  // rules
};

// The bytes of a file or a pipe, `-` for standard input, if they can be read (at most 2^30).
std::optional<std::string> read_bytes(const std::string& path);

// The statement files of a directory in byte order of their names, then the user's file (if any).
std::vector<Spec::Source> spec_sources(const std::string& directory, const std::string& user_file);

void check_file(Checker& checker, const Options& options, const std::string& claim,
                const std::string& path, Verdicts& verdicts);
void check_folder(Checker& checker, const Options& options, const std::string& claims_file,
                  const std::string& directory, Verdicts& verdicts);

}  // namespace mexcheck
