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

namespace {

Printout audit_at(Engine& engine, const std::string& target, const std::string& point,
                  const std::string& output) {
    AuditOptions options;
    options.target = target;
    options.point = point;
    options.output = output;
    options.progress = false;
    return audit_point(engine, options).value();
}

}  // namespace

TEST_CASE("list and show") {
    testing::Fixture t(kItems);
    const std::string list = list_statements(*t.engine, false).value().text;
    CHECK(list.find("plain") != std::string::npos);
    const Json statements = list_statements(*t.engine, false).value().json["statements"];
    CHECK(statements[0]["ranges"] == Json{"n"});
    CHECK(show_item(*t.spec.value(), "plain", ShowForm::kClosure).value().text ==
          "language mex 1\nstatement plain : 1 + 1 = 2\n");
    CHECK(show_item(*t.spec.value(), "plain", ShowForm::kDigest).value().text.size() == 65);
    CHECK(show_item(*t.spec.value(), "f", ShowForm::kTree).value().text.rfind("(def f (n) n ", 0) ==
          0);
    CHECK_FALSE(show_item(*t.spec.value(), "g", ShowForm::kTree).ok());
    CHECK(list.find("`: n<=N`, `not .. at n=N`, `least not`") != std::string::npos);
    CHECK(list.find("`: all`, `not`, `least not` (finitely many cases)") != std::string::npos);
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
    CHECK(claim_lines(bytes).size() == 1);
    const std::string refutation = read_file(folder / "f.refuted.cert").value();
    CHECK(claim_lines(refutation).size() == 1);
    CHECK(refutation.find("\npoint 1 n=4\n") != std::string::npos);
    CHECK(std::filesystem::exists(folder / "t.cert"));
    options.claims.pop_back();
    options.resume = true;
    CHECK(printed(generate_certificates(*t.engine, options).value()).text.find("kept") !=
          std::string::npos);
    options.resume = false;
    REQUIRE(generate_certificates(*t.engine, options).ok());
    CHECK(read_file(folder / "f.cert").value() == bytes);
}

TEST_CASE("decide finds the strongest verdict") {
    const Folder folder;
    testing::Fixture t(kItems);
    const auto decide = [&](const std::string& target) {
        const auto text =
            decide_statement(*t.engine, {target, 0.2, folder / "d.cert", false, {}, {}});
        return text.ok() ? printed(text.value()).text : text.error().text();
    };
    CHECK(decide("wrong").find("claim: least not wrong\npoint: n=4\n") != std::string::npos);
    CHECK(decide("plain").find("claim: plain: all\n") != std::string::npos);
    CHECK(decide("s").find("`: all`") != std::string::npos);
}

TEST_CASE("audit") {
    const Folder folder;
    testing::Fixture t(kItems);
    const auto audit = [&](const std::string& target, const std::string& point) {
        return audit_at(*t.engine, target, point, folder / "a.cert");
    };
    CHECK(audit("guarded", "n=4").wrong);
    CHECK_FALSE(audit("guarded", "n=3").wrong);
    CHECK(audit("guarded", "n=4").text.find("fails: 8 and 6") != std::string::npos);
    CHECK(audit("guarded", "n=3").text.find("holds: 6 and 6") != std::string::npos);
    CHECK(audit("guarded", "n=2").text.find("hypothesis `3 <= n` fails: 3 and 2") !=
          std::string::npos);
}

TEST_CASE("table") {
    testing::Fixture t(kItems);
    const auto table = [&](std::vector<std::string> arguments, std::uint64_t limit) {
        return table_values(*t.engine, {"f", std::move(arguments), true, true, limit, false});
    };
    CHECK(table({"2..4"}, 3).value().text == "2 4\n3 6\n4 8\n");
    CHECK(table({"3..3"}, 1).value().json["rows"].dump() ==
          "[{\"arguments\":[\"3\"],\"value\":\"6\"}]");
    CHECK_FALSE(table({"3..3", "4"}, 3).ok());
    CHECK_FALSE(table({"03..4"}, 3).ok());
    CHECK(table({"2..5"}, 3).error().message ==
          "more than 3 values; --limit N allows more, up to 100000000");
    CHECK(table({"0..9223372036854775807"}, kMostValues).error().message ==
          "more than 100000000 values");
    CHECK(table({"2..4"}, kMostValues + 1).error().place == "--limit");
}

