// Automata of certificates (automata.md 1), built by exploring states: the search's own.
#pragma once

#include <functional>
#include <map>
#include <string>

#include "syntax.h"

namespace attack {

struct Automaton {
    std::size_t digits = 2;
    std::size_t tracks = 1;
    bool outputs = false;
    std::vector<std::vector<int>> next;  // for each state and letter a target or -1
    std::vector<Int> out;

    std::size_t letters() const;
    // The digit of a track in a letter; letters count up with the last track fastest.
    int digit(std::size_t letter, std::size_t track) const;
};

// A state under construction, beside the states of the numeration on each track.
using Tuple = std::vector<Int>;
using Step = std::function<bool(Tuple&, const std::vector<int>& digits)>;

// All that is reached from `start`, kept to words of the numeration, minimal and canonical.
Automaton explored(const std::vector<Word>& numeration, std::size_t tracks, bool outputs,
                   const Tuple& start, const Step& step,
                   const std::function<Int(const Tuple&)>& out);

// Trim, minimal and canonical.
Automaton minimised(const Automaton& a);

// The same automaton, but with this output at one word (given as letters from the most significant
// one on, the first not zero).
Automaton with_point(const Automaton& a, const std::vector<int>& word, Int out);

std::string text(const Automaton& a);

// sum of c_i * x_i, read digit by digit over base k or Fibonacci: what `linear` keeps of it.
bool is_fibonacci(const std::vector<Word>& numeration);
// Tuples with sum of c_i * x_i = target(residues of the x_i by `modulus`).
Automaton linear(const std::vector<Word>& numeration, const std::vector<Int>& factors, Int modulus,
                 const std::function<Int(const Tuple& residues)>& target, Int greatest);
// The residue of n by `modulus` mapped to an output or, with `member`, to acceptance.
Automaton by_residue(const std::vector<Word>& numeration, const Word& outputs, bool accepting);

}  // namespace attack
