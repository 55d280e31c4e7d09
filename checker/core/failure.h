// What can go wrong, as one value that carries its place and its reason.
//
// Inside the core a failure travels as the only exception type and is caught in one place (`check`
// in verify.cpp, `Spec::read` for texts); nobody else may turn it into anything else. A verdict
// starts as "not verified" and only the end of `check` changes that.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace mexcheck {

enum class Kind { rejected, declined, bad_input };

struct Failure {
    Kind kind;
    std::string place;
    std::string reason;
};

[[noreturn]] inline void fail(Kind kind, std::string place, std::string reason) {
    throw Failure{kind, std::move(place), std::move(reason)};
}

// A place in a spec text. `file` belongs to the Spec.
struct Place {
    const std::string* file = nullptr;
    int line = 0;
    int column = 0;

    std::string str() const {
        return (file ? *file : "?") + ":" + std::to_string(line) + ":" + std::to_string(column);
    }
};

// Reads a canonical decimal (no sign but `-` before a non-zero number, no leading zero). On
// failure `why` is `number not canonical` or `number too large`.
inline std::optional<std::int64_t> canonical(std::string_view text, bool negative_allowed,
                                             const char*& why) {
    const bool minus = negative_allowed && text.substr(0, 1) == "-";
    if (minus) text.remove_prefix(1);
    why = "number not canonical";
    if (text.empty() || (text[0] == '0' && (text.size() > 1 || minus))) return std::nullopt;
    std::int64_t value = 0;
    bool large = false;
    for (const char c : text) {
        if (c < '0' || c > '9') return std::nullopt;
        large = large || __builtin_mul_overflow(value, std::int64_t{10}, &value) ||
                __builtin_add_overflow(value, std::int64_t{c - '0'}, &value);
    }
    why = "number too large";
    if (large) return std::nullopt;
    return minus ? -value : value;
}

}  // namespace mexcheck
