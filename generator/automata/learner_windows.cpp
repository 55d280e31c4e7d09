#include "automata/learner_windows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <tuple>

#include "automata/minimise.hpp"
#include "automata/mix.hpp"
#include "automata/packed.hpp"
#include "automata/reading.hpp"

namespace mexcert {
namespace {

class WindowLearner {
  public:
    WindowLearner(const NumerationSystem& numeration, WindowSource& source, unsigned tracks)
        : numeration_(numeration),
          source_(source),
          tracks_(tracks),
          packing_(numeration.digits(), tracks) {}

    // State i stands for the prefix states_[i]; it need not be minimal.
    Result<Automaton> closed(unsigned depth, std::uint32_t most_states);
    // Where the automaton made last is wrong at the point, two prefixes of one state differ by a
    // suffix: it becomes a test of their class. False if the automaton is right there.
    Result<bool> refine(const Automaton& automaton, const Point& point);

  private:
    // One prefix: a word and the numeration's state behind it for each track.
    struct Prefix {
        std::vector<NumerationSystem::Word> words;
        std::vector<int> states;
    };
    struct Signature {
        std::uint64_t low = 1;
        std::uint64_t high = 2;
        bool accepts = false;
        bool empty = true;
        auto operator<=>(const Signature&) const = default;
    };

    struct Known {
        Signature signature;
        unsigned windows = 0;  // that it is made of
    };

    [[nodiscard]] bool extend(const Prefix& prefix, std::uint32_t letter, Prefix& longer) const;
    [[nodiscard]] std::optional<NumberRange> range(const Prefix& prefix, unsigned track,
                                                   unsigned left) const;
    Result<Signature> signature(const Prefix& prefix, unsigned depth);
    Result<Signature> by_windows(const Prefix& prefix, unsigned depth);
    std::optional<Error> add_window(const Prefix& prefix, unsigned left, Signature& signature);
    Result<bool> accepts(Prefix prefix, std::span<const std::uint32_t> suffix);
    const std::vector<std::uint64_t>& suffixes(int state, unsigned length);

