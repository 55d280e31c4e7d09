// The tuples of words at which a formula over automata holds, explored state by state.
//
// A state of the product holds one state of each leaf, or that the leaf rejects whatever follows
// (dead). Leaves that must accept are joined first, so that only letters are tried that they allow;
// a product state is dropped as soon as the formula is false whatever follows.
// Invariants: every variable is spelt as a word of the numeration; variables have numbers
// 0 .. variables - 1, at most 16. Cost: for each product state, the letters allowed by the leaves
// that must accept, times the leaves.
#pragma once

#include <optional>
#include <vector>

#include "automata/automaton.hpp"
#include "automata/numeration.hpp"
#include "base/result.hpp"

namespace mexcert {

// An acceptor, and for each of its tracks the variable that it reads. `full`: states from which it
// accepts whatever follows, by state; may be empty.
struct ProductLeaf {
    const Automaton* automaton = nullptr;
    std::vector<unsigned> variables;
    const std::vector<bool>* full = nullptr;
};

struct Condition {
    enum class Kind { kTrue, kLeaf, kNot, kAnd, kOr };
    Kind kind = Kind::kTrue;
    std::size_t leaf = 0;
    std::vector<std::size_t> kids;  // indices of earlier conditions
};

struct ProductProblem {
    unsigned variables = 0;
    std::vector<ProductLeaf> leaves;
    std::vector<Condition> conditions;  // the last one is the formula
};

constexpr unsigned kMostVariables = 16;

// The product with some variables hidden: letters of `kept`, several edges for one letter, each of
// them for another tuple of digits of the hidden variables.
struct Nfa {
    std::vector<std::uint32_t> first;
    std::vector<Automaton::Edge> edges;
    std::vector<std::uint8_t> accepting;

    [[nodiscard]] std::size_t states() const { return accepting.size(); }
    [[nodiscard]] std::span<const Automaton::Edge> edges_of(std::size_t state) const {
        return {edges.data() + first[state], edges.data() + first[state + 1]};
    }
};

class Product {
  public:
    // `most_states`: more states are declined.
    Product(const NumerationSystem& numeration, const Automaton& words, ProductProblem problem,
            std::size_t most_states);

    // The whole product; `kept` are the variables that remain, in the order of tracks.
    [[nodiscard]] Result<Nfa> explore(const std::vector<unsigned>& kept);

    // The shortest tuple of words, and of these the first in the order of letters (the first
    // variable first); one word a variable. Nothing if there is none.
    using Words = std::vector<std::vector<std::uint8_t>>;
    [[nodiscard]] Result<std::optional<Words>> search();

    // Product states met by the last call.
    [[nodiscard]] std::size_t states() const { return met_; }

  private:
    using State = std::uint32_t;
    struct Joined {  // a leaf made ready
        const Automaton* automaton = nullptr;
        std::vector<unsigned> shifts;       // of the variables in a packed letter
        std::vector<std::uint64_t> packed;  // by letter; kNoLetter if a variable has two digits
        std::uint64_t mask = 0;
        std::vector<State> dense;  // targets by state and letter
        std::uint32_t letters = 1;
        const std::vector<bool>* full = nullptr;
    };
    struct Move {
        std::uint64_t letter;  // four bits for each variable, the first variable highest
        State target;
    };

    void prepare(const Automaton& words);
    void make_ready(const ProductLeaf& leaf);
    void order_required();
    void join(std::size_t next, std::uint64_t letter, std::uint64_t assigned);
    void follow(std::uint64_t letter);
    [[nodiscard]] State step(const Joined& leaf, State state, std::uint64_t letter) const;
    [[nodiscard]] int value(std::size_t condition) const;
    [[nodiscard]] bool accepts(std::size_t condition, std::span<const State> states) const;
    void expand(std::size_t state);
    [[nodiscard]] std::uint32_t kept_letter(std::uint64_t letter,
                                            const std::vector<unsigned>& kept) const;

    const NumerationSystem& numeration_;
    ProductProblem problem_;
    std::size_t most_states_;
    std::size_t met_ = 0;
    std::vector<Joined> leaves_;
    std::vector<std::size_t> required_;  // leaves that must accept, in the order of joining
    std::vector<std::size_t> others_;
    // While a state is expanded.
    std::vector<State> from_;
    std::vector<State> to_;
    std::vector<std::vector<State>> tuples_;
    std::vector<Move> moves_;
    class SpanTable* table_ = nullptr;
};

// The states of an acceptor from which it accepts every tuple of words that can follow.
[[nodiscard]] std::vector<bool> full_states(const NumerationSystem& numeration,
                                            const Automaton& acceptor);

// The acceptor of all words of the numeration.
[[nodiscard]] Automaton all_words(const NumerationSystem& numeration);

}  // namespace mexcert
