#include <catch2/catch.hpp>
#include <utility>

#include "claims/claim.hpp"
#include "support.hpp"

using namespace mexcert;

TEST_CASE("canonical claims are read and written back") {
    for (const std::string text :
         {"a.b: all", "a(l=3,m=0): all", "a: x<=5,y in 2..7", "a(l=1): x+y+z<=9,w<=2", "not a",
          "not a(l=1) at x=0,y=1", "least not a"}) {
        const auto claim = parse_claim(text);
        REQUIRE(claim.ok());
        CHECK(claim_text(claim.value()) == text);
    }
}

TEST_CASE("every other spelling is an error") {
    for (const std::string text :
         {"a:all", "a : all", "a: x <= 5", "a: x<=05", "a: x in 0..5", "a: x in 5..2", "a: all ",
          "least not a at x=1", "not a at x=1, y=2", "a()", "a: x<=9223372036854775808", "a", ""}) {
        CHECK_FALSE(parse_claim(text).ok());
    }
}

TEST_CASE("names and order of ranges are checked against the statement") {
    testing::Fixture t("statement s(l in 1..3, m): forall x, y: x + y = y + x and l + m >= l\n");
    CHECK(t.outcome("s: m<=2,x<=3,y<=3") == "ok");
    CHECK(t.outcome("s(l=2): m<=2,x+y<=3") == "ok");
    CHECK(t.outcome("s(m=2): l in 2..3,x<=3,y<=3") == "ok");
    CHECK(t.outcome("s(m=2): l<=3,x<=3,y<=3").find("not inside the domain") != std::string::npos);
    CHECK(t.outcome("s: x<=3,y<=3").find("needs a range for m") != std::string::npos);
    CHECK(t.outcome("s(m=2): x<=3").find("needs a range for y") != std::string::npos);
    CHECK(t.outcome("s(m=2): y<=3,x<=3").find("order") != std::string::npos);
    CHECK(t.outcome("s(m=2): x<=3,x<=3").find("named twice") != std::string::npos);
    CHECK(t.outcome("s(m=2): x<=3,z<=3").find("no leading variable") != std::string::npos);
}

TEST_CASE("claims files") {
    CHECK(parse_claims_file("# c\n\na: all\nb: all\n", "C").value().size() == 2);
    CHECK_FALSE(parse_claims_file("# c\n", "C").ok());
    CHECK(parse_claims_file("a: all\na: all\n", "C").error().place == "C:2");
}

TEST_CASE("the message shows the spelling that is meant") {
    for (const auto& [text, meant] :
         {std::pair<std::string, std::string>{"a: x<= 5, y<=05", "`a: x<=5,y<=5`"},
          {"a(l = 3) :x in 0..9", "`a(l=3): x<=9`"},
          {"not a  at x=1, y=2", "`not a at x=1,y=2`"},
          {"a:all", "`a: all`"}}) {
        CHECK(parse_claim(text).error().message.find(meant) != std::string::npos);
    }
    CHECK(parse_claim("a: x<5").error().message.find("one spelling") == std::string::npos);
}
