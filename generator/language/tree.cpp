// Resolved trees in prefix form (spec/language.md, section 7).
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/closure.hpp"

namespace mexcert {
namespace {

std::string numbers(const std::vector<std::int64_t>& values) {
    return fmt::format("{}", fmt::join(values, " "));
}

std::string names(const std::vector<Variable>& variables) {
    std::string result;
    for (const Variable& variable : variables) {
        result.append(result.empty() ? "" : " ").append(variable.name);
    }
    return result;
}

std::string_view head(const Expr& expr) {
    switch (expr.kind) {
        case ExprKind::kAdd:
            return "+";
        case ExprKind::kSub:
            return "-";
        case ExprKind::kMonus:
            return "-.";
        case ExprKind::kMul:
            return "*";
        case ExprKind::kDiv:
            return "div";
        case ExprKind::kMod:
            return "mod";
        case ExprKind::kJoin:
            return "++";
        case ExprKind::kEq:
            return "=";
        case ExprKind::kNe:
            return "!=";
        case ExprKind::kLt:
            return "<";
        case ExprKind::kLe:
            return "<=";
        case ExprKind::kAnd:
            return "and";
        case ExprKind::kOr:
            return "or";
        case ExprKind::kImplies:
            return "=>";
        case ExprKind::kIff:
            return "<=>";
        case ExprKind::kNeg:
            return "neg";
        case ExprKind::kSquare:
            return "sq";
        case ExprKind::kNot:
            return "not";
        case ExprKind::kIf:
            return "if";
        case ExprKind::kForall:
            return "forall";
        case ExprKind::kExists:
            return "exists";
        case ExprKind::kUnique:
            return "unique";
        case ExprKind::kCount:
            return "count";
        case ExprKind::kTake:
            return "take";
        case ExprKind::kPrefix:
            return "prefix";
        case ExprKind::kSuffix:
            return "suffix";
        default:
            return "";
    }
}

class TreePrinter {
  public:
    explicit TreePrinter(const Spec& spec) : spec_(spec) {}

    std::string item(const Item& item);
    std::string expr(const Expr& node);

  private:
    std::string kids(const Expr& node) {
        std::string result;
        for (const Expr* kid : node.kids) {
            result.append(" ").append(expr(*kid));
        }
        return result;
    }
    [[nodiscard]] const std::string& name(const Expr& node) const {
        return node.item < 0 ? node.variable.name : spec_.item(node.item).name;
    }
    std::string in_list(const Expr& node);
    std::string parameters(const Item& item);
    std::string images(const Item& item);
    std::string rows(const Item& item);

    const Spec& spec_;
};

std::string TreePrinter::in_list(const Expr& node) {
    std::string result = "(in";
    const auto width = static_cast<std::size_t>(node.number);
    for (std::size_t i = 0; i < node.kids.size(); ++i) {
        result.append(i % width == 0 ? " (" : " ").append(expr(*node.kids[i]));
        result += i % width == width - 1 ? ")" : "";
    }
    return result + ")";
}

std::string TreePrinter::expr(const Expr& node) {
    switch (node.kind) {
        case ExprKind::kNumber:
            return std::to_string(node.number);
        case ExprKind::kVariable:
            return node.variable.name;
        case ExprKind::kTrue:
            return "true";
        case ExprKind::kFalse:
            return "false";
        case ExprKind::kCall:
            return fmt::format("(call {}{})", name(node), kids(node));
        case ExprKind::kLeast:
            return fmt::format("(least {}{})", node.bound.front().name, kids(node));
        case ExprKind::kForall:
        case ExprKind::kExists:
        case ExprKind::kUnique:
        case ExprKind::kCount:
            return fmt::format("({} ({}){})", head(node), names(node.bound), kids(node));
        case ExprKind::kAutomatic:
            return fmt::format("(automatic {}{})", node.variable.name, kids(node));
        case ExprKind::kTends:
            return fmt::format("(tends {}{} {})", node.bound.front().name, kids(node), node.number);
        case ExprKind::kFloor:
            return fmt::format("(floor{} {})", kids(node), node.number);
        case ExprKind::kRep:
            return fmt::format("(rep {}{})", name(node), kids(node));
        case ExprKind::kIterate:
            return fmt::format("(iterate {}{})", name(node), kids(node));
        case ExprKind::kLimit:
            return fmt::format("(limit {})", name(node));
        case ExprKind::kCard:
            return fmt::format("(card {})", name(node));
        case ExprKind::kWord:
            return node.letters.empty() ? "(word)"
                                        : fmt::format("(word {})", numbers(node.letters));
        case ExprKind::kInList:
            return in_list(node);
        default:
            return fmt::format("({}{})", head(node), kids(node));
    }
}

std::string TreePrinter::parameters(const Item& item) {
    std::string result;
    for (const Parameter& parameter : item.parameters) {
        const std::string text =
            parameter.domain ? fmt::format("({} {} {})", parameter.variable.name,
                                           parameter.domain->first, parameter.domain->second)
                             : parameter.variable.name;
        result.append(result.empty() ? "" : " ").append(text);
    }
    return fmt::format("({})", result);
}

std::string TreePrinter::rows(const Item& item) {
    std::string result;
    for (const auto& row : item.rows) {
        result += fmt::format(" ({})", numbers(row));
    }
    return result;
}

std::string TreePrinter::images(const Item& item) {
    std::string result;
    for (const auto& image : item.images) {
        result += image ? fmt::format(" ({})", numbers(*image)) : " _";
    }
    return result;
}

std::string TreePrinter::item(const Item& item) {
    const std::string& name = item.name;
    switch (item.kind) {
        case ItemKind::kNumeration: {
            std::string result = fmt::format("(numeration {}", name);
            for (const auto& state : item.states) {
                std::string line;
                for (const std::int64_t target : state) {
                    line.append(line.empty() ? "" : " ")
                        .append(target < 0 ? "_" : std::to_string(target));
                }
                result += fmt::format(" ({})", line);
            }
            return result + ")";
        }
        case ItemKind::kDef:
            return fmt::format("(def {} {} {} {})", name, parameters(item),
                               item.measure == nullptr ? "-" : expr(*item.measure),
                               expr(*item.body));
        case ItemKind::kLet:
            return fmt::format("(let {} {} {})", name, parameters(item), expr(*item.body));
        case ItemKind::kPred:
            return fmt::format("(pred {} {} {})", name, parameters(item), expr(*item.body));
        case ItemKind::kStatement:
            return fmt::format("(statement {} {} {})", name, parameters(item), expr(*item.body));
        case ItemKind::kSet:
            return item.listed
                       ? fmt::format("(set {} {} list{})", name, parameters(item), rows(item))
                       : fmt::format("(set {} {} ({}) {})", name, parameters(item),
                                     names(item.elements), expr(*item.body));
        case ItemKind::kDfao:
            return fmt::format("(dfao {} {}{})", name, spec_.item(item.numeration).name,
                               rows(item));
        case ItemKind::kWord:
            return fmt::format("(word {} {}{})", name, item.start, images(item));
    }
    return "";
}

}  // namespace

std::string expression_tree(const Spec& spec, const Expr& expr) {
    return TreePrinter(spec).expr(expr);
}

std::string resolved_tree(const Spec& spec, int item) {
    TreePrinter printer(spec);
    std::string text;
    for (const int index : closure_items(spec, item)) {
        text += printer.item(spec.item(index)) + "\n";
    }
    return text;
}

}  // namespace mexcert
