#include "lexer.h"

#include <set>

namespace mexcheck {
namespace {

constexpr std::string_view kFirstLine = "language mex 1\n";
constexpr std::size_t kMaxBytes = std::size_t{8} << 20;

const std::set<std::string_view> kReserved = {
    "language", "use",    "numeration", "def",      "let",  "pred",  "set",
    "word",     "dfao",   "statement",  "measure",  "from", "over",  "forall",
    "exists",   "unique", "automatic",  "in",       "not",  "and",   "or",
    "if",       "then",   "else",       "least",    "with", "count", "card",
    "div",      "mod",    "floor",      "phi",      "rep",  "take",  "iterate",
    "prefix",   "suffix", "limit",      "tends_to", "true", "false", "_"};

constexpr std::string_view kSymbols[] = {"<=>", "!=", "<=", ">=", "=>", "->", "++", "-.", "..",
                                         "(",   ")",  "[",  "]",  "{",  "}",  ",",  ":",  "|",
                                         "=",   "<",  ">",  "+",  "-",  "*",  "^"};

bool digit(char c) { return c >= '0' && c <= '9'; }
bool letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

class Lexer {
  public:
    Lexer(const std::string& file, std::string_view text) : file_(file), text_(text) {}

    std::vector<Token> run() {
        if (text_.size() > kMaxBytes) error("file larger than 8 MiB");
        for (; at_ < text_.size(); step())
            if (text_[at_] != '\n' && (text_[at_] < 0x20 || text_[at_] > 0x7e))
                error("byte out of range");
        if (!text_.empty() && text_.back() != '\n') error("the last line has no line end");
        at_ = start_ = 0;
        line_ = 1;
        if (text_.substr(0, kFirstLine.size()) != kFirstLine)
            error("the first line must be `language mex 1`");
        at_ = start_ = kFirstLine.size();
        line_ = 2;
        std::vector<Token> tokens;
        while (skip_blanks()) {
            const std::size_t begin = at_;
            const int column = static_cast<int>(at_ - start_) + 1;
            const TokenKind kind = token();
            tokens.push_back({kind, line_, column, text_.substr(begin, at_ - begin)});
        }
        tokens.push_back({TokenKind::end, line_, static_cast<int>(at_ - start_) + 1, ""});
        return tokens;
    }

  private:
    [[noreturn]] void error(const std::string& reason) const {
        fail(Kind::bad_input, Place{&file_, line_, static_cast<int>(at_ - start_) + 1}.str(),
             reason);
    }

    char peek(std::size_t ahead = 0) const {
        return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
    }

    void step() {
        if (text_[at_++] == '\n') {
            ++line_;
            start_ = at_;
        }
    }

    bool skip_blanks() {
        while (at_ < text_.size()) {
            if (peek() == '#')
                while (peek() != '\n') ++at_;
            else if (peek() == ' ' || peek() == '\n')
                step();
            else
                return true;
        }
        return false;
    }

    TokenKind token() {
        const std::size_t begin = at_;
        if (digit(peek())) {
            while (digit(peek())) ++at_;
            if (letter(peek())) error("a number is followed by a letter");
            const char* why = "";
            if (!canonical(text_.substr(begin, at_ - begin), false, why)) error(why);
            return TokenKind::number;
        }
        if (letter(peek())) {
            while (letter(peek()) || digit(peek()) || (peek() == '.' && letter(peek(1)))) ++at_;
            return kReserved.count(text_.substr(begin, at_ - begin)) != 0 ? TokenKind::keyword
                                                                          : TokenKind::name;
        }
        if (peek() == '"') {
            ++at_;
            while (letter(peek()) || digit(peek()) || peek() == '-') ++at_;
            if (peek() != '"') error("a string holds letters, digits, `_`, `-` only");
            ++at_;
            return TokenKind::string;
        }
        for (const std::string_view symbol : kSymbols)
            if (text_.substr(at_, symbol.size()) == symbol) {
                at_ += symbol.size();
                return TokenKind::symbol;
            }
        error(std::string("no token begins with `") + peek() + "`");
    }

    const std::string& file_;
    std::string_view text_;
    std::size_t at_ = 0;
    std::size_t start_ = 0;
    int line_ = 1;
};

}  // namespace

std::vector<Token> tokenize(const std::string& file, std::string_view text) {
    return Lexer(file, text).run();
}

}  // namespace mexcheck
