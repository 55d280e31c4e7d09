#include "automata/learn_diagonals.hpp"

#include <algorithm>
#include <limits>

#include "automata/solver.hpp"

namespace mexcert {
namespace {

// The points (d, x) of a level.
class DiagonalWindows : public WindowSource {
  public:
    explicit DiagonalWindows(const FarLevel& level) : far_(level) {}
    Result<std::vector<std::uint64_t>> window(const std::vector<NumberRange>& ranges) override;

    // The pair of row x, as (d, smaller number).
    [[nodiscard]] Point of_row(std::uint64_t x) {
        return of_pair(x, far_.rows->places(far_.level, x, 1).front());
    }
    static Point of_pair(std::uint64_t x, std::uint64_t y) {
        return {std::max(x, y) - std::min(x, y), std::min(x, y)};
    }

  private:
    FarLevel far_;
};

Result<std::vector<std::uint64_t>> DiagonalWindows::window(const std::vector<NumberRange>& ranges) {
    std::uint64_t d = ranges[0].low;
    const auto found = far_.rows->diagonals(far_.level, d, ranges[0].size);
    if (!found) {
        return declined("", "a diagonal without a pair, or too far out");
    }
    std::vector<std::uint64_t> numbers;
    for (const std::uint64_t x : *found) {
        if (ranges[1].contains(x)) {
            numbers.insert(numbers.end(), {d, x});
        }
        ++d;
    }
    return numbers;
}

// The relation of d and x in formulas, and the level made from it.
class Level {
  public:
    Level(const NumerationSystem& numeration, const Automaton& adder, const Automaton& diagonals)
        : solver_(formulas_, numeration, &adder, [this, &diagonals](int relation) {
              return relation == diagonals_ ? &diagonals : &automaton_;
          }) {}

    // Null after an error.
    [[nodiscard]] const Automaton* made();
    [[nodiscard]] const std::optional<Error>& error() const { return solver_.error(); }
    // Pairs (n, m) of the diagonals, or of the level that has been made: two with the same n, and
    // an n alone that has no m.
    [[nodiscard]] std::vector<Point> against_function(bool of_level);

  private:
    FormulaId half(int smaller, int greater);
    void add(const FormulaId& formula, const std::vector<int>& order, std::vector<Point>& into);

    Formulas formulas_;
    int diagonals_ = formulas_.add_relation({"diagonals", false, -1, {}});
    int level_ = formulas_.add_relation({"level", false, -1, {}});
    Automaton automaton_;
    FormulaSolver solver_;
};

// exists d: (d, smaller) is in the relation and smaller + d = greater.
FormulaId Level::half(int smaller, int greater) {
    const int d = formulas_.fresh("d");
    const LinearSum sum{{{smaller, 1}, {greater, -1}, {d, 1}}, 0};
    return formulas_.exists({d}, formulas_.conjunction(formulas_.apply(diagonals_, {d, smaller}),
                                                       formulas_.equal(sum)));
}

const Automaton* Level::made() {
    const int x = formulas_.fresh("x");
    const int y = formulas_.fresh("y");
    const auto found = solver_.acceptor(formulas_.disjunction(half(x, y), half(y, x)));
    if (!found) {
        return nullptr;
    }
    automaton_ = found->stored->automaton;
    return &automaton_;
}

void Level::add(const FormulaId& formula, const std::vector<int>& order, std::vector<Point>& into) {
    Point values;
    if (const std::optional<Assignment> found = solver_.find(formula, order)) {
        for (const auto& [variable, value] : *found) {
            if (!value.fits_ulong_p()) {
                return;
            }
            values.push_back(value.get_ui());
        }
        into.push_back({values.front()});
        for (std::size_t i = 1; i < values.size(); ++i) {
            into.push_back({values.front(), values[i]});
        }
    }
}

std::vector<Point> Level::against_function(bool of_level) {
    const int relation = of_level ? level_ : diagonals_;
    const int n = formulas_.fresh("n");
    const int m = formulas_.fresh("m");
    const int k = formulas_.fresh("k");
    const FormulaId pair = formulas_.apply(relation, {n, m});
    const FormulaId less = formulas_.at_most({{{m, 1}, {k, -1}}, 1});
    std::vector<Point> points;
    add(formulas_.conjunction({pair, formulas_.apply(relation, {n, k}), less}), {n, m, k}, points);
    add(formulas_.negation(formulas_.exists({m}, pair)), {n}, points);
    return points;
}

// Points (d, x), of which the automaton has some wrong.
Result<std::vector<Point>> suspects(const NumerationSystem& numeration, const Automaton& adder,
                                    DiagonalWindows& windows, const Automaton& diagonals) {
    constexpr std::uint64_t kAll = std::numeric_limits<std::uint64_t>::max();
    Level level(numeration, adder, diagonals);
    std::vector<Point> points = level.against_function(false);
    for (Point& point : points) {
        if (point.size() == 1) {  // with the x that it has in truth
            const auto truth = windows.window({{point[0], 1}, {0, kAll}});
            if (!truth.ok()) {
                return truth.error();
            }
            point = truth.value();
        }
    }
    if (points.empty() && level.made() != nullptr) {
        points = level.against_function(true);
        for (Point& point : points) {
            point = point.size() == 1 ? windows.of_row(point[0])
                                      : DiagonalWindows::of_pair(point[0], point[1]);
        }
    }
    return level.error() ? Result<std::vector<Point>>(*level.error()) : points;
}

}  // namespace

Result<Learned> learn_by_diagonals(const NumerationSystem& numeration, const Automaton& adder,
                                   const FarLevel& level, unsigned digits) {
    DiagonalWindows windows(level);
    Sample sample;
    sample.tracks = 2;
    sample.lengths = {digits, std::nullopt};
    const std::uint64_t count = numeration.count(digits);
    Result<std::vector<std::uint64_t>> first = windows.window({{0, count}, {0, 4 * count}});
    if (!first.ok()) {
        return first.error();
    }
    sample.values = std::move(first.value());
    WindowOptions options;
    options.least_depth = digits * 2 / 3;
    options.suspects = [&](const Automaton& diagonals) {
        return suspects(numeration, adder, windows, diagonals);
    };
    Result<Learned> learned = learn_by_windows(numeration, windows, sample, options);
    if (!learned.ok()) {
        return learned;
    }
    Level made(numeration, adder, learned.value().automaton);
    const Automaton* automaton = made.made();
    return automaton == nullptr ? Result<Learned>(*made.error())
                                : Learned{*automaton, learned.value().depth};
}

}  // namespace mexcert
