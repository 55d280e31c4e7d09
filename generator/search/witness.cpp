#include "search/witness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "claims/claim.hpp"

namespace mexcert {
namespace {

using Tuple = std::vector<std::int64_t>;

constexpr double kMostTuples = 1 << 24;  // if no limit is given
constexpr std::uint64_t kTicks = 256;    // tuples between two looks at the clock

std::int64_t largest_component(const WitnessLimits& limits, std::size_t width) {
    return limits.largest.value_or(
        static_cast<std::int64_t>(std::pow(kMostTuples, 1.0 / static_cast<double>(width))));
}

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
          exists_id_(exists),
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
    // Of `all` instances of all searches, so many had their witness before this one.
    void set_progress(std::size_t found_before, std::size_t all) {
        found_before_ = found_before;
        all_ = all;
    }

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
        const std::int64_t largest = largest_component(limits_, exists_.list.size());
        for (most_ = 0; most_ <= largest && !open_.empty(); ++most_) {
            if (std::optional<Error> error = shell(most_)) {
                return error;
            }
        }
        if (open_.empty()) {
            return std::nullopt;
        }
        return unfound(fmt::format("no witness with components up to {}", largest));
    }

  private:
    [[nodiscard]] std::string place() const { return engine_.spec.where(exists_.place); }

    // The error for the instances that are open still.
    [[nodiscard]] Error unfound(const std::string& reason) {
        NamedValues first;
        for (const int slot : engine_.program.free_slots(exists_id_)) {
            const auto own = std::find(slots_.begin(), slots_.end(), slot);
            const std::int64_t value =
                own == slots_.end()
                    ? evaluator_.slot(slot)
                    : instance(open_.front())[static_cast<std::size_t>(own - slots_.begin())];
            first.emplace_back(engine_.program.slot_name(slot), value);
        }
        const std::string where = first.empty() ? "" : ", the first at " + values_text(first);
        return declined(
            place(), fmt::format("{} for {} of {} instances{} (--search-limit N: search up to N)",
                                 reason, open_.size(), instances_->size(), where));
    }

    // Now and then: time is up.
    std::optional<Error> check_time() {
        if (++ticks_ % kTicks != 0) {
            return std::nullopt;
        }
        const std::size_t found = found_before_ + instances_->size() - open_.size();
        engine_.report("search for witnesses",
                       static_cast<double>(found) / static_cast<double>(all_));
        if (engine_.out_of_time()) {
            return unfound(fmt::format("out of time: no witness with components below {}", most_));
        }
        return std::nullopt;
    }

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
        if (std::optional<Error> error = check_time()) {
            return error;
        }
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
    NodeId exists_id_;
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
    std::int64_t most_ = 0;  // the largest component of the tuples being tried
    std::uint64_t ticks_ = 0;
    std::size_t found_before_ = 0;
    std::size_t all_ = 1;
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
    std::size_t done = 0;
    for (const auto& [values, members] : groups) {
        for (std::size_t i = 0; i < shared.size(); ++i) {
            search.evaluator().slot(shared[i]) = values[i];
        }
        std::vector<Tuple> group;
        for (const std::size_t member : members) {
            group.push_back(part(instances[member], varied));
        }
        std::vector<Tuple> found;
        search.set_progress(done, instances.size());
        if (std::optional<Error> error = search.run(group, found)) {
            return *error;
        }
        done += members.size();
        for (std::size_t i = 0; i < members.size(); ++i) {
            result[members[i]] = std::move(found[i]);
        }
    }
    return result;
}

}  // namespace mexcert
