#include "certificate/stream.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>

#include "base/plural.hpp"
#include "certificate/closed_extents.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "search/proof.hpp"

namespace mexcert {
namespace {

// Ranges are cut to these, to see which rows a claim reads; to longer ones, up to the limit, where
// no instance satisfies its hypotheses.
constexpr std::int64_t kSmall = 200;
constexpr std::int64_t kLargest = kSmall << 10;
constexpr int kSmallRanges = 3;

using Key = std::pair<int, std::vector<std::int64_t>>;  // a table: item and fixed arguments
using Rows = std::map<Key, std::int64_t>;               // its last row

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
// Its truth is looked at in these ranges only: whoever reads the stream decides.
Result<ClaimProof> read_rows(Engine& engine, const std::string& text, std::int64_t top,
                             Rows& rows) {
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

// The rows that the claim reads on its whole range: the largest of several small ranges decides.
Result<ClaimProof> read_all_rows(Engine& engine, const std::string& claim, Rows& rows) {
    std::int64_t top = kSmall;
    for (int i = kSmallRanges;;) {
        Result<ClaimProof> proof = read_rows(engine, claim, top - (i - 1), rows);
        if (!proof.ok() && proof.error().cause == Cause::kNoInstance && top < kLargest) {
            top *= 4;
        } else if (!proof.ok() || --i == 0) {
            return proof;
        }
    }
}

Result<std::vector<StreamColumn>> columns_of(const Spec& spec, const Rows& rows) {
    std::vector<StreamColumn> columns;
    for (const auto& [key, last] : rows) {
        const Item& item = spec.item(key.first);
        StreamColumn column{item.name, fmt::format("{}", fmt::join(key.second, " ")), item.name,
                            last, nullptr};
        column.entry = stream_entry(column.def, column.arguments);
        if (column.entry == nullptr) {
            return declined(item.name, "no stream: its values are not known row by row");
        }
        std::size_t fixed = 0;
        for (const bool is_fixed : item.is_fixed) {
            column.head +=
                is_fixed ? fmt::format(" {}", key.second[fixed++]) : fmt::format(" 0..{}", last);
        }
        columns.push_back(std::move(column));
    }
    if (columns.empty()) {
        return declined("", "no stream: the claims read no table");
    }
    return columns;
}

}  // namespace

Result<Printout> generate_stream(Engine& engine, const GenerateOptions& options) {
    Rows rows;
    std::vector<ClaimProof> proofs;
    for (const std::string& claim : options.claims) {
        Result<ClaimProof> proof = read_all_rows(engine, claim, rows);
        if (!proof.ok()) {
            return proof.error();
        }
        proofs.push_back(std::move(proof.value()));
        proofs.back().claim = claim;
    }
    std::sort(proofs.begin(), proofs.end(),
              [](const ClaimProof& a, const ClaimProof& b) { return a.claim < b.claim; });
    std::vector<std::string> lines;
    lines.reserve(proofs.size());
    for (const ClaimProof& proof : proofs) {
        lines.push_back(fmt::format("claim {} {}", proof.digest, proof.claim));
    }
    const Result<std::vector<StreamColumn>> columns = columns_of(engine.spec, rows);
    if (!columns.ok()) {
        return columns.error();
    }
    const bool standard = options.output == "-";
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(
        standard ? nullptr : std::fopen(options.output.c_str(), "wb"),
        [](std::FILE* opened) { return opened == nullptr ? 0 : std::fclose(opened); });
    if (!standard && file == nullptr) {
        return invalid(options.output, "cannot be written");
    }
    std::FILE* const to = standard ? stdout : file.get();
    std::int64_t last = 1;
    for (const StreamColumn& column : columns.value()) {
        last = std::max(last, column.last);
    }
    std::uint64_t bytes = 0;
    Progress progress(0, options.progress);
    progress.begin("stream");
    const auto error = write_stream(
        lines, columns.value(),
        [&](std::string_view text) {
            bytes += text.size();
            return std::fwrite(text.data(), 1, text.size(), to) == text.size();
        },
        [&](std::int64_t row) {
            progress.at("rows", static_cast<double>(row) / static_cast<double>(last));
        });
    if (error) {
        return *error;
    }
    if (std::fflush(to) != 0) {
        return invalid(options.output, "cannot be written");
    }
    if (standard) {
        return Printout{};
    }
    return printed(GenerateReport{{{options.output, options.claims, bytes}}, {}});
}

}  // namespace mexcert
