// One claim: its spine, its instances, its refutation (language.md 5.3 and 5.4, claims.md).
//
// A Judge is built from a claim before anything is evaluated; building finds out which variables
// need a range. `verify` returns only if the claim holds; everything else throws. Unranged
// variables are enumerated as distinct solutions in ascending order, so that the order of the
// witnesses does not depend on how a plan finds them.
#pragma once

#include "claim.h"
#include "eval.h"

namespace mexcheck {

struct Witnesses {
    std::vector<Word> tuples;
    std::vector<int> lines;
    std::string file;
    int line = 0;  // of the record, 0 if there is none
};

class Judge {
  public:
    // Throws bad_input for a claim that is an error by itself. One that needs an automaton is
    // declined by `verify`.
    Judge(const Spec& spec, Planner& planner, const Claim& claim);

    void verify(Evaluator& evaluator, const Witnesses& witnesses,
                const std::vector<Assignment>& point);

    std::string point_text() const;
    std::uint64_t instances() const { return instances_; }
    std::uint64_t read() const { return read_; }

  private:
    struct Missing {  // thrown while building: this variable needs a range
        std::string name;
    };
    struct Leading {
        std::int64_t low = 0;
        std::int64_t high = 0;
        int group = -1;  // of a sum range
        bool ranged = false;
    };
    struct Spine {
        enum Kind { both, hypothesis, forall, leaf } kind = leaf;
        const Expr* e = nullptr;
        std::vector<std::pair<std::size_t, std::size_t>> ranged;  // slot, leading variable
        std::vector<int> solved;                                  // slots without a range
        const Plan* plan = nullptr;
        std::vector<Spine> parts;
        bool asks = false;     // an `exists` that needs a witness
        bool trivial = false;  // says nothing on a range (language.md 5.4)
        std::uint64_t reads = 0;
    };

    void build();
    void build_or_explain();
    Spine build(const Expr* e);
    Spine build_leaf(const Expr* e);
    void find_point_names();
    void check_point(const std::vector<Assignment>& point) const;

    void check_not_trivial(const Spine& spine) const;
    static void check_all_read(const Spine& spine);
    void set_point(const std::vector<std::int64_t>& values);
    void refute(const std::vector<Assignment>& point);
    void refute_least(const std::vector<Assignment>& point);
    std::vector<std::int64_t> first_point(const std::vector<std::int64_t>& last) const;
    void next_point(std::vector<std::int64_t>& values) const;
    void run(Spine& spine, bool live);
    void run_forall(Spine& spine, std::size_t next, bool live);
    void run_solved(Spine& spine);
    void read_leaf(Spine& spine);
    bool holds(const Expr* e);
    bool witnessed(const Spine& spine);
    std::string assignment() const;

    const Spec& spec_;
    Planner& planner_;
    const Claim claim_;
    std::vector<std::string> names_;  // the leading variables
    std::vector<Leading> leading_;
    std::vector<std::string> point_names_;
    std::string missing_;  // `: all`: a variable that would need a range
    Unit unit_;
    Spine spine_;
    Evaluator* evaluator_ = nullptr;
    const Witnesses* witnesses_ = nullptr;
    std::size_t asked_ = 0;
    std::int64_t* frame_ = nullptr;
    std::vector<std::size_t> scope_;  // slots of the leading variables assigned so far
    std::vector<std::int64_t> group_sum_;
    bool refuting_ = false;
    bool found_false_ = false;
    std::uint64_t instances_ = 0;
    std::uint64_t read_ = 0;
};

}  // namespace mexcheck
