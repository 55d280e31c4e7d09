// A numeration as automata: its words, radix order, constants, appended digits (language.md 6).
//
// Everything is built from the rows of the `numeration` item alone; each automaton is valid on
// every track and closed under leading zeros. Radix order of words of one length is the order of
// their first different digits (trust.md, `radix`).
#pragma once

#include <functional>

#include "automaton.h"

namespace mexcheck::automata {

class Numeration {
  public:
    Numeration(const Item& item, Meter& meter) : item_(item), meter_(meter) {}

    const Item& item() const { return item_; }
    std::size_t digits() const { return item_.rows[0].size(); }

    Automaton words() const {
        return minimal(explored(
                           1, {0}, [&](Tuple& t, const Tuple& d) { return go(t[0], d[0]); },
                           [](auto) { return 1; }),
                       meter_);
    }

    // x, y whose order (-1: x < y, 0, 1) lies in low..high.
    Automaton compare(int low, int high) const {
        const auto step = [&](Tuple& t, const Tuple& d) {
            if (t[0] == 0 && d[0] != d[1]) t[0] = d[0] < d[1] ? 1 : 2;
            return go(t[1], d[0]) && go(t[2], d[1]);
        };
        const auto inside = [&](std::span<const State> t) {
            const int order = t[0] == 1 ? -1 : t[0] == 2 ? 1 : 0;
            return low <= order && order <= high ? 1 : 0;
        };
        return minimal(explored(2, {0, 0, 0}, step, inside), meter_);
    }

    // Only this representation.
    Automaton constant(const Word& word) const {
        const auto step = [&](Tuple& t, const Tuple& d) {
            if (t[0] == 0 && d[0] == 0) return true;  // a leading zero
            return t[0] < word.size() && word[t[0]++] == static_cast<Int>(d[0]);
        };
        const auto whole = [&](std::span<const State> t) { return t[0] == word.size() ? 1 : 0; };
        return minimal(explored(1, {0}, step, whole), meter_);
    }

    // x, y with rep(y) = rep(x) ++ [digit].
    Automaton append(Int digit) const {
        // The last digit of y, which x must read next; the states of both; whether x is not 0.
        const auto step = [&](Tuple& t, const Tuple& d) {
            if (d[0] != t[0]) return false;
            t[0] = d[1];
            if (d[0] != 0) t[3] = 1;
            return go(t[1], d[0]) && go(t[2], d[1]);
        };
        const auto output = [&](std::span<const State> t) {
            return t[0] == digit && (t[3] == 1 || digit != 0) ? 1 : 0;
        };
        return minimal(explored(2, {0, 0, 0, 0}, step, output), meter_);
    }

    // The output automaton of a dfao, which starts to read behind the leading zeros.
    Automaton outputs(const Item& dfao) const {
        const auto step = [&](Tuple& t, const Tuple& d) {
            if (d[0] != 0) t[2] = 1;
            if (t[2] == 1) t[0] = static_cast<State>(dfao.rows[t[0]][d[0]]);
            return go(t[1], d[0]);
        };
        return explored(1, {0, 0, 0}, step, [&](auto t) { return dfao.rows[t[0]].back(); });
    }

    // The number of a word (leading zeros allowed) as text; its digits where 64 bits do not
    // suffice.
    std::string number(const std::vector<std::uint8_t>& word) const {
        std::vector<Int> words(item_.rows.size(), 1);  // that go on from each state, as many digits
        std::vector<State> path = {0};
        std::string text;
        for (const std::uint8_t digit : word) {
            path.push_back(path.back());
            go(path.back(), digit);
            text += static_cast<char>('0' + digit);
        }
        Int sum = 0;
        bool overflow = false;
        for (std::size_t i = word.size(); i-- > 0;) {
            std::vector<Int> longer(words.size());
            for (State s = 0; s < words.size(); ++s)
                for (std::size_t d = 0; d < digits(); ++d) {
                    State to = s;
                    if (!go(to, d)) continue;
                    overflow |= __builtin_add_overflow(longer[s], words[to], &longer[s]);
                    if (s == path[i] && d < word[i])
                        overflow |= __builtin_add_overflow(sum, words[to], &sum);
                }
            words = std::move(longer);
        }
        return overflow ? "[" + text + "]" : std::to_string(sum);
    }

