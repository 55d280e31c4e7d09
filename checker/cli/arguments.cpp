#include "cli/arguments.h"

#include <algorithm>
#include <array>
#include <limits>

namespace mexcheck {
namespace {

std::set<std::string> rule_set(const std::string& list) {
    std::set<std::string> rules;
    for (std::size_t at = 0; at <= list.size();) {
        const std::size_t comma = std::min(list.find(',', at), list.size());
        rules.insert(list.substr(at, comma - at));
        at = comma + 1;
    }
    return rules;
}

constexpr std::array kModes = {"--claim", "--claims", "--tree", "--closure", "--help", "--version"};
constexpr std::array kOptions = {"--spec-dir", "--spec",     "--max-work", "--permit",
                                 "--kernels",  "--baseline", "--junit",    "--json"};

bool is_one_of(const auto& names, const std::string& arg) {
    return std::ranges::find(names, arg) != names.end();
}

bool takes_value(const std::string& arg) {
    return arg != "--help" && arg != "--version" && arg != "--json";
}

// An option with a value; returns the reason of an error, or an empty string.
std::string set_option(const std::string& name, const std::string& value, Arguments& a) {
    if (name == "--max-work") {
        const char* why = read_number(value, false, a.options.max_work);
        return why ? "--max-work: " + std::string(why) : "";
    }
    if (name == "--kernels") {
        if (value != "auto" && value != "none" && value != "all")
            return "--kernels takes auto, none or all";
        a.kernel_cells = value == "auto"  ? kKernelCells
                         : value == "all" ? 0
                                          : std::numeric_limits<double>::infinity();
        return "";
    }
    if (name == "--permit") {
        a.options.permitted = rule_set(value);
        return "";
    }
    std::string* const text = name == "--spec-dir"   ? &a.spec_dir
                              : name == "--spec"     ? &a.spec_file
                              : name == "--baseline" ? &a.baseline
                                                     : &a.junit;
    if (value.empty()) return name + ": an empty name";
    *text = value;
    return "";
}

std::string misfit(const Arguments& a) {
    if (a.mode.empty()) return "nothing to do (--help)";
    if (a.wants_claims() == a.path.empty())
        return a.wants_claims() ? "a path is missing" : "too many arguments";
    if (!a.wants_claims() && (a.json || !a.junit.empty() || !a.baseline.empty()))
        return "--json, --junit and --baseline go with --claim or --claims";
    return "";
}

}  // namespace

std::string parse_arguments(const std::vector<std::string>& args, Arguments& a) {
    for (std::size_t i = 0; i < args.size(); ++i) {
        const std::string& arg = args[i];
        if (arg.size() < 2 || arg[0] != '-') {
            if (!a.path.empty()) return "too many arguments";
            a.path = arg;
            continue;
        }
        const bool mode = is_one_of(kModes, arg);
        if (!mode && !is_one_of(kOptions, arg)) return "unknown option " + arg;
        if (mode && !a.mode.empty()) return "only one of --claim, --claims, --tree, --closure, ..";
        if (mode) a.mode = arg;
        if (arg == "--json") a.json = true;
        if (!takes_value(arg)) continue;
        if (i + 1 == args.size()) return arg + " takes an argument";
        ++i;
        if (mode) {
            a.subject = args[i];
        } else if (const std::string why = set_option(arg, args[i], a); !why.empty()) {
            return why;
        }
    }
    return misfit(a);
}

}  // namespace mexcheck
