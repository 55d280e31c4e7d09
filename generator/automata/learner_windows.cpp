#include "automata/learner_windows.hpp"

#include <fmt/format.h>

#include <map>
#include <tuple>

#include "automata/minimise.hpp"
#include "automata/mix.hpp"
#include "automata/packed.hpp"

namespace mexcert {
namespace {

class WindowLearner {
  public:
    WindowLearner(const NumerationSystem& numeration, WindowSource& source, unsigned tracks)
        : numeration_(numeration),
          source_(source),
          tracks_(tracks),
          packing_(numeration.digits(), tracks) {}

    Result<Automaton> closed(unsigned depth, std::uint32_t most_states);

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

    [[nodiscard]] bool extend(const Prefix& prefix, std::uint32_t letter, Prefix& longer) const;
    [[nodiscard]] std::optional<NumberRange> range(const Prefix& prefix, unsigned track,
                                                   unsigned left) const;
    Result<Signature> signature(const Prefix& prefix, unsigned depth);
    const std::vector<std::uint64_t>& suffixes(int state, unsigned length);

    const NumerationSystem& numeration_;
    WindowSource& source_;
    unsigned tracks_;
    Packing packing_;
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

Result<WindowLearner::Signature> WindowLearner::signature(const Prefix& prefix, unsigned depth) {
    Signature result;
    for (unsigned left = 0; left <= depth; ++left) {
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
        result.accepts = left == 0 ? !numbers.empty() : result.accepts;
        result.empty = result.empty && numbers.empty();
        result.low = mixed(result.low, numbers.size());
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::size_t track = i % tracks_;
            const std::uint64_t suffix =
                suffixes(prefix.states[track], left)[numbers[i] - ranges[track].low];
            result.low = mixed(result.low, suffix);
            result.high = mixed(result.high, suffix + 0x55);
        }
    }
    return result;
}

Result<Automaton> WindowLearner::closed(unsigned depth, std::uint32_t most_states) {
    Automaton automaton;
    automaton.digits = packing_.digits;
    automaton.tracks = tracks_;
    std::vector<Prefix> states{
        {std::vector<NumerationSystem::Word>(tracks_), std::vector<int>(tracks_, 0)}};
    const Result<Signature> start = signature(states[0], depth);
    if (!start.ok()) {
        return start.error();
    }
    std::map<Signature, std::uint32_t> numbers{{start.value(), 0}};
    automaton.output.push_back(start.value().accepts ? 1 : 0);
    Prefix child;
    for (std::uint32_t state = 0; state < states.size(); ++state) {
        automaton.first.push_back(static_cast<std::uint32_t>(automaton.edges.size()));
        for (std::uint32_t letter = 0; letter < packing_.letters; ++letter) {
            if (state == 0 && letter == 0) {
                automaton.edges.push_back({0, 0});
                continue;
            }
            if (!extend(states[state], letter, child)) {
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
                numbers.emplace(found.value(), static_cast<std::uint32_t>(states.size()));
            if (added) {
                states.push_back(child);
                automaton.output.push_back(found.value().accepts ? 1 : 0);
            }
            automaton.edges.push_back({letter, at->second});
            if (states.size() > most_states) {
                return declined("", fmt::format("more than {} states", most_states));
            }
        }
    }
    automaton.first.push_back(static_cast<std::uint32_t>(automaton.edges.size()));
    return minimal_acceptor(automaton);
}

}  // namespace

Result<Learned> learn_by_windows(const NumerationSystem& numeration, WindowSource& source,
                                 const Sample& sample, const WindowOptions& options) {
    WindowLearner learner(numeration, source, sample.tracks);
    for (unsigned depth = options.least_depth; depth <= options.most_depth; ++depth) {
        Result<Automaton> automaton = learner.closed(depth, options.most_states);
        if (!automaton.ok()) {
            Error error = automaton.error();
            error.message = fmt::format("windows of {} digits: {}", depth, error.message);
            return error;
        }
        if (agrees(numeration, automaton.value(), sample)) {
            return Learned{std::move(automaton.value()), depth};
        }
    }
    return declined("", "no depth of windows agrees with the data");
}

}  // namespace mexcert
