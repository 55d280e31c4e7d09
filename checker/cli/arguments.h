// The command line of mexcheck.
#pragma once

#include "cli/folder.h"

namespace mexcheck {

inline constexpr const char* kHelp =
    "usage: mexcheck [options] --claim CLAIM FILE      FILE may be - (standard input)\n"
    "       mexcheck [options] --claims CLAIMS DIR     every claim by one certificate DIR/*.cert\n"
    "       mexcheck [options] --tree NAME | --closure NAME | --version | --help\n"
    "options: --spec-dir DIR (default spec), --spec FILE, --max-work N, --permit RULES,\n"
    "         --kernels auto|none|all, --baseline FILE (output of an earlier run), --json,\n"
    "         --junit FILE\n"
    "exit: 0 every claim verified, 1 some rejected, 2 some declined, 3 error\n";

struct Arguments {
    std::string mode;  // --claim, --claims, --tree, --closure, --version, --help
    std::string subject;
    std::string path;
    std::string spec_dir = "spec";
    std::string spec_file;
    std::string baseline;
    std::string junit;
    bool json = false;
    double kernel_cells = kKernelCells;
    Options options;

    bool wants_claims() const { return mode == "--claim" || mode == "--claims"; }
};

// Fills `a`; returns the reason of a usage error, or an empty string.
std::string parse_arguments(const std::vector<std::string>& args, Arguments& a);

}  // namespace mexcheck
