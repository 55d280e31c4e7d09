// Tokens of statement files (spec/language.md, section 1).
// Invariant: a token list ends with one token of kind kEnd; places count lines and columns from 1.
// Cost: one pass over the bytes.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace mexcert {

// A place in a statement file; `file` indexes the list of files that were read.
struct Place {
    int file = -1;
    int line = 0;
    int column = 0;
};

enum class TokenKind { kNumber, kName, kString, kSymbol, kEnd };

struct Token {
    TokenKind kind = TokenKind::kEnd;
    std::string text;         // the bytes of the token, for strings without the quotes
    std::int64_t number = 0;  // the value of a number
    Place place;
};

// Splits the bytes of one file into tokens. `name` is the file's name in error places.
// The first line must be `language mex 1`; it gives no token.
[[nodiscard]] Result<std::vector<Token>> tokenize(std::string_view bytes, const std::string& name,
                                                  int file);

// Is the word reserved (spec/language.md, section 1)?
[[nodiscard]] bool is_reserved(std::string_view word);

}  // namespace mexcert
