#include <catch2/catch.hpp>

#include "support.h"

using Catch::Contains;

namespace {

const std::string kItems =
    "def f(n) measure n = if n = 0 then 0 else f(n - 1) + 2\n"
    "statement s: forall n: f(n) = 2 * n\nstatement t: 1 = 1\n";

std::string verdict_of(const std::string& bytes) {
    const auto s = test::spec(kItems);
    return test::verdict(test::check(*s, bytes));
}

std::string good() {
    const auto s = test::spec(kItems);
    return test::certificate(*s, {"s: n<=3"}, "table f 0..3\n0 2 2 2\n");
}

std::string with(const std::string& records, std::vector<std::string> claims = {"s: n<=3"}) {
    const auto s = test::spec(kItems);
    return verdict_of(test::certificate(*s, claims, records));
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

}  // namespace

TEST_CASE("a good certificate") { CHECK(verdict_of(good()) == "verified"); }

TEST_CASE("frame of the file") {
    CHECK_THAT(verdict_of(""), Contains("rejected x.cert:1: missing end"));
    CHECK_THAT(verdict_of(replaced(good(), "certificate 1", "certificate 2")),
               Contains("declined"));
    CHECK_THAT(verdict_of(good() + "x"), Contains("junk after the end"));
    CHECK_THAT(verdict_of(replaced(good(), "0 2 2", "0 2\r2")), Contains("x.cert:4: CR"));
    CHECK_THAT(verdict_of(replaced(good(), "0 2 2", "0 2\t2")), Contains("byte out of range"));
    CHECK_THAT(verdict_of(replaced(good(), "end 2", "end 3")), Contains("claimed 3, computed 2"));
    CHECK_THAT(verdict_of(replaced(good(), "0 2 2 2", "0 2 2 3")), Contains("wrong digest"));
    std::string bytes = good();
    CHECK_THAT(verdict_of(bytes.substr(0, bytes.size() - 1)), Contains("no line end"));
    CHECK_THAT(verdict_of(bytes.substr(0, bytes.find("end"))), Contains("missing end"));
    CHECK_THAT(verdict_of("mexcert-certificate 1\nclaim " + std::string(70'000, 'a') + "\n"),
               Contains("line too long"));
}

TEST_CASE("records") {
    CHECK_THAT(with("table f 0..3\n0 2 2 2\n", {"s: n<=3", "s: n<=3"}), Contains("listed twice"));
    CHECK_THAT(with("table f 0..3\n0 2 2 2\n", {"t: all", "s: n<=3"}), Contains("not sorted"));
    CHECK_THAT(with("table f 0..3\n0 2 2\n"),
               Contains("entries on the line: claimed 3, computed 4"));
    CHECK_THAT(with("table f 0..3\n0 2 2 2 2\n"), Contains("more than 4 entries"));
    CHECK_THAT(with("table f 0..3\n0 2 2 02\n"), Contains("number not canonical `02`"));
    CHECK_THAT(with("table f 0..3\n0 2 2 -0\n"), Contains("not canonical"));
    CHECK_THAT(with("table f 0..3\n0 2 2 9223372036854775808\n"), Contains("number too large"));
    CHECK_THAT(with("table f 0..3\n0 2 -3 2\n"), Contains("entry is negative"));
    CHECK_THAT(with("table f 0..3\n0 2  2 2\n"), Contains("blank out of place"));
    CHECK_THAT(with("table f 0..3\n0 2 2 3\n"), Contains("x.cert:4: f(3): claimed 7, computed 6"));
    CHECK_THAT(with("table g 0..3\n0 2 2 2\n"), Contains("no recursive def"));
    CHECK_THAT(with("table f 3\n0 2 2 2\n"), Contains("`0..N` expected"));
    CHECK_THAT(with("table f 0..9999999999\n0\n"), Contains("work limit"));
    CHECK_THAT(with("table f 0..3\n0 2 2 2\ntable f 0..3\n0 2 2 2\n"), Contains("two tables"));
    CHECK_THAT(with("table f 0..3\n0 2 2 2\n", {"t: all"}), Contains("x.cert:3: table not used"));
    CHECK_THAT(with("witness 1\n1\ntable f 0..3\n0 2 2 2\n"), Contains("wrong order"));
    CHECK_THAT(with("witness 2\n1\n"), Contains("no such claim"));
    CHECK_THAT(with("wittness 1\n1\n"), Contains("unknown record"));
    CHECK_THAT(with("table f 0..2\n0 2 2\n"), Contains("no table holds f(3)"));
}

TEST_CASE("the statement digest binds") {
    const std::string line = "claim " + std::string(64, '0') + " t: all\n";
    const auto s = test::spec(kItems);
    CHECK_THAT(verdict_of(replaced(test::certificate(*s, {"t: all"}),
                                   test::claim_line(*s, "t: all"), line)),
               Contains("wrong stmt digest: claimed 000"));
}

TEST_CASE("any change of one byte is noticed") {
    const std::string bytes = good();
    for (std::size_t i = 0; i < bytes.size(); ++i)
        for (const char c : {'0', ' ', '\n', '\x80', '9'}) {
            std::string changed = bytes;
            changed[i] = c;
            if (changed == bytes) continue;
            CAPTURE(i, c);
            CHECK(verdict_of(changed) != "verified");
        }
}
