// What can go wrong, as one value that carries its place and its reason; strict numbers and names.
//
// Inside the core a failure travels as the only exception type and is caught in one place (`check`
// in check.cpp for verdicts, the caller for texts); elsewhere it may only gain words. A verdict
// starts as "not verified" and only the end of `check_all` changes that.
#pragma once

#include <charconv>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>

namespace mexcheck {

using Int = std::int64_t;

// The parts, one behind the other. (Without a mask a stream swallows std::bad_alloc.)
template <class... Parts>
std::string cat(const Parts&... parts) {
    std::ostringstream text;
    text.exceptions(std::ios::badbit);
    (text << ... << parts);
    return text.str();
}

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

    std::string str() const { return cat(file ? *file : "?", ":", line, ":", column); }
};

[[noreturn]] inline void reject(const Place& place, std::string reason) {
    fail(Kind::rejected, place.str(), std::move(reason));
}
[[noreturn]] inline void decline(const Place& place, std::string reason) {
    fail(Kind::declined, place.str(), std::move(reason));
}

constexpr Int kMax = std::numeric_limits<Int>::max();

// Sums and products that stay in 64 bits, or decline.
[[noreturn]] inline void beyond(const Place& place) { decline(place, "number beyond 64 bits"); }
inline Int plus(Int a, Int b, const Place& place) {
    if (__builtin_add_overflow(a, b, &a)) beyond(place);
    return a;
}
inline Int times(Int a, Int b, const Place& place) {
    if (__builtin_mul_overflow(a, b, &a)) beyond(place);
    return a;
}

inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The length of the name that `text` begins with (language.md 1); 0 if there is none.
inline std::size_t name_length(std::string_view text) {
    std::size_t n = 0;
    while (n < text.size() &&
           (is_letter(text[n]) ||
            (n > 0 && (is_digit(text[n]) ||
                       (text[n] == '.' && n + 1 < text.size() && is_letter(text[n + 1]))))))
        ++n;
    return n;
}

// Reads a canonical decimal (no sign but `-` before a non-zero number, no leading zero). Returns
// what is wrong with it, or null.
inline const char* read_number(std::string_view text, bool negative_allowed, Int& value) {
    const std::string_view digits = text.substr(negative_allowed && text.starts_with('-') ? 1 : 0);
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (digits.empty() || !is_digit(digits[0]) || rest != end ||
        (digits[0] == '0' && text.size() > 1))
        return "number not canonical";
    return error == std::errc{} && value >= -kMax ? nullptr : "number too large";
}

}  // namespace mexcheck
