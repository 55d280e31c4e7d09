// Each allocation of the checker fails once, and once together with all later ones: statement
// files, claims, certificates, folders. What comes out is std::bad_alloc (exit 3) or the verdict of
// an undisturbed run; so a certificate that is rejected is never verified. Leaks show under
// AddressSanitizer.
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>

#include "../checker_unit/small_certificates.h"
#include "cli/folder.h"
#include "cli/print.h"
#include "failing_new.h"

namespace {

int failures = 0;
std::size_t runs = 0;

void check(bool good, const std::string& what) {
    if (good) return;
    ++failures;
    std::cout << "FAILED: " << what << "\n";
}

// Runs `action` with the n-th allocation failing, for n = 1, 2, .. until it is undisturbed;
// `action` returns a text that must be the same whenever no std::bad_alloc comes out.
template <class Action>
void disturbed(const std::string& name, Action action) {
    const std::string wanted = action([] {});
    for (const bool lasting : {false, true}) {
        bool failed = true;
        for (std::size_t n = 1; failed; ++n, ++runs) {
            std::string got = wanted;
            try {
                got = action([&] { memory::arm(n, lasting); });
                failed = memory::disarm();
            } catch (const std::bad_alloc&) {
                failed = memory::disarm();
                check(failed, name + ": std::bad_alloc without a failed allocation");
            }
            check(got == wanted,
                  name + ": allocation " + std::to_string(n) + ": " + got + ", wanted " + wanted);
        }
    }
}

void statements(const test::SmallCertificate& c) {
    disturbed(c.name + ": statements", [&](auto start) {
        mexcheck::Spec spec;
        const std::string text = "language mex 1\n" + c.items;
        start();
        spec.read_text("t.mex", text);
        std::string closure = spec.closure_text(*spec.find("s"));
        memory::disarm();
        return closure;
    });
}

void certificates(const test::SmallCertificate& c) {
    disturbed(c.name + ": certificate", [&](auto start) {
        const auto spec = test::spec(c.items);
        const std::string bytes = test::certificate(*spec, {c.claim}, c.records);
        mexcheck::Checker checker(*spec);
        start();
        std::string verdict = test::verdict(checker.check("x.cert", bytes, 1'000'000, c.claim));
        memory::disarm();
        return verdict;
    });
}

void claims(const test::SmallCertificate& c) {
    for (const std::string& claim : {c.claim, std::string("s: n<=3,n<=3"), std::string("nothing")})
        disturbed(c.name + ": claim " + claim, [&](auto start) {
            const auto spec = test::spec(c.items);
            mexcheck::Checker checker(*spec);
            start();
            const auto error = checker.claim_error(claim);
            std::string text = error ? error->reason : "good";
            memory::disarm();
            return text;
        });
}

// What a child process made of `action`: its text, and its exit code.
struct Outcome {
    std::string text;
    int status = 0;
};

// Runs `action`, which returns a text, in a child with the n-th allocation failing: exit code 0
// where none has failed, 3 where the process could not go on (mexcheck ends so, too), else 1. The
// standard library may call std::terminate: its directory iterators let no exception pass.
template <class Action>
Outcome in_child(Action action, std::size_t n, bool lasting) {
    int ends[2];
    if (pipe(ends) != 0) return {"no pipe", -1};
    const pid_t child = fork();
    if (child == 0) {
        std::set_terminate([] { std::_Exit(3); });
        std::string text;
        int code = 0;
        try {
            text = action([&] { memory::arm(n, lasting); });
            code = memory::disarm() ? 1 : 0;
        } catch (const std::bad_alloc&) {
            code = 3;
        }
        const auto size = static_cast<ssize_t>(text.size());
        std::_Exit(write(ends[1], text.data(), text.size()) == size ? code : 4);
    }
    close(ends[1]);
    Outcome outcome;
    char block[1024];
    for (ssize_t size = 0; (size = read(ends[0], block, sizeof block)) > 0;)
        outcome.text.append(block, static_cast<std::size_t>(size));
    close(ends[0]);
    waitpid(child, &outcome.status, 0);
    outcome.status = WIFEXITED(outcome.status) ? WEXITSTATUS(outcome.status) : -1;
    return outcome;
}

// A folder with three claims, its CLAIMS file and a list of permitted rules: nothing is passed over
// in silence.
void folder(const std::string& rules, bool lasting) {
    const std::filesystem::path dir =
        std::filesystem::temp_directory_path() / ("out_of_memory." + std::to_string(getpid()));
    std::filesystem::create_directory(dir);
    const std::string items =
        "statement s: forall n: n <= 3 => n < 4\n"
        "statement t: forall x: exists y: y ^ 2 > x\n";
    {
        const auto spec = test::spec(items);
        std::ofstream(dir / "s.cert") << test::certificate(*spec, {"s: all"});
        std::ofstream(dir / "t.cert") << test::certificate(*spec, {"t: x<=1"}, "witness 1\n1\n2\n");
        std::ofstream(dir / "CLAIMS") << "# three\ns: all\nt: x<=1\nt: x<=3\n";
    }
    const auto run = [&](auto start) {
        const auto spec = test::spec(items);
        mexcheck::Checker checker(*spec);
        mexcheck::Options options;
        options.permitted = {rules};
        mexcheck::Verdicts verdicts;
        const std::string claims = dir / "CLAIMS";
        const std::string where = dir;
        start();
        mexcheck::check_folder(checker, options, claims, where, verdicts);
        std::string text = mexcheck::text_lines(verdicts);
        return verdicts.error ? std::string("exit 3") : text;
    };
    const std::string wanted = run([] {});
    for (std::size_t n = 1;; ++n, ++runs) {
        const Outcome o = in_child(run, n, lasting);
        const bool good =
            o.status == 3 || o.text == wanted || (o.status == 1 && o.text == "exit 3");
        check(good, "folder, rules " + rules + ": allocation " + std::to_string(n) + ": exit " +
                        std::to_string(o.status) + ", " + o.text);
        if (o.status == 0 || o.status < 0) break;
    }
    std::filesystem::remove_all(dir);
}

}  // namespace

int main() {
    folder("witness", false);
    folder("golden", true);
    for (const test::SmallCertificate& c : test::small_certificates()) {
        statements(c);
        claims(c);
        certificates(c);
    }
    std::cout << "out of memory: " << runs << " runs, " << failures << " failed\n";
    return failures == 0 && runs > 1'000 ? 0 : 1;
}
