#include "automata/learn_records.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "automata/record_oracle.hpp"
#include "automata/record_writer.hpp"

namespace mexcert {
namespace {

constexpr std::uint64_t kFarther = 20;  // points tested for each one learned from
constexpr std::uint64_t kGrowth = 3;
constexpr std::uint64_t kMostBesideWindows = 100'000;
constexpr std::uint64_t kFewPoints = 1'500'000;  // beyond, one digit farther is tested

// How many points a sample of that many digits has, about.
std::uint64_t points(const NumerationSystem& numeration, const PointSource& source,
                     unsigned digits) {
    std::uint64_t result = 1;
    for (unsigned i = 0; i < source.arguments(); ++i) {
        if (__builtin_mul_overflow(result, numeration.count(digits), &result)) {
            return NumerationSystem::kManyWords;
        }
    }
    return result;
}

// The least number of digits with so many points.
unsigned digits_for(const NumerationSystem& numeration, const PointSource& source,
                    std::uint64_t wanted) {
    unsigned digits = 1;
    while (digits < NumerationSystem::kMostDigits && points(numeration, source, digits) < wanted) {
        ++digits;
    }
    return digits;
}

// The greatest number of digits with at most so many points.
unsigned digits_within(const NumerationSystem& numeration, const PointSource& source,
                       std::uint64_t most) {
    unsigned digits = 1;
    while (digits < NumerationSystem::kMostDigits &&
           points(numeration, source, digits + 1) <= most) {
        ++digits;
    }
    return digits;
}

// The digits of the numbers on which an automaton learned from `digits` is tested.
unsigned digits_tested(const NumerationSystem& numeration, const PointSource& source,
                       unsigned digits) {
    const std::uint64_t learned = points(numeration, source, digits);
    const unsigned few = digits_within(numeration, source, kFewPoints);
    const unsigned far = digits_for(numeration, source, learned * kFarther);
    return std::max(digits + 1, std::min(far, few));
}

// Gives open places the outputs that make the automaton smallest.
Result<Learned> smallest(const NumerationSystem& numeration, const PointSource& source,
                         Sample sample) {
    const std::vector<std::uint64_t> open = source.open_places();
    Result<Learned> best = learn(numeration, sample);
    for (const std::uint64_t place : open) {
        std::uint32_t chosen = 0;
        for (std::uint32_t output = 1; output <= source.greatest_output(); ++output) {
            sample.outputs[place] = output;
            Result<Learned> other = learn(numeration, sample);
            if (other.ok() && (!best.ok() || other.value().automaton.states() <
                                                 best.value().automaton.states())) {
                best = std::move(other);
                chosen = output;
            }
        }
        sample.outputs[place] = chosen;
    }
    return best;
}

// Open places of a farther sample as the automaton has them.
bool agrees_farther(const NumerationSystem& numeration, const Learned& learned,
                    const PointSource& source, Sample sample) {
    for (const std::uint64_t place : source.open_places()) {
        for (std::uint32_t output = 0; output <= source.greatest_output(); ++output) {
            sample.outputs[place] = output;
            if (agrees(numeration, learned.automaton, sample)) {
                return true;
            }
        }
        return false;
    }
    return agrees(numeration, learned.automaton, sample);
}

// By windows: the depth is chosen with few data, then the automaton is tested on more.
Result<Learned> learn_anywhere(const NumerationSystem& numeration, PointSource& source,
                               unsigned digits) {
    const Result<Sample> data = source.sample(digits);
    const Result<Sample> more = source.sample(digits_tested(numeration, source, digits));
    if (!data.ok() || !more.ok()) {
        return data.ok() ? more.error() : data.error();
    }
    WindowOptions options;
    for (;;) {
        Result<Learned> learned =
            learn_by_windows(numeration, *source.windows(), data.value(), options);
        if (!learned.ok() || agrees(numeration, learned.value().automaton, more.value())) {
            return learned;
        }
        options.least_depth = learned.value().depth + 1;
    }
}

// By diagonals, tested on more data.
Result<Learned> learn_far(const NumerationSystem& numeration, PointSource& source,
                          const FarLevel& level, const Automaton& adder, unsigned digits) {
    Result<Learned> learned = learn_by_diagonals(numeration, adder, level);
    if (!learned.ok()) {
        return learned;
    }
    const Result<Sample> more = source.sample(digits_tested(numeration, source, digits));
    if (!more.ok()) {
        return more.error();
    }
    if (!agrees(numeration, learned.value().automaton, more.value())) {
        return declined("", "learned from diagonals, fails on data");
    }
    return learned;
}

// One of the automata that agrees with the source at all numbers of that many digits.
Result<Learned> known_before(const NumerationSystem& numeration, PointSource& source,
                             const std::vector<const Automaton*>& others, unsigned digits) {
    if (!others.empty()) {
        const Result<Sample> sample = source.sample(digits);
        if (!sample.ok()) {
            return sample.error();
        }
        for (const Automaton* other : others) {
            if (agrees(numeration, *other, sample.value())) {
                return Learned{*other, 0};
            }
        }
    }
    return declined("", "none that is known");
}

// From points anywhere, if the source has them.
Result<Learned> learn_beyond(const NumerationSystem& numeration, PointSource& source,
                             const Automaton* adder, unsigned digits) {
    if (source.windows() != nullptr) {
        return learn_anywhere(numeration, source, digits);
    }
    const std::optional<FarLevel> far = adder != nullptr ? source.far_level() : std::nullopt;
    return far ? learn_far(numeration, source, *far, *adder, digits)
               : declined("", "no points beyond those near the start");
}

Error at_record(const Spec& spec, const RecordId& record, Error error) {
    error.message = fmt::format("`{}`: {}", record_line(spec, record), error.message);
    return error;
}

// Automata that a record may share: the adder, and the levels of the same number of other
// instances, each once.
KnownAutomata known_for(const RecordId& record, const Records& records, bool try_others) {
    KnownAutomata known;
    for (const auto& entry : records) {
        const Automaton& automaton = entry.second;
        RecordId instance = entry.first;
        instance.fixed = record.fixed;
        if (entry.first == RecordId{}) {
            known.adder = &automaton;
        } else if (try_others && record.part == ItemPart::kLevel && instance == record &&
                   std::none_of(known.others.begin(), known.others.end(),
                                [&](const Automaton* other) { return *other == automaton; })) {
            known.others.push_back(&automaton);
        }
    }
    return known;
}

}  // namespace

Result<Learned> learn_growing(const NumerationSystem& numeration, PointSource& source,
                              const RecordOptions& options, const KnownAutomata& known) {
    const unsigned few = digits_within(numeration, source, kMostBesideWindows);
    const unsigned most = digits_within(numeration, source, options.most_points);
    unsigned digits = std::min(most, digits_for(numeration, source, options.first_points));
    for (;;) {
        if (is_over(options)) {
            return declined("", "out of time");
        }
        Result<Sample> sample = source.sample(digits);
        if (!sample.ok()) {
            return sample.error();
        }
        const std::size_t size = sample.value().size();
        Result<Learned> learned = smallest(numeration, source, std::move(sample.value()));
        if (learned.ok()) {
            const unsigned test = std::min(most, digits_tested(numeration, source, digits));
            if (test <= digits) {
                return learned;
            }
            Result<Sample> far = source.sample(test);
            if (!far.ok()) {
                return far.error();
            }
            if (agrees_farther(numeration, learned.value(), source, std::move(far.value()))) {
                return learned;
            }
        }
        const std::uint64_t more = points(numeration, source, digits) * kGrowth;
        if (digits < few) {
            digits = std::min(few, digits_for(numeration, source, more));
            continue;
        }
        if (digits == few) {
            Result<Learned> other = known_before(numeration, source, known.others, few);
            if (other.ok()) {
                return other;
            }
            Result<Learned> anywhere = learn_beyond(numeration, source, known.adder, few);
            if (anywhere.ok()) {
                return anywhere;
            }
        }
        if (digits >= most) {
            const std::string reason = learned.ok() ? "fails farther out" : learned.error().message;
            return declined("", fmt::format("not learned from {} points: {}", size, reason));
        }
        digits = std::min(most, digits_for(numeration, source, more));
    }
}

Result<LearnedRecords> learn_records(Engine& engine, std::vector<Claim> claims,
                                     const RecordOptions& options) {
    std::sort(claims.begin(), claims.end(),
              [](const Claim& a, const Claim& b) { return claim_text(a) < claim_text(b); });
    const Result<Demand> demand = records_for(engine.spec, claims, {options.numeration});
    if (!demand.ok()) {
        return demand.error();
    }
    const Result<NumerationSystem> numeration =
        NumerationSystem::of(engine.spec.item(demand.value().numeration));
    if (!numeration.ok()) {
        return numeration.error();
    }
    LearnedRecords result{claims, demand.value().numeration, numeration.value(), {}};
    const RecordOracle oracle(engine, result.records, result.numeration, numeration.value());
    PointSources sources(engine, numeration.value(), claims);
    std::int64_t greatest = 0;
    for (const RecordId& record : demand.value().records) {
        greatest = std::max(greatest, record.part == ItemPart::kLevel ? record.number : 0);
    }
    for (const RecordId& record : demand.value().records) {
        const auto start = std::chrono::steady_clock::now();
        const Result<std::unique_ptr<PointSource>> source = sources.of(record, greatest);
        if (!source.ok()) {
            return at_record(engine.spec, record, source.error());
        }
        Result<Learned> learned =
            learn_growing(numeration.value(), *source.value(), options,
                          known_for(record, result.records, options.try_others));
        if (!learned.ok()) {
            return at_record(engine.spec, record, learned.error());
        }
        if (options.learned) {
            const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
            options.learned(record_line(engine.spec, record), learned.value(), seconds.count());
        }
        result.records.emplace(record, std::move(learned.value().automaton));
    }
    return result;
}

}  // namespace mexcert
