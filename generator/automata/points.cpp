#include "automata/points.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "automata/pair_window.hpp"
#include "automata/points_automatic.hpp"
#include "automata/points_queen.hpp"
#include "automata/queen_window.hpp"
#include "evaluation/linear.hpp"
#include "evaluation/table_builder.hpp"
#include "golden/floor_phi_stream.hpp"
#include "tables/mex_sequence.hpp"

namespace mexcert {
namespace {

using Numbers = std::vector<std::uint64_t>;

Error fault_error(const Spec& spec, const Fault& fault) {
    return {fault.undefined ? Outcome::kClaimFalse : Outcome::kDeclined, spec.where(fault.place),
            fault.message};
}

// Pairs (n, values[n]) for n of at most `digits` digits.
Sample pairs(const NumerationSystem& numeration, unsigned digits,
             const std::function<std::uint64_t(std::size_t)>& value) {
    Sample sample;
    sample.tracks = 2;
    sample.lengths = {digits, std::nullopt};
    const std::size_t count = numeration.count(digits);
    sample.values.resize(2 * count);
    for (std::size_t n = 0; n < count; ++n) {
        sample.values[2 * n] = n;
        sample.values[2 * n + 1] = value(n);
    }
    return sample;
}

class AdderSource : public PointSource, public WindowSource {
  public:
    explicit AdderSource(const NumerationSystem& numeration) : numeration_(numeration) {}
    Result<Sample> sample(unsigned digits) override {
        Sample sample;
        sample.tracks = 3;
        sample.lengths = {digits, digits, std::nullopt};
        const std::uint64_t count = numeration_.count(digits);
        for (std::uint64_t x = 0; x < count; ++x) {
            for (std::uint64_t y = 0; y < count; ++y) {
                sample.values.insert(sample.values.end(), {x, y, x + y});
            }
        }
        return sample;
    }
    [[nodiscard]] unsigned arguments() const override { return 2; }
    [[nodiscard]] WindowSource* windows() override { return this; }
    Result<Numbers> window(const std::vector<NumberRange>& ranges) override {
        Numbers numbers;
        const NumberRange& sums = ranges[2];
        for (std::uint64_t x = ranges[0].low; ranges[0].contains(x); ++x) {
            // y from the first one of its range with x + y in the range of sums
            std::uint64_t y = std::max(ranges[1].low, sums.low > x ? sums.low - x : 0);
            for (; ranges[1].contains(y) && sums.contains(x + y); ++y) {
                numbers.insert(numbers.end(), {x, y, x + y});
            }
        }
        return numbers;
    }

  private:
    const NumerationSystem& numeration_;
};

class FloorSource : public PointSource {
  public:
    explicit FloorSource(const NumerationSystem& numeration) : numeration_(numeration) {}
    Result<Sample> sample(unsigned digits) override {
        Numbers values(numeration_.count(digits));
        golden::floor_phi_stream(0, values);
        return pairs(numeration_, digits, [&](std::size_t n) { return values[n]; });
    }

