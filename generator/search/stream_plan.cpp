#include "search/stream_plan.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "certificate/closed_extents.hpp"
#include "search/proof.hpp"

namespace mexcert {
namespace {

// Ranges are cut to these, to see which rows a claim reads; to longer ones, up to the limit, where
// no instance satisfies its hypotheses.
constexpr std::int64_t kSmall = 200;
constexpr std::int64_t kLargest = kSmall << 10;
constexpr int kSmallRanges = 3;
constexpr std::int64_t kTried = 5000;  // rows in which a false claim shows

// The claim on rows up to `top` at most, and how much further it goes.
Result<std::int64_t> cut(Claim& claim, std::int64_t top) {
    std::int64_t beyond = 0;
    for (ClaimRange& range : claim.ranges) {
        if (range.variables.size() > 1) {
            return declined(claim_text(claim), "no stream: a range of a sum");
        }
        beyond = std::max(beyond, range.high - top);
    }
    if (claim.kind != ClaimKind::kRange) {
        return declined(claim_text(claim), "no stream: a claim on no range");
    }
    if (beyond > 0) {
        for (ClaimRange& range : claim.ranges) {
            range = {range.variables, 0, std::min(range.high, top), false};
        }
    }
    return beyond;
}

// The last rows that the claim reads: those of a claim on small ranges, moved by what it was cut.
Result<ClaimProof> read_rows(Engine& engine, const std::string& text, std::int64_t top,
                             StreamRows& rows) {
    const Result<Claim> claim = parse_claim(text);
    if (!claim.ok()) {
        return claim.error();
    }
    Claim small = claim.value();
    const Result<std::int64_t> beyond = cut(small, top);
    if (!beyond.ok()) {
        return beyond.error();
    }
    Result<ClaimProof> proof = prove_claim(engine, claim_text(small), {});
    if (!proof.ok()) {
        return proof;
    }
    Extents extents = proof.value().extents;
    if (std::optional<Error> error = close_extents(engine, extents)) {
        return *error;
    }
    for (const Table& table : engine.tables.all()) {
        const std::vector<std::int64_t> most = extents.of(table.id);
        if (most.empty()) {
            continue;
        }
        if (most.size() > 1) {
            return declined(text, fmt::format("no stream: `{}` has {} ranged arguments",
                                              engine.spec.item(table.item).name, most.size()));
        }
        std::int64_t& last = rows[{table.item, table.fixed}];
        last = std::max(last, most[0] + beyond.value());
    }
    return proof;
}

}  // namespace

bool is_long_sequence_claim(const Spec& spec, const Claim& claim,
                            const std::vector<int>& definitions) {
    return claim.kind == ClaimKind::kRange && !definitions.empty() &&
           std::all_of(definitions.begin(), definitions.end(),
                       [&](int item) { return is_streamed(spec.item(item).name); }) &&
           std::any_of(claim.ranges.begin(), claim.ranges.end(),
                       [](const ClaimRange& range) { return range.high >= kStreamedRows; });
}

// The largest of several small ranges decides.
Result<StreamReading> read_for_stream(Engine& engine, const std::string& claim) {
    StreamRows rows;
    std::int64_t top = kSmall;
    for (int i = kSmallRanges; i > 0;) {
        const Result<ClaimProof> proof = read_rows(engine, claim, top - (i - 1), rows);
        if (proof.ok()) {
            --i;
        } else if (proof.error().cause == Cause::kNoInstance && top < kLargest) {
            top *= 4;
        } else {
            return proof.error();
        }
    }
    StreamRows ignored;
    const Result<ClaimProof> tried = read_rows(engine, claim, std::max(top, kTried), ignored);
    return tried.ok() ? Result<StreamReading>({claim, tried.value().digest, rows}) : tried.error();
}

Result<StreamPlan> plan_stream(const Spec& spec, std::vector<StreamReading> readings) {
    std::sort(readings.begin(), readings.end(),
              [](const auto& a, const auto& b) { return a.claim < b.claim; });
    StreamPlan plan;
    StreamRows rows;
    for (const StreamReading& reading : readings) {
        plan.claim_lines.push_back(fmt::format("claim {} {}", reading.digest, reading.claim));
        for (const auto& [table, last] : reading.rows) {
            std::int64_t& known = rows[table];
            known = std::max(known, last);
        }
    }
    for (const auto& [table, last] : rows) {
        const Item& item = spec.item(table.first);
        StreamColumn column{item.name, fmt::format("{}", fmt::join(table.second, " ")), item.name,
                            last, nullptr};
        column.entry = stream_entry(column.def, column.arguments);
        if (column.entry == nullptr) {
            return declined(item.name, "no stream: its values are not known row by row");
        }
        std::size_t fixed = 0;
        for (const bool is_fixed : item.is_fixed) {
            column.head +=
                is_fixed ? fmt::format(" {}", table.second[fixed++]) : fmt::format(" 0..{}", last);
        }
        plan.columns.push_back(std::move(column));
    }
    if (plan.columns.empty()) {
        return declined("", "no stream: the claims read no table");
    }
    return plan;
}

}  // namespace mexcert