    const NumerationSystem& numeration_;
    WindowSource& source_;
    unsigned tracks_;
    Packing packing_;
    std::vector<Prefix> states_;
    std::map<std::vector<NumerationSystem::Word>, Known> known_;
    unsigned depth_ = 0;                               // of the signatures in `tests_`
    std::map<Signature, std::vector<Letters>> tests_;  // by what the windows tell
    std::map<std::pair<int, unsigned>, std::vector<std::uint64_t>> suffixes_;
};

bool WindowLearner::extend(const Prefix& prefix, std::uint32_t letter, Prefix& longer) const {
    longer = prefix;
    for (unsigned track = 0; track < tracks_; ++track) {
        const unsigned digit = packing_.digit(letter, track, tracks_);
        longer.states[track] = numeration_.next(prefix.states[track], digit);
        longer.words[track].push_back(static_cast<std::uint8_t>(digit));
        if (longer.states[track] < 0) {
            return false;
        }
    }
    return true;
}

// The numbers whose words begin with the prefix's and have so many more digits.
std::optional<NumberRange> WindowLearner::range(const Prefix& prefix, unsigned track,
                                                unsigned left) const {
    const NumerationSystem::Word& word = prefix.words[track];
    std::uint64_t low = 0;
    int state = 0;
    for (std::size_t i = 0; i < word.size(); ++i) {
        const auto behind = static_cast<unsigned>(word.size() - 1 - i) + left;
        for (unsigned digit = 0; digit < word[i]; ++digit) {
            const int target = numeration_.next(state, digit);
            if (target >= 0 &&
                __builtin_add_overflow(low, numeration_.count(behind, target), &low)) {
                return std::nullopt;
            }
        }
        state = numeration_.next(state, word[i]);
    }
    return NumberRange{low, numeration_.count(left, state)};
}

// Words of one length that can be read from a state, in order, each letter in 4 bits.
const std::vector<std::uint64_t>& WindowLearner::suffixes(int state, unsigned length) {
    const auto known = suffixes_.find({state, length});
    if (known != suffixes_.end()) {
        return known->second;
    }
    std::vector<std::uint64_t> words;
    if (length == 0) {
        words.push_back(0);
    }
    for (unsigned digit = 0; length > 0 && digit < numeration_.digits(); ++digit) {
        const int target = numeration_.next(state, digit);
        if (target >= 0) {
            for (const std::uint64_t word : suffixes(target, length - 1)) {
                words.push_back(word | std::uint64_t{digit} << (4 * (length - 1)));
            }
        }
    }
    return suffixes_[{state, length}] = std::move(words);
}

// Adds the suffixes of that many digits.
std::optional<Error> WindowLearner::add_window(const Prefix& prefix, unsigned left,
                                               Signature& signature) {
    std::vector<NumberRange> ranges;
    for (unsigned track = 0; track < tracks_; ++track) {
        const std::optional<NumberRange> found = range(prefix, track, left);
        if (!found) {
            return declined("", "numbers of too many digits");
        }
        ranges.push_back(*found);
    }
    const Result<std::vector<std::uint64_t>> points = source_.window(ranges);
    if (!points.ok()) {
        return points.error();
    }
    const std::vector<std::uint64_t>& numbers = points.value();
    signature.accepts = left == 0 ? !numbers.empty() : signature.accepts;
    signature.empty = signature.empty && numbers.empty();
    signature.low = mixed(signature.low, numbers.size());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        const std::size_t track = i % tracks_;
        const std::uint64_t suffix =
            suffixes(prefix.states[track], left)[numbers[i] - ranges[track].low];
        signature.low = mixed(signature.low, suffix);
        signature.high = mixed(signature.high, suffix + 0x55);
    }
    return std::nullopt;
}

Result<WindowLearner::Signature> WindowLearner::by_windows(const Prefix& prefix, unsigned depth) {
    if (depth != depth_) {
        tests_.clear();
        depth_ = depth;
    }
    Known& known = known_[prefix.words];
    for (; known.windows <= depth; ++known.windows) {
        if (std::optional<Error> error = add_window(prefix, known.windows, known.signature)) {
            return *error;
        }
    }
    return known.signature;
}

// By windows, and by the tests of the prefixes that look the same there.
Result<WindowLearner::Signature> WindowLearner::signature(const Prefix& prefix, unsigned depth) {
    Result<Signature> result = by_windows(prefix, depth);
    const auto tests = result.ok() ? tests_.find(result.value()) : tests_.end();
    if (tests == tests_.end()) {
        return result;
    }
    for (const Letters& suffix : tests->second) {
        const Result<bool> accepted = accepts(prefix, suffix);
        if (!accepted.ok()) {
            return accepted.error();
        }
        result.value().low = mixed(result.value().low, accepted.value() ? 1 : 0);
        result.value().empty = result.value().empty && !accepted.value();
    }
    return result;
}

// Is the prefix with the suffix a point?
Result<bool> WindowLearner::accepts(Prefix prefix, std::span<const std::uint32_t> suffix) {
    Prefix longer;
    for (const std::uint32_t letter : suffix) {
        if (!extend(prefix, letter, longer)) {
            return false;
        }
        std::swap(prefix, longer);
    }
    Signature only;
    if (std::optional<Error> error = add_window(prefix, 0, only)) {
        return *error;
    }
    return only.accepts;
}

Result<Automaton> WindowLearner::closed(unsigned depth, std::uint32_t most_states) {
    Automaton automaton;
    automaton.digits = packing_.digits;
    automaton.tracks = tracks_;
    states_ = {{std::vector<NumerationSystem::Word>(tracks_), std::vector<int>(tracks_, 0)}};
    const Result<Signature> start = signature(states_[0], depth);
    if (!start.ok()) {
        return start.error();
    }
    std::map<Signature, std::uint32_t> numbers{{start.value(), 0}};
    automaton.output.push_back(start.value().accepts ? 1 : 0);
    Prefix child;
    for (std::uint32_t state = 0; state < states_.size(); ++state) {
        automaton.first.push_back(static_cast<std::uint32_t>(automaton.edges.size()));
        for (std::uint32_t letter = 0; letter < packing_.letters; ++letter) {
            if (state == 0 && letter == 0) {
                automaton.edges.push_back({0, 0});
                continue;
            }
            if (!extend(states_[state], letter, child)) {
                continue;
            }
            const Result<Signature> found = signature(child, depth);
            if (!found.ok()) {
                return found.error();
            }
            if (found.value().empty) {
                continue;
            }
            const auto [at, added] =
                numbers.emplace(found.value(), static_cast<std::uint32_t>(states_.size()));
            if (added) {
                states_.push_back(child);
                automaton.output.push_back(found.value().accepts ? 1 : 0);
            }
            automaton.edges.push_back({letter, at->second});
            if (states_.size() > most_states) {
                return declined("", fmt::format("more than {} states", most_states));
            }
        }
    }
    automaton.first.push_back(static_cast<std::uint32_t>(automaton.edges.size()));
    return automaton;
}

// Behind a part of the word the automaton has a state, which stands for a prefix; is this prefix
// with the rest of the word a point? For the empty part the truth says so, for the whole word the
// automaton does. The last place where this changes gives the shortest suffix.
Result<bool> WindowLearner::refine(const Automaton& automaton, const Point& point) {
    const std::optional<Letters> word = letters_of(numeration_, point);
    if (!word) {
        return declined("", fmt::format("({}): a number is too large", fmt::join(point, ", ")));
    }
    const Letters& letters = *word;
    const std::vector<std::uint32_t> path = path_of(automaton, letters);
    const bool claimed = path.size() == letters.size() + 1 && automaton.output[path.back()] != 0;
    const Result<bool> truth = accepts(states_[0], letters);
    if (!truth.ok()) {
        return truth.error();
    }
    if (truth.value() == claimed) {
        return false;
    }
    std::size_t i = std::min(path.size(), letters.size());
    for (bool same = true; same;) {
        --i;
        const Result<bool> here =
            accepts(states_[path[i]], std::span<const std::uint32_t>(letters).subspan(i));
        if (!here.ok()) {
            return here.error();
        }
        same = i > 0 && here.value() == claimed;
    }
    Prefix longer;
    if (!extend(states_[path[i]], letters[i], longer)) {
        return false;
    }
    const Result<Signature> looks = by_windows(longer, depth_);
    if (!looks.ok()) {
        return looks.error();
    }
    std::vector<Letters>& tests = tests_[looks.value()];
    Letters suffix(letters.begin() + static_cast<std::ptrdiff_t>(i) + 1, letters.end());
    if (std::find(tests.begin(), tests.end(), suffix) == tests.end()) {
        tests.push_back(std::move(suffix));
    }
    return true;
}

// Refines by all points; false if the automaton is right at all of them.
Result<bool> refined(WindowLearner& learner, const Automaton& automaton,
                     const std::vector<Point>& points) {
    bool any = false;
    for (const Point& point : points) {
        const Result<bool> wrong = learner.refine(automaton, point);
        if (!wrong.ok()) {
            return wrong;
        }
        any = any || wrong.value();
    }
    return any;
}

}  // namespace

