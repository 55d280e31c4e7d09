#include "subtraction/move_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace mexcert::subtraction {

MoveSet squares(std::uint64_t limit) {
    MoveSet moves;
    for (std::uint64_t root = 1; root <= limit / root; ++root) {
        moves.push_back(root * root);
    }
    return moves;
}

MoveSet moser_de_bruijn(std::uint64_t limit) {
    MoveSet moves;
    // With power = 4^k: `moves` holds the numbers of at most k digits.
    for (std::uint64_t power = 1; power <= limit; power *= 4) {
        const std::size_t shorter = moves.size();
        moves.push_back(power);
        for (std::size_t i = 0; i < shorter && moves[i] <= limit - power; ++i) {
            moves.push_back(power + moves[i]);
        }
        if (power > limit / 4) {
            break;
        }
    }
    return moves;
}

Result<MoveSet> parse_moves(const std::string& text, std::uint64_t greatest) {
    if (text.empty()) {
        return invalid("S", "the subtraction set is empty: it needs a move");
    }
    MoveSet moves;
    for (std::size_t from = 0; from <= text.size();) {
        const std::size_t comma = std::min(text.find(',', from), text.size());
        const std::string word = text.substr(from, comma - from);
        std::uint64_t move = 0;
        const auto read = std::from_chars(word.data(), word.data() + word.size(), move);
        if (read.ec != std::errc() || std::to_string(move) != word || move > greatest) {
            return invalid("S", fmt::format("`{}` is no natural up to {}", word, greatest));
        }
        if (move == 0) {
            return invalid("S", "0 is in the subtraction set: a move removes something");
        }
        moves.push_back(move);
        from = comma + 1;
    }
    std::sort(moves.begin(), moves.end());
    const auto twice = std::adjacent_find(moves.begin(), moves.end());
    if (twice != moves.end()) {
        return invalid("S", fmt::format("{} stands twice in the subtraction set", *twice));
    }
    return moves;
}

std::size_t moves_up_to(const MoveSet& moves, std::uint64_t limit) {
    return static_cast<std::size_t>(std::upper_bound(moves.begin(), moves.end(), limit) -
                                    moves.begin());
}

}  // namespace mexcert::subtraction
