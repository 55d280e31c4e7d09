#include "claim.h"

#include <algorithm>

namespace mexcheck {
namespace {

class ClaimParser {
  public:
    explicit ClaimParser(std::string_view text) : text_(text) {}

    Claim claim(const Spec& spec) {
        Claim c;
        c.text = std::string(text_);
        if (accept("least not "))
            c.kind = Claim::least_refuted;
        else if (accept("not "))
            c.kind = Claim::refuted;
        const std::string name = word();
        c.statement = spec.find(name);
        if (!c.statement || c.statement->kind != ItemKind::statement)
            error("`" + name + "` is no statement");
        if (accept("(")) {
            c.fixed = assignments();
            expect(")");
        }
        if (c.kind == Claim::refuted && accept(" at ")) {
            c.point = assignments();
        } else if (c.kind == Claim::all) {
            expect(": ");
            if (!accept("all")) ranges(c);
        }
        end();
        check(c);
        return c;
    }

    std::vector<Range> assignments() {
        std::vector<Range> list;
        do {
            list.push_back({{word()}, 0, 0});
            expect("=");
            list.back().low = list.back().high = number();
        } while (accept(","));
        return list;
    }

    void end() const {
        if (!rest().empty()) error("unexpected text");
    }

  private:
    [[noreturn]] void error(const std::string& reason) const {
        fail(Kind::bad_input, "claim:" + std::to_string(at_ + 1), reason);
    }
    std::string_view rest() const { return text_.substr(at_); }
    bool accept(std::string_view token) {
        if (!rest().starts_with(token)) return false;
        at_ += token.size();
        return true;
    }
    void expect(std::string_view token) {
        if (!accept(token)) error(std::string(token) + " expected");
    }
    std::string word() {
        const std::size_t length = name_length(rest());
        if (length == 0) error("a name expected");
        at_ += length;
        return std::string(text_.substr(at_ - length, length));
    }
    Int number() {
        const std::size_t length = std::min(rest().find_first_not_of("0123456789"), rest().size());
        Int value = 0;
        if (const char* why = read_number(rest().substr(0, length), false, value)) error(why);
        at_ += length;
        return value;
    }

    void ranges(Claim& c) {
        c.kind = Claim::range;
        do {
            Range r;
            do r.names.push_back(word());
            while (accept("+"));
            const bool both = r.names.size() == 1 && accept(" in ");
            if (both) {
                r.low = number();
                if (r.low == 0) error("`V<=C` is the spelling of a range from 0");
            }
            expect(both ? ".." : "<=");
            r.high = number();
            if (r.low > r.high) error("empty range");
            c.ranges.push_back(std::move(r));
        } while (accept(","));
    }

    // Names stand in order of the leading variables, each at most once, within their domains; a
    // sum range stands at the place of its first variable.
    void check(const Claim& c) const {
        const auto leading = leading_variables(*c.statement);
        const std::size_t parameters = c.statement->parameters;
        std::vector<bool> seen(leading.size());
        for (const auto* list : {&c.fixed, &c.ranges}) {
            std::size_t first = 0;  // leading variable of the range before
            for (const Range& r : *list) {
                std::size_t last = first;
                for (const std::string& name : r.names) {
                    const std::size_t i = index_of(leading, name);
                    if (i == leading.size() || (list == &c.fixed && i >= parameters))
                        error("`" + name + "` is no leading variable that can stand here");
                    if (seen[i]) error("`" + name + "` is given twice");
                    if (i < last) error("ranges stand in order of the leading variables");
                    const Variable& v = c.statement->raw_unit[i];
                    if (r.low < v.low || r.high > v.high) error("`" + name + "` leaves its domain");
                    if (&name == r.names.data()) first = i;
                    last = i;
                    seen[i] = true;
                }
            }
        }
        for (std::size_t i = 0; i < parameters && c.kind == Claim::range; ++i)
            if (!seen[i] && c.statement->raw_unit[i].high == kMax)
                error("needs a range for " + leading[i]);
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

void collect_leading(const Unit& unit, const Expr* e, std::vector<std::string>& names) {
    if (e->op == Op::and_) collect_leading(unit, e->args[0], names);
    if (e->op == Op::and_ || e->op == Op::implies) collect_leading(unit, e->args[1], names);
    if (e->op != Op::forall) return;
    for (const int v : e->vars) {
        const std::string& name = unit[static_cast<std::size_t>(v)].name;
        if (index_of(names, name) == names.size()) names.push_back(name);
    }
    collect_leading(unit, e->args[0], names);
}

}  // namespace

std::size_t index_of(const std::vector<std::string>& names, const std::string& name) {
    return static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
}

std::vector<std::string> leading_variables(const Item& statement) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < statement.parameters; ++i)
        names.push_back(statement.raw_unit[i].name);
    collect_leading(statement.raw_unit, statement.raw, names);
    return names;
}

Claim parse_claim(const Spec& spec, const std::string& text) {
    return ClaimParser(text).claim(spec);
}

std::vector<Range> parse_assignments(std::string_view text) {
    ClaimParser parser(text);
    auto list = parser.assignments();
    parser.end();
    return list;
}

}  // namespace mexcheck
