#include "cli/tree.h"

namespace mexcheck {
namespace {

std::string row(const std::vector<std::int64_t>& numbers) {
    std::string text;
    for (const std::int64_t n : numbers)
        text += (text.empty() ? "" : " ") + (n < 0 ? "_" : std::to_string(n));
    return "(" + text + ")";
}

class Printer {
  public:
    explicit Printer(const Item& item) : item_(item) {}

    std::string line() const {
        const std::string head = " " + item_.name + " ";
        switch (item_.kind) {
            case ItemKind::def:
                return "(def" + head + parameters() + " " +
                       (item_.raw_measure ? print(item_.raw_measure) : "-") + " " +
                       print(item_.raw) + ")";
            case ItemKind::let:
                return "(let" + head + parameters() + " " + print(item_.raw) + ")";
            case ItemKind::pred:
                return "(pred" + head + parameters() + " " + print(item_.raw) + ")";
            case ItemKind::statement:
                return "(statement" + head + parameters() + " " + print(item_.raw) + ")";
            case ItemKind::set:
                return "(set" + head + parameters() + " " +
                       (item_.list ? "list" + rows() : elements() + " " + print(item_.raw)) + ")";
            case ItemKind::numeration:
                return "(numeration " + item_.name + rows() + ")";
            case ItemKind::dfao:
                return "(dfao" + head + item_.base->name + rows() + ")";
            default:
                return "(word" + head + std::to_string(item_.start) + rows() + ")";
        }
    }

  private:
    std::string rows() const {
        std::string text;
        for (std::size_t i = 0; i < item_.rows.size(); ++i)
            text += " " + (item_.kind == ItemKind::word && item_.rows[i] == Word{-1}
                               ? "_"
                               : row(item_.rows[i]));
        return text;
    }

    const std::string& name(std::int64_t slot) const {
        return item_.raw_unit[static_cast<std::size_t>(slot)].name;
    }

    std::string parameters() const {
        std::string text;
        for (std::size_t i = 0; i < item_.parameters; ++i) {
            const Variable& v = item_.raw_unit[i];
            text += i == 0 ? "" : " ";
            text += v.high == kMax ? v.name
                                   : "(" + v.name + " " + std::to_string(v.low) + " " +
                                         std::to_string(v.high) + ")";
        }
        return "(" + text + ")";
    }

    std::string elements() const {
        std::string text;
        for (std::size_t i = item_.parameters; i < item_.arity(); ++i)
            text += (text.empty() ? "" : " ") + item_.raw_unit[i].name;
        return "(" + text + ")";
    }

    std::string list(const Exprs& args, std::size_t from = 0) const {
        std::string text;
        for (std::size_t i = from; i < args.size(); ++i) text += " " + print(args[i]);
        return text;
    }

    std::string bound(const Expr* e) const {
        std::string vars;
        for (const int v : e->vars) vars += (vars.empty() ? "" : " ") + name(v);
        return " (" + vars + ")" + list(e->args) + ")";
    }

    static const char* symbol(Op op) {
        static const std::map<Op, const char*> symbols = {
            {Op::add, "+"},         {Op::monus, "-."},     {Op::mul, "*"},
            {Op::div, "div"},       {Op::mod, "mod"},      {Op::concat, "++"},
            {Op::eq, "="},          {Op::ne, "!="},        {Op::lt, "<"},
            {Op::le, "<="},         {Op::and_, "and"},     {Op::or_, "or"},
            {Op::implies, "=>"},    {Op::iff, "<=>"},      {Op::not_, "not"},
            {Op::sq, "sq"},         {Op::if_, "if"},       {Op::take, "take"},
            {Op::prefix, "prefix"}, {Op::suffix, "suffix"}};
        return symbols.at(op);
    }

    std::string print(const Expr* e) const {
        switch (e->op) {
            case Op::num:
                return std::to_string(e->value);
            case Op::var:
                return name(e->value);
            case Op::guard:
                return print(e->args[0]);
            case Op::call:
                return "(call " + e->item->name + list(e->args) + ")";
            case Op::apply:
                return "(call " + name(e->value) + list(e->args) + ")";
            case Op::floor:
                return "(floor" + list(e->args) + " " + std::to_string(e->value) + ")";
            case Op::rep:
                return "(rep " + e->item->name + list(e->args) + ")";
            case Op::iterate:
                return "(iterate " + e->item->name + list(e->args) + ")";
            case Op::limit:
                return "(limit " + e->item->name + ")";
            case Op::card:
                return "(card " + e->item->name + ")";
            case Op::word: {
                const std::string letters = row(e->coefs);
                return "(word" + (e->coefs.empty() ? ")" : " " + letters.substr(1));
            }
            case Op::constant:
                return e->value == 1 ? "true" : "false";
            case Op::sub:
                return (e->args.size() == 1 ? "(neg" : "(-") + list(e->args) + ")";
            case Op::least:
                return "(least " + name(e->vars[0]) + list(e->args) + ")";
            case Op::automatic:
                return "(automatic " + name(e->vars[0]) + list(e->args) + ")";
            case Op::tends:
                return "(tends " + name(e->vars[0]) + list(e->args) + " " +
                       std::to_string(e->value) + ")";
            case Op::forall:
                return "(forall" + bound(e);
            case Op::exists:
                return "(exists" + bound(e);
            case Op::unique:
                return "(unique" + bound(e);
            case Op::count:
                return "(count" + bound(e);
            case Op::in: {
                std::string text = "(in";
                for (std::size_t i = 0; i < e->args.size(); ++i)
                    text += (i % static_cast<std::size_t>(e->value) == 0 ? i == 0 ? " (" : ") ("
                                                                         : " ") +
                            print(e->args[i]);
                return text + "))";
            }
            default:
                return std::string("(") + symbol(e->op) + list(e->args) + ")";
        }
    }

    const Item& item_;
};

}  // namespace

std::string resolved_tree(const Spec& spec, const Item& statement) {
    std::string text;
    for (const Item* item : spec.closure(statement)) text += Printer(*item).line() + "\n";
    return text;
}

}  // namespace mexcheck