    // What is wrong with an automaton of a certificate (automata.md 1): a state and the reason.
    std::optional<std::pair<State, std::string>> flaw(const Automaton& a, bool outputs) const {
        using Flaw = std::pair<State, std::string>;
        if (auto wrong = invalid(a, outputs)) return wrong;
        if (a.next(0, 0) != 0) return Flaw{0, "state 0 must go to itself on zeros"};
        const std::vector<State> number = breadth_first(a);
        const std::vector<State> keep = useful(a);
        for (State s = 0; s < a.size(); ++s)
            if (number[s] == kNone) return Flaw{s, "the state is not reached"};
        for (State s = 0; s < a.size() && !outputs; ++s)
            if (keep[s] == kNone) return Flaw{s, "no accepting state is reached from here"};
        for (State s = 0; s < a.size(); ++s)
            if (number[s] != s) return Flaw{s, "not the breadth-first numbering"};
        std::map<State, State> seen;
        const std::vector<State> classes = classes_of(a, 1, meter_);
        for (State s = 0; s < a.size(); ++s)
            if (const auto [same, fresh] = seen.try_emplace(classes[s], s); !fresh)
                return Flaw{s, cat("not minimal: the same as state ", same->second)};
        return std::nullopt;
    }

  private:
    using Tuple = std::vector<State>;

    // Reads a digit, if it is allowed.
    bool go(State& state, std::size_t digit) const {
        state = static_cast<State>(item_.rows[state][digit]);  // `_`, -1, becomes kNone
        return state != kNone;
    }

    // All that is reached from `start`: `step` changes a tuple and says whether it may go on.
    template <class Step, class Output>
    Automaton explored(std::size_t tracks, const Tuple& start, Step step, Output output) const {
        Automaton a;
        a.tracks = tracks;
        Interner tuples;
        tuples.put(start);
        for (State s = 0; s < tuples.size(); ++s) {
            const Tuple here(tuples.at(s).begin(), tuples.at(s).end());
            Tuple letter(tracks);
            for (std::size_t i = 1; i > 0;) {
                Tuple to = here;
                meter_.tick(1);
                Letter packed = 0;
                for (const State digit : letter) packed = packed << 4 | digit;
                if (step(to, letter)) a.edges.push_back({packed, tuples.put(to).first});
                for (i = tracks; i > 0 && ++letter[i - 1] == digits(); --i) letter[i - 1] = 0;
            }
            a.close_state(output(tuples.at(s)));
        }
        return a;
    }

    std::optional<std::pair<State, std::string>> invalid(const Automaton& a, bool outputs) const {
        Interner places;  // a state, and the states of the words on each track
        Tuple place(1 + a.tracks);
        places.put(place);
        for (State i = 0; i < places.size(); ++i) {
            const Tuple here(places.at(i).begin(), places.at(i).end());
            for (const Edge& e : a.from(here[0])) {
                meter_.tick(1);
                place = here;
                place[0] = e.target;
                for (std::size_t track = 1; track <= a.tracks; ++track)
                    if (!go(place[track], e.letter >> 4 * (a.tracks - track) & 15))
                        return std::pair(here[0], "a track spells no word of the numeration");
                places.put(place);
            }
            for (std::size_t d = 0; outputs && d < digits(); ++d) {
                State word = here[1];
                if (go(word, d) && a.next(here[0], d) == kNone)
                    return std::pair(here[0], "a word of the numeration has no output");
            }
        }
        return std::nullopt;
    }

    const Item& item_;
    Meter& meter_;
};

}  // namespace mexcheck::automata
