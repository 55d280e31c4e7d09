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
        check_fixed(c);
        check_ranges(c);
        return c;
    }

    std::vector<Assignment> assignments() {
        std::vector<Assignment> list;
        do {
            list.push_back({word(), 0});
            expect("=");
            list.back().value = number();
        } while (accept(","));
        return list;
    }

    void end() const {
        if (at_ != text_.size()) error("unexpected text");
    }

  private:
    [[noreturn]] void error(const std::string& reason) const {
        fail(Kind::bad_input, "claim:" + std::to_string(at_ + 1), reason);
    }

    bool accept(std::string_view token) {
        if (text_.substr(at_, token.size()) != token) return false;
        at_ += token.size();
        return true;
    }

    void expect(std::string_view token) {
        if (!accept(token)) error(std::string(token) + " expected");
    }

    static bool letter(char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
    }
    static bool digit(char c) { return c >= '0' && c <= '9'; }

    std::string word() {
        const std::size_t begin = at_;
        if (at_ < text_.size() && letter(text_[at_]))
            while (at_ < text_.size() &&
                   (letter(text_[at_]) || digit(text_[at_]) ||
                    (text_[at_] == '.' && at_ + 1 < text_.size() && letter(text_[at_ + 1]))))
                ++at_;
        if (at_ == begin) error("a name expected");
        return std::string(text_.substr(begin, at_ - begin));
    }

    std::int64_t number() {
        std::size_t length = 0;
        while (at_ + length < text_.size() && digit(text_[at_ + length])) ++length;
        const char* why = "";
        const auto value = canonical(text_.substr(at_, length), false, why);
        if (!value) error(why);
        at_ += length;
        return *value;
    }

    void ranges(Claim& c) {
        c.kind = Claim::range;
        do {
            Range r;
            do r.names.push_back(word());
            while (accept("+"));
            if (r.names.size() == 1 && accept(" in ")) {
                r.low = number();
                expect("..");
                r.high = number();
                if (r.low == 0) error("`V<=C` is the spelling of a range from 0");
                if (r.low > r.high) error("empty range");
            } else {
                expect("<=");
                r.high = number();
            }
            c.ranges.push_back(std::move(r));
        } while (accept(","));
    }

    static const Variable* parameter(const Claim& c, const std::string& name) {
        const Unit& unit = c.statement->raw_unit;
        for (std::size_t i = 0; i < static_cast<std::size_t>(c.statement->parameters); ++i)
            if (unit[i].name == name) return &unit[i];
        return nullptr;
    }

    void check_fixed(const Claim& c) const {
        const Variable* last = nullptr;
        for (const Assignment& a : c.fixed) {
            const Variable* p = parameter(c, a.name);
            if (!p) error("`" + a.name + "` is no parameter");
            if (last && p <= last) error("fixed parameters stand in order of declaration");
            if (a.value < p->low || a.value > p->high) error("`" + a.name + "` leaves its domain");
            last = p;
        }
    }

    void check_ranges(const Claim& c) const {
        const auto leading = leading_variables(*c.statement);
        std::vector<bool> seen(leading.size());
        for (const Assignment& a : c.fixed) seen[index_of(leading, a.name)] = true;
        std::size_t last_first = 0;
        for (const Range& r : c.ranges) {
            std::size_t last = 0;
            for (std::size_t k = 0; k < r.names.size(); ++k) {
                const std::size_t i = index_of(leading, r.names[k]);
                if (i == leading.size()) error("`" + r.names[k] + "` is no leading variable");
                if (seen[i]) error("`" + r.names[k] + "` is given twice");
                const bool first = &r == c.ranges.data() && k == 0;
                if (!first && i < (k == 0 ? last_first : last))
                    error("ranges stand in order of the leading variables");
                last = i;
                if (k == 0) last_first = i;
                seen[i] = true;
                const Variable* p = parameter(c, r.names[k]);
                if (p && (r.low < p->low || r.high > p->high))
                    error("the range of `" + r.names[k] + "` leaves its domain");
            }
        }
        if (c.kind != Claim::range) return;
        for (std::size_t i = 0; i < leading.size(); ++i) {
            const Variable* p = parameter(c, leading[i]);
            if (p && !seen[i] && p->high == kMax) error("needs a range for " + leading[i]);
        }
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
    for (std::size_t i = 0; i < static_cast<std::size_t>(statement.parameters); ++i)
        names.push_back(statement.raw_unit[i].name);
    collect_leading(statement.raw_unit, statement.raw, names);
    return names;
}

Claim parse_claim(const Spec& spec, const std::string& text) {
    return ClaimParser(text).claim(spec);
}

std::vector<Assignment> parse_assignments(std::string_view text) {
    ClaimParser parser(text);
    auto list = parser.assignments();
    parser.end();
    return list;
}

}  // namespace mexcheck
