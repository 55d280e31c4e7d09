#include "audit/instance.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "language/source_text.hpp"

namespace mexcert::audit {
namespace {

bool is_natural(const std::string& text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos &&
           (text.size() == 1 || text.front() != '0');
}

// `a <= x` or `x <= b` where the text has `x in a..b` behind a quantifier; else empty.
std::string half_range(const Item& item, const Expr& text) {
    if (text.kind != ExprKind::kLe) {
        return "";
    }
    bool half = false;
    std::string result;
    for (const Expr* kid : text.kids) {
        const bool is_variable = kid->kind == ExprKind::kVariable;
        const std::string source = source_text(item, *kid);
        half = half || (is_variable && source != kid->variable.name);
        result += (result.empty() ? "" : " <= ") + (is_variable ? kid->variable.name : source);
    }
    return half ? result : "";
}

std::string without_blanks_around(const std::string& text) {
    const std::size_t first = text.find_first_not_of(' ');
    return first == std::string::npos ? ""
                                      : text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

Result<BigValues> parse_point(const std::string& text) {
    BigValues values;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        const std::string part = text.substr(start, end - start);
        const std::size_t equals = std::min(part.find('='), part.size());
        const std::string name = without_blanks_around(part.substr(0, equals));
        const std::string value =
            equals < part.size() ? without_blanks_around(part.substr(equals + 1)) : "";
        if (name.empty() || !is_natural(value) || end + 1 == text.size()) {
            return invalid(fmt::format("point `{}`, column {}", text, start + 1),
                           "expected V=C,V=C with naturals C, no leading zeros");
        }
        values.emplace_back(name, mpz_class(value, 10));
        start = end + 1;
    }
    return values;
}

std::string operand_text(const Item& item, const Expr& text) {
    const std::string half = half_range(item, text);
    if (!half.empty()) {
        return half;
    }
    const std::string source = source_text(item, text);
    switch (text.kind) {
        case ExprKind::kEq:
        case ExprKind::kNe:
        case ExprKind::kLt:
        case ExprKind::kLe:
        case ExprKind::kCall:
        case ExprKind::kTrue:
        case ExprKind::kFalse:
            return source;
        default:
            return "(" + source + ")";
    }
}

std::string InstanceText::names_of(const SpineNode& forall) const {
    std::vector<std::string> names;
    for (const int slot : forall.slots) {
        names.push_back(engine_.program.slot_name(slot));
    }
    return fmt::format("{}", fmt::join(names, ", "));
}

// The conditions on the statement's parameters stand in front.
std::string InstanceText::with_parameters(const std::string& formula) const {
    std::string text;
    for (const LeadingVariable& variable : form_.leading) {
        const auto condition = conditions_.find(variable.name);
        if (variable.is_parameter && condition != conditions_.end()) {
            text += condition->second + " => ";
        }
    }
    return text.empty() ? formula : fmt::format("{}({})", text, formula);
}

std::string InstanceText::formula(const std::vector<bool>& read) const {
    return with_parameters(spine(0, read));
}

std::string InstanceText::spine(int index, const std::vector<bool>& read) const {
    const SpineNode& node = form_.at(index);
    const Item& item = engine_.spec.item(form_.item);
    switch (node.kind) {
        case SpineKind::kAnd:
            return fmt::format("({}) and ({})", spine(node.first, read), spine(node.second, read));
        case SpineKind::kImplies:
            return fmt::format("{} => {}", operand_text(item, *node.text), spine(node.first, read));
        case SpineKind::kForall: {
            std::string text = fmt::format("forall {}: ", names_of(node));
            for (const int slot : node.slots) {
                const auto condition = conditions_.find(engine_.program.slot_name(slot));
                if (condition != conditions_.end()) {
                    text += condition->second + " => ";
                }
            }
            return text + spine(node.first, read);
        }
        case SpineKind::kLeaf:
            break;
    }
    const bool unread = !read.empty() && !read[static_cast<std::size_t>(node.leaf)];
    return unread ? "false" : operand_text(item, *node.text);
}

std::vector<InstanceText::Part> InstanceText::parts() const {
    std::vector<Part> parts;
    collect(0, {}, parts);
    return parts;
}

void InstanceText::collect(int index, std::vector<std::string> scope,
                           std::vector<Part>& parts) const {
    const SpineNode& node = form_.at(index);
    switch (node.kind) {
        case SpineKind::kAnd:
            collect(node.first, scope, parts);
            collect(node.second, std::move(scope), parts);
            return;
        case SpineKind::kForall:
            for (const int slot : node.slots) {
                scope.push_back(engine_.program.slot_name(slot));
                if (conditions_.count(scope.back()) == 0) {
                    return;  // other values, too: nothing that is read at the point alone
                }
            }
            collect(node.first, std::move(scope), parts);
            return;
        case SpineKind::kImplies:
            parts.push_back({&node, scope});
            collect(node.first, std::move(scope), parts);
            return;
        case SpineKind::kLeaf:
            parts.push_back({&node, std::move(scope)});
            return;
    }
}

std::string InstanceText::at_point(const Part& part, const Expr& text) const {
    std::string formula = operand_text(engine_.spec.item(form_.item), text);
    std::string conditions;
    for (const std::string& name : part.scope) {
        conditions += conditions_.at(name) + " => ";
    }
    if (!part.scope.empty()) {
        formula = fmt::format("forall {}: {}{}", fmt::join(part.scope, ", "), conditions, formula);
    }
    return with_parameters(formula);
}

}  // namespace mexcert::audit
