// Each allocation of the core fails once, and once together with all later ones: statement files,
// claims, certificates. What comes out is std::bad_alloc (exit 3) or the verdict of an undisturbed
// run; so a certificate that is rejected is never verified. Leaks show under AddressSanitizer.
#include <iostream>

#include "../checker_unit/small_certificates.h"
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

// `again`: the same checker then decides undisturbed, whatever the failure has left behind.
void certificates(const test::SmallCertificate& c, bool again) {
    disturbed(c.name + (again ? ": again" : ": certificate"), [&](auto start) {
        const auto spec = test::spec(c.items);
        const std::string bytes = test::certificate(*spec, {c.claim}, c.records);
        mexcheck::Checker checker(*spec);
        start();
        try {
            std::string verdict = test::verdict(checker.check("x.cert", bytes, 1'000'000, c.claim));
            memory::disarm();
            return verdict;
        } catch (const std::bad_alloc&) {
            if (!again) throw;
            memory::disarm();
            return test::verdict(checker.check("x.cert", bytes, 1'000'000, c.claim));
        }
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

}  // namespace

int main() {
    for (const test::SmallCertificate& c : test::small_certificates()) {
        statements(c);
        claims(c);
        certificates(c, false);
    }
    std::cout << "out of memory: " << runs << " runs, " << failures << " failed\n";
    return failures == 0 && runs > 1'000 ? 0 : 1;
}
