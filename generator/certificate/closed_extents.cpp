#include "certificate/closed_extents.hpp"

#include <algorithm>

#include "evaluation/table_builder.hpp"

namespace mexcert {
namespace {

constexpr int kMaxRounds = 64;

class ExtentCloser {
  public:
    ExtentCloser(Engine& engine, Extents& extents)
        : engine_(engine), extents_(extents), evaluator_(engine) {}

    std::optional<Error> run() {
        std::vector<int> items;
        for (const Table& table : engine_.tables.all()) {
            items.push_back(table.item);
        }
        std::sort(items.begin(), items.end(), std::greater<>());
        items.erase(std::unique(items.begin(), items.end()), items.end());
        for (const int item : items) {  // a definition reads only earlier ones and itself
            if (std::optional<Error> error = close_item(item)) {
                return error;
            }
        }
        return std::nullopt;
    }

  private:
    std::optional<Error> close_item(int item) {
        std::map<int, std::vector<std::int64_t>> done;
        bool changed = true;
        for (int round = 0; changed; ++round) {
            changed = false;
            if (round == kMaxRounds) {
                return declined(engine_.spec.where(engine_.spec.item(item).place),
                                "no box holds the values that the equation reads");
            }
            // Tables may be added while one is read: visit by number.
            for (int id = 0; id < static_cast<int>(engine_.tables.all().size()); ++id) {
                const std::vector<std::int64_t> most = extents_.of(id);
                if (engine_.tables.at(id).item != item || most.empty() || done[id] == most) {
                    continue;
                }
                done[id] = most;
                changed = true;
                read(engine_.tables.at(id), most);
                if (evaluator_.failed()) {
                    return evaluator_.error();
                }
            }
        }
        return std::nullopt;
    }

    void read(const Table& table, const std::vector<std::int64_t>& most) {
        const bool others = reads_other_tables(engine_.program, table.item);
        if (!others && (engine_.shapes.sequence(table.item) != nullptr ||
                        engine_.shapes.pile(table.item) != nullptr)) {
            return;
        }
        const QueenShape* queen = others ? nullptr : engine_.shapes.queen(table.item);
        if (queen != nullptr && queen->extra == kNoNode) {
            return;
        }
        const Body& body = engine_.program.body(table.item);
        evaluator_.record(&extents_);
        for_each_position(most, [&](const std::vector<std::int64_t>& position) {
            engine_.builder->set_arguments(evaluator_, table, position.data());
            if (queen == nullptr) {
                evaluator_.number(body.root);
            } else if (evaluator_.all_hold(queen->guards)) {
                evaluator_.number(queen->extra);
            }
        });
    }

    Engine& engine_;
    Extents& extents_;
    Evaluator evaluator_;
};

}  // namespace

std::optional<Error> close_extents(Engine& engine, Extents& extents) {
    return ExtentCloser(engine, extents).run();
}

}  // namespace mexcert
