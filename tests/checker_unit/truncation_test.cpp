// Small certificates cut off at every byte, as they are and sealed anew.
#include <catch2/catch.hpp>

#include "small_certificates.h"

TEST_CASE("small certificates") {
    for (const test::SmallCertificate& c : test::small_certificates()) {
        CAPTURE(c.name);
        const std::string verdict = test::verdict(c.items, c.claim, c.records);
        CAPTURE(verdict);
        CHECK((verdict == "verified") == c.good);
        CHECK((c.good || verdict.starts_with("rejected ")));
    }
}

TEST_CASE("a certificate cut off anywhere is rejected, with a place") {
    for (const test::SmallCertificate& c : test::small_certificates()) {
        const auto spec = test::spec(c.items);
        const std::string bytes = test::certificate(*spec, {c.claim}, c.records);
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            CAPTURE(c.name, size);
            const auto report = test::check(*spec, bytes.substr(0, size));
            REQUIRE(report.failure);
            CHECK(report.failure->kind == mexcheck::Kind::rejected);
            CHECK(report.failure->place.starts_with("x.cert:"));
            CHECK_FALSE(report.failure->reason.empty());
            CHECK(report.outcomes.empty());
        }
    }
}

TEST_CASE("records cut off anywhere and sealed are not verified") {
    for (const test::SmallCertificate& c : test::small_certificates()) {
        const auto spec = test::spec(c.items);
        for (std::size_t size = 0; size + 1 < c.records.size(); ++size)
            for (const std::string end : {"", "\n"}) {
                CAPTURE(c.name, size);
                const std::string records = c.records.substr(0, size) + end;
                const auto report =
                    test::check(*spec, test::certificate(*spec, {c.claim}, records));
                REQUIRE(report.failure);
                CHECK_FALSE(report.failure->place.empty());
                CHECK_FALSE(report.failure->reason.empty());
            }
    }
}
