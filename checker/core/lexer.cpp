#include <algorithm>

#include "parser.h"

namespace mexcheck {
namespace {

constexpr std::string_view kFirstLine = "language mex 1\n";
constexpr std::size_t kMaxBytes = std::size_t{8} << 20;

constexpr std::string_view kReserved =
    " language use numeration def let pred set word dfao statement measure from over forall exists "
    "unique automatic in not and or if then else least with count card div mod floor phi rep take "
    "iterate prefix suffix limit tends_to true false _ ";

// The longer ones first.
constexpr std::string_view kSymbols[] = {"<=>", "!=", "<=", ">=", "=>", "->", "++", "-.", "..",
                                         "(",   ")",  "[",  "]",  "{",  "}",  ",",  ":",  "|",
                                         "=",   "<",  ">",  "+",  "-",  "*",  "^"};

[[noreturn]] void error(const Place& place, const std::string& reason) {
    fail(Kind::bad_input, place.str(), reason);
}

// The kind and the length of the token that the text begins with.
std::pair<TokenKind, std::size_t> first_token(std::string_view text, const Place& place) {
    if (is_digit(text[0])) {
        const std::size_t n = text.find_first_not_of("0123456789");
        if (is_letter(text[n])) error(place, "a number is followed by a letter");
        Int value = 0;
        if (const char* why = read_number(text.substr(0, n), false, value)) error(place, why);
        return {TokenKind::number, n};
    }
    if (const std::size_t n = name_length(text)) {
        const std::string padded = " " + std::string(text.substr(0, n)) + " ";
        const bool reserved = kReserved.find(padded) != std::string_view::npos;
        return {reserved ? TokenKind::keyword : TokenKind::name, n};
    }
    if (text[0] == '"') {
        std::size_t n = 1;
        while (is_letter(text[n]) || is_digit(text[n]) || text[n] == '-') ++n;
        if (text[n] != '"') error(place, "a string holds letters, digits, `_`, `-` only");
        return {TokenKind::string, n + 1};
    }
    for (const std::string_view symbol : kSymbols)
        if (text.starts_with(symbol)) return {TokenKind::symbol, symbol.size()};
    error(place, std::string("no token begins with `") + text[0] + "`");
}

}  // namespace

std::vector<Token> tokenize(const std::string& file, std::string_view text) {
    Place place{&file, 1, 1};
    const auto skip = [&](std::size_t n) {
        for (const char c : text.substr(0, n)) {
            place.column = c == '\n' ? 1 : place.column + 1;
            place.line += c == '\n' ? 1 : 0;
        }
        text.remove_prefix(n);
    };
    if (text.size() > kMaxBytes) error(place, "file larger than 8 MiB");
    const auto strange = [](char c) { return c != '\n' && (c < 0x20 || c > 0x7e); };
    const auto bad = std::find_if(text.begin(), text.end(), strange);
    if (bad != text.end()) {
        skip(static_cast<std::size_t>(bad - text.begin()));
        error(place, "byte out of range");
    }
    if (!text.starts_with(kFirstLine)) error(place, "the first line must be `language mex 1`");
    if (text.back() != '\n') {
        skip(text.size());
        error(place, "the last line has no line end");
    }
    skip(kFirstLine.size());
    // From here on every search in the text ends at its last LF.
    std::vector<Token> tokens;
    while (!text.empty()) {
        if (text[0] == '#') {
            skip(text.find('\n'));
        } else if (text[0] == ' ' || text[0] == '\n') {
            skip(1);
        } else {
            const auto [kind, length] = first_token(text, place);
            tokens.push_back({kind, place, text.substr(0, length)});
            skip(length);
        }
    }
    tokens.push_back({TokenKind::end, place, ""});
    return tokens;
}

}  // namespace mexcheck
