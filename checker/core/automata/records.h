// The records of a certificate for all naturals (automata.md 1 and 2).
//
// After reading (certificate.h) every automaton has the shape that the page demands: valid, closed,
// trim, canonical, minimal; the records are in their order and no two are alike. Nothing else is
// known of them.
#pragma once

#include <deque>

#include "numeration.h"

namespace mexcheck::automata {

struct Record {
    enum Kind : std::uint8_t { adder, floor, graph, level, letters, starts, automatic };

    Kind kind = adder;
    const Item* item = nullptr;  // the def or the word
    Word fixed = {};             // of a def: an argument for each parameter, -1 for `*`
    Int number = 0;              // of a level or a claim
    int line = 0;
    bool used = false;
    Automaton automaton = {};

    bool outputs() const { return kind == letters || kind == automatic; }
    auto key() const { return std::tie(kind, item, fixed, number); }

    // `graph F 3 *`, as in the certificate.
    std::string name() const {
        static const char* const kinds[] = {"adder",   "graph floor", "graph",    "level",
                                            "letters", "starts",      "automatic"};
        std::string text = kinds[kind];
        if (kind == level || kind == automatic) text += cat(" ", number);
        if (item) text += " " + item->name;
        for (const Int x : fixed) text += x < 0 ? " *" : cat(" ", x);
        return text;
    }

    // Whether it may follow the other.
    bool follows(const Record& before) const {
        const auto rank = [](const Record& r) {
            const int part = r.kind < graph ? r.kind : r.kind == automatic ? 3 : 2;
            return std::tuple(part, r.item ? r.item->order : 0, r.fixed, r.kind, r.number);
        };
        return rank(before) < rank(*this);
    }
};

struct Records {
    const Item* numeration = nullptr;  // none: the certificate holds tables
    std::deque<Record> list = {};
    Int work = 0;  // of the checks of shape

    const Record* find(const Record& wanted) {
        for (Record& r : list) {
            if (r.key() != wanted.key()) continue;
            r.used = true;
            return &r;
        }
        return nullptr;
    }
};

// One line of states, `OUT LETTER:TARGET ..`. Returns what is wrong, or null; targets are not
// compared with the number of states.
inline const char* read_state(std::string_view text, std::size_t digits, bool outputs,
                              Automaton& a) {
    const auto take = [&] {  // up to the next blank; the last part is followed by none
        const std::string_view part = text.substr(0, text.find(' '));
        text = part.size() < text.size() ? text.substr(part.size() + 1) : "end";
        return part;
    };
    const std::string_view head = take();
    Int out = head == "+" ? 1 : 0;
    const char* why = outputs ? read_number(head, false, out) : nullptr;
    if (!outputs && head != "+" && head != "-") why = "a state begins with + or -";
    for (const std::size_t begin = a.edges.size(); text != "end" && !why;) {
        const std::string_view edge = take();
        if (edge.find(':') != a.tracks) return "a letter has one digit for each track, then `:`";
        Letter letter = 0;
        for (const char c : edge.substr(0, a.tracks)) {
            if (static_cast<std::size_t>(c - '0') >= digits) return "no such digit";
            letter = letter << 4 | static_cast<Letter>(c - '0');
        }
        Int target = 0;
        why = read_number(edge.substr(a.tracks + 1), false, target);
        if (!why && target >= Int{kNone}) return "no such state";
        if (a.edges.size() > begin && a.edges.back().letter >= letter)
            return "letters are not ascending";
        a.edges.push_back({letter, static_cast<State>(target)});
    }
    if (!why) a.close_state(out);
    return why;
}

}  // namespace mexcheck::automata
