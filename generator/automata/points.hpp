// The points of which records consist, for all arguments below a bound that may grow.
//
// Invariant: a sample of `digits` holds all points whose arguments have at most so many digits;
// what has been computed is kept, so that growing costs only what is new.
#pragma once

#include <memory>

#include "automata/learn_diagonals.hpp"
#include "automata/records.hpp"
#include "claims/claim.hpp"
#include "evaluation/evaluator.hpp"

namespace mexcert {

class PointSource {
  public:
    PointSource() = default;
    PointSource(const PointSource&) = delete;
    PointSource& operator=(const PointSource&) = delete;
    virtual ~PointSource() = default;

    [[nodiscard]] virtual Result<Sample> sample(unsigned digits) = 0;
    // Its points anywhere, if they can be had.
    [[nodiscard]] virtual WindowSource* windows() { return nullptr; }
    // Its rows anywhere, if it is a level that can be learned from its diagonals.
    [[nodiscard]] virtual std::optional<FarLevel> far_level() { return std::nullopt; }
    // The number of arguments: a sample has about count(digits) points to that power.
    [[nodiscard]] virtual unsigned arguments() const { return 1; }
    // Numbers so chosen that the automaton becomes as small as possible: places that the definition
    // leaves open, and the greatest number allowed there.
    [[nodiscard]] virtual std::vector<std::uint64_t> open_places() const { return {}; }
    [[nodiscard]] virtual std::uint32_t greatest_output() const { return 0; }
};

// What the sources of one certificate share: levels of one definition are found together.
class PointSources {
  public:
    PointSources(Engine& engine, const NumerationSystem& numeration, std::vector<Claim> claims);
    ~PointSources();
    PointSources(const PointSources&) = delete;
    PointSources& operator=(const PointSources&) = delete;

    // `greatest`: the greatest level that will be asked for.
    [[nodiscard]] Result<std::unique_ptr<PointSource>> of(const RecordId& record,
                                                          std::int64_t greatest);

  private:
    struct Shared;
    std::unique_ptr<Shared> shared_;
};

}  // namespace mexcert
