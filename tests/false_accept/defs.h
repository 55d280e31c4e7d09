// Random definitions: recursive functions of the shapes that the checker knows, and of others.
#pragma once

#include "random.h"
#include "syntax.h"

namespace attack {

// Each appends an item and returns its place.
std::size_t add_linear(Model& model, Random& random);  // f(n) = f(n - p) + q behind a start
// f(l, n) = f(l, n - l - p) + q behind a start, l in 0..2
std::size_t add_family(Model& model, Random& random);
std::size_t add_sequence(Model& model, Random& random);     // mex of earlier values: increasing
std::size_t add_subtraction(Model& model, Random& random);  // Grundy numbers on one pile
// On two piles; `nim`: without moves on both.
std::size_t add_grundy(Model& model, Random& random, bool nim = false);
std::size_t add_winning(Model& model, Random& random);  // 1 where some move leads to a 0
std::size_t add_sum(Model& model, Random& random, std::size_t of);  // reads another def
std::size_t add_relation(Model& model, Random& random);

std::size_t add_numeration(Model& model, Random& random, int states, int digits);
std::size_t add_base(Model& model, int base);
std::size_t add_fibonacci(Model& model);
std::size_t add_dfao(Model& model, Random& random, std::size_t numeration, int states, int outputs);
std::size_t add_word(Model& model, Random& random, std::size_t images, int letters);

}  // namespace attack
