#include "numeration.h"

#include <algorithm>

namespace mexcheck::automata {

Automaton Numeration::explored(std::size_t tracks, const Tuple& start,
                               const std::function<bool(Tuple&, const Tuple&)>& step,
                               const std::function<Int(std::span<const State>)>& output) const {
    Automaton a;
    a.tracks = tracks;
    Interner tuples;
    tuples.put(start);
    for (State s = 0; s < tuples.size(); ++s) {
        const Tuple here(tuples.at(s).begin(), tuples.at(s).end());
        for (Tuple letter(tracks);;) {
            Tuple to = here;
            meter_.tick(1);
            if (step(to, letter)) {
                Letter packed = 0;
                for (const State digit : letter) packed = packed << 4 | digit;
                a.edges.push_back({packed, tuples.put(to).first});
            }
            std::size_t i = tracks;
            while (i > 0 && ++letter[i - 1] == digits()) letter[--i] = 0;
            if (i == 0) break;
        }
        a.close_state(output(tuples.at(s)));
    }
    return a;
}

Automaton Numeration::words() const {
    return minimal(explored(
                       1, {0}, [&](Tuple& t, const Tuple& d) { return advance(t[0], d[0]); },
                       [](auto) { return 1; }),
                   meter_);
}

Automaton Numeration::compare(int low, int high) const {
    // The order so far (as 0, 1, 2 for equal, less, greater), and the states of both words.
    const auto step = [&](Tuple& t, const Tuple& d) {
        if (t[0] == 0 && d[0] != d[1]) t[0] = d[0] < d[1] ? 1 : 2;
        return advance(t[1], d[0]) && advance(t[2], d[1]);
    };
    const auto inside = [&](std::span<const State> t) {
        const int order = t[0] == 2 ? 1 : t[0] == 1 ? -1 : 0;
        return low <= order && order <= high ? 1 : 0;
    };
    return minimal(explored(2, {0, 0, 0}, step, inside), meter_);
}

Automaton Numeration::constant(const Word& word) const {
    const auto step = [&](Tuple& t, const Tuple& d) {
        if (t[0] == 0 && d[0] == 0) return true;  // a representation does not begin with 0
        return t[0] < word.size() && word[t[0]++] == static_cast<Int>(d[0]);
    };
    return minimal(explored(1, {0}, step, [&](auto t) { return t[0] == word.size() ? 1 : 0; }),
                   meter_);
}

Automaton Numeration::append(std::size_t digit) const {
    // The last digit of y, which x must read next; the states of both; whether x is not 0.
    const auto step = [&](Tuple& t, const Tuple& d) {
        if (d[0] != t[0]) return false;
        t[0] = d[1];
        if (d[0] != 0) t[3] = 1;
        return advance(t[1], d[0]) && advance(t[2], d[1]);
    };
    const auto output = [&](std::span<const State> t) {
        return t[0] == digit && (t[3] == 1 || digit != 0) ? 1 : 0;
    };
    return minimal(explored(2, {0, 0, 0, 0}, step, output), meter_);
}

Automaton Numeration::outputs(const Item& dfao) const {
    const auto row = [&](State s) -> const Word& { return dfao.rows[s]; };
    // The state, that of the word, and whether the representation has begun.
    const auto step = [&](Tuple& t, const Tuple& d) {
        if (d[0] != 0) t[2] = 1;
        if (t[2] == 1) t[0] = static_cast<State>(row(t[0])[d[0]]);
        return advance(t[1], d[0]);
    };
    return explored(1, {0, 0, 0}, step, [&](auto t) { return row(t[0]).back(); });
}

std::string Numeration::number(const std::vector<std::uint8_t>& word) const {
    // words[s]: how many words of the remaining length go on from state s.
    std::vector<std::vector<Int>> words = {std::vector<Int>(item_.rows.size(), 1)};
    bool overflow = false;
    while (words.size() < word.size()) {
        std::vector<Int> more(item_.rows.size());
        for (std::size_t s = 0; s < more.size(); ++s)
            for (const Int target : item_.rows[s])
                if (target >= 0)
                    overflow |= __builtin_add_overflow(
                        more[s], words.back()[static_cast<std::size_t>(target)], &more[s]);
        words.push_back(std::move(more));
    }
    Int sum = 0;
    State state = 0;
    std::string digits_text;
    for (std::size_t i = 0; i < word.size(); ++i) {
        for (std::size_t d = 0; d < word[i]; ++d)
            if (const State skipped = next(state, d); skipped != kNone)
                overflow |= __builtin_add_overflow(sum, words[word.size() - 1 - i][skipped], &sum);
        state = next(state, word[i]);
        digits_text += static_cast<char>('0' + word[i]);
    }
    return overflow ? "[" + digits_text + "]" : std::to_string(sum);
}

std::pair<State, std::string> Numeration::invalid(const Automaton& a, bool outputs) const {
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
                if (!advance(place[track], e.letter >> 4 * (a.tracks - track) & 15))
                    return {here[0], "a track spells no word of the numeration"};
            places.put(place);
        }
        for (std::size_t d = 0; outputs && d < digits(); ++d)
            if (next(here[1], d) != kNone && a.next(here[0], d) == kNone)
                return {here[0], "a word of the numeration has no output"};
    }
    return {0, ""};
}

std::pair<State, std::string> Numeration::flaw(const Automaton& a, bool outputs) const {
    if (auto wrong = invalid(a, outputs); !wrong.second.empty()) return wrong;
    if (a.next(0, 0) != 0) return {0, "state 0 must go to itself on zeros"};
    const std::vector<State> number = breadth_first(a);
    const std::vector<bool> keep = useful(a);
    for (State s = 0; s < a.size(); ++s) {
        if (number[s] == kNone) return {s, "the state is not reached"};
        if (!outputs && s > 0 && !keep[s]) return {s, "no accepting state is reached from here"};
    }
    for (State s = 0; s < a.size(); ++s)
        if (number[s] != s) return {s, "not the breadth-first numbering"};
    const std::vector<State> classes = classes_of(a, 1, meter_);
    std::vector<State> seen(a.size(), kNone);
    for (State s = 0; s < a.size(); ++s) {
        State& before = seen[classes[s]];
        if (before != kNone) return {s, cat("not minimal: the same as state ", before)};
        before = s;
    }
    return {0, ""};
}

}  // namespace mexcheck::automata
