// Small specs and shortcuts for the generator's unit tests.
#pragma once

#include <memory>
#include <string>

#include "language/loader.hpp"
#include "search/proof.hpp"

namespace mexcert::testing {

// The number of random cases of a long test: a fifth under sanitizers, which take ten times as long.
constexpr int cases(int number) {
#ifdef MEXCERT_SANITIZED
    return number / 5;
#else
    return number;
#endif
}

// A spec read from one text, and its engine.
struct Fixture {
    explicit Fixture(const std::string& items)
        : spec(load_text("language mex 1\n" + items, "t.mex")) {
        if (spec.ok()) {
            engine = std::make_unique<Engine>(*spec.value());
        }
    }
    // `ok`, or the error's text.
    std::string outcome(const std::string& claim) {
        if (!spec.ok()) {
            return spec.error().text();
        }
        const Result<ClaimProof> proof = prove_claim(*engine, claim, {});
        return proof.ok() ? "ok" : proof.error().text();
    }

    Result<std::unique_ptr<Spec>> spec;
    std::unique_ptr<Engine> engine;
};

// The real statement files.
inline std::unique_ptr<Spec> real_spec() {
    auto spec = load_spec(MEXCERT_SPEC_DIR, "");
    return spec.ok() ? std::move(spec.value()) : nullptr;
}

}  // namespace mexcert::testing