Result<Learned> learn_by_windows(const NumerationSystem& numeration, WindowSource& source,
                                 const Sample& sample, const WindowOptions& options) {
    WindowLearner learner(numeration, source, sample.tracks);
    bool tested = false;  // on the sample
    for (unsigned depth = options.least_depth; depth <= options.most_depth;) {
        const Result<Automaton> automaton = learner.closed(depth, options.most_states);
        if (!automaton.ok()) {
            Error error = automaton.error();
            error.message = fmt::format("windows of {} digits: {}", depth, error.message);
            return error;
        }
        Learned learned{minimal_acceptor(automaton.value()), depth};
        tested = tested || agrees(numeration, learned.automaton, sample);
        if (!tested) {
            ++depth;
            continue;
        }
        const Result<std::vector<Point>> suspects =
            options.suspects ? options.suspects(learned.automaton) : std::vector<Point>{};
        if (suspects.ok() && suspects.value().empty()) {
            return learned;
        }
        const Result<bool> changed = suspects.ok()
                                         ? refined(learner, automaton.value(), suspects.value())
                                         : suspects.error();
        if (!changed.ok()) {
            return changed.error();
        }
        depth += changed.value() ? 0U : 1U;
    }
    return declined("", "no depth of windows agrees with the data");
}

}  // namespace mexcert
