#include "lean/term.hpp"

#include <fmt/format.h>

namespace mexcert::lean {
namespace {

constexpr std::size_t kWidth = 100;
constexpr std::size_t kOperator = 3;  // characters of an operator and its blank

// How strongly an operator binds its operands, as in Lean.
enum Level { kOrLevel = 30, kAndLevel = 35, kSumLevel = 65, kProductLevel = 70, kAtom = 1024 };

Level level(const Term& term) {
    switch (term.kind) {
        case Kind::kOr:
            return kOrLevel;
        case Kind::kAnd:
            return kAndLevel;
        case Kind::kAdd:
        case Kind::kSub:
            return kSumLevel;
        case Kind::kMul:
        case Kind::kDiv:
        case Kind::kMod:
            return kProductLevel;
        default:
            return kAtom;
    }
}

const char* symbol(Kind kind) {
    switch (kind) {
        case Kind::kOr:
            return " || ";
        case Kind::kAnd:
            return " && ";
        case Kind::kAdd:
            return " + ";
        case Kind::kSub:
            return " - ";
        case Kind::kMul:
            return " * ";
        case Kind::kDiv:
            return " / ";
        default:
            return " % ";
    }
}

bool is_connective(const Term& term) { return term.kind == Kind::kAnd || term.kind == Kind::kOr; }

// Does the operand stand in parentheses? Chains of `&&`, of `||` and of `+` do without.
bool operand_needs_parentheses(const Term& parent, std::size_t place, const Term& operand) {
    if (level(operand) == kAtom) {
        return operand.kind == Kind::kNot && !is_connective(parent);
    }
    if (operand.kind == parent.kind) {
        return place > 0 && !is_connective(parent);
    }
    return is_connective(parent) ? is_connective(operand) : level(operand) <= level(parent);
}

bool argument_needs_parentheses(const Term& argument) {
    return level(argument) != kAtom || argument.kind == Kind::kNot ||
           (argument.kind == Kind::kCall && !argument.kids.empty());
}

std::string flat_parenthesised(const Term& term, bool parentheses) {
    return parentheses ? fmt::format("({})", flat_text(term)) : flat_text(term);
}

std::string block(const Term& term, bool parentheses, std::size_t column, std::size_t indent) {
    if (!parentheses) {
        return text(term, column, indent);
    }
    return fmt::format("({})", text(term, column + 1, indent));
}

std::string broken_call(const Term& term, std::size_t column, std::size_t indent) {
    std::string result = term.name;
    const std::size_t inner = indent + 2;
    for (std::size_t i = 0; i < term.kids.size(); ++i) {
        const Term& kid = *term.kids[i];
        const bool parentheses = argument_needs_parentheses(kid);
        const std::string flat = flat_parenthesised(kid, parentheses);
        const std::size_t last_line = result.rfind('\n');
        const std::size_t used =
            last_line == std::string::npos ? column + result.size() : result.size() - last_line;
        if (kid.kind == Kind::kLambda) {
            result += fmt::format(" (fun {} =>\n{:{}}{})", kid.name, "", inner,
                                  text(*kid.kids[0], inner, inner));
        } else if (used + flat.size() < kWidth) {
            result.append(" ").append(flat);
        } else {
            result += fmt::format("\n{:{}}{}", "", inner, block(kid, parentheses, inner, inner));
        }
    }
    return result;
}

}  // namespace

TermPtr variable(const std::string& name) {
    return std::make_shared<Term>(Term{Kind::kVariable, name, 0, {}});
}

TermPtr number(std::int64_t value) {
    return std::make_shared<Term>(Term{Kind::kNumber, "", value, {}});
}

TermPtr truth(bool value) {
    return std::make_shared<Term>(Term{Kind::kTruth, "", value ? 1 : 0, {}});
}

TermPtr call(const std::string& name, std::vector<TermPtr> arguments) {
    return std::make_shared<Term>(Term{Kind::kCall, name, 0, std::move(arguments)});
}

TermPtr lambda(const std::string& name, TermPtr body) {
    return std::make_shared<Term>(Term{Kind::kLambda, name, 0, {std::move(body)}});
}

TermPtr operation(Kind kind, std::vector<TermPtr> kids) {
    return std::make_shared<Term>(Term{kind, "", 0, std::move(kids)});
}

TermPtr sum(const TermPtr& a, const TermPtr& b) {
    std::int64_t added = 0;
    const bool numbers = a->kind == Kind::kNumber && b->kind == Kind::kNumber;
    if (numbers && !__builtin_add_overflow(a->number, b->number, &added)) {
        return number(added);
    }
    if (a->kind == Kind::kNumber && a->number == 0) {
        return b;
    }
    if (b->kind == Kind::kNumber && b->number == 0) {
        return a;
    }
    return operation(Kind::kAdd, {a, b});
}

TermPtr loop(const std::string& name, const TermPtr& count, const std::string& bound,
             const TermPtr& body) {
    return call(name, {count, lambda(bound, body)});
}

std::string flat_text(const Term& term) {
    std::string result;
    switch (term.kind) {
        case Kind::kVariable:
            return term.name;
        case Kind::kNumber:
            return fmt::format("{}", term.number);
        case Kind::kTruth:
            return term.number != 0 ? "true" : "false";
        case Kind::kNot:
            return fmt::format("!({})", flat_text(*term.kids[0]));
        case Kind::kLambda:
            return fmt::format("(fun {} => {})", term.name, flat_text(*term.kids[0]));
        case Kind::kList:
            for (const TermPtr& kid : term.kids) {
                result.append(result.empty() ? "" : ", ").append(flat_text(*kid));
            }
            return fmt::format("[{}]", result);
        case Kind::kCall:
            result = term.name;
            for (const TermPtr& kid : term.kids) {
                result.append(" ").append(
                    flat_parenthesised(*kid, argument_needs_parentheses(*kid)));
            }
            return result;
        default:
            for (std::size_t i = 0; i < term.kids.size(); ++i) {
                const bool parentheses = operand_needs_parentheses(term, i, *term.kids[i]);
                result.append(i > 0 ? symbol(term.kind) : "")
                    .append(flat_parenthesised(*term.kids[i], parentheses));
            }
            return result;
    }
}

std::string text(const Term& term, std::size_t column, std::size_t indent) {
    std::string flat = flat_text(term);
    if (column + flat.size() <= kWidth) {
        return flat;
    }
    if (is_connective(term)) {
        std::string result;
        for (std::size_t i = 0; i < term.kids.size(); ++i) {
            const bool parentheses = operand_needs_parentheses(term, i, *term.kids[i]);
            result += i == 0 ? ""
                             : fmt::format("{}\n{:{}}", term.kind == Kind::kAnd ? " &&" : " ||", "",
                                           indent);
            // An operator follows, or a parenthesis.
            const std::size_t from = (i == 0 ? column : indent) + kOperator;
            result += block(*term.kids[i], parentheses, from, indent + 2);
        }
        return result;
    }
    if (term.kind == Kind::kNot) {
        return fmt::format("!({})", text(*term.kids[0], column + 2, indent + 2));
    }
    return term.kind == Kind::kCall ? broken_call(term, column, indent) : flat;
}

void collect_names(const Term& term, std::set<std::string>& names) {
    if (term.kind == Kind::kVariable || term.kind == Kind::kCall) {
        names.insert(term.name);
    }
    for (const TermPtr& kid : term.kids) {
        collect_names(*kid, names);
    }
}

}  // namespace mexcert::lean
