#include "claims/claim.hpp"

#include <fmt/format.h>

#include <limits>
#include <map>
#include <optional>

namespace mexcert {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// Reads a claim from left to right; the first error sticks.
class ClaimReader {
  public:
    explicit ClaimReader(const std::string& text) : text_(text) {}

    Result<Claim> claim();
    Result<Claim> target();
    Result<NamedValues> values();

  private:
    [[nodiscard]] char at(std::size_t offset) const {
        return position_ + offset < text_.size() ? text_[position_ + offset] : '\0';
    }
    [[nodiscard]] bool is(std::string_view part) const {
        return text_.compare(position_, part.size(), part) == 0;
    }
    bool accept(std::string_view part) {
        if (error_ || !is(part)) {
            return false;
        }
        position_ += part.size();
        return true;
    }
    void expect(std::string_view part) {
        if (!accept(part)) {
            fail(fmt::format("expected `{}`", part));
        }
    }
    void fail(const std::string& message) {
        if (!error_) {
            error_ = invalid(fmt::format("claim `{}`, column {}", text_, position_ + 1), message);
        }
    }
    void expect_end() {
        if (!error_ && position_ != text_.size()) {
            fail("unexpected text");
        }
    }
    std::string name(bool dots);
    std::int64_t number();
    NamedValues value_list();
    ClaimRange range();

    const std::string& text_;
    std::size_t position_ = 0;
    std::optional<Error> error_;
};

std::string ClaimReader::name(bool dots) {
    const std::size_t start = position_;
    if (!is_letter(at(0))) {
        fail("expected a name");
        return {};
    }
    while (is_letter(at(0)) || is_digit(at(0)) || (dots && at(0) == '.' && is_letter(at(1)))) {
        ++position_;
    }
    return text_.substr(start, position_ - start);
}

std::int64_t ClaimReader::number() {
    if (!is_digit(at(0)) || (at(0) == '0' && is_digit(at(1)))) {
        fail("expected a natural without leading zeros");
        return 0;
    }
    std::int64_t value = 0;
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    while (is_digit(at(0))) {
        const std::int64_t digit = at(0) - '0';
        if (value > (kMax - digit) / 10) {
            fail("number above 9223372036854775807");
            return 0;
        }
        value = value * 10 + digit;
        ++position_;
    }
    return value;
}

NamedValues ClaimReader::value_list() {
    NamedValues result;
    do {
        const std::string variable = name(true);
        expect("=");
        result.emplace_back(variable, number());
    } while (accept(","));
    return result;
}

ClaimRange ClaimReader::range() {
    ClaimRange result;
    result.variables.push_back(name(true));
    if (accept(" in ")) {
        result.interval = true;
        result.low = number();
        expect("..");
        result.high = number();
        if (!error_ && result.low == 0) {
            fail("a range from 0 is written with `<=`");
        } else if (!error_ && result.low > result.high) {
            fail(fmt::format("empty range {}..{}", result.low, result.high));
        }
        return result;
    }
    while (accept("+")) {
        result.variables.push_back(name(true));
    }
    expect("<=");
    result.high = number();
    return result;
}

Result<Claim> ClaimReader::target() {
    Claim result;
    result.name = name(true);
    if (accept("(")) {
        result.fixed = value_list();
        expect(")");
    }
    expect_end();
    return error_ ? Result<Claim>(*error_) : Result<Claim>(result);
}

Result<NamedValues> ClaimReader::values() {
    NamedValues result = value_list();
    expect_end();
    return error_ ? Result<NamedValues>(*error_) : Result<NamedValues>(result);
}

Result<Claim> ClaimReader::claim() {
    Claim result;
    if (accept("least not ")) {
        result.kind = ClaimKind::kLeastNot;
    } else if (accept("not ")) {
        result.kind = ClaimKind::kNot;
    }
    result.name = name(true);
    if (accept("(")) {
        result.fixed = value_list();
        expect(")");
    }
    if (result.kind == ClaimKind::kNot) {
        if (accept(" at ")) {
            result.point = value_list();
        }
    } else if (result.kind == ClaimKind::kAll) {
        expect(": ");
        if (!is("all") || position_ + 3 != text_.size()) {
            result.kind = ClaimKind::kRange;
            do {
                result.ranges.push_back(range());
            } while (accept(","));
        } else {
            expect("all");
        }
    }
    expect_end();
    return error_ ? Result<Claim>(*error_) : Result<Claim>(result);
}

std::string range_text(const ClaimRange& range) {
    if (range.interval) {
        return fmt::format("{} in {}..{}", range.variables.front(), range.low, range.high);
    }
    std::string result;
    for (const std::string& variable : range.variables) {
        result.append(result.empty() ? "" : "+").append(variable);
    }
    return fmt::format("{}<={}", result, range.high);
}

// Names, numbers without leading zeros, and single other characters; blanks are left out.
std::vector<std::string> claim_tokens(const std::string& text) {
    std::vector<std::string> tokens;
    const auto is_part = [&](std::size_t i, bool name) {
        const bool dot = text[i] == '.' && i + 1 < text.size() && is_letter(text[i + 1]);
        return is_digit(text[i]) || (name && (is_letter(text[i]) || dot));
    };
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t begin = i++;
        if (is_letter(text[begin]) || is_digit(text[begin])) {
            while (i < text.size() && is_part(i, is_letter(text[begin]))) {
                ++i;
            }
        }
        std::string token = text.substr(begin, i - begin);
        while (token.size() > 1 && token.front() == '0') {
            token.erase(0, 1);
        }
        if (token.front() > ' ') {
            tokens.push_back(std::move(token));
        }
    }
    return tokens;
}

