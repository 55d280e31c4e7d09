// Terms and formulas ready for evaluation: variables are slots, `let` is expanded, set lists are
// disjunctions, arguments carry checks that they are naturals inside their finite domains.
// Invariants: nodes are interned, so that equal node numbers mean equal texts; each binder has
// slots of its own, so that no two scopes share one. Cost: building is linear in the expanded text.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

using NodeId = int;
inline constexpr NodeId kNoNode = -1;

enum class Op : std::uint8_t {
    // numbers
    kConst,
    kSlot,
    kAdd,
    kSub,
    kMonus,
    kMul,
    kDiv,
    kMod,
    kNeg,
    kSquare,
    kFloor,
    kIf,
    kLeast,
    kCount,
    kCall,
    kLookup,
    kCheck,
    kLetter,
    kOutput,
    // words
    kWordLiteral,
    kRep,
    kTake,
    kIterate,
    kJoin,
    // truth values
    kTrue,
    kFalse,
    kEq,
    kNe,
    kLt,
    kLe,
    kWordEq,
    kWordNe,
    kPrefix,
    kSuffix,
    kAnd,
    kOr,
    kImplies,
    kIff,
    kNot,
    kForall,
    kExists,
    kUnique,
    kRelation,
    kLimit,
    kInfinite,  // `exists automatic`, `tends_to`: no finite evaluation
    kAtom       // a marked formula of a witness search: body a, default value imm, query item
};

struct Node {
    Op op = Op::kTrue;
    NodeId a = kNoNode;  // operands; the body of a quantifier
    NodeId b = kNoNode;
    NodeId c = kNoNode;
    std::int64_t imm = 0;   // a constant, slot, power of phi, divisor; the lower end of kCheck
    std::int64_t imm2 = 0;  // the upper end of kCheck
    int item = -1;          // the item of a call, look-up, relation, word, numeration
    std::vector<int> list;  // arguments (nodes) or bound slots
    Place place;
};

// Does `list` hold arguments (nodes)? Else bound slots, letters or nothing.
[[nodiscard]] inline bool lists_nodes(Op op) {
    return op == Op::kCall || op == Op::kLookup || op == Op::kRelation;
}

// What a kInfinite node is, in imm2: `exists automatic g <= b: a` with g in imm; `tends_to` of the
// term a over the slot in `list`, the power of phi in imm; a value g(a) of such a sequence.
inline constexpr std::int64_t kSequenceExists = 1;
inline constexpr std::int64_t kTendsTo = 2;
inline constexpr std::int64_t kSequenceValue = 3;

// A definition with its parameters (and set elements) as slots.
struct Body {
    std::vector<int> slots;
    NodeId root = kNoNode;     // kNoNode for a set given by a list
    NodeId measure = kNoNode;  // of a recursive definition
};

class Program {
  public:
    using Environment = std::unordered_map<int, NodeId>;  // variable id -> term

    explicit Program(const Spec& spec) : spec_(spec) {}

    [[nodiscard]] const Spec& spec() const { return spec_; }
    // References stay valid while nodes are added.
    [[nodiscard]] const Node& node(NodeId id) const {
        return *index_[static_cast<std::size_t>(id)];
    }
    [[nodiscard]] std::size_t slot_count() const { return slot_names_.size(); }
    [[nodiscard]] const std::string& slot_name(int slot) const {
        return slot_names_[static_cast<std::size_t>(slot)];
    }
    // The first violation of "multiplication on ranges only", if any text built so far has one.
    [[nodiscard]] const std::optional<Error>& error() const { return error_; }

    using Domain = std::optional<std::pair<std::int64_t, std::int64_t>>;

    // `finite`: a factor of products may be this variable. Values outside `domain` never occur.
    int new_slot(const std::string& name, bool finite, const Domain& domain);
    NodeId make(Node node);  // interned
    NodeId constant(std::int64_t value);
    NodeId slot_term(int slot);
    NodeId unary(Op op, NodeId a);
    NodeId binary(Op op, NodeId a, NodeId b);
    NodeId build(const Expr* expr, const Environment& environment);

    // The body of a def, pred or set (a set's elements follow its parameters). Built once.
    const Body& body(int item);
    // The definition of a relation node with its arguments put in; fresh slots for its binders.
    NodeId unfold(NodeId relation);

    // Free slots of a node, increasing.
    const std::vector<int>& free_slots(NodeId id);

  private:
    NodeId build_call(const Expr& expr, const Environment& environment);
    NodeId build_binder(const Expr& expr, const Environment& environment);
    NodeId build_binary(const Expr& expr, const Environment& environment);
    NodeId build_list(const Expr& expr, const Environment& environment);
    NodeId build_card(const Expr& expr);
    NodeId build_plain(const Expr& expr, Op op, const Environment& environment);
    NodeId build_word(const Expr& expr, const Environment& environment);
    NodeId build_infinite(const Expr& expr, const Environment& environment);
    NodeId build_product(const Expr& expr, NodeId a, NodeId b);
    std::vector<int> arguments(const Expr& expr, const Environment& environment);
    NodeId checked(NodeId term, const Domain& domain, const Place& place);
    [[nodiscard]] bool surely_natural(NodeId id) const;
    NodeId tuple_is(const std::vector<NodeId>& left, const std::vector<NodeId>& right,
                    const Place& place);

    const Spec& spec_;
    std::deque<Node> nodes_;
    std::vector<const Node*> index_;
    std::map<std::vector<std::int64_t>, NodeId> interned_;
    std::vector<std::string> slot_names_;
    std::vector<bool> slot_finite_;
    std::vector<Domain> slot_domains_;
    std::map<int, Body> bodies_;
    std::unordered_map<NodeId, std::vector<int>> free_;
    std::optional<Error> error_;
};

}  // namespace mexcert
