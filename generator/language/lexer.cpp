#include "language/lexer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace mexcert {
namespace {

constexpr std::string_view kFirstLine = "language mex 1\n";
constexpr std::size_t kMaxBytes = std::size_t{8} << 20;

constexpr std::array<std::string_view, 42> kReserved = {
    "language", "use",    "numeration", "def",      "let",  "pred",  "set",
    "word",     "dfao",   "statement",  "measure",  "from", "over",  "forall",
    "exists",   "unique", "automatic",  "in",       "not",  "and",   "or",
    "if",       "then",   "else",       "least",    "with", "count", "card",
    "div",      "mod",    "floor",      "phi",      "rep",  "take",  "iterate",
    "prefix",   "suffix", "limit",      "tends_to", "true", "false", "_"};

// Longest first: the first symbol that fits is the longest possible one.
constexpr std::array<std::string_view, 25> kSymbols = {
    "<=>", "!=", "<=", ">=", "=>", "->", "++", "-.", "..", "(", ")", "[", "]",
    "{",   "}",  ",",  ":",  "|",  "=",  "<",  ">",  "+",  "-", "*", "^"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Lexer {
  public:
    Lexer(std::string_view bytes, const std::string& name, int file)
        : bytes_(bytes), name_(name), file_(file) {}

    Result<std::vector<Token>> run();

  private:
    [[nodiscard]] char at(std::size_t offset) const {
        return position_ + offset < bytes_.size() ? bytes_[position_ + offset] : '\0';
    }
    [[nodiscard]] Place here() const { return {file_, line_, column_}; }
    [[nodiscard]] Error fail(const std::string& message) const {
        return invalid(fmt::format("{}:{}:{}", name_, line_, column_), message);
    }
    void advance(std::size_t count);
    void skip_blanks();
    Result<Token> next();
    Result<Token> number();
    Result<Token> string();
    Token name();

    std::string_view bytes_;
    const std::string& name_;
    int file_;
    std::size_t position_ = 0;
    int line_ = 1;
    int column_ = 1;
};

void Lexer::advance(std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
        if (bytes_[position_] == '\n') {
            ++line_;
            column_ = 1;
        } else {
            ++column_;
        }
        ++position_;
    }
}

void Lexer::skip_blanks() {
    while (position_ < bytes_.size()) {
        if (at(0) == '#') {
            while (position_ < bytes_.size() && at(0) != '\n') {
                advance(1);
            }
        } else if (at(0) == ' ' || at(0) == '\n') {
            advance(1);
        } else {
            return;
        }
    }
}

Result<Token> Lexer::number() {
    Token token{TokenKind::kNumber, "", 0, here()};
    std::size_t length = 0;
    constexpr std::int64_t kMax = std::numeric_limits<std::int64_t>::max();
    while (is_digit(at(length))) {
        const std::int64_t digit = at(length) - '0';
        if (token.number > (kMax - digit) / 10) {
            return fail("number above 9223372036854775807");
        }
        token.number = token.number * 10 + digit;
        ++length;
    }
    if (is_letter(at(length))) {
        return fail("a letter follows a number");
    }
    if (length > 1 && at(0) == '0') {
        return fail("number with a leading zero");
    }
    token.text = std::string(bytes_.substr(position_, length));
    advance(length);
    return token;
}

Token Lexer::name() {
    Token token{TokenKind::kName, "", 0, here()};
    std::size_t length = 0;
    while (is_letter(at(length)) || is_digit(at(length)) ||
           (at(length) == '.' && is_letter(at(length + 1)))) {
        ++length;
    }
    token.text = std::string(bytes_.substr(position_, length));
    advance(length);
    return token;
}

Result<Token> Lexer::string() {
    Token token{TokenKind::kString, "", 0, here()};
    std::size_t length = 1;
    while (is_letter(at(length)) || is_digit(at(length)) || at(length) == '-') {
        ++length;
    }
    if (at(length) != '"' || length == 1) {
        return fail("a string holds letters, digits, _ and - and ends with \"");
    }
    token.text = std::string(bytes_.substr(position_ + 1, length - 1));
    advance(length + 1);
    return token;
}

Result<Token> Lexer::next() {
    if (is_digit(at(0))) {
        return number();
    }
    if (is_letter(at(0))) {
        return name();
    }
    if (at(0) == '"') {
        return string();
    }
    for (const std::string_view symbol : kSymbols) {
        if (bytes_.substr(position_, symbol.size()) == symbol) {
            Token token{TokenKind::kSymbol, std::string(symbol), 0, here()};
            advance(symbol.size());
            return token;
        }
    }
    return fail(fmt::format("unexpected character `{}`", at(0)));
}

Result<std::vector<Token>> Lexer::run() {
    if (bytes_.size() > kMaxBytes) {
        return fail("file above 8 MiB");
    }
    if (bytes_.find('\r') != std::string_view::npos) {
        return fail("the file has carriage returns: lines end with LF alone");
    }
    if (bytes_.substr(0, kFirstLine.size()) != kFirstLine) {
        return fail("the first line must be `language mex 1`");
    }
    if (bytes_.back() != '\n') {
        return fail("the last line does not end with LF");
    }
    for (std::size_t i = 0; i < bytes_.size(); ++i) {
        const auto byte = static_cast<unsigned char>(bytes_[i]);
        if (byte != '\n' && (byte < 0x20 || byte > 0x7e)) {
            advance(i);
            return fail(fmt::format("byte 0x{:02x} outside LF and 0x20..0x7e", byte));
        }
    }
    advance(kFirstLine.size());
    std::vector<Token> tokens;
    for (;;) {
        skip_blanks();
        if (position_ == bytes_.size()) {
            tokens.push_back({TokenKind::kEnd, "end of file", 0, here()});
            return tokens;
        }
        Result<Token> token = next();
        if (!token.ok()) {
            return token.error();
        }
        tokens.push_back(std::move(token.value()));
    }
}

}  // namespace

bool is_reserved(std::string_view word) {
    return std::find(kReserved.begin(), kReserved.end(), word) != kReserved.end();
}

Result<std::vector<Token>> tokenize(std::string_view bytes, const std::string& name, int file) {
    return Lexer(bytes, name, file).run();
}

}  // namespace mexcert
