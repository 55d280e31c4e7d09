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
    State next(State state, std::size_t digit) const {  // kNone: not allowed
        return static_cast<State>(item_.rows[state][digit]);
    }

    Automaton words() const;                     // all words
    Automaton compare(int low, int high) const;  // x, y whose order (-1, 0, 1) lies in low..high
    Automaton constant(const Word& word) const;  // only this word
    Automaton append(std::size_t digit) const;   // x, y with rep(y) = rep(x) ++ [digit]
    // Output automaton of a dfao: the output after reading the representation.
    Automaton outputs(const Item& dfao) const;

    // The number of the word (leading zeros allowed) in radix order, as text; the digits themselves
    // if it does not fit into 64 bits.
    std::string number(const std::vector<std::uint8_t>& word) const;

    // What is wrong with an automaton of a certificate (automata.md 1): (state, reason); the reason
    // is empty if nothing is.
    std::pair<State, std::string> flaw(const Automaton& a, bool outputs) const;

  private:
    using Tuple = std::vector<State>;
    // All that is reached from `start`: `step` changes the tuple and says whether it may go on.
    Automaton explored(std::size_t tracks, const Tuple& start,
                       const std::function<bool(Tuple&, const Tuple& digits)>& step,
                       const std::function<Int(std::span<const State>)>& output) const;
    bool advance(State& state, std::size_t digit) const {
        state = next(state, digit);
        return state != kNone;
    }
    std::pair<State, std::string> invalid(const Automaton& a, bool outputs) const;

    const Item& item_;
    Meter& meter_;
};

}  // namespace mexcheck::automata
