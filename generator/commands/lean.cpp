#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/plural.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "lean/document.hpp"

namespace mexcert {
namespace {

// Steps of evaluation, each some ten of Lean's kernel: of a claim that was asked for, and of one
// whose range is chosen here.
constexpr std::uint64_t kMostSteps = 2'000'000;
constexpr std::uint64_t kFewSteps = 100'000;
constexpr std::int64_t kLastChosen = 8;
constexpr std::int64_t kLastTried = 32;
constexpr std::chrono::seconds kTime{20};  // for the choice

// The largest range that takes few steps; a larger one where no instance has its hypotheses.
Result<lean::Document> with_chosen_range(Engine& engine, lean::DocumentOptions& options,
                                         const Claim& target) {
    const Result<StatementForm> form = statement_form(engine, target.name);
    if (!form.ok()) {
        return form.error();
    }
    const auto document = [&](std::int64_t last, std::uint64_t most_steps) {
        options.claim = claim_text(claim_up_to(engine, form.value(), target, last));
        options.most_steps = most_steps;
        return lean::lean_document(engine, options);
    };
    const DeadlineScope in_time(engine, std::chrono::steady_clock::now() + kTime);
    Result<lean::Document> result = document(kLastChosen, kFewSteps);
    std::int64_t last = kLastChosen;
    while (!result.ok() && lean::is_too_long(result.error()) && last > 0) {
        result = document(--last, kFewSteps);
    }
    while (!result.ok() && result.error().cause == Cause::kNoInstance && last < kLastTried) {
        result = document(++last, kMostSteps);
    }
    return !result.ok() && lean::is_too_long(result.error()) ? document(last, kMostSteps)
                                                             : std::move(result);
}

}  // namespace

Result<Printout> export_lean(Engine& engine, const LeanOptions& options) {
    lean::DocumentOptions wanted;
    wanted.claim = options.claim;
    wanted.spec_file = options.spec_file;
    wanted.most_steps = kMostSteps;
    const Result<Claim> target = parse_target(options.claim);
    const Result<lean::Document> document = target.ok()
                                                ? with_chosen_range(engine, wanted, target.value())
                                                : lean::lean_document(engine, wanted);
    if (!document.ok()) {
        return document.error();
    }
    const Result<Claim> claim = parse_claim(wanted.claim);
    const std::string path = options.output.empty() ? claim.value().name + ".lean" : options.output;
    if (std::optional<Error> error = write_atomically(path, document.value().text)) {
        return *error;
    }
    Printout printout;
    printout.text =
        fmt::format("claim: {}\n{}: {}, evaluated in {} steps\n", wanted.claim, path,
                    counted(document.value().theorems, "theorem"), document.value().steps);
    printout.json = {{"claim", wanted.claim},
                     {"file", path},
                     {"theorems", std::to_string(document.value().theorems)},
                     {"steps", std::to_string(document.value().steps)}};
    return printout;
}

}  // namespace mexcert
