// The records of claims `NAME: all` (spec/automata.md): finds those that they need and learns each
// from points.
//
// An automaton is learned from few points first; if it is not closed, or fails on points some
// twenty times as far out, from more. Where many points are needed, levels of other instances of
// the definition are tried before: games with other parameters often share them. Agreement with
// data is no proof: whether the claim is accepted shows when the records are checked.
#pragma once

#include <chrono>
#include <functional>
#include <optional>

#include "automata/discover.hpp"
#include "automata/points.hpp"

namespace mexcert {

struct RecordOptions {
    std::string numeration;                  // its name; empty: that of the text, else `fibonacci`
    std::uint64_t first_points = 1000;       // learn from at least so many
    std::uint64_t most_points = 12'000'000;  // and from, or test on, at most so many
    bool try_others = true;  // levels learned for other instances, tested on fewer points
    // Behind this time no further record and no further sentence is begun (kDeclined).
    std::optional<std::chrono::steady_clock::time_point> end = std::nullopt;
    // Told after each record: its line, states and seconds.
    std::function<void(const std::string& record, const Learned& learned, double seconds)> learned;
};

// Is the time over?
[[nodiscard]] inline bool is_over(const RecordOptions& options) {
    return options.end && std::chrono::steady_clock::now() > *options.end;
}

// What has been learned before: `adder`: without it, levels are not learned from their diagonals;
// `others`: automata that the source may have.
struct KnownAutomata {
    const Automaton* adder = nullptr;
    std::vector<const Automaton*> others;
};

// The automaton of a source, learned from a sample that grows.
[[nodiscard]] Result<Learned> learn_growing(const NumerationSystem& numeration, PointSource& source,
                                            const RecordOptions& options,
                                            const KnownAutomata& known = {});

struct LearnedRecords {
    std::vector<Claim> claims;  // sorted by their texts
    int numeration = -1;        // its item
    NumerationSystem system;    // the same, ready for use
    Records records;
};

// The records of the claims. Errors name the record or the term that stopped it.
[[nodiscard]] Result<LearnedRecords> learn_records(Engine& engine, std::vector<Claim> claims,
                                                   const RecordOptions& options = {});

}  // namespace mexcert
