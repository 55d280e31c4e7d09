// The text of claims (spec/claims.md): one spelling for each claim.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace mexcert {

enum class ClaimKind { kAll, kRange, kNot, kLeastNot };

// `V<=high`, `V in low..high`, or `V+V+..<=high` (several variables).
struct ClaimRange {
    std::vector<std::string> variables;
    std::int64_t low = 0;
    std::int64_t high = 0;
    bool interval = false;  // written with `in`
};

using NamedValues = std::vector<std::pair<std::string, std::int64_t>>;

struct Claim {
    ClaimKind kind = ClaimKind::kAll;
    std::string name;
    NamedValues fixed;
    std::vector<ClaimRange> ranges;
    NamedValues point;
};

// Reads a claim; every other spelling than the canonical one is an error with its column.
[[nodiscard]] Result<Claim> parse_claim(const std::string& text);

// The canonical text.
[[nodiscard]] std::string claim_text(const Claim& claim);

// `V=C,V=C`.
[[nodiscard]] std::string values_text(const NamedValues& values);
// ` at V=C,V=C`; empty without values.
[[nodiscard]] std::string at_text(const NamedValues& values);

// Reads `V=C,V=C`.
[[nodiscard]] Result<NamedValues> parse_values(const std::string& text);

// Reads NAME or NAME(P=C,..).
[[nodiscard]] Result<Claim> parse_target(const std::string& text);

// The claims of a CLAIMS file, in order. Errors: none, or the same claim twice.
[[nodiscard]] Result<std::vector<std::string>> parse_claims_file(const std::string& bytes,
                                                                 const std::string& name);

}  // namespace mexcert
