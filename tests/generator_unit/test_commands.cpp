#include <catch2/catch.hpp>
#include <filesystem>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "support.hpp"

using namespace mexcert;

namespace {

// A folder of its own, removed at the end.
struct Folder {
    Folder() : path(std::filesystem::temp_directory_path() / "mexcert_generator_unit") {
        std::filesystem::remove_all(path);
        std::filesystem::create_directories(path);
    }
    ~Folder() { std::filesystem::remove_all(path); }
    std::string operator/(const std::string& name) const { return (path / name).string(); }
    std::filesystem::path path;
};

const std::string kItems =
    "def f(n) measure n = if n = 0 then 0 else f(n - 1) + 2\n"
    "statement s: forall n: f(n) = 2 * n\n"
    "statement wrong: forall n: f(n) < 7\n"
    "statement plain: 1 + 1 = 2\n"
    "statement guarded: forall n: 3 <= n => f(n) = 6\n";

}  // namespace

TEST_CASE("list and show") {
    testing::Fixture t(kItems);
    const std::string list = list_statements(*t.engine, false).value();
    CHECK(list.find("plain") != std::string::npos);
    CHECK(list_statements(*t.engine, true).value().find("\"ranges\"") != std::string::npos);
    CHECK(show_statement(*t.spec.value(), "plain", ShowForm::kClosure).value() ==
          "language mex 1\nstatement plain : 1 + 1 = 2\n");
    CHECK(show_statement(*t.spec.value(), "plain", ShowForm::kDigest).value().size() == 65);
    CHECK_FALSE(show_statement(*t.spec.value(), "f", ShowForm::kTree).ok());
}

TEST_CASE("generate groups, resumes, and reports false claims") {
    const Folder folder;
    testing::Fixture t(kItems);
    GenerateOptions options;
    options.claims = {"s: n<=9", "least not wrong", "plain: all", "wrong: n<=9"};
    options.output = folder.path.string();
    options.progress = false;
    const auto first = generate_certificates(*t.engine, options);
    REQUIRE(first.ok());
    REQUIRE(first.value().errors.size() == 1);
    CHECK(first.value().errors[0].outcome == Outcome::kClaimFalse);
    const std::string bytes = read_file(folder / "f.cert").value();
    CHECK(claim_lines(bytes).size() == 2);
    CHECK(bytes.find("\npoint 1 n=4\n") != std::string::npos);
    CHECK(std::filesystem::exists(folder / "t.cert"));
    options.claims.pop_back();
    options.resume = true;
    CHECK(generate_certificates(*t.engine, options).value().text.find("kept") != std::string::npos);
    options.resume = false;
    REQUIRE(generate_certificates(*t.engine, options).ok());
    CHECK(read_file(folder / "f.cert").value() == bytes);
}

TEST_CASE("decide finds the strongest verdict") {
    const Folder folder;
    testing::Fixture t(kItems);
    const auto decide = [&](const std::string& target) {
        const auto text = decide_statement(*t.engine, {target, 0.2, folder / "d.cert"});
        return text.ok() ? text.value().text : text.error().text();
    };
    CHECK(decide("wrong").find("claim: least not wrong\npoint: n=4\n") != std::string::npos);
    CHECK(decide("plain").find("claim: plain: all\n") != std::string::npos);
    CHECK(decide("s").find("`: all`") != std::string::npos);
}

TEST_CASE("audit") {
    const Folder folder;
    testing::Fixture t(kItems);
    const auto audit = [&](const std::string& target, const std::string& point) {
        return audit_point(*t.engine, {target, point, folder / "a.cert"}).value();
    };
    CHECK(audit("guarded", "n=4").counterexample);
    CHECK(audit("guarded", "n=4").text.find("fails: 8 and 6") != std::string::npos);
    CHECK(audit("guarded", "n=3").text.find("holds: 6 and 6") != std::string::npos);
    CHECK(audit("guarded", "n=2").text.find("hypothesis (<= 3 n) fails: 3 and 2") !=
          std::string::npos);
}

TEST_CASE("table") {
    testing::Fixture t(kItems);
    CHECK(table_values(*t.engine, "f", {"2..4"}, TableForm::kBfile).value() == "2 4\n3 6\n4 8\n");
    CHECK(table_values(*t.engine, "f", {"3"}, TableForm::kJson).value() ==
          "[{\"arguments\":[3],\"value\":6}]\n");
    CHECK_FALSE(table_values(*t.engine, "f", {"3", "4"}, TableForm::kPlain).ok());
    CHECK_FALSE(table_values(*t.engine, "f", {"03"}, TableForm::kPlain).ok());
}