TEST_CASE("audit explains the parts that decide") {
    const Folder folder;
    testing::Fixture t(
        "statement a: forall x, y: (x > 3 or y > 3) => x + y = 9 and ((forall k < y: k + x < 8) "
        "<=> true)\n");
    const auto audit = [&](const std::string& point) {
        return audit_at(*t.engine, "a", point, folder / "a.cert").text;
    };
    const std::string none = audit("x=1,y=2");
    CHECK(none.find("hypothesis `x > 3 or y > 3` fails\n") != std::string::npos);
    CHECK(none.find("  `x > 3` fails: 3 and 1\n") != std::string::npos);
    CHECK(none.find("  `y > 3` fails: 3 and 2\n") != std::string::npos);
    CHECK(audit("x=4,y=5").find("  `forall k < y: k + x < 8` fails at k=4\n") != std::string::npos);
}

TEST_CASE("tables of sets, words and automata") {
    testing::Fixture t(
        "numeration fib = [[0, 1], [0, _]]\n"
        "let r(n) = rep(fib, n)\n"
        "set L = {(0, 1), (1, 0)}\n"
        "set S(l) = {(x, y) | x + y = l}\n"
        "pred p(x) = x > 2\n"
        "word w from 0 = [[0, 1], [0]]\n"
        "dfao d over fib = [(0, 1, 5), (0, 1, 7)]\n"
        "statement s: 1 = 1\n");
    const auto table = [&](const std::string& name, const std::vector<std::string>& arguments) {
        const auto printout = table_values(*t.engine, {.name = name, .arguments = arguments});
        return printout.ok() ? printout.value().text : printout.error().text();
    };
    CHECK(table("L", {}) == "0 1\n1 0\n");
    CHECK(table("L", {"0..1", "0..1"}) == "0 1\n1 0\n");
    CHECK(table("S", {"1", "0..1", "0..2"}) == "0 1 0\n1 0 0\n");
    CHECK(table("p", {"2..3"}) == "2 0\n3 1\n");
    CHECK(table("w", {"0..4"}) == "0 0\n1 1\n2 0\n3 0\n4 1\n");
    CHECK(table("d", {"0..2"}) == "0 5\n1 7\n2 5\n");
    CHECK(table("r", {"3..4"}) == "3 [1,0,0]\n4 [1,0,1]\n");
    CHECK(table("s", {}).find("neither a function nor a set") != std::string::npos);
    CHECK(table("w", {"1", "2"}).find("takes 1 argument, found 2") != std::string::npos);
    CHECK(table("ww", {"1"}).find("did you mean `w`?") != std::string::npos);
}

TEST_CASE("shards take every claim once") {
    const Folder folder;
    testing::Fixture t(kItems);
    GenerateOptions options;
    options.claims = {"s: n<=9", "least not wrong", "plain: all", "s: n<=5"};
    options.output = folder.path.string();
    options.progress = false;
    std::size_t claims = 0;
    for (std::size_t i = 1; i <= 2; ++i) {
        options.shard = parse_shard(std::to_string(i) + "/2").value();
        REQUIRE(generate_certificates(*t.engine, options).ok());
    }
    for (const auto& entry : std::filesystem::directory_iterator(folder.path)) {
        claims += claim_lines(read_file(entry.path().string()).value()).size();
    }
    CHECK(claims == 4);
    for (const std::string text : {"0/2", "3/2", "1", "/", "1/x"}) {
        CHECK_FALSE(parse_shard(text).ok());
    }
}

TEST_CASE("decide: false statements and wrong options") {
    const Folder folder;
    testing::Fixture t(kItems);
    DecideOptions options;
    options.budget = 0.2;
    options.output = folder / "d.cert";
    options.progress = false;
    options.target = "wrong";
    CHECK(decide_statement(*t.engine, options).value().refuted);
    options.target = "s(p=1)";
    CHECK(decide_statement(*t.engine, options).error().message.find("no leading variable") !=
          std::string::npos);
    options.budget = 0;
    CHECK(decide_statement(*t.engine, options).error().place == "--budget");
}
