#include "syntax.h"

#include <map>

namespace attack {
namespace {

// The sequence of `exists automatic` is called like an item, behind all others.
std::string item_name(const Model& model, std::size_t item) {
    return item < model.items.size() ? model.items[item].name : "g";
}

std::string list_text(const Word& word) {
    std::string text = "[";
    for (std::size_t i = 0; i < word.size(); ++i)
        text += (i == 0 ? "" : ", ") + (word[i] < 0 ? "_" : std::to_string(word[i]));
    return text + "]";
}

const char* sign(Op op) {
    static const std::map<Op, const char*> signs = {
        {Op::add, " + "},     {Op::sub, " - "},     {Op::monus, " -. "},   {Op::mul, " * "},
        {Op::div, " div "},   {Op::mod, " mod "},   {Op::eq, " = "},       {Op::ne, " != "},
        {Op::lt, " < "},      {Op::le, " <= "},     {Op::gt, " > "},       {Op::ge, " >= "},
        {Op::conj, " and "},  {Op::disj, " or "},   {Op::implies, " => "}, {Op::iff, " <=> "},
        {Op::concat, " ++ "}, {Op::word_eq, " = "}, {Op::word_ne, " != "}};
    const auto found = signs.find(op);
    return found == signs.end() ? nullptr : found->second;
}

class Printer {
  public:
    explicit Printer(const Model& model) : model_(model) {}

    std::string text(const Expr& e) const {
        const auto arg = [&](std::size_t i) { return text(e->args[i]); };
        if (const char* s = sign(e->op)) return "(" + arg(0) + s + arg(1) + ")";
        switch (e->op) {
            case Op::number:
                return std::to_string(e->value);
            case Op::variable:
                return variable_name(e->value);
            case Op::square:
                return "(" + arg(0) + " ^ 2)";
            case Op::floor:
                return "floor(" + arg(0) + (e->value == 1 ? " * phi)" : " * phi ^ 2)");
            case Op::cond:
                return "(if " + arg(0) + " then " + arg(1) + " else " + arg(2) + ")";
            case Op::least:
                return "(least " + variable_name(e->value) + " with " + arg(0) + ")";
            case Op::negation:
                return "(not " + arg(0) + ")";
            case Op::word:
                return list_text(e->word);
            case Op::rep:
                return "rep(" + name(e) + ", " + arg(0) + ")";
            case Op::take:
                return "take(" + arg(0) + ", " + arg(1) + ")";
            case Op::iterate:
                return "iterate(" + name(e) + ", " + arg(0) + ", " + arg(1) + ")";
            case Op::prefix:
                return "prefix(" + arg(0) + ", " + arg(1) + ")";
            case Op::suffix:
                return "suffix(" + arg(0) + ", " + arg(1) + ")";
            case Op::limit:
                return "limit(" + name(e) + ")";
            case Op::call:
                return name(e) + listed("(", e->args, 0, ")");
            case Op::in:
                return "(" + arg(0) + " in " + listed("{", e->args, 1, "}") + ")";
            default:
                return quantifier(e);
        }
    }

  private:
    std::string name(const Expr& e) const { return item_name(model_, e->item); }

    std::string listed(const char* open, const std::vector<Expr>& args, std::size_t from,
                       const char* close) const {
        std::string out;
        for (std::size_t i = from; i < args.size(); ++i)
            out += (i == from ? "" : ", ") + text(args[i]);
        return open + out + close;
    }

    std::string quantifier(const Expr& e) const {
        std::string binder = variable_name(e->value);
        if (e->bound != Bound::free)
            binder += (e->bound == Bound::below ? " < " : " <= ") + text(e->args[0]);
        const std::string body = text(e->args.back());
        if (e->op == Op::count) return "count {" + binder + ": " + body + "}";
        const char* const word = e->op == Op::forall   ? "forall "
                                 : e->op == Op::exists ? "exists "
                                                       : "exists unique ";
        return "(" + (word + binder) + ": " + body + ")";
    }

