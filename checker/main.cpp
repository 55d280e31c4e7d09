// mexcheck: arguments, printing, exit codes (claims.md). The only place that says 0 is `finish`.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "cli/arguments.h"
#include "cli/baseline.h"
#include "cli/folder.h"
#include "cli/print.h"
#include "cli/tree.h"
#include "core_digest.h"

namespace {

using namespace mexcheck;

// A standard stream that is closed stays one that cannot be written: no file that is opened later
// may take its number, or verdicts would end up there.
void hold_standard_streams() {
    std::FILE* file = std::fopen("/dev/null", "r");
    while (file && fileno(file) <= 2) file = std::fopen("/dev/null", "r");
    if (file) std::fclose(file);
}

bool put(std::FILE* to, const std::string& text) {
    return std::fwrite(text.data(), 1, text.size(), to) == text.size() && std::fflush(to) == 0;
}

// Prints what was asked for, and turns what happened into the exit code; output that cannot be
// written is an error.
int finish(const Arguments& a, Verdicts& v, const std::string& text, std::FILE* junit_file) {
    if (!put(stdout, text + (a.json ? json_lines(v) : text_lines(v))))
        v.usage("cannot write the output");
    if (junit_file && !put(junit_file, junit(v))) v.usage("cannot write " + a.junit);
    std::fwrite(v.err.data(), 1, v.err.size(), stderr);
    if (v.error) return 3;
    if (v.count(Verdict::rejected) + v.count(Verdict::file_rejected) > 0) return 1;
    if (v.count(Verdict::declined) > 0) return 2;
    return !a.wants_claims() || v.count(Verdict::verified) > 0 ? 0 : 3;
}

// The text that is asked for about a statement.
std::string about(const Arguments& a, const Spec& spec, Verdicts& v) {
    const Item* item = spec.find(a.subject);
    if (!item || item->kind != ItemKind::statement) {
        v.usage("`" + a.subject + "` is no statement");
        return "";
    }
    return a.mode == "--tree" ? resolved_tree(spec, *item) : spec.closure_text(*item);
}

void check(const Arguments& a, const Spec& spec, Verdicts& v) {
    std::optional<std::string> baseline;
    if (!a.baseline.empty() && !(baseline = read_bytes(a.baseline)))
        return v.usage("cannot read " + a.baseline);
    Checker checker(spec);
    checker.kernel_cells = a.kernel_cells;
    if (a.mode == "--claim")
        check_file(checker, a.options, a.subject, a.path, v);
    else
        check_folder(checker, a.options, a.subject, a.path, v);
    if (baseline) compare_with_baseline(spec, a.baseline, *baseline, v);
}

int run(const Arguments& a) {
    Verdicts v;
    std::string text;
    // Opened first: a run that stops half-way leaves no file of an earlier run behind.
    std::FILE* const junit_file = a.junit.empty() ? nullptr : std::fopen(a.junit.c_str(), "w");
    if (!a.junit.empty() && !junit_file) {
        v.usage("cannot write " + a.junit);
    } else if (a.mode == "--help" || a.mode == "--version") {
        text = a.mode == "--help" ? kHelp : "mexcheck 1, core " MEXCHECK_CORE_DIGEST "\n";
    } else {
        try {
            const Spec spec(spec_sources(a.spec_dir, a.spec_file));
            a.wants_claims() ? check(a, spec, v) : void(text = about(a, spec, v));
        } catch (const Failure& failure) {
            v.usage(failure.place + ": " + failure.reason);
        }
    }
    const int code = finish(a, v, text, junit_file);
    return junit_file && std::fclose(junit_file) != 0 ? 3 : code;
}

}  // namespace

int main(int argc, char** argv) {
    // The standard library lets no exception out of some of its own functions (directories).
    std::set_terminate([] {
        std::fputs("mexcheck: out of memory or internal error\n", stderr);
        std::_Exit(3);
    });
    hold_standard_streams();
    try {
        Arguments arguments;
        const std::string error =
            parse_arguments({argv + (argc > 0 ? 1 : 0), argv + argc}, arguments);
        if (error.empty()) return run(arguments);
        std::fprintf(stderr, "mexcheck: %s\n", error.c_str());
    } catch (const std::bad_alloc&) {
        std::fputs("mexcheck: out of memory\n", stderr);
    } catch (const std::exception& error) {
        std::fprintf(stderr, "mexcheck: internal error: %s\n", error.what());
    }
    return 3;
}
