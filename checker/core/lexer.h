// Tokens of the statement language (language.md 1). Cost: one pass over the bytes.
#pragma once

#include <string_view>
#include <vector>

#include "failure.h"

namespace mexcheck {

enum class TokenKind : std::uint8_t { number, name, keyword, string, symbol, end };

struct Token {
    TokenKind kind;
    int line;
    int column;
    std::string_view text;
};

// Checks the bytes and the first line, and splits the rest; the last token is `end`.
std::vector<Token> tokenize(const std::string& file, std::string_view text);

}  // namespace mexcheck
