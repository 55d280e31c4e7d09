#include "search/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace mexcert {
namespace {

using Tuple = std::vector<std::int64_t>;

bool depends_on(Program& program, NodeId id, const std::vector<int>& slots) {
    const std::vector<int>& free = program.free_slots(id);
    return std::any_of(slots.begin(), slots.end(), [&](int slot) {
        return std::binary_search(free.begin(), free.end(), slot);
    });
}

// A part of the formula that depends on the instance, solved for the instance's variables.
struct AtomQuery {
    std::vector<int> slots;                    // instance variables that occur in it
    Plan plan;                                 // where it differs from its default
    std::map<Tuple, std::vector<int>> places;  // values of `slots` -> instances
};

// Replaces the instance-dependent parts of a formula by atoms.
class Marker {
  public:
    Marker(Engine& engine, const std::vector<int>& instance_slots)
        : engine_(engine), program_(engine.program), slots_(instance_slots) {}

    // The marked formula, or kNoNode if some part cannot be solved for the instance.
    NodeId mark(NodeId id) {
        if (!depends_on(program_, id, slots_)) {
            return id;
        }
        const NodeId atom = make_atom(id);
        return atom != kNoNode ? atom : descend(id);
    }
    std::vector<AtomQuery> queries;

  private:
    NodeId make_atom(NodeId id) {
        std::vector<int> own;
        for (const int slot : slots_) {
            if (depends_on(program_, id, {slot})) {
                own.push_back(slot);
            }
        }
        if (is_number(program_.node(id).op)) {
            return kNoNode;
        }
        Node atom;
        Plan plan = engine_.planner.solve({id}, own);
        if (plan.first == kNoPlan) {
            atom.imm = 1;
            plan = engine_.planner.solve({program_.unary(Op::kNot, id)}, own);
        }
        if (plan.first == kNoPlan) {
            return kNoNode;
        }
        atom.op = Op::kAtom;
        atom.a = id;
        atom.item = static_cast<int>(queries.size());
        queries.push_back({own, plan, {}});
        return program_.make(std::move(atom));
    }

    static bool is_number(Op op) { return op <= Op::kOutput; }

    NodeId descend(NodeId id) {
        Node node = program_.node(id);
        switch (node.op) {
            case Op::kAnd:
            case Op::kOr:
            case Op::kImplies:
            case Op::kIff:
            case Op::kNot:
            case Op::kEq:
            case Op::kNe:
            case Op::kLt:
            case Op::kLe:
            case Op::kForall:
            case Op::kExists:
            case Op::kUnique:
            case Op::kCount:
                break;
            default:
                return kNoNode;
        }
        for (NodeId* kid : {&node.a, &node.b}) {
            if (*kid != kNoNode) {
                *kid = mark(*kid);
                if (*kid == kNoNode) {
                    return kNoNode;
                }
            }
        }
        const bool binds = node.op >= Op::kForall || node.op == Op::kCount;
        const NodeId made = program_.make(std::move(node));
        return binds && engine_.planner.plan(made).first == kNoPlan ? kNoNode : made;
    }

    Engine& engine_;
    Program& program_;
    const std::vector<int>& slots_;
};

// The search for the instances that share the values of the common slots.
class WitnessSearch {
  public:
    WitnessSearch(Engine& engine, NodeId exists, std::vector<int> instance_slots,
                  const WitnessLimits& limits)
        : engine_(engine),
          evaluator_(engine),
          exists_(engine.program.node(exists)),
          slots_(std::move(instance_slots)),
          limits_(limits),
          marker_(engine, slots_) {
        marked_ = marker_.mark(exists_.a);
        if (marked_ == kNoNode) {
            split_independent(exists_.a);
        }
        evaluator_.visit_atoms([this](const Node& atom) { collect(atom); });
    }

    Evaluator& evaluator() { return evaluator_; }

    // `instances`: values of the instance slots. The results are written to `found`.
    std::optional<Error> run(const std::vector<Tuple>& instances, std::vector<Tuple>& found) {
        instances_ = &instances;
        found_ = &found;
        found.assign(instances.size(), {});
        open_.clear();
        for (std::size_t i = 0; i < instances.size(); ++i) {
            open_.push_back(static_cast<int>(i));
        }
        index_instances();
        for (std::int64_t most = 0; most <= limits_.largest && !open_.empty(); ++most) {
            if (std::optional<Error> error = shell(most)) {
                return error;
            }
            if (limits_.deadline && std::chrono::steady_clock::now() > *limits_.deadline) {
                return declined(place(), "out of time while searching for witnesses");
            }
        }
        if (open_.empty()) {
            return std::nullopt;
        }
        return declined(place(), fmt::format("no witness with components up to {} for {} of {} "
                                             "instances",
                                             limits_.largest, open_.size(), instances.size()));
    }

  private:
    [[nodiscard]] std::string place() const { return engine_.spec.where(exists_.place); }

    void split_independent(NodeId formula) {
        const Node& node = engine_.program.node(formula);
        if (node.op == Op::kAnd) {
            split_independent(node.a);
            split_independent(node.b);
        } else if (!depends_on(engine_.program, formula, slots_)) {
            independent_.push_back(formula);
        }
    }

    void index_instances() {
        for (AtomQuery& query : marker_.queries) {
            query.places.clear();
            for (const int i : open_) {
                Tuple key;
                for (const int slot : query.slots) {
                    const auto at = std::find(slots_.begin(), slots_.end(), slot) - slots_.begin();
                    key.push_back(instance(i)[static_cast<std::size_t>(at)]);
                }
                query.places[std::move(key)].push_back(i);
            }
        }
    }