  private:
    const NumerationSystem& numeration_;
};

// f(n) = least m > lower that is no f(i) and no f(i) + i + c (tables/mex_sequence.hpp).
struct PairSequence {
    std::uint64_t lower = 0;
    std::uint64_t c = 0;
};

// The value of a form in which only slots with known values occur; nothing otherwise.
std::optional<std::int64_t> known_value(const Program& program, const LinearForm& form,
                                        const std::map<int, std::int64_t>& slots) {
    std::int64_t value = form.constant;
    for (const auto& [atom, factor] : form.coefficients) {
        const Node& node = program.node(atom);
        const auto slot = slots.find(static_cast<int>(node.imm));
        if (node.op != Op::kSlot || slot == slots.end()) {
            return std::nullopt;
        }
        value += factor * slot->second;
    }
    return value;
}

// What an excluded term adds to f(i): a multiple of i and a number.
std::optional<std::pair<std::int64_t, std::int64_t>> added_to_value(
    Program& program, int item, int index_slot, NodeId term,
    const std::map<int, std::int64_t>& slots) {
    std::optional<LinearForm> form = linear_form(program, term);
    std::int64_t calls = 0;
    std::int64_t factor = 0;
    for (auto it = form ? form->coefficients.begin() : LinearForm{}.coefficients.end();
         form && it != form->coefficients.end();) {
        const Node& node = program.node(it->first);
        const bool call = node.op == Op::kLookup && node.item == item;
        const bool index = node.op == Op::kSlot && node.imm == index_slot;
        (call ? calls : factor) += call || index ? it->second : 0;
        it = call || index ? form->coefficients.erase(it) : std::next(it);
    }
    const auto constant = form ? known_value(program, *form, slots) : std::nullopt;
    if (!constant || calls != 1) {
        return std::nullopt;
    }
    return std::pair{factor, *constant};
}

std::optional<PairSequence> pair_sequence(Engine& engine, int item,
                                          const std::vector<std::int64_t>& fixed) {
    const SequenceShape* shape = engine.shapes.sequence(item);
    if (shape == nullptr || shape->excluded.size() != 2) {
        return std::nullopt;
    }
    Program& program = engine.program;
    std::map<int, std::int64_t> slots;
    for (std::size_t i = 0, next = 0; i < program.body(item).slots.size(); ++i) {
        if (engine.spec.item(item).is_fixed[i]) {
            slots[program.body(item).slots[i]] = fixed[next++];
        }
    }
    std::int64_t least = 0;
    for (const NodeId bound : shape->lower_bounds) {
        const std::optional<LinearForm> form = linear_form(program, bound);
        const auto value = form ? known_value(program, *form, slots) : std::nullopt;
        if (!value) {
            return std::nullopt;
        }
        least = std::max(least, *value);
    }
    const auto a = added_to_value(program, item, shape->index_slot, shape->excluded[0], slots);
    const auto b = added_to_value(program, item, shape->index_slot, shape->excluded[1], slots);
    if (!a || !b || least < 1 || *a != std::pair<std::int64_t, std::int64_t>{0, 0} ||
        b->first != 1 || b->second < 0) {
        return std::nullopt;
    }
    return PairSequence{static_cast<std::uint64_t>(least) - 1,
                        static_cast<std::uint64_t>(b->second)};
}

class GraphSource : public PointSource, public WindowSource {
  public:
    GraphSource(Engine& engine, const NumerationSystem& numeration, const RecordId& record)
        : engine_(engine),
          numeration_(numeration),
          record_(record),
          pairs_(pair_sequence(engine, record.item, record.fixed)),
          table_(engine.tables.find(record.item, record.fixed.data(), record.fixed.size())) {
        const std::vector<bool>& is_fixed = engine.spec.item(record.item).is_fixed;
        arguments_ = static_cast<unsigned>(std::count(is_fixed.begin(), is_fixed.end(), false));
    }
    Result<Sample> sample(unsigned digits) override {
        if (pairs_) {
            Numbers values(numeration_.count(digits));
            tables::mex_sequence(pairs_->lower, pairs_->c, values);
            return pairs(numeration_, digits, [&](std::size_t n) { return values[n]; });
        }
        const std::size_t count = numeration_.count(digits);
        const std::vector<std::int64_t> last(arguments_, static_cast<std::int64_t>(count) - 1);
        if (std::optional<Fault> fault = engine_.builder->grow(table_, last)) {
            return fault_error(engine_.spec, *fault);
        }
        return boxed(digits, count);
    }
    [[nodiscard]] unsigned arguments() const override { return arguments_; }
    [[nodiscard]] WindowSource* windows() override {
        return pairs_ && pairs_->c > 0 ? this : nullptr;
    }
    Result<Numbers> window(const std::vector<NumberRange>& ranges) override {
        if (!far_) {
            far_.emplace(pairs_->lower, pairs_->c);
        }
        Numbers numbers;
        std::uint64_t n = ranges[0].low;
        for (const std::uint64_t value : far_->terms(n, ranges[0].size)) {
            if (ranges[1].contains(value)) {
                numbers.insert(numbers.end(), {n, value});
            }
            ++n;
        }
        return numbers;
    }

