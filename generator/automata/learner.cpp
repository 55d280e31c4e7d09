#include "automata/learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "automata/minimise.hpp"
#include "automata/mix.hpp"
#include "automata/packed.hpp"

namespace mexcert {
namespace {

using State = std::uint32_t;
constexpr State kNone = std::numeric_limits<State>::max();
constexpr std::uint64_t kTabulated = std::uint64_t{1} << 26U;

struct Signature {
    std::uint64_t low = 0;
    std::uint64_t high = 0;
    friend bool operator==(const Signature&, const Signature&) = default;
};
struct SignatureHash {
    std::size_t operator()(const Signature& signature) const { return signature.low; }
};

// The points of a sample as packed tuples in the order of words of one length. Points of outputs
// stand in this order from the start.
template <class Key>
class PackedSample {
  public:
    PackedSample(const NumerationSystem& numeration, const Sample& sample, unsigned longest)
        : packing(numeration.digits(), sample.tracks), length(longest), lengths(sample.lengths) {
        pack(numeration, sample);
        if (!std::is_sorted(keys.begin(), keys.end())) {
            std::sort(keys.begin(), keys.end());
        }
        lengths.resize(sample.tracks);
    }

    Packing packing;
    unsigned length;  // of the longest number
    std::vector<std::optional<unsigned>> lengths;
    std::vector<Key> keys;
    std::vector<std::uint32_t> outputs;  // of the keys, or empty: all 1

    [[nodiscard]] std::uint32_t output(std::size_t i) const {
        return outputs.empty() ? 1 : outputs[i];
    }

  private:
    void pack(const NumerationSystem& numeration, const Sample& sample) {
        const std::size_t count = sample.size();
        keys.resize(count, 0);
        outputs = sample.outputs;
        std::uint64_t last = 0;
        for (const std::uint64_t n : sample.values) {
            last = std::max(last, n);
        }
        const bool tabulated = last <= std::min(kTabulated, 4 * count + 1024);
        const std::vector<Key> words =
            tabulated ? packed_words<Key>(numeration, length, last, packing.bits)
                      : std::vector<Key>{};
        Key factor = 1;
        for (unsigned track = sample.tracks; track-- > 0;) {
            for (std::size_t i = 0; i < count; ++i) {
                const std::uint64_t n = sample.values[i * sample.tracks + track];
                keys[i] += factor * (tabulated ? words[n] : packed(numeration, n));
            }
            factor *= static_cast<Key>(packing.digits);
        }
    }
    Key packed(const NumerationSystem& numeration, std::uint64_t n) const {
        Key key = 0;
        const std::optional<NumerationSystem::Word> word = numeration.representation(n);
        for (std::size_t i = 0; word && i < word->size(); ++i) {
            const std::uint8_t digit = (*word)[i];
            key = static_cast<Key>((key << packing.bits) | digit);
        }
        return key;
    }
};

// A transition table for reading many sorted words: each is read from the first letter at which it
// differs from the one before.
template <class Key>
class Reader {
  public:
    Reader(const Automaton& automaton, const PackedSample<Key>& sample)
        : automaton_(automaton),
          bits_(sample.packing.bits),
          length_(sample.length),
          table_(automaton.states() << bits_, kNone),
          path_(length_ + 1, 0) {
        for (State state = 0; state < automaton.states(); ++state) {
            for (const Automaton::Edge& edge : automaton.edges_of(state)) {
                table_[(std::size_t{state} << bits_) | edge.letter] = edge.target;
            }
        }
    }
    // The output; 0 where a target is missing.
    std::uint32_t operator()(Key key) {
        unsigned from = 0;  // letters in common with the word before
        Key difference = key ^ before_;
        if (!first_) {
            unsigned low = 0;  // fields of the difference
            for (; difference != 0; difference >>= bits_) {
                ++low;
            }
            from = length_ - low;
        }
        first_ = false;
        before_ = key;
        for (unsigned i = from; i < length_; ++i) {
            const State state = path_[i];
            const auto letter = static_cast<std::size_t>(key >> (bits_ * (length_ - 1 - i))) &
                                ((std::size_t{1} << bits_) - 1);
            path_[i + 1] = state == kNone ? kNone : table_[(std::size_t{state} << bits_) | letter];
        }
        return path_[length_] == kNone ? 0 : automaton_.output[path_[length_]];
    }

