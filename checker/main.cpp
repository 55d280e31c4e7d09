// mexcheck: arguments, printing, exit codes (claims.md). The only place that says 0 is `finish`.
#include <cstdio>
#include <exception>
#include <new>

#include "cli/folder.h"
#include "cli/tree.h"
#include "core_digest.h"

namespace {

using namespace mexcheck;

constexpr const char* kHelp =
    "usage: mexcheck [options] --claim CLAIM FILE      FILE may be - (standard input)\n"
    "       mexcheck [options] --claims CLAIMS DIR     every claim by one certificate DIR/*.cert\n"
    "       mexcheck [options] --tree NAME | --closure NAME | --version | --help\n"
    "options: --spec-dir DIR (default spec), --spec FILE, --max-work N, --permit RULES,\n"
    "         --kernels auto|none|all\n"
    "exit: 0 every claim verified, 1 some rejected, 2 some declined, 3 error\n";

struct Arguments {
    std::string mode;  // --claim, --claims, --tree, --closure, --version, --help
    std::string subject;
    std::string path;
    std::string spec_dir = "spec";
    std::string spec_file;
    double kernel_cells = kKernelCells;
    Options options;
};

std::set<std::string> rule_set(const std::string& list) {
    std::set<std::string> rules;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size());
        rules.insert(list.substr(at, comma - at));
        at = comma + 1;
    }
    return rules;
}

// Returns the reason of a usage error, or an empty string.
std::string parse(const std::vector<std::string>& args, Arguments& a) {
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& arg = args[i];
        const bool has_value = i + 1 < args.size();
        const bool alone = arg == "--help" || arg == "--version";
        if (alone || arg == "--claim" || arg == "--claims" || arg == "--tree" ||
            arg == "--closure") {
            if (!a.mode.empty()) return "only one of --claim, --claims, --tree, --closure, ..";
            if (!alone && !has_value) return arg + " takes an argument";
            a.mode = arg;
            if (!alone) a.subject = args[++i];
        } else if (arg == "--spec-dir" || arg == "--spec" || arg == "--max-work" ||
                   arg == "--permit" || arg == "--kernels") {
            if (!has_value) return arg + " takes an argument";
            const std::string& value = args[++i];
            if (arg == "--max-work")
                if (const char* why = read_number(value, false, a.options.max_work))
                    return "--max-work: " + std::string(why);
            if (arg == "--spec-dir") a.spec_dir = value;
            if (arg == "--spec") a.spec_file = value;
            if (arg == "--kernels" && value != "auto" && value != "none" && value != "all")
                return "--kernels takes auto, none or all";
            if (arg == "--kernels")
                a.kernel_cells = value == "auto"  ? kKernelCells
                                 : value == "all" ? 0
                                                  : std::numeric_limits<double>::infinity();
            if (arg == "--permit") a.options.permitted = rule_set(value);
        } else if (arg.size() > 1 && arg[0] == '-') {
            return "unknown option " + arg;
        } else if (a.path.empty()) {
            a.path = arg;
        } else {
            return "too many arguments";
        }
    }
    if (a.mode.empty()) return "nothing to do (--help)";
    const bool wants_path = a.mode == "--claim" || a.mode == "--claims";
    if (wants_path == a.path.empty())
        return wants_path ? "a path is missing" : "too many arguments";
    return "";
}

// Prints, and turns what happened into the exit code; output that cannot be written is an error.
int finish(const Verdicts& v, bool claims_asked) {
    const bool written = std::fwrite(v.out.data(), 1, v.out.size(), stdout) == v.out.size() &&
                         std::fflush(stdout) == 0;
    std::fwrite(v.err.data(), 1, v.err.size(), stderr);
    if (!written) std::fputs("mexcheck: cannot write the output\n", stderr);
    if (v.error || !written) return 3;
    if (v.rejected) return 1;
    if (v.declined) return 2;
    return !claims_asked || v.verified > 0 ? 0 : 3;
}

int run(const Arguments& a) {
    Verdicts v;
    if (a.mode == "--help" || a.mode == "--version") {
        v.out = a.mode == "--help" ? kHelp : "mexcheck 1, core " MEXCHECK_CORE_DIGEST "\n";
        return finish(v, false);
    }
    const Spec spec(spec_sources(a.spec_dir, a.spec_file));
    if (a.mode == "--tree" || a.mode == "--closure") {
        const Item* item = spec.find(a.subject);
        if (!item || item->kind != ItemKind::statement) {
            v.error = true;
            v.err = "mexcheck: `" + a.subject + "` is no statement\n";
        } else {
            v.out = a.mode == "--tree" ? resolved_tree(spec, *item) : spec.closure_text(*item);
        }
        return finish(v, false);
    }
    Checker checker(spec);
    checker.kernel_cells = a.kernel_cells;
    if (a.mode == "--claim")
        check_file(checker, a.options, a.subject, a.path, v);
    else
        check_folder(checker, a.options, a.subject, a.path, v);
    return finish(v, true);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        Arguments arguments;
        const std::string error = parse({argv + (argc > 0 ? 1 : 0), argv + argc}, arguments);
        if (error.empty()) return run(arguments);
        std::fprintf(stderr, "mexcheck: %s\n", error.c_str());
    } catch (const Failure& failure) {
        std::fprintf(stderr, "mexcheck: %s: %s\n", failure.place.c_str(), failure.reason.c_str());
    } catch (const std::bad_alloc&) {
        std::fputs("mexcheck: out of memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mexcheck: internal error: %s\n", error.what());
    }
    return 3;
}