  private:
    Sample boxed(unsigned digits, std::size_t count) const {
        Sample sample;
        sample.tracks = arguments_ + 1;
        sample.lengths.assign(arguments_, digits);
        sample.lengths.emplace_back();
        std::vector<std::int64_t> place(arguments_, 0);
        for (bool more = true; more;) {
            for (const std::int64_t n : place) {
                sample.values.push_back(static_cast<std::uint64_t>(n));
            }
            const std::int64_t value = table_.values[*table_.index(place.data())];
            sample.values.push_back(static_cast<std::uint64_t>(value));
            std::size_t i = arguments_;
            while (i > 0 && ++place[i - 1] == static_cast<std::int64_t>(count)) {
                place[--i] = 0;
            }
            more = i > 0;
        }
        return sample;
    }

    Engine& engine_;
    const NumerationSystem& numeration_;
    RecordId record_;
    std::optional<PairSequence> pairs_;
    std::optional<PairWindow> far_;
    Table& table_;
    unsigned arguments_ = 1;
};

// Levels from a table on a box, for definitions of other shapes.
class BoxLevelSource : public PointSource {
  public:
    BoxLevelSource(Engine& engine, const NumerationSystem& numeration, const RecordId& record)
        : graph_(engine, numeration, record), level_(record.number) {}
    Result<Sample> sample(unsigned digits) override {
        const Result<Sample> graph = graph_.sample(digits);
        if (!graph.ok()) {
            return graph.error();
        }
        const Sample& all = graph.value();
        Sample sample;
        sample.tracks = all.tracks - 1;
        sample.lengths.assign(sample.tracks, digits);
        for (std::size_t i = 0; i < all.values.size(); i += all.tracks) {
            if (all.values[i + sample.tracks] == static_cast<std::uint64_t>(level_)) {
                sample.values.insert(
                    sample.values.end(), all.values.begin() + static_cast<std::ptrdiff_t>(i),
                    all.values.begin() + static_cast<std::ptrdiff_t>(i + sample.tracks));
            }
        }
        return sample;
    }
    [[nodiscard]] unsigned arguments() const override { return graph_.arguments(); }

  private:
    GraphSource graph_;
    std::int64_t level_;
};

// Rows of the levels of one instance; empty if they do not fit (queen_window.hpp).
using FarLevels = std::map<std::pair<int, std::vector<std::int64_t>>, std::unique_ptr<QueenWindow>>;

class QueenLevelSource : public PointSource {
  public:
    QueenLevelSource(QueenLevels& levels, FarLevels& far, const NumerationSystem& numeration,
                     RecordId record, std::int64_t greatest)
        : levels_(levels),
          far_(far),
          numeration_(numeration),
          record_(std::move(record)),
          greatest_(greatest) {}
    Result<Sample> sample(unsigned digits) override {
        const auto rows = static_cast<std::size_t>(numeration_.count(digits));
        const auto places =
            levels_.level(record_.item, record_.fixed, record_.number, greatest_, rows);
        if (!places.ok()) {
            return places.error();
        }
        const std::vector<std::uint32_t>& columns = *places.value();
        return pairs(numeration_, digits, [&](std::size_t x) { return columns[x]; });
    }

    [[nodiscard]] std::optional<FarLevel> far_level() override {
        const auto [at, added] = far_.try_emplace({record_.item, record_.fixed});
        if (added) {
            at->second = far_rows();
        }
        return at->second ? std::optional<FarLevel>(
                                {at->second.get(), static_cast<std::size_t>(record_.number)})
                          : std::nullopt;
    }

  private:
    static constexpr std::size_t kFirstRows = 100'000;

    std::unique_ptr<QueenWindow> far_rows() {
        QueenWindow::Levels rows;
        for (std::int64_t c = 0; c <= greatest_; ++c) {
            const auto places =
                levels_.level(record_.item, record_.fixed, c, greatest_, kFirstRows);
            if (!places.ok() || levels_.reads_other(record_.item, record_.fixed)) {
                return nullptr;
            }
            rows.emplace_back(places.value()->begin(),
                              places.value()->begin() + std::ptrdiff_t{kFirstRows});
        }
        return QueenWindow::fits(rows) ? std::make_unique<QueenWindow>(std::move(rows)) : nullptr;
    }

