#include "records.h"

#include <algorithm>

namespace mexcheck::automata {

std::string Record::name() const {
    static const char* const kinds[] = {"adder",   "graph floor", "graph",    "level",
                                        "letters", "starts",      "automatic"};
    std::string text = kinds[kind];
    if (kind == level || kind == automatic) text += cat(" ", number);
    if (item) text += " " + item->name;
    for (const Int x : fixed) text += x < 0 ? " *" : cat(" ", x);
    return text;
}

bool follows(const Record& before, const Record& after) {
    const auto key = [](const Record& r) {
        const int part = r.kind == Record::adder       ? 0
                         : r.kind == Record::floor     ? 1
                         : r.kind == Record::automatic ? 3
                                                       : 2;
        return std::tuple(part, r.item ? r.item->order : 0, r.fixed, r.kind, r.number);
    };
    return key(before) < key(after);
}

const char* read_state(std::string_view text, std::size_t digits, bool outputs, Automaton& a) {
    const auto take = [&](char end) {
        const std::string_view part = text.substr(0, text.find(end));
        text.remove_prefix(std::min(text.size(), part.size() + 1));
        return part;
    };
    const bool blank_at_end = text.ends_with(' ');
    const std::string_view head = take(' ');
    Int out = head == "+" ? 1 : 0;
    if (outputs) {
        if (const char* why = read_number(head, false, out)) return why;
    } else if (head != "+" && head != "-") {
        return "a state begins with + or -";
    }
    if (blank_at_end) return "blank out of place";
    const std::size_t begin = a.edges.size();
    while (!text.empty()) {
        std::string_view edge = take(' ');
        const std::size_t colon = edge.find(':');
        if (colon != a.tracks) return "a letter has one digit for each track, then `:`";
        Letter letter = 0;
        for (const char c : edge.substr(0, colon)) {
            if (c < '0' || static_cast<std::size_t>(c - '0') >= digits) return "no such digit";
            letter = letter << 4 | static_cast<Letter>(c - '0');
        }
        Int target = 0;
        if (const char* why = read_number(edge.substr(colon + 1), false, target)) return why;
        if (target >= Int{kNone}) return "no such state";
        if (a.edges.size() > begin && a.edges.back().letter >= letter)
            return "letters are not ascending";
        a.edges.push_back({letter, static_cast<State>(target)});
    }
    a.close_state(out);
    return nullptr;
}

}  // namespace mexcheck::automata
