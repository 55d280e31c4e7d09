// Terms and formulas of a Program in the notation of the text, for messages.
#include <fmt/format.h>

#include "automata/compile.hpp"

namespace mexcert {
namespace {

const char* symbol(Op op) {
    switch (op) {
        case Op::kAdd:
            return "+";
        case Op::kSub:
            return "-";
        case Op::kMonus:
            return "-.";
        case Op::kMul:
            return "*";
        case Op::kDiv:
            return "div";
        case Op::kMod:
            return "mod";
        case Op::kEq:
        case Op::kWordEq:
            return "=";
        case Op::kNe:
        case Op::kWordNe:
            return "!=";
        case Op::kLt:
            return "<";
        case Op::kLe:
            return "<=";
        case Op::kAnd:
            return "and";
        case Op::kOr:
            return "or";
        case Op::kImplies:
            return "=>";
        case Op::kIff:
            return "<=>";
        case Op::kJoin:
            return "++";
        default:
            return nullptr;
    }
}

class Printer {
  public:
    explicit Printer(const Program& program) : program_(program) {}

    std::string text(NodeId id, bool inner) const {
        const Node& node = program_.node(id);
        if (const char* operation = symbol(node.op)) {
            const std::string both =
                fmt::format("{} {} {}", text(node.a, true), operation, text(node.b, true));
            return inner ? fmt::format("({})", both) : both;
        }
        return leaf(node);
    }

  private:
    std::string leaf(const Node& node) const {
        switch (node.op) {
            case Op::kConst:
                return fmt::format("{}", node.imm);
            case Op::kSlot:
                return program_.slot_name(static_cast<int>(node.imm));
            case Op::kCheck:
                return text(node.a, true);
            case Op::kNeg:
                return fmt::format("-{}", text(node.a, true));
            case Op::kNot:
                return fmt::format("not {}", text(node.a, true));
            case Op::kSquare:
                return fmt::format("{} ^ 2", text(node.a, true));
            case Op::kFloor:
                return fmt::format("floor({} * phi{})", text(node.a, true),
                                   node.imm == 2 ? " ^ 2" : "");
            case Op::kRep:
                return fmt::format("rep({}, {})", program_.spec().item(node.item).name,
                                   text(node.a, false));
            case Op::kLetter:
            case Op::kOutput:
                return fmt::format("{}({})", program_.spec().item(node.item).name,
                                   text(node.a, false));
            case Op::kCall:
            case Op::kLookup:
            case Op::kRelation:
                return call(node);
            case Op::kPrefix:
            case Op::kSuffix:
                return fmt::format("{}({}, {})", node.op == Op::kPrefix ? "prefix" : "suffix",
                                   text(node.a, false), text(node.b, false));
            case Op::kLeast:
                return "least ..";
            case Op::kCount:
                return "count {..}";
            case Op::kIf:
                return "if ..";
            default:
                return "..";
        }
    }

    std::string call(const Node& node) const {
        std::string list;
        for (const NodeId kid : node.list) {
            list.append(list.empty() ? "" : ", ").append(text(kid, false));
        }
        return fmt::format("{}({})", program_.spec().item(node.item).name, list);
    }

    const Program& program_;
};

}  // namespace

std::string node_text(const Program& program, NodeId id) {
    return Printer(program).text(id, false);
}

}  // namespace mexcert