  private:
    const Automaton& automaton_;
    unsigned bits_;
    unsigned length_;
    std::vector<State> table_;
    std::vector<State> path_;
    Key before_ = 0;
    bool first_ = true;
};

// The number (modulo 2^64) of accepted words in the box of the sample.
template <class Key>
std::uint64_t accepted_words(const Automaton& automaton, const PackedSample<Key>& sample) {
    std::vector<std::uint64_t> counts(automaton.states());
    for (State state = 0; state < automaton.states(); ++state) {
        counts[state] = automaton.output[state] != 0 ? 1 : 0;
    }
    for (unsigned left = 1; left <= sample.length; ++left) {
        std::vector<std::uint64_t> longer(automaton.states(), 0);
        for (State state = 0; state < automaton.states(); ++state) {
            for (const Automaton::Edge& edge : automaton.edges_of(state)) {
                bool inside = true;
                for (unsigned track = 0; track < automaton.tracks; ++track) {
                    inside =
                        inside && (left <= sample.lengths[track].value_or(left) ||
                                   sample.packing.digit(edge.letter, track, automaton.tracks) == 0);
                }
                longer[state] += inside ? counts[edge.target] : 0;
            }
        }
        counts = std::move(longer);
    }
    return counts[0];
}

template <class Key>
bool agrees_with(const Automaton& automaton, const PackedSample<Key>& sample, bool acceptor) {
    Reader<Key> reader(automaton, sample);
    for (std::size_t i = 0; i < sample.keys.size(); ++i) {
        if (reader(sample.keys[i]) != sample.output(i)) {
            return false;
        }
    }
    return !acceptor || accepted_words(automaton, sample) == sample.keys.size();
}

template <class Key>
class Learner {
  public:
    Learner(const NumerationSystem& numeration, PackedSample<Key> sample, bool acceptor)
        : numeration_(numeration), sample_(std::move(sample)), acceptor_(acceptor) {
        build_levels();
    }
    Result<Learned> run(const LearnOptions& options);

  private:
    // A prefix with `level` digits left to come, and a hash of the outputs behind it.
    struct Node {
        Key key;
        std::uint64_t hash;
    };
    struct Representative {
        Key key = 0;
        std::vector<int> numeration_states;
    };

    void build_levels();
    [[nodiscard]] std::optional<Automaton> closed(unsigned depth);
    [[nodiscard]] bool known(Key key, unsigned depth) const;
    [[nodiscard]] std::optional<Signature> signature(Key key, unsigned depth) const;
    [[nodiscard]] std::uint32_t output_of(Key key) const;
    [[nodiscard]] bool step(const Representative& from, std::uint32_t letter,
                            Representative& to) const;
    [[nodiscard]] unsigned least_depth() const { return sample_.length / 5; }
    [[nodiscard]] unsigned most_depth() const { return sample_.length - sample_.length / 4; }

