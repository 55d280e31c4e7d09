#include "automata/product.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <map>

#include "automata/span_table.hpp"

namespace mexcert {
namespace {

constexpr std::uint32_t kDead = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t kNoLetter = std::numeric_limits<std::uint64_t>::max();

// Truth values of a condition whatever words follow.
constexpr int kFalse = 0;
constexpr int kOpen = 1;
constexpr int kTrue = 2;

}  // namespace

Product::Product(const NumerationSystem& numeration, const Automaton& words, ProductProblem problem,
                 std::size_t most_states)
    : numeration_(numeration), problem_(std::move(problem)), most_states_(most_states) {
    prepare(words);
}

// Leaves that must accept are those of the conjunction at the top; each variable that none of them
// reads must be a word.
void Product::prepare(const Automaton& words) {
    const std::size_t given = problem_.leaves.size();
    std::vector<bool> must(given, false);
    const Condition& top = problem_.conditions.back();
    const auto require = [&](const Condition& condition) {
        if (condition.kind == Condition::Kind::kLeaf) {
            must[condition.leaf] = true;
        }
    };
    require(top);
    if (top.kind == Condition::Kind::kAnd) {
        for (const std::size_t kid : top.kids) {
            require(problem_.conditions[kid]);
        }
    }
    std::vector<bool> read(problem_.variables, false);
    for (std::size_t i = 0; i < given; ++i) {
        if (must[i]) {
            for (const unsigned variable : problem_.leaves[i].variables) {
                read[variable] = true;
            }
        }
    }
    for (unsigned variable = 0; variable < problem_.variables; ++variable) {
        if (!read[variable]) {
            problem_.leaves.push_back({&words, {variable}, nullptr});
            must.push_back(true);
        }
    }
    for (std::size_t i = 0; i < problem_.leaves.size(); ++i) {
        make_ready(problem_.leaves[i]);
        (must[i] ? required_ : others_).push_back(i);
    }
    order_required();
}

void Product::make_ready(const ProductLeaf& leaf) {
    Joined joined;
    joined.automaton = leaf.automaton;
    joined.full = leaf.full;
    for (const unsigned variable : leaf.variables) {
        joined.shifts.push_back(4 * (problem_.variables - 1 - variable));
        joined.mask |= std::uint64_t{15} << joined.shifts.back();
        joined.letters *= leaf.automaton->digits;
    }
    for (std::uint32_t letter = 0; letter < joined.letters; ++letter) {
        std::uint64_t packed = 0;
        std::uint64_t seen = 0;
        std::uint32_t rest = letter;
        for (std::size_t i = joined.shifts.size(); i-- > 0;) {
            const std::uint64_t digit = std::uint64_t{rest % leaf.automaton->digits}
                                        << joined.shifts[i];
            rest /= leaf.automaton->digits;
            const std::uint64_t field = std::uint64_t{15} << joined.shifts[i];
            if (packed != kNoLetter) {
                packed =
                    (seen & field) != 0 && (packed & field) != digit ? kNoLetter : packed | digit;
            }
            seen |= field;
        }
        joined.packed.push_back(packed);
    }
    joined.dense.assign(leaf.automaton->states() * joined.letters, kDead);
    for (State state = 0; state < leaf.automaton->states(); ++state) {
        for (const Automaton::Edge& edge : leaf.automaton->edges_of(state)) {
            joined.dense[std::size_t{state} * joined.letters + edge.letter] = edge.target;
        }
    }
    leaves_.push_back(std::move(joined));
}

// Greedily: the leaf with the fewest variables not read yet, of those the one with most tracks.
void Product::order_required() {
    std::uint64_t read = 0;
    for (std::size_t i = 0; i < required_.size(); ++i) {
        const auto cost = [&](std::size_t leaf) {
            const std::uint64_t mask = leaves_[leaf].mask;
            const int fresh = std::popcount(mask & ~read);
            const bool apart = i > 0 && (mask & read) == 0;
            return std::make_tuple(apart, fresh, -std::popcount(mask));
        };
        const auto at = required_.begin() + static_cast<std::ptrdiff_t>(i);
        const auto best = std::min_element(
            at, required_.end(), [&](std::size_t a, std::size_t b) { return cost(a) < cost(b); });
        std::iter_swap(at, best);
        read |= leaves_[required_[i]].mask;
    }
}

Product::State Product::step(const Joined& leaf, State state, std::uint64_t letter) const {
    if (state == kDead) {
        return kDead;
    }
    std::uint32_t own = 0;
    for (const unsigned shift : leaf.shifts) {
        own = own * leaf.automaton->digits + static_cast<std::uint32_t>((letter >> shift) & 15);
    }
    return leaf.dense[std::size_t{state} * leaf.letters + own];
}

int Product::value(std::size_t index) const {
    const Condition& condition = problem_.conditions[index];
    switch (condition.kind) {
        case Condition::Kind::kTrue:
            return kTrue;
        case Condition::Kind::kLeaf: {
            const State state = to_[condition.leaf];
            const std::vector<bool>* full = leaves_[condition.leaf].full;
            return state == kDead ? kFalse : full != nullptr && (*full)[state] ? kTrue : kOpen;
        }
        case Condition::Kind::kNot:
            return kTrue - value(condition.kids.front());
        case Condition::Kind::kAnd: {
            int least = kTrue;
            for (std::size_t i = 0; i < condition.kids.size() && least != kFalse; ++i) {
                least = std::min(least, value(condition.kids[i]));
            }
            return least;
        }
        case Condition::Kind::kOr: {
            int most = kFalse;
            for (std::size_t i = 0; i < condition.kids.size() && most != kTrue; ++i) {
                most = std::max(most, value(condition.kids[i]));
            }
            return most;
        }
    }
    return kOpen;
}

bool Product::accepts(std::size_t index, std::span<const State> states) const {
    const Condition& condition = problem_.conditions[index];
    const auto kid = [&](std::size_t i) { return accepts(i, states); };
    switch (condition.kind) {
        case Condition::Kind::kTrue:
            return true;
        case Condition::Kind::kLeaf: {
            const State state = states[condition.leaf];
            return state != kDead && leaves_[condition.leaf].automaton->output[state] != 0;
        }
        case Condition::Kind::kNot:
            return !kid(condition.kids.front());
        case Condition::Kind::kAnd:
            return std::all_of(condition.kids.begin(), condition.kids.end(), kid);
        case Condition::Kind::kOr:
            return std::any_of(condition.kids.begin(), condition.kids.end(), kid);
    }
    return false;
}

void Product::join(std::size_t next, std::uint64_t letter, std::uint64_t assigned) {
    if (next == required_.size()) {
        follow(letter);
        return;
    }
    const std::size_t index = required_[next];
    const Joined& leaf = leaves_[index];
    const std::uint64_t shared = leaf.mask & assigned;
    if (shared == leaf.mask) {
        to_[index] = step(leaf, from_[index], letter);
        if (to_[index] != kDead) {
            join(next + 1, letter, assigned);
        }
        return;
    }
    for (const Automaton::Edge& edge : leaf.automaton->edges_of(from_[index])) {
        const std::uint64_t packed = leaf.packed[edge.letter];
        if (packed != kNoLetter && ((packed ^ letter) & shared) == 0) {
            to_[index] = edge.target;
            join(next + 1, letter | packed, assigned | leaf.mask);
        }
    }
}

void Product::follow(std::uint64_t letter) {
    for (const std::size_t index : others_) {
        to_[index] = step(leaves_[index], from_[index], letter);
    }
    if (value(problem_.conditions.size() - 1) != kFalse) {
        moves_.push_back({letter, table_->insert(to_)});
    }
}

void Product::expand(std::size_t state) {
    const auto tuple = table_->at(state);
    from_.assign(tuple.begin(), tuple.end());
    to_.assign(from_.size(), kDead);
    moves_.clear();
    join(0, 0, 0);
}

std::uint32_t Product::kept_letter(std::uint64_t letter, const std::vector<unsigned>& kept) const {
    std::uint32_t result = 0;
    for (const unsigned variable : kept) {
        const unsigned shift = 4 * (problem_.variables - 1 - variable);
        result = result * numeration_.digits() + static_cast<std::uint32_t>((letter >> shift) & 15);
    }
    return result;
}

Result<Nfa> Product::explore(const std::vector<unsigned>& kept) {
    SpanTable table;
    table_ = &table;
    table.insert(std::vector<State>(leaves_.size(), 0));
    Nfa nfa;
    const std::size_t root = problem_.conditions.size() - 1;
    for (std::size_t state = 0; state < table.size(); ++state) {
        nfa.first.push_back(static_cast<std::uint32_t>(nfa.edges.size()));
        nfa.accepting.push_back(accepts(root, table.at(state)) ? 1 : 0);
        expand(state);
        for (const Move& move : moves_) {
            nfa.edges.push_back({kept_letter(move.letter, kept), move.target});
        }
        if (table.size() > most_states_) {
            return declined(
                "", fmt::format("a product of automata has more than {} states", most_states_));
        }
    }
    nfa.first.push_back(static_cast<std::uint32_t>(nfa.edges.size()));
    met_ = table.size();
    return nfa;
}

Result<std::optional<Product::Words>> Product::search() {
    SpanTable table;
    table_ = &table;
    table.insert(std::vector<State>(leaves_.size(), 0));
    struct Step {
        std::uint64_t letter;
        std::size_t before;
    };
    std::vector<Step> steps(1);
    std::vector<std::size_t> queue{0};  // in the order of shortest, then least words
    const std::size_t root = problem_.conditions.size() - 1;
    for (std::size_t next = 0; next < queue.size(); ++next) {
        const std::size_t state = queue[next];
        if (accepts(root, table.at(state))) {
            Words words(problem_.variables);
            for (std::size_t at = state; at != 0; at = steps[at].before) {
                for (unsigned variable = 0; variable < problem_.variables; ++variable) {
                    const unsigned shift = 4 * (problem_.variables - 1 - variable);
                    words[variable].push_back(
                        static_cast<std::uint8_t>((steps[at].letter >> shift) & 15));
                }
            }
            for (std::vector<std::uint8_t>& word : words) {
                std::reverse(word.begin(), word.end());
            }
            met_ = table.size();
            return std::optional<Words>(std::move(words));
        }
        expand(state);
        std::sort(moves_.begin(), moves_.end(),
                  [](const Move& a, const Move& b) { return a.letter < b.letter; });
        for (const Move& move : moves_) {
            if (move.target >= steps.size()) {
                steps.resize(table.size(), {kNoLetter, 0});
            }
            if (move.target != 0 && steps[move.target].letter == kNoLetter) {
                steps[move.target] = {move.letter, state};
                queue.push_back(move.target);
            }
        }
        if (table.size() > most_states_) {
            return declined(
                "", fmt::format("a product of automata has more than {} states", most_states_));
        }
    }
    met_ = table.size();
    return std::optional<Words>{};
}

Automaton all_words(const NumerationSystem& numeration) {
    Automaton result;
    result.digits = numeration.digits();
    for (std::size_t state = 0; state < numeration.states(); ++state) {
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        result.output.push_back(1);
        for (unsigned digit = 0; digit < numeration.digits(); ++digit) {
            const int target = numeration.next(static_cast<int>(state), digit);
            if (target >= 0) {
                result.edges.push_back({digit, static_cast<std::uint32_t>(target)});
            }
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return result;
}

namespace {

// Pairs of a state of an acceptor and the states of the numeration on its tracks.
class FullStates {
  public:
    FullStates(const NumerationSystem& numeration, const Automaton& acceptor)
        : numeration_(numeration), acceptor_(acceptor) {}

    std::vector<bool> run() {
        collect();
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t pair = 0; pair < targets_.size(); ++pair) {
                bool still = full_[pair];
                for (const std::uint32_t target : targets_[pair]) {
                    still = still && full_[target];
                }
                changed = changed || still != full_[pair];
                full_[pair] = still;
            }
        }
        std::vector<bool> result(acceptor_.states(), true);
        for (std::size_t pair = 0; pair < full_.size(); ++pair) {
            const std::uint32_t state = table_.at(pair)[0];
            result[state] = result[state] && full_[pair];
        }
        return result;
    }

  private:
    void collect() {
        table_.insert(std::vector<std::uint32_t>(acceptor_.tracks + 1, 0));
        for (std::size_t pair = 0; pair < table_.size(); ++pair) {
            const auto now = table_.at(pair);
            const std::vector<std::uint32_t> from(now.begin(), now.end());
            targets_.emplace_back();
            full_.push_back(acceptor_.output[from[0]] != 0);
            for (const Automaton::Edge& edge : acceptor_.edges_of(from[0])) {
                follow(from, edge, pair);
            }
            if (targets_[pair].size() != continuations(from)) {
                full_[pair] = false;
            }
        }
    }

    void follow(const std::vector<std::uint32_t>& from, const Automaton::Edge& edge,
                std::size_t pair) {
        std::vector<std::uint32_t> to(from.size());
        to[0] = edge.target;
        std::uint32_t rest = edge.letter;
        for (std::size_t i = from.size(); i-- > 1;) {
            const int target = numeration_.next(static_cast<int>(from[i]), rest % acceptor_.digits);
            rest /= acceptor_.digits;
            if (target < 0) {
                return;  // not valid: such an acceptor has no full states here
            }
            to[i] = static_cast<std::uint32_t>(target);
        }
        targets_[pair].push_back(table_.insert(to));
    }

    // The number of letters that the numeration allows.
    [[nodiscard]] std::size_t continuations(const std::vector<std::uint32_t>& from) const {
        std::size_t result = 1;
        for (std::size_t i = 1; i < from.size(); ++i) {
            std::size_t digits = 0;
            for (unsigned digit = 0; digit < numeration_.digits(); ++digit) {
                digits += numeration_.next(static_cast<int>(from[i]), digit) >= 0 ? 1U : 0U;
            }
            result *= digits;
        }
        return result;
    }

    const NumerationSystem& numeration_;
    const Automaton& acceptor_;
    SpanTable table_;
    std::vector<std::vector<std::uint32_t>> targets_;
    std::vector<bool> full_;
};

}  // namespace

std::vector<bool> full_states(const NumerationSystem& numeration, const Automaton& acceptor) {
    return FullStates(numeration, acceptor).run();
}

}  // namespace mexcert
