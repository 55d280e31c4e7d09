#include "language/source_text.hpp"

#include <algorithm>
#include <sstream>
#include <vector>

#include "language/lexer.hpp"

namespace mexcert {
namespace {

bool is_open(const std::string& token) { return token == "(" || token == "[" || token == "{"; }
bool is_close(const std::string& token) { return token == ")" || token == "]" || token == "}"; }
int step(const std::string& token) { return is_open(token) ? 1 : is_close(token) ? -1 : 0; }

bool is_name(const std::string& token) {
    const char first = token.front();
    const bool letter =
        (first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z') || first == '_';
    return letter && !is_reserved(token);
}

// Does a blank stand between the two?
bool is_apart(const std::string& before, const std::string& after) {
    if (is_open(before) || is_close(after) || after == "," || after == ":" || before == ".." ||
        after == "..") {
        return false;
    }
    const bool calls = is_name(before) || before == "floor" || before == "rep" ||
                       before == "take" || before == "iterate" || before == "prefix" ||
                       before == "suffix" || before == "limit" || before == "card" ||
                       before == "tends_to";
    return !(calls && after == "(");
}

}  // namespace

std::vector<std::string> tokens_of(const Item& item) {
    std::istringstream input(item.text);
    std::vector<std::string> tokens;
    for (std::string token; input >> token;) {
        tokens.push_back(std::move(token));
    }
    return tokens;
}

std::string source_text(const Item& item, const Expr& expr) {
    const std::vector<std::string> tokens = tokens_of(item);
    std::size_t first = expr.first;
    std::size_t last = std::min(expr.last, tokens.size());
    int depth = 0;
    int least = 0;
    for (std::size_t i = first; i < last; ++i) {
        depth += step(tokens[i]);
        least = std::min(least, depth);
    }
    for (; least < 0 && first > 0; --first) {
        least += step(tokens[first - 1]);
        depth += step(tokens[first - 1]);
    }
    for (; depth > 0 && last < tokens.size(); ++last) {
        depth += step(tokens[last]);
    }
    std::string text;
    for (std::size_t i = first; i < last; ++i) {
        text.append(i > first && is_apart(tokens[i - 1], tokens[i]) ? " " : "").append(tokens[i]);
    }
    return text;
}

}  // namespace mexcert