    QueenLevels& levels_;
    FarLevels& far_;
    const NumerationSystem& numeration_;
    RecordId record_;
    std::int64_t greatest_;
};

class LetterSource : public PointSource {
  public:
    LetterSource(Engine& engine, const NumerationSystem& numeration, int item)
        : word_(engine.spec.item(item)), numeration_(numeration) {}
    Result<Sample> sample(unsigned digits) override {
        if (word_.limit() != LimitKind::kExists) {
            return declined("", "the word has no limit");
        }
        Sample sample;
        sample.lengths = {digits};
        const std::uint64_t count = numeration_.count(digits);
        for (std::uint64_t n = 0; n < count; ++n) {
            const std::optional<std::int64_t> letter = word_.letter(static_cast<std::int64_t>(n));
            if (!letter) {
                return declined("", fmt::format("the letter at {} is not given", n));
            }
            sample.values.push_back(n);
            sample.outputs.push_back(static_cast<std::uint32_t>(*letter));
        }
        return sample;
    }

  protected:
    MorphicWord word_;
    const NumerationSystem& numeration_;
};

class StartSource : public LetterSource {
  public:
    StartSource(Engine& engine, const NumerationSystem& numeration, int item)
        : LetterSource(engine, numeration, item), images_(engine.spec.item(item).images) {}
    Result<Sample> sample(unsigned digits) override {
        const Result<Sample> letters = LetterSource::sample(digits);
        if (!letters.ok()) {
            return letters.error();
        }
        const auto given = [this](std::uint32_t letter) { return images_[letter].has_value(); };
        const std::vector<std::uint32_t>& read = letters.value().outputs;
        if (!std::all_of(read.begin(), read.end(), given)) {
            return declined("", "a letter whose image is not given occurs");
        }
        std::uint64_t start = 0;
        std::size_t next = 0;
        return pairs(numeration_, digits, [&](std::size_t n) {
            for (; next < n; ++next) {
                start += images_[letters.value().outputs[next]]->size();
            }
            return start;
        });
    }

  private:
    const std::vector<std::optional<std::vector<std::int64_t>>>& images_;
};

}  // namespace

struct PointSources::Shared {
    Engine& engine;
    const NumerationSystem& numeration;
    std::vector<Claim> claims;
    QueenLevels levels;
    FarLevels far;
};

PointSources::PointSources(Engine& engine, const NumerationSystem& numeration,
                           std::vector<Claim> claims)
    : shared_(std::make_unique<Shared>(
          Shared{engine, numeration, std::move(claims), QueenLevels(engine), {}})) {}

PointSources::~PointSources() = default;

Result<std::unique_ptr<PointSource>> PointSources::of(const RecordId& record,
                                                      std::int64_t greatest) {
    using Pointer = std::unique_ptr<PointSource>;
    Engine& engine = shared_->engine;
    const NumerationSystem& numeration = shared_->numeration;
    switch (record.kind) {
        case RecordKind::kAdder:
            return Pointer(std::make_unique<AdderSource>(numeration));
        case RecordKind::kFloor:
            return Pointer(std::make_unique<FloorSource>(numeration));
        case RecordKind::kAutomatic:
            return automatic_source(engine, numeration,
                                    shared_->claims[static_cast<std::size_t>(record.number) - 1]);
        case RecordKind::kItem:
            break;
    }
    switch (record.part) {
        case ItemPart::kLetters:
            return Pointer(std::make_unique<LetterSource>(engine, numeration, record.item));
        case ItemPart::kStarts:
            return Pointer(std::make_unique<StartSource>(engine, numeration, record.item));
        case ItemPart::kLevel:
            if (engine.shapes.queen(record.item) != nullptr) {
                return Pointer(std::make_unique<QueenLevelSource>(shared_->levels, shared_->far,
                                                                  numeration, record, greatest));
            }
            return Pointer(std::make_unique<BoxLevelSource>(engine, numeration, record));
        case ItemPart::kGraph:
            break;
    }
    return Pointer(std::make_unique<GraphSource>(engine, numeration, record));
}

}  // namespace mexcert
