// Words: representations with letters appended, and their ends (compile.hpp).
#include <fmt/format.h>

#include <algorithm>

#include "automata/compile.hpp"
#include "automata/minimise.hpp"
#include "automata/span_table.hpp"

namespace mexcert {
namespace {

using Digits = std::vector<std::uint32_t>;

// Reads tuples of digits in a state that is a sequence of numbers; `step` makes the next state in
// place, or returns false.
template <class Step, class Accepts>
Automaton explored(unsigned digits, unsigned tracks, const Digits& start, Step step,
                   Accepts accepts) {
    SpanTable table;
    table.insert(start);
    Automaton result;
    result.digits = digits;
    result.tracks = tracks;
    std::uint32_t letters = 1;
    for (unsigned i = 0; i < tracks; ++i) {
        letters *= digits;
    }
    for (std::size_t state = 0; state < table.size(); ++state) {
        const Digits now(table.at(state).begin(), table.at(state).end());
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        result.output.push_back(accepts(now) ? 1 : 0);
        for (std::uint32_t letter = 0; letter < letters; ++letter) {
            Digits next = now;
            if (step(next, letter)) {
                result.edges.push_back({letter, table.insert(next)});
            }
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return minimal_acceptor(result);
}

bool ends(const std::vector<std::int64_t>& word, const std::vector<std::int64_t>& end) {
    return word.size() >= end.size() && std::equal(end.rbegin(), end.rend(), word.rbegin());
}

}  // namespace

FormulaId Compiler::words(const Node& node, const SlotValues& scope, bool positive) {
    const NodeId id = program_.make(node);
    const std::vector<int> free = program_.free_slots(id);
    const bool closed = std::all_of(free.begin(), free.end(),
                                    [&](int slot) { return scope.at(slot).is_constant(); });
    if (closed) {
        return direct(id, scope, positive);
    }
    if (node.op == Op::kWordNe) {
        Node equal = node;
        equal.op = Op::kWordEq;
        return words(equal, scope, !positive);
    }
    const std::optional<Word> a = word(node.a);
    const std::optional<Word> b = word(node.b);
    if (a && b && node.op == Op::kWordEq) {
        return word_equation(*a, *b, scope, positive);
    }
    if (a && b && node.op == Op::kSuffix && !a->number && b->number) {
        // suffix(u, rep(T) ++ w): u within w, or w within u.
        if (a->letters.size() <= b->letters.size()) {
            return formulas_.truth(ends(b->letters, a->letters) == positive);
        }
        if (!ends(a->letters, b->letters)) {
            return formulas_.truth(!positive);
        }
        std::vector<std::int64_t> rest = a->letters;
        rest.resize(rest.size() - b->letters.size());
        return suffix(*b->number, rest, scope, positive);
    }
    fail(node.place, fmt::format("the formula {}", text(id)));
    return formulas_.truth(false);
}

// Without variables: as on a range.
FormulaId Compiler::direct(NodeId id, const SlotValues& scope, bool positive) {
    if (!evaluator_) {
        evaluator_ = std::make_unique<Evaluator>(engine_);
    }
    for (const int slot : program_.free_slots(id)) {
        evaluator_->slot(slot) = scope.at(slot).constant;
    }
    const bool truth = evaluator_->truth(id);
    if (evaluator_->failed()) {
        if (!error_) {
            error_ = evaluator_->error();
        }
        evaluator_->clear_fault();
        return formulas_.truth(false);
    }
    return formulas_.truth(truth == positive);
}

std::optional<Compiler::Word> Compiler::word(NodeId id) {
    const Node& node = program_.node(id);
    if (node.op == Op::kWordLiteral) {
        return Word{std::nullopt, {node.list.begin(), node.list.end()}};
    }
    if (node.op == Op::kRep && node.item == numeration_item_) {
        return Word{node.a, {}};
    }
    if (node.op != Op::kJoin) {
        return std::nullopt;
    }
    std::optional<Word> left = word(node.a);
    const std::optional<Word> right = word(node.b);
    if (!left || !right || right->number) {
        return std::nullopt;
    }
    left->letters.insert(left->letters.end(), right->letters.begin(), right->letters.end());
    return left;
}

FormulaId Compiler::word_equation(const Word& left, const Word& right, const SlotValues& scope,
                                  bool positive) {
    if (!left.number && !right.number) {
        return formulas_.truth((left.letters == right.letters) == positive);
    }
    if (!left.number || (right.number && left.letters.size() > right.letters.size())) {
        return word_equation(right, left, scope, positive);
    }
    // rep(T) ++ u = v or rep(S) ++ v.
    if (!ends(right.letters, left.letters)) {
        return formulas_.truth(!positive);
    }
    std::vector<std::int64_t> rest = right.letters;
    rest.resize(rest.size() - left.letters.size());
    if (!right.number) {
        return is_word(*left.number, rest, scope, positive);
    }
    return on_sums({*right.number, *left.number}, scope, [&](const std::vector<LinearSum>& sums) {
        if (rest.empty()) {
            const FormulaId same = formulas_.equal(sum(sums[0], sums[1], -1));
            return positive ? same : formulas_.negation(same);
        }
        const int relation = appending(rest);
        if (relation < 0) {
            return formulas_.truth(!positive);
        }
        return with_variables(sums, {}, [&](const std::vector<int>& variables) {
            const FormulaId is = formulas_.apply(relation, variables);
            return positive ? is : formulas_.negation(is);
        });
    });
}

FormulaId Compiler::is_word(NodeId number, const std::vector<std::int64_t>& letters,
                            const SlotValues& scope, bool positive) {
    NumerationSystem::Word digits;
    bool allowed = letters.empty() || letters.front() != 0;
    for (const std::int64_t letter : letters) {
        allowed = allowed && letter >= 0 && letter < numeration_.digits();
        digits.push_back(static_cast<std::uint8_t>(letter));
    }
    const std::optional<mpz_class> value =
        allowed ? numeration_.value(digits) : std::optional<mpz_class>{};
    if (!value) {
        return formulas_.truth(!positive);
    }
    if (!value->fits_slong_p()) {
        fail(program_.node(number).place, "number beyond 64 bits");
    }
    return on_sums({number}, scope, [&](const std::vector<LinearSum>& sums) {
        const FormulaId is = formulas_.equal(sum(sums[0], LinearSum::number(value->get_si()), -1));
        return positive ? is : formulas_.negation(is);
    });
}

FormulaId Compiler::suffix(NodeId number, const std::vector<std::int64_t>& letters,
                           const SlotValues& scope, bool positive) {
    const int relation = ending(letters);
    if (relation < 0) {
        return formulas_.truth(!positive);
    }
    return on_sums({number}, scope, [&](const std::vector<LinearSum>& sums) {
        return with_variable(sums[0], [&](int variable) {
            const FormulaId is = formulas_.apply(relation, {variable});
            return positive ? is : formulas_.negation(is);
        });
    });
}

namespace {

bool are_digits(const std::vector<std::int64_t>& letters, unsigned digits) {
    return std::all_of(letters.begin(), letters.end(),
                       [&](std::int64_t letter) { return letter >= 0 && letter < digits; });
}

// The last digits are the letters.
bool holds_letters(const Digits& state, std::size_t from,
                   const std::vector<std::int64_t>& letters) {
    return std::equal(letters.begin(), letters.end(),
                      state.begin() + static_cast<std::ptrdiff_t>(from));
}

}  // namespace

// (s, t): the word of t is the word of s and the letters. The digits of t are those of s, read so
// many places earlier as there are letters. A state: states of the numeration for s and t, whether
// s has begun, the last digits of t.
int Compiler::appending(const std::vector<std::int64_t>& letters) {
    if (!are_digits(letters, numeration_.digits())) {
        return -1;
    }
    const auto [entry, fresh] = word_relations_.try_emplace({0, letters}, -1);
    if (!fresh) {
        return entry->second;
    }
    const unsigned digits = numeration_.digits();
    const auto step = [&](Digits& state, std::uint32_t letter) {
        const std::uint32_t s = letter / digits;
        const std::uint32_t t = letter % digits;
        const int of_s = numeration_.next(static_cast<int>(state[0]), s);
        const int of_t = numeration_.next(static_cast<int>(state[1]), t);
        if (of_s < 0 || of_t < 0 || state[3] != s) {
            return false;
        }
        state[0] = static_cast<std::uint32_t>(of_s);
        state[1] = static_cast<std::uint32_t>(of_t);
        state[2] = state[2] | (s != 0 ? 1U : 0U);
        std::rotate(state.begin() + 3, state.begin() + 4, state.end());
        state.back() = t;
        return true;
    };
    const auto accepts = [&](const Digits& state) {
        return holds_letters(state, 3, letters) && (letters.front() != 0 || state[2] != 0);
    };
    std::string name = "append";
    for (const std::int64_t letter : letters) {
        name += fmt::format("_{}", letter);
    }
    entry->second =
        given(name, explored(digits, 2, Digits(3 + letters.size(), 0), step, accepts), false);
    return entry->second;
}

// The word of n ends in the letters. A state: the state of the numeration, whether a digit other
// than 0 stands before the last digits, the last digits.
int Compiler::ending(const std::vector<std::int64_t>& letters) {
    if (!are_digits(letters, numeration_.digits())) {
        return -1;
    }
    const auto [entry, fresh] = word_relations_.try_emplace({1, letters}, -1);
    if (!fresh) {
        return entry->second;
    }
    const auto step = [&](Digits& state, std::uint32_t digit) {
        const int target = numeration_.next(static_cast<int>(state[0]), digit);
        if (target < 0) {
            return false;
        }
        state[0] = static_cast<std::uint32_t>(target);
        state[1] = state[1] | (state[2] != 0 ? 1U : 0U);
        std::rotate(state.begin() + 2, state.begin() + 3, state.end());
        state.back() = digit;
        return true;
    };
    const auto accepts = [&](const Digits& state) {
        return holds_letters(state, 2, letters) && (letters.front() != 0 || state[1] != 0);
    };
    std::string name = "ends";
    for (const std::int64_t letter : letters) {
        name += fmt::format("_{}", letter);
    }
    entry->second =
        given(name, explored(numeration_.digits(), 1, Digits(2 + letters.size(), 0), step, accepts),
              false);
    return entry->second;
}

}  // namespace mexcert