    [[nodiscard]] const Tuple& instance(int i) const {
        return (*instances_)[static_cast<std::size_t>(i)];
    }

    void collect(const Node& atom) {
        const AtomQuery& query = marker_.queries[static_cast<std::size_t>(atom.item)];
        evaluator_.run(query.plan.first, [&] {
            Tuple key;
            for (const int slot : query.slots) {
                key.push_back(evaluator_.slot(slot));
            }
            const auto entry = query.places.find(key);
            if (entry != query.places.end()) {
                exceptional_.insert(exceptional_.end(), entry->second.begin(), entry->second.end());
            }
            return true;
        });
    }

    // All tuples with that maximum, in lexicographic order.
    std::optional<Error> shell(std::int64_t most) {
        const std::size_t width = exists_.list.size();
        Tuple tuple(width, 0);
        tuple.back() = width == 1 ? most : 0;
        for (;;) {
            if (*std::max_element(tuple.begin(), tuple.end()) == most) {
                if (std::optional<Error> error = candidate(tuple); error || open_.empty()) {
                    return error;
                }
            } else if (std::find(tuple.begin(), tuple.end() - 1, most) == tuple.end() - 1) {
                tuple.back() = most;  // the only tuple of this row
                continue;
            }
            std::size_t position = width;
            while (position > 0 && tuple[position - 1] == most) {
                tuple[--position] = 0;
            }
            if (position == 0) {
                return std::nullopt;
            }
            ++tuple[position - 1];
        }
    }

    std::optional<Error> candidate(const Tuple& tuple) {
        for (std::size_t i = 0; i < tuple.size(); ++i) {
            evaluator_.slot(exists_.list[i]) = tuple[i];
        }
        exceptional_.clear();
        bool holds = false;
        if (marked_ != kNoNode) {
            holds = evaluator_.truth(marked_);
        } else if (std::all_of(independent_.begin(), independent_.end(),
                               [this](NodeId part) { return evaluator_.truth(part); })) {
            exceptional_ = open_;
        }
        if (evaluator_.failed() || (!holds && exceptional_.empty())) {
            return take_fault();
        }
        std::sort(exceptional_.begin(), exceptional_.end());
        const std::vector<int> exceptional = exceptional_;
        std::vector<int> still_open;
        for (const int i : open_) {
            const bool single = std::binary_search(exceptional.begin(), exceptional.end(), i);
            if (single ? test(i) : holds) {
                (*found_)[static_cast<std::size_t>(i)] = tuple;
            } else {
                still_open.push_back(i);
            }
            if (std::optional<Error> error = take_fault()) {
                return error;
            }
        }
        open_ = std::move(still_open);
        return std::nullopt;
    }

    bool test(int i) {
        for (std::size_t k = 0; k < slots_.size(); ++k) {
            evaluator_.slot(slots_[k]) = instance(i)[k];
        }
        return evaluator_.truth(exists_.a) && !evaluator_.failed();
    }

    // A tuple at which the formula is undefined is no witness; anything else ends the search.
    std::optional<Error> take_fault() {
        if (!evaluator_.failed()) {
            return std::nullopt;
        }
        if (!evaluator_.fault()->undefined) {
            return evaluator_.error();
        }
        evaluator_.clear_fault();
        return std::nullopt;
    }

    Engine& engine_;
    Evaluator evaluator_;
    const Node exists_;
    std::vector<int> slots_;
    const WitnessLimits& limits_;
    Marker marker_;
    NodeId marked_ = kNoNode;
    std::vector<NodeId> independent_;
    const std::vector<Tuple>* instances_ = nullptr;
    std::vector<Tuple>* found_ = nullptr;
    std::vector<int> open_;
    std::vector<int> exceptional_;
};

}  // namespace

Result<std::vector<std::vector<std::int64_t>>> find_witnesses(
    Engine& engine, NodeId exists, const std::vector<int>& common,
    const std::vector<std::vector<std::int64_t>>& instances, const WitnessLimits& limits) {
    const std::vector<int> free = engine.program.free_slots(exists);
    std::vector<int> shared;
    std::vector<int> varied;
    for (const int slot : free) {
        const bool is_common = std::find(common.begin(), common.end(), slot) != common.end();
        (is_common ? shared : varied).push_back(slot);
    }
    std::map<Tuple, std::vector<std::size_t>> groups;
    const auto part = [&](const Tuple& instance, const std::vector<int>& slots) {
        Tuple values;
        for (std::size_t i = 0; i < free.size(); ++i) {
            if (std::find(slots.begin(), slots.end(), free[i]) != slots.end()) {
                values.push_back(instance[i]);
            }
        }
        return values;
    };
    for (std::size_t i = 0; i < instances.size(); ++i) {
        groups[part(instances[i], shared)].push_back(i);
    }
    std::vector<Tuple> result(instances.size());
    WitnessSearch search(engine, exists, varied, limits);
    for (const auto& [values, members] : groups) {
        for (std::size_t i = 0; i < shared.size(); ++i) {
            search.evaluator().slot(shared[i]) = values[i];
        }
        std::vector<Tuple> group;
        for (const std::size_t member : members) {
            group.push_back(part(instances[member], varied));
        }
        std::vector<Tuple> found;
        if (std::optional<Error> error = search.run(group, found)) {
            return *error;
        }
        for (std::size_t i = 0; i < members.size(); ++i) {
            result[members[i]] = std::move(found[i]);
        }
    }
    return result;
}

}  // namespace mexcert