    const NumerationSystem& numeration_;
    PackedSample<Key> sample_;
    bool acceptor_;
    std::vector<std::vector<Node>> levels_;
    std::string obstacle_;
};

// Level m has the prefixes of points without their last m digits; only those that a depth of at
// least least_depth() asks for are kept.
template <class Key>
void Learner<Key>::build_levels() {
    std::vector<Node> nodes;
    nodes.reserve(sample_.keys.size());
    for (std::size_t i = 0; i < sample_.keys.size(); ++i) {
        nodes.push_back({sample_.keys[i], mixed(0x51, sample_.output(i))});
    }
    const unsigned bits = sample_.packing.bits;
    const Key letter_mask = (Key{1} << bits) - 1;
    for (unsigned level = 0; level <= most_depth(); ++level) {
        const unsigned kept = sample_.length - std::max(level, least_depth());
        const auto end = std::partition_point(nodes.begin(), nodes.end(), [&](const Node& node) {
            return kept * bits >= 8 * sizeof(Key) || (node.key >> (kept * bits)) == 0;
        });
        levels_.emplace_back(nodes.begin(), end);
        std::size_t size = 0;
        for (std::size_t i = 0; i < nodes.size();) {
            const Key prefix = nodes[i].key >> bits;
            std::uint64_t hash = 0xA7;
            for (; i < nodes.size() && nodes[i].key >> bits == prefix; ++i) {
                hash = mixed(hash, static_cast<std::uint64_t>(nodes[i].key & letter_mask));
                hash = mixed(hash, nodes[i].hash);
            }
            nodes[size++] = {prefix, hash};
        }
        nodes.resize(size);
    }
}

// Do the data tell what follows the prefix, for all suffixes of at most `depth` digits?
template <class Key>
bool Learner<Key>::known(Key key, unsigned depth) const {
    const Packing& packing = sample_.packing;
    const auto tracks = static_cast<unsigned>(sample_.lengths.size());
    for (unsigned position = 0; key != 0; ++position, key >>= packing.bits) {
        const auto letter = static_cast<std::uint32_t>(key & ((Key{1} << packing.bits) - 1));
        for (unsigned track = 0; track < tracks; ++track) {
            if (sample_.lengths[track] && position + depth >= *sample_.lengths[track] &&
                packing.digit(letter, track, tracks) != 0) {
                return false;
            }
        }
    }
    return true;
}

// Nothing if no suffix leads to an output other than 0.
template <class Key>
std::optional<Signature> Learner<Key>::signature(Key key, unsigned depth) const {
    Signature result{0x1234567, 0x89ABCDE};
    bool any = false;
    for (unsigned level = 0; level <= depth; ++level) {
        const std::vector<Node>& nodes = levels_[level];
        const auto at = std::lower_bound(nodes.begin(), nodes.end(), key,
                                         [](const Node& node, Key k) { return node.key < k; });
        const bool present = at != nodes.end() && at->key == key;
        any = any || present;
        result.low = mixed(result.low, present ? at->hash : 0);
        result.high = mixed(result.high + 0x77, present ? at->hash : 0);
    }
    return any ? std::optional<Signature>(result) : std::nullopt;
}

template <class Key>
std::uint32_t Learner<Key>::output_of(Key key) const {
    const std::vector<Key>& keys = sample_.keys;
    const auto at = std::lower_bound(keys.begin(), keys.end(), key);
    return at != keys.end() && *at == key
               ? sample_.output(static_cast<std::size_t>(at - keys.begin()))
               : 0;
}

// Appends a letter; false if a track then spells no word.
template <class Key>
bool Learner<Key>::step(const Representative& from, std::uint32_t letter,
                        Representative& to) const {
    const auto tracks = static_cast<unsigned>(from.numeration_states.size());
    to.key = static_cast<Key>((from.key << sample_.packing.bits) | letter);
    to.numeration_states.resize(tracks);
    for (unsigned track = 0; track < tracks; ++track) {
        to.numeration_states[track] = numeration_.next(
            from.numeration_states[track], sample_.packing.digit(letter, track, tracks));
        if (to.numeration_states[track] < 0) {
            return false;
        }
    }
    return true;
}

template <class Key>
std::optional<Automaton> Learner<Key>::closed(unsigned depth) {
    Automaton automaton;
    automaton.digits = sample_.packing.digits;
    automaton.tracks = static_cast<unsigned>(sample_.lengths.size());
    std::vector<Representative> states{{0, std::vector<int>(automaton.tracks, 0)}};
    std::unordered_map<Signature, State, SignatureHash> numbers;
    numbers.emplace(signature(0, depth).value_or(Signature{}), 0);
    Representative child;
    for (State state = 0; state < states.size(); ++state) {
        automaton.first.push_back(static_cast<std::uint32_t>(automaton.edges.size()));
        automaton.output.push_back(output_of(states[state].key));
        for (std::uint32_t letter = 0; letter < sample_.packing.letters; ++letter) {
            if (!step(states[state], letter, child)) {
                continue;
            }
            if (!known(child.key, depth)) {
                obstacle_ = fmt::format("more than {} states", states.size());
                return std::nullopt;
            }
            if (child.key == 0) {
                automaton.edges.push_back({letter, 0});
            } else if (const std::optional<Signature> found = signature(child.key, depth)) {
                const auto [at, added] = numbers.emplace(*found, static_cast<State>(states.size()));
                if (added) {
                    states.push_back(child);
                }
                automaton.edges.push_back({letter, at->second});
            }
        }
    }
    automaton.first.push_back(static_cast<std::uint32_t>(automaton.edges.size()));
    return acceptor_ ? minimal_acceptor(automaton) : minimal_output(automaton);
}

template <class Key>
Result<Learned> Learner<Key>::run(const LearnOptions& options) {
    const unsigned least = options.forced_depth.value_or(least_depth());
    const unsigned most = options.forced_depth.value_or(most_depth());
    if (most > most_depth() || least < least_depth()) {
        return declined("",
                        fmt::format("the depth is not one of {}..{}", least_depth(), most_depth()));
    }
    for (unsigned depth = least; depth <= most; ++depth) {
        std::optional<Automaton> automaton = closed(depth);
        if (!automaton) {
            return declined(
                "", fmt::format("not closed at suffixes of {} digits: {}", depth, obstacle_));
        }
        if (options.forced_depth || agrees_with(*automaton, sample_, acceptor_)) {
            return Learned{std::move(*automaton), depth};
        }
    }
    return declined("", "no depth agrees with the data");
}

// The digits of the longest number, and whether packed tuples with one more letter fit 64 bits.
struct Size {
    unsigned length = 0;
    unsigned bits = 0;
};

Result<Size> size_of(const NumerationSystem& numeration, const Sample& sample) {
    std::uint64_t greatest = 0;
    for (const std::uint64_t value : sample.values) {
        greatest = std::max(greatest, value);
    }
    Size size;
    const std::optional<unsigned> length = numeration.length(greatest);
    if (!length) {
        return declined("", "numbers of too many digits");
    }
    size.length = *length;
    for (const std::optional<unsigned>& bound : sample.lengths) {
        size.length = std::max(size.length, bound.value_or(0));
    }
    // One more letter stands behind prefixes, which are shorter than the longest word unless that
    // is very short (least_depth).
    const unsigned letters = size.length < 5 ? size.length + 1 : size.length;
    size.bits = letters * Packing(numeration.digits(), sample.tracks).bits;
    if (size.bits > 128) {
        return declined("", "numbers of too many digits");
    }
    return size;
}

template <class Key>
Result<Learned> learn_as(const NumerationSystem& numeration, const Sample& sample, unsigned length,
                         const LearnOptions& options) {
    return Learner<Key>(numeration, PackedSample<Key>(numeration, sample, length),
                        sample.outputs.empty())
        .run(options);
}

}  // namespace

Result<Learned> learn(const NumerationSystem& numeration, const Sample& sample,
                      const LearnOptions& options) {
    const Result<Size> size = size_of(numeration, sample);
    if (!size.ok()) {
        return size.error();
    }
    return size.value().bits <= 64
               ? learn_as<std::uint64_t>(numeration, sample, size.value().length, options)
               : learn_as<Wide>(numeration, sample, size.value().length, options);
}

bool agrees(const NumerationSystem& numeration, const Automaton& automaton, const Sample& sample) {
    const Result<Size> size = size_of(numeration, sample);
    if (!size.ok()) {
        return false;
    }
    const unsigned length = size.value().length;
    const bool acceptor = sample.outputs.empty();
    return size.value().bits <= 64
               ? agrees_with(automaton, PackedSample<std::uint64_t>(numeration, sample, length),
                             acceptor)
               : agrees_with(automaton, PackedSample<Wide>(numeration, sample, length), acceptor);
}

}  // namespace mexcert
