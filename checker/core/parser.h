// Parser and resolver of the statement language (language.md 2 and 3), in one pass: every name is
// defined before it is used, so each expression gets its meaning and its sort while it is read.
//
// Invariants after a file is read: arguments match shapes, sorts match operations, no name is bound
// twice in a scope, trees (called items included) are at most `kMaxHeight` high.
#pragma once

#include "spec.h"

namespace mexcheck {

enum class TokenKind : std::uint8_t { number, name, keyword, string, symbol, end };

struct Token {
    TokenKind kind;
    Place place;
    std::string_view text;
};

// Checks the bytes and the first line, and splits the rest; the last token is `end`.
std::vector<Token> tokenize(const std::string& file, std::string_view text);

void parse_file(Spec& spec, const std::string& file, std::string_view text);

}  // namespace mexcheck
