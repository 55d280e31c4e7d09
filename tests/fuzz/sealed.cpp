#include "sealed.h"

#include <array>
#include <sstream>
#include <stdexcept>

#include "sha256.h"

namespace fuzz {
namespace {

using mexcheck::Item;
using mexcheck::Spec;

std::string statement_name(std::string claim) {
    for (const std::string prefix : {"least not ", "not "})
        if (claim.starts_with(prefix)) {
            claim.erase(0, prefix.size());
            break;
        }
    return claim.substr(0, claim.find_first_of("(: "));
}

std::string digest(const Spec& spec, const std::string& claim) {
    const Item* item = spec.find(statement_name(claim));
    if (!item || item->kind != mexcheck::ItemKind::statement) return std::string(64, '0');
    return mexcheck::sha256(spec.closure_text(*item));
}

bool begins_record(const std::string& line) {
    static constexpr std::array kinds = {"claim ",  "table ", "point ",   "witness ",
                                         "over ",   "adder",  "graph ",   "level ",
                                         "letters", "starts", "automatic"};
    return std::any_of(kinds.begin(), kinds.end(), [&](auto* k) { return line.starts_with(k); });
}

bool verified(mexcheck::Checker& checker, const Spec& spec, const std::string& body,
              std::int64_t max_work) {
    return !checker.check("input", certificate(spec, body), max_work).failure;
}

// The variables that a point of a refutation of `name` has to give, as the checker names them.
std::vector<std::string> point_names(mexcheck::Checker& checker, const std::string& name) {
    const auto failure = checker.claim_error("not " + name);
    const std::string marker = "the point must give ";
    std::vector<std::string> names;
    if (!failure || !failure->reason.starts_with(marker)) return names;
    std::istringstream list(failure->reason.substr(marker.size()));
    for (std::string variable; std::getline(list, variable, ',');) names.push_back(variable);
    return names;
}

// No point may refute what was verified for all naturals: small points, without tables.
void contradict_all(mexcheck::Checker& checker, const Spec& spec, const std::string& claim) {
    constexpr std::int64_t max_work = 5'000;
    const std::string name = claim.substr(0, claim.find(": all"));
    const auto names = point_names(checker, name);
    if (names.empty() || names.size() > 3) return;
    constexpr int side = 4;
    std::array<int, 3> at{};
    for (bool more = true; more;) {
        std::string point;
        for (std::size_t i = 0; i < names.size(); ++i)
            point += (i == 0 ? "" : ",") + names[i] + "=" + std::to_string(at[i]);
        if (verified(checker, spec, "claim not " + name + " at " + point + "\n", max_work))
            throw std::logic_error("verified for all naturals and refuted at " + point);
        more = false;
        for (std::size_t i = names.size(); i-- > 0 && !more; more = at[i] != 0)
            at[i] = (at[i] + 1) % side;
    }
}

}  // namespace

Sealed parted(std::string_view input) {
    const std::size_t cut = input.find("\n---\n");
    if (cut == std::string_view::npos) return {std::string(input), ""};
    return {std::string(input.substr(0, cut + 1)), std::string(input.substr(cut + 5))};
}

std::string certificate(const Spec& spec, const std::string& body) {
    std::string text = "mexcert-certificate 1\n";
    std::size_t records = 0;
    std::istringstream lines(body);
    for (std::string line; std::getline(lines, line);) {
        records += begins_record(line) ? 1 : 0;
        if (line.starts_with("claim ")) {
            const std::string claim = line.substr(6);
            line = "claim " + digest(spec, claim) + " " + claim;
        }
        text += line + "\n";
    }
    return text + "end " + std::to_string(records) + " " + mexcheck::sha256(text) + "\n";
}

void check_sealed(std::string_view input, std::int64_t max_work) {
    const Sealed parts = parted(input);
    Spec spec;
    try {
        spec.read_text("input.mex", parts.statements);
    } catch (const mexcheck::Failure&) {
        return;  // a documented error of the text
    }
    mexcheck::Checker checker(spec);
    checker.kernel_cells = input.size() % 2 == 0 ? 0 : mexcheck::kKernelCells;
    const auto report = checker.check("input", certificate(spec, parts.body), max_work);
    if (report.failure) {
        if (report.failure->reason.empty()) throw std::logic_error("a failure without a reason");
        return;
    }
    if (report.outcomes.size() != report.listed.size() || report.listed.empty())
        throw std::logic_error("verified without an outcome for each listed claim");
    for (const auto& outcome : report.outcomes)
        if (outcome.claim.ends_with(": all")) contradict_all(checker, spec, outcome.claim);
}

}  // namespace fuzz