// The claim that may be meant: blanks only where they belong, and `a<=N` for `a in 0..N`.
std::string respelled(const std::string& text) {
    std::string result;
    for (const std::string& token : claim_tokens(text)) {
        const bool before = token == "in" || token == "at";
        const bool after = before || token == "not" || token == "least" || token == ":";
        result += before ? " " : "";
        result += token;
        result += after ? " " : "";
    }
    const std::size_t from_zero = result.find(" in 0..");
    return from_zero == std::string::npos ? result : result.replace(from_zero, 7, "<=");
}

}  // namespace

std::string values_text(const NamedValues& values) {
    std::string result;
    for (const auto& [name, value] : values) {
        result += fmt::format("{}{}={}", result.empty() ? "" : ",", name, value);
    }
    return result;
}

std::string at_text(const NamedValues& values) {
    return values.empty() ? "" : " at " + values_text(values);
}

std::string claim_text(const Claim& claim) {
    const std::string target = claim.fixed.empty()
                                   ? claim.name
                                   : fmt::format("{}({})", claim.name, values_text(claim.fixed));
    switch (claim.kind) {
        case ClaimKind::kAll:
            return target + ": all";
        case ClaimKind::kLeastNot:
            return fmt::format("least not {}", target);
        case ClaimKind::kNot:
            return fmt::format("not {}{}", target, at_text(claim.point));
        case ClaimKind::kRange:
            break;
    }
    std::string ranges;
    for (const ClaimRange& range : claim.ranges) {
        ranges.append(ranges.empty() ? "" : ",").append(range_text(range));
    }
    return fmt::format("{}: {}", target, ranges);
}

Result<Claim> parse_claim(const std::string& text) {
    Result<Claim> claim = ClaimReader(text).claim();
    if (!claim.ok()) {
        const std::string other = respelled(text);
        const Result<Claim> meant = ClaimReader(other).claim();
        if (meant.ok()) {
            return invalid(claim.error().place,
                           fmt::format("{}; claims have one spelling: `{}`", claim.error().message,
                                       claim_text(meant.value())));
        }
    }
    return claim;
}

Result<Claim> parse_target(const std::string& text) { return ClaimReader(text).target(); }

Result<NamedValues> parse_values(const std::string& text) { return ClaimReader(text).values(); }

Result<std::vector<std::string>> parse_claims_file(const std::string& bytes,
                                                   const std::string& name) {
    std::vector<std::string> claims;
    std::map<std::string, int> lines;
    int line = 0;
    for (std::size_t start = 0; start < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
        const std::string text = bytes.substr(start, end - start);
        start = end + 1;
        ++line;
        if (text.empty() || text.front() == '#') {
            continue;
        }
        const auto [entry, fresh] = lines.try_emplace(text, line);
        if (!fresh) {
            return invalid(fmt::format("{}:{}", name, line),
                           fmt::format("the same claim as in line {}", entry->second));
        }
        claims.push_back(text);
    }
    if (claims.empty()) {
        return invalid(name, "no claim");
    }
    return claims;
}

}  // namespace mexcert