    const Model& model_;
};

std::string parameter_text(const Parameter& p) {
    std::string text = variable_name(p.variable);
    if (p.limited()) text += " in " + std::to_string(p.low) + ".." + std::to_string(p.high);
    return text;
}

std::string parameters_text(const std::vector<Parameter>& parameters) {
    std::string text;
    for (const Parameter& p : parameters) text += (text.empty() ? "" : ", ") + parameter_text(p);
    return text.empty() ? "" : "(" + text + ")";
}

std::string rows_text(const std::vector<Word>& rows, bool tuples) {
    std::string text = "[";
    for (std::size_t i = 0; i < rows.size(); ++i) {
        std::string row = rows[i] == Word{-1} ? "_" : list_text(rows[i]);
        if (tuples) row = "(" + row.substr(1, row.size() - 2) + ")";
        text += (i == 0 ? "" : ", ") + row;
    }
    return text + "]";
}

std::string item_text(const Model& model, const Item& item) {
    const Printer printer(model);
    switch (item.kind) {
        case Kind::numeration:
            return "numeration " + item.name + " = " + rows_text(item.rows, false);
        case Kind::dfao:
            return "dfao " + item.name + " over " + model.items[item.base].name + " = " +
                   rows_text(item.rows, true);
        case Kind::word:
            return "word " + item.name + " from " + std::to_string(item.start) + " = " +
                   rows_text(item.rows, false);
        default:
            break;
    }
    const std::string head =
        (item.kind == Kind::def ? "def " : "pred ") + item.name + parameters_text(item.parameters);
    const std::string measure = item.measure ? " measure " + printer.text(item.measure) : "";
    return head + measure + " = " + printer.text(item.body);
}

}  // namespace

Expr make(Op op, std::vector<Expr> args, Int value) {
    Node node;
    node.op = op;
    node.args = std::move(args);
    node.value = value;
    return std::make_shared<const Node>(std::move(node));
}

Expr number(Int value) { return make(Op::number, {}, value); }
Expr variable(Int id) { return make(Op::variable, {}, id); }

Expr call(std::size_t item, std::vector<Expr> args) {
    Node node;
    node.op = Op::call;
    node.item = item;
    node.args = std::move(args);
    return std::make_shared<const Node>(std::move(node));
}

Expr quantified(Op op, Int variable, Bound bound, Expr limit, Expr body) {
    Node node;
    node.op = op;
    node.value = variable;
    node.bound = bound;
    if (bound != Bound::free) node.args.push_back(std::move(limit));
    node.args.push_back(std::move(body));
    return std::make_shared<const Node>(std::move(node));
}

std::string variable_name(Int id) { return "x" + std::to_string(id); }

std::vector<Int> point_variables(const Model& model) {
    std::vector<Int> names;
    if (model.claim.fixed.empty())
        for (const Parameter& p : model.parameters) names.push_back(p.variable);
    for (const Leading& v : model.leading)
        if (v.bound < 0) names.push_back(v.variable);
    return names;
}

std::string point_text(const Model& model, const std::vector<Int>& point) {
    const auto names = point_variables(model);
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text += (i == 0 ? "" : ",") + variable_name(names[i]) + "=" + std::to_string(point[i]);
    return text.empty() ? "-" : text;
}

std::string statement_file(const Model& model) {
    std::string text = "language mex 1\n";
    for (const Item& item : model.items) text += item_text(model, item) + "\n";
    text += "statement s" + parameters_text(model.parameters) + ": ";
    if (model.automatic) text += "exists automatic g <= " + std::to_string(*model.automatic) + ": ";
    std::string binders;
    for (const Leading& v : model.leading) {
        binders += (binders.empty() ? "" : ", ") + variable_name(v.variable);
        if (v.bound >= 0) binders += " <= " + std::to_string(v.bound);
    }
    if (!binders.empty()) text += "forall " + binders + ": ";
    const Printer printer(model);
    if (model.hypothesis) text += printer.text(model.hypothesis) + " => ";
    return text + printer.text(model.body) + "\n";
}

std::string claim_text(const Model& model) {
    const Claim& claim = model.claim;
    const std::size_t parameters = model.parameters.size();
    const auto name = [&](std::size_t place) {
        return variable_name(place < parameters ? model.parameters[place].variable
                                                : model.leading[place - parameters].variable);
    };
    std::string text = "s";
    for (std::size_t i = 0; i < claim.fixed.size(); ++i)
        text += (i == 0 ? "(" : ",") + name(i) + "=" + std::to_string(claim.fixed[i]);
    if (!claim.fixed.empty()) text += ")";
    if (claim.kind == Claim::least) return "least not " + text;
    if (claim.kind == Claim::refuted)
        return "not " + text + (claim.point.empty() ? "" : " at " + point_text(model, claim.point));
    if (claim.kind == Claim::all) return text + ": all";
    text += ":";
    for (std::size_t i = 0; i < claim.ranges.size(); ++i) {
        const Range& r = claim.ranges[i];
        std::string names;
        for (const std::size_t place : r.variables)
            names += (names.empty() ? "" : "+") + name(place);
        const std::string high = std::to_string(r.high);
        text += (i == 0 ? " " : ",") + names;
        text += r.low == 0 ? "<=" + high : " in " + std::to_string(r.low) + ".." + high;
    }
    return text;
}

}  // namespace attack
