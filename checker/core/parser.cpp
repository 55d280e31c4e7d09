#include "parser.h"

#include <algorithm>

#include "lexer.h"
#include "normal.h"

namespace mexcheck {
namespace {

constexpr int kMaxNesting = 200;
constexpr int kMaxHeight = 2000;  // of trees through definitions: bounds every later recursion
constexpr std::size_t kMaxSlots = 1000;  // variables of one item
constexpr int kMaxArity = 16;

class Parser {
  public:
    Parser(Spec& spec, const std::string& file, std::string_view text)
        : spec_(spec), tokens_(tokenize(file, text)), file_(file) {}

    void run() {
        while (!is(TokenKind::end)) item();
    }

  private:
    // --- tokens -----------------------------------------------------------------------------
    const Token& now() const { return tokens_[at_]; }
    Place place() const { return {&file_, now().line, now().column}; }
    bool is(TokenKind kind) const { return now().kind == kind; }
    bool is(std::string_view text, std::size_t ahead = 0) const {
        return at_ + ahead < tokens_.size() && tokens_[at_ + ahead].text == text;
    }
    [[noreturn]] void error(const std::string& reason) const { error(reason, place()); }
    [[noreturn]] static void error(const std::string& reason, const Place& where) {
        fail(Kind::bad_input, where.str(), reason);
    }
    bool accept(std::string_view text) {
        if (!is(text) || is(TokenKind::end)) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text))
            error("`" + std::string(text) + "` expected, found `" + std::string(now().text) + "`");
    }
    std::string name() {
        if (!is(TokenKind::name)) error("a name expected, found `" + std::string(now().text) + "`");
        return std::string(tokens_[at_++].text);
    }
    std::int64_t number() {
        if (!is(TokenKind::number))
            error("a number expected, found `" + std::string(now().text) + "`");
        const char* why = "";
        return *canonical(tokens_[at_++].text, false, why);
    }

    // --- names ------------------------------------------------------------------------------
    int declare(const std::string& name, const Place& where) {
        if (spec_.find(name) || name == title_)
            error("`" + name + "` is the name of an item", where);
        if (lookup(name) >= 0) error("`" + name + "` is already bound", where);
        if (unit_.size() >= kMaxSlots) error("too many variables in one item", where);
        unit_.push_back({name});
        scope_.push_back(static_cast<int>(unit_.size()) - 1);
        return scope_.back();
    }
    int lookup(std::string_view name) const {
        for (const int slot : scope_)
            if (unit_[static_cast<std::size_t>(slot)].name == name) return slot;
        return -1;
    }
    const Item* item_named(ItemKind kind, const char* what) {
        const Place where = place();
        const std::string text = name();
        const Item* found = spec_.find(text);
        if (!found || found->kind != kind) error("`" + text + "` is no " + what, where);
        uses_.push_back(found);
        return found;
    }

    // --- expressions ------------------------------------------------------------------------
    Expr* node(Op op, Sort sort, const Place& where, std::vector<const Expr*> args,
               const Item* callee = nullptr) {
        Expr* e = spec_.new_expr();
        e->op = op;
        e->sort = sort;
        e->place = where;
        e->item = callee;
        if (callee) e->height += callee->height;
        for (const Expr* arg : args) e->height = std::max(e->height, arg->height + 1);
        if (e->height > kMaxHeight) error("nested too deeply", where);
        e->args = std::move(args);
        return e;
    }
    static const Expr* want(const Expr* e, Sort sort) {
        static const char* const names[] = {"number", "word", "truth value", "tuple"};
        if (e->sort != sort)
            error(std::string("a ") + names[static_cast<int>(sort)] + " expected, found a " +
                      names[static_cast<int>(e->sort)],
                  e->place);
        return e;
    }
    const Expr* term(int level = 1) { return want(parse(level), Sort::number); }
    const Expr* word() { return want(parse(8), Sort::word); }
    const Expr* formula(int level = 1) { return want(parse(level), Sort::truth); }

    // Binding strength of the binary operator at hand (language.md 3), 0 if there is none.
    int strength() const {
        const Token& t = now();
        if (t.kind != TokenKind::symbol && t.kind != TokenKind::keyword) return 0;
        static const std::map<std::string_view, int> levels = {
            {"<=>", 2}, {"=>", 3}, {"or", 4}, {"and", 5}, {"=", 7},   {"!=", 7}, {"<", 7},
            {"<=", 7},  {">", 7},  {">=", 7}, {"in", 7},  {"not", 7}, {"+", 8},  {"-", 8},
            {"-.", 8},  {"++", 8}, {"*", 9},  {"div", 9}, {"mod", 9}};
        const auto found = levels.find(t.text);
        if (found == levels.end()) return 0;
        if ((t.text == "*" && is("phi", 1)) || (t.text == "not" && !is("in", 1))) return 0;
        return found->second;
    }

    const Expr* parse(int level) {
        if (++depth_ > kMaxNesting) error("nested more than 200 deep");
        const Expr* left = prefix(level);
        // A form of level 1 reaches as far right as possible, so nothing can follow it here.
        int last = 100;
        for (int s = strength(); s >= level && s != 0; s = strength()) {
            if (s == last && (s == 2 || s == 7)) error("comparisons and `<=>` do not chain");
            left = binary(left, s);
            last = s;
        }
        --depth_;
        return left;
    }

    const Expr* binary(const Expr* left, int s) {
        const Place where = place();
        const std::string op(tokens_[at_++].text);
        if (op == "not") {
            expect("in");
            const Expr* inside = membership(left, where);
            return node(Op::not_, Sort::truth, where, {inside});
        }
        if (op == "in") return membership(left, where);
        const Expr* right = parse(s == 3 ? 3 : s + 1);
        if (s <= 5) {
            const Op o = s == 2 ? Op::iff : s == 3 ? Op::implies : s == 4 ? Op::or_ : Op::and_;
            return node(o, Sort::truth, where, {want(left, Sort::truth), want(right, Sort::truth)});
        }
        if ((op == "=" || op == "!=") && left->sort == Sort::word)
            return node(op == "=" ? Op::eq : Op::ne, Sort::truth, where,
                        {left, want(right, Sort::word)});
        if (op == "++")
            return node(Op::concat, Sort::word, where,
                        {want(left, Sort::word), want(right, Sort::word)});
        want(left, Sort::number);
        want(right, Sort::number);
        if (op == ">" || op == ">=")
            return node(op == ">" ? Op::lt : Op::le, Sort::truth, where, {right, left});
        static const std::map<std::string_view, std::pair<Op, Sort>> ops = {
            {"=", {Op::eq, Sort::truth}},      {"!=", {Op::ne, Sort::truth}},
            {"<", {Op::lt, Sort::truth}},      {"<=", {Op::le, Sort::truth}},
            {"+", {Op::add, Sort::number}},    {"-", {Op::sub, Sort::number}},
            {"-.", {Op::monus, Sort::number}}, {"*", {Op::mul, Sort::number}},
            {"div", {Op::div, Sort::number}},  {"mod", {Op::mod, Sort::number}}};
        const auto [o, sort] = ops.at(op);
        if ((o == Op::div || o == Op::mod) && (right->op != Op::num || right->value < 1))
            error("the divisor must be a literal >= 1", right->place);
        return node(o, sort, where, {left, right});
    }

    // The right side of `in`.
    const Expr* membership(const Expr* left, const Place& where) {
        const std::size_t width = left->sort == Sort::tuple ? left->args.size() : 1;
        if (left->sort != Sort::tuple) want(left, Sort::number);
        if (accept("{")) {
            std::vector<const Expr*> args = {left};
            do {
                args.push_back(parse(1));
                const bool tuple = args.back()->sort == Sort::tuple;
                if (tuple != (left->sort == Sort::tuple) ||
                    (tuple && args.back()->args.size() != width))
                    error("the element has another width", args.back()->place);
                if (!tuple) want(args.back(), Sort::number);
            } while (accept(","));
            expect("}");
            return node(Op::in, Sort::truth, where, std::move(args));
        }
        const Item* set = item_named(ItemKind::set, "set");
        if (set->tuple_elements != (left->sort == Sort::tuple) ||
            static_cast<std::size_t>(set->elements) != width)
            error("the elements of `" + set->name + "` have another width", left->place);
        std::vector<const Expr*> args = arguments(*set);
        if (left->sort == Sort::tuple)
            args.insert(args.end(), left->args.begin(), left->args.end());
        else
            args.push_back(left);
        return node(Op::rel, Sort::truth, where, std::move(args), set);
    }

    // The arguments of a call, flattened, in the tuple shape of the definition.
    std::vector<const Expr*> arguments(const Item& callee) {
        std::vector<const Expr*> args;
        if (callee.shape.empty()) return args;
        expect("(");
        for (std::size_t i = 0; i < callee.shape.size(); ++i) {
            if (i != 0) expect(",");
            const int width = callee.shape[i];
            if (width != 0) expect("(");
            for (int k = 0; k < std::max(width, 1); ++k) {
                if (k != 0) expect(",");
                args.push_back(term());
            }
            if (width != 0) expect(")");
        }
        expect(")");
        return args;
    }

    const Expr* prefix(int level) {
        const Place where = place();
        static constexpr std::string_view quantifiers[] = {"forall", "exists", "least", "if",
                                                           "tends_to"};
        if (is(TokenKind::keyword) && std::find(std::begin(quantifiers), std::end(quantifiers),
                                                now().text) != std::end(quantifiers)) {
            if (level > 8) error("put this form into parentheses");
            return quantifier(where);
        }
        if (is("not") && level <= 6) {
            ++at_;
            return node(Op::not_, Sort::truth, where, {formula(6)});
        }
        if (is("-") && level <= 10) {
            ++at_;
            return node(Op::neg, Sort::number, where, {term(10)});
        }
        const Expr* e = primary(where);
        while (is("^") && !is(TokenKind::end)) {
            const Place at = place();
            ++at_;
            if (!accept("2")) error("`^` takes the exponent 2 only");
            e = node(Op::sq, Sort::number, at, {want(e, Sort::number)});
        }
        return e;
    }

    const Expr* quantifier(const Place& where) {
        const std::size_t outer = scope_.size();
        const std::string kind(tokens_[at_++].text);
        Expr* e = nullptr;
        if (kind == "if") {
            const Expr* condition = formula();
            expect("then");
            const Expr* yes = term();
            expect("else");
            e = node(Op::if_, Sort::number, where, {condition, yes, term(8)});
        } else if (kind == "least") {
            const int slot = declare_here();
            expect("with");
            e = node(Op::least, Sort::number, where, {formula()});
            e->vars = {slot};
        } else if (kind == "tends_to") {
            expect("(");
            const int slot = declare_here();
            expect(":");
            const Expr* body = term();
            expect(",");
            e = node(Op::tends, Sort::truth, where, {body});
            e->vars = {slot};
            e->value = power_of_phi();
            expect(")");
        } else if (kind == "exists" && accept("automatic")) {
            const int slot = declare_here();
            expect("<=");
            const Expr* bound = term(8);
            expect(":");
            automata_.push_back(slot);
            e = node(Op::automatic, Sort::truth, where, {bound, formula()});
            automata_.pop_back();
            e->vars = {slot};
        } else {
            const bool unique = kind == "exists" && accept("unique");
            const Op op = unique ? Op::unique : kind == "exists" ? Op::exists : Op::forall;
            e = bound_form(op, Sort::truth, where, ":");
        }
        scope_.resize(outer);
        return e;
    }

    int declare_here() {
        const Place where = place();
        return declare(name(), where);
    }

    // `phi` or `phi ^ 2`: 1 or 2.
    int power_of_phi() {
        expect("phi");
        if (!accept("^")) return 1;
        expect("2");
        return 2;
    }

    // Binders, then `colon`, then a formula in front of which the bounds stand.
    Expr* bound_form(Op op, Sort sort, const Place& where, std::string_view colon) {
        const std::size_t outer = scope_.size();
        std::vector<const Expr*> bounds;
        std::vector<int> vars;
        do binder(vars, bounds);
        while (accept(","));
        expect(colon);
        const Expr* body = formula();
        for (auto bound = bounds.rbegin(); bound != bounds.rend(); ++bound)
            body = node(op == Op::forall ? Op::implies : Op::and_, Sort::truth, (*bound)->place,
                        {*bound, body});
        Expr* e = node(op, sort, where, {body});
        e->vars = std::move(vars);
        scope_.resize(outer);
        return e;
    }

    void binder(std::vector<int>& vars, std::vector<const Expr*>& bounds) {
        if (accept("(")) {
            do vars.push_back(declare_here());
            while (accept(","));
            expect(")");
            return;
        }
        const Place where = place();
        const std::string text = name();
        const bool range = is("in");
        const bool bounded = range || is("<") || is("<=");
        std::vector<const Expr*> terms;
        const Op op = is("<") ? Op::lt : Op::le;
        if (bounded) {
            ++at_;
            terms.push_back(natural(term(8)));
        }
        if (range) {
            expect("..");
            terms.push_back(natural(term(8)));
        }
        const int slot = declare(text, where);
        vars.push_back(slot);
        if (range) bounds.push_back(node(Op::le, Sort::truth, where, {terms[0], use(slot, where)}));
        if (bounded)
            bounds.push_back(node(op, Sort::truth, where, {use(slot, where), terms.back()}));
    }

    // A bound is a natural: the normal form keeps the guard where that is not plain.
    const Expr* natural(const Expr* e) {
        Expr* guard = node(Op::guard, Sort::number, e->place, {e});
        guard->high = kMax;
        return guard;
    }

    const Expr* use(int slot, const Place& where) {
        Expr* e = node(Op::var, Sort::number, where, {});
        e->value = slot;
        unit_[static_cast<std::size_t>(slot)].used = true;
        return e;
    }

    const Expr* primary(const Place& where) {
        if (is(TokenKind::number)) {
            Expr* e = node(Op::num, Sort::number, where, {});
            e->value = number();
            return e;
        }
        if (is(TokenKind::name)) return named(where);
        if (accept("(")) {
            const Expr* e = parse(1);
            if (is(",")) {
                std::vector<const Expr*> parts = {want(e, Sort::number)};
                while (accept(",")) parts.push_back(term());
                e = node(Op::tuple, Sort::tuple, where, std::move(parts));
            }
            expect(")");
            return e;
        }
        if (accept("[")) {
            Expr* e = node(Op::word, Sort::word, where, {});
            e->coefs = numbers("]");
            return e;
        }
        if (is(TokenKind::keyword)) return keyword(where);
        error("an expression expected, found `" + std::string(now().text) + "`");
    }

    // Numbers up to the closing bracket; possibly none.
    std::vector<std::int64_t> numbers(std::string_view close) {
        std::vector<std::int64_t> list;
        if (accept(close)) return list;
        do list.push_back(number());
        while (accept(","));
        expect(close);
        return list;
    }

    const Expr* named(const Place& where) {
        const std::string text = name();
        const int slot = lookup(text);
        if (slot >= 0) {
            if (std::find(automata_.begin(), automata_.end(), slot) == automata_.end())
                return use(slot, where);
            expect("(");
            Expr* e = node(Op::apply, Sort::number, where, {term()});
            e->value = slot;
            expect(")");
            return e;
        }
        const Item* callee = spec_.find(text);
        if (!callee) error("`" + text + "` is not defined", where);
        uses_.push_back(callee);
        switch (callee->kind) {
            case ItemKind::def: {
                if (callee == self_) self_called_ = true;
                return node(Op::call, Sort::number, where, arguments(*callee), callee);
            }
            case ItemKind::let:
                return node(Op::call, callee->raw->sort, where, arguments(*callee), callee);
            case ItemKind::pred:
                return node(Op::rel, Sort::truth, where, arguments(*callee), callee);
            case ItemKind::word:
            case ItemKind::dfao: {
                expect("(");
                const Expr* argument = term();
                expect(")");
                return node(Op::call, Sort::number, where, {argument}, callee);
            }
            default:
                error("`" + text + "` cannot be called here", where);
        }
    }

    const Expr* keyword(const Place& where) {
        const std::string kind(tokens_[at_++].text);
        if (kind == "true") return node(Op::true_, Sort::truth, where, {});
        if (kind == "false") return node(Op::false_, Sort::truth, where, {});
        if (kind == "count") {
            expect("{");
            const Expr* e = bound_form(Op::count, Sort::number, where, ":");
            expect("}");
            return e;
        }
        expect("(");
        const Expr* e = nullptr;
        if (kind == "floor") {
            const Expr* factor = term(9);
            expect("*");
            Expr* floor = node(Op::floor, Sort::number, where, {factor});
            floor->value = power_of_phi();
            e = floor;
        } else if (kind == "rep") {
            const Item* base = item_named(ItemKind::numeration, "numeration");
            expect(",");
            e = node(Op::rep, Sort::word, where, {term()}, base);
        } else if (kind == "take") {
            const Expr* length = term();
            expect(",");
            e = node(Op::take, Sort::word, where, {length, word()});
        } else if (kind == "iterate") {
            const Item* morphism = item_named(ItemKind::word, "word");
            expect(",");
            const Expr* times = term();
            expect(",");
            e = node(Op::iterate, Sort::word, where, {times, word()}, morphism);
        } else if (kind == "prefix" || kind == "suffix") {
            const Expr* part = word();
            expect(",");
            e = node(kind == "prefix" ? Op::prefix : Op::suffix, Sort::truth, where,
                     {part, word()});
        } else if (kind == "limit") {
            e = node(Op::limit, Sort::truth, where, {}, item_named(ItemKind::word, "word"));
        } else if (kind == "card") {
            const Item* set = item_named(ItemKind::set, "set");
            if (!set->list || set->parameters != 0)
                error("card takes a set given by a list, without parameters", where);
            e = node(Op::card, Sort::number, where, {}, set);
        } else {
            error("`" + kind + "` cannot stand here", where);
        }
        expect(")");
        return e;
    }

    // --- items ------------------------------------------------------------------------------
    void item() {
        const std::size_t begin = at_;
        const Place where = place();
        const std::string kind = is(TokenKind::keyword) ? std::string(now().text) : "";
        if (kind == "use") {
            ++at_;
            if (!is(TokenKind::string)) error("a file name in quotes expected");
            const std::string_view quoted = tokens_[at_++].text;
            return spec_.use(std::string(quoted.substr(1, quoted.size() - 2)), where);
        }
        static const std::map<std::string_view, ItemKind> kinds = {
            {"numeration", ItemKind::numeration},
            {"def", ItemKind::def},
            {"let", ItemKind::let},
            {"pred", ItemKind::pred},
            {"set", ItemKind::set},
            {"word", ItemKind::word},
            {"dfao", ItemKind::dfao},
            {"statement", ItemKind::statement}};
        const auto found = kinds.find(kind);
        if (found == kinds.end())
            error("an item expected, found `" + std::string(now().text) + "`");
        ++at_;
        unit_.clear();
        scope_.clear();
        uses_.clear();
        self_ = nullptr;
        self_called_ = false;
        const Place named = place();
        title_ = name();
        if (spec_.find(title_)) error("`" + title_ + "` is already defined", named);
        Item fresh;
        fresh.kind = found->second;
        fresh.name = title_;
        fresh.place = where;
        contents(fresh);
        Item& it = self_ ? *self_ : spec_.add_item(title_);
        const int order = it.order;
        it = std::move(fresh);
        it.order = order;
        it.recursive = self_called_;
        it.raw_unit = unit_;
        std::sort(uses_.begin(), uses_.end());
        uses_.erase(std::unique(uses_.begin(), uses_.end()), uses_.end());
        it.uses = uses_;
        for (const Expr* e : {it.raw, it.raw_measure})
            if (e) it.height = std::max(it.height, e->height + 1);
        for (std::size_t i = begin; i < at_; ++i)
            it.text.append(i == begin ? "" : " ").append(tokens_[i].text);
        check_item(it);
    }

    void contents(Item& it) {
        switch (it.kind) {
            case ItemKind::numeration:
                return numeration(it);
            case ItemKind::word:
                return morphism(it);
            case ItemKind::dfao:
                return dfao(it);
            case ItemKind::set:
                return set(it);
            default:
                break;
        }
        parameters(it);
        if (it.kind == ItemKind::def) {
            if (accept("measure")) it.raw_measure = term(8);
            // From here on the def may call itself: it gets its name before its body.
            self_ = &spec_.add_item(it.name);
            self_->kind = ItemKind::def;
            self_->name = it.name;
            self_->shape = it.shape;
            self_->parameters = it.parameters;
            expect("=");
            it.raw = term();
            if (self_called_ && !it.raw_measure) error("a recursive def needs a measure", it.place);
            return;
        }
        expect(it.kind == ItemKind::statement ? ":" : "=");
        it.raw = it.kind == ItemKind::let ? parse(1) : formula();
        if (it.kind == ItemKind::let && it.raw->sort != Sort::word) want(it.raw, Sort::number);
    }

    void parameters(Item& it) {
        if (accept("(")) {
            do parameter(it);
            while (accept(","));
            expect(")");
        }
        it.parameters = static_cast<int>(unit_.size());
        if (it.parameters > kMaxArity) error("too many parameters");
    }

    void parameter(Item& it) {
        if (is("(") && it.kind != ItemKind::statement) {
            it.shape.push_back(tuple_pattern());
            return;
        }
        const int slot = declare_here();
        it.shape.push_back(0);
        Variable& v = unit_[static_cast<std::size_t>(slot)];
        v.multiplier = it.kind == ItemKind::statement;
        if (!accept("in")) return;
        v.low = number();
        expect("..");
        v.high = number();
        if (v.low > v.high) error("empty domain");
        v.multiplier = true;
    }

    int tuple_pattern() {
        expect("(");
        int width = 0;
        do {
            declare_here();
            ++width;
        } while (accept(","));
        expect(")");
        if (width < 2) error("a tuple has at least two parts");
        return width;
    }

    void set(Item& it) {
        parameters(it);
        expect("=");
        expect("{");
        const Place where = place();
        const bool comprehension =
            is(TokenKind::name) || (is("(") && tokens_[at_ + 1].kind == TokenKind::name);
        if (!comprehension) return list_set(it);
        it.tuple_elements = is("(");
        if (it.tuple_elements)
            it.elements = tuple_pattern();
        else
            declare_here(), it.elements = 1;
        if (it.arity() > kMaxArity) error("too many parameters", where);
        expect("|");
        it.raw = formula();
        expect("}");
    }

    // `{(1, 2), (2, 1)}`; the body is the membership formula over invented element names.
    void list_set(Item& it) {
        const Place where = place();
        do {
            it.tuple_elements = is("(");
            if (accept("("))
                it.rows.push_back(numbers(")"));
            else
                it.rows.push_back({number()});
            if (it.rows.back().size() != it.rows[0].size() ||
                it.tuple_elements != (it.rows[0].size() > 1))
                error("the elements have different widths");
        } while (accept(","));
        expect("}");
        it.list = true;
        it.elements = static_cast<int>(it.rows[0].size());
        if (it.arity() > kMaxArity) error("too many parameters", where);
        const auto tuple = [&](std::vector<const Expr*> parts) -> const Expr* {
            return parts.size() == 1 ? parts[0]
                                     : node(Op::tuple, Sort::tuple, where, std::move(parts));
        };
        std::vector<const Expr*> element;
        for (int i = 0; i < it.elements; ++i) {
            unit_.push_back({std::string("_").append(std::to_string(i + 1))});
            element.push_back(use(static_cast<int>(unit_.size()) - 1, where));
        }
        std::vector<const Expr*> args = {tuple(element)};
        for (const auto& row : it.rows) {
            std::vector<const Expr*> parts;
            for (const std::int64_t value : row) {
                Expr* literal = node(Op::num, Sort::number, where, {});
                literal->value = value;
                parts.push_back(literal);
            }
            args.push_back(tuple(parts));
        }
        it.raw = node(Op::in, Sort::truth, where, std::move(args));
    }

    std::int64_t number_or_blank() { return accept("_") ? -1 : number(); }

    void numeration(Item& it) {
        expect("=");
        expect("[");
        do {
            expect("[");
            it.rows.emplace_back();
            do it.rows.back().push_back(number_or_blank());
            while (accept(","));
            expect("]");
        } while (accept(","));
        expect("]");
        const std::size_t digits = it.rows[0].size();
        const auto states = static_cast<std::int64_t>(it.rows.size());
        if (digits < 2) error("a numeration has at least two digits", it.place);
        if (it.rows[0][0] != 0) error("state 0 must go to itself on 0", it.place);
        std::vector<bool> reached(it.rows.size());
        std::vector<std::size_t> todo = {0};
        reached[0] = true;
        bool positive = false;
        for (std::size_t i = 0; i < todo.size(); ++i) {
            const auto& row = it.rows[todo[i]];
            if (row.size() != digits)
                error("the states have different numbers of digits", it.place);
            if (*std::max_element(row.begin(), row.end()) < 0)
                error("a state allows no digit", it.place);
            for (const std::int64_t& target : row) {
                if (target >= states) error("no such state", it.place);
                positive = positive || (i == 0 && &target != row.data() && target >= 0);
                if (target < 0 || reached[static_cast<std::size_t>(target)]) continue;
                reached[static_cast<std::size_t>(target)] = true;
                todo.push_back(static_cast<std::size_t>(target));
            }
        }
        if (todo.size() != it.rows.size()) error("a state is not reachable", it.place);
        if (!positive) error("there must be infinitely many representations", it.place);
    }

    void dfao(Item& it) {
        expect("over");
        it.base = item_named(ItemKind::numeration, "numeration");
        expect("=");
        expect("[");
        do {
            expect("(");
            it.rows.push_back(numbers(")"));
            if (it.rows.back().size() != it.base->rows[0].size() + 1)
                error("a state has a target for each digit, and an output", it.place);
        } while (accept(","));
        expect("]");
        for (const auto& row : it.rows)
            for (std::size_t d = 0; d + 1 < row.size(); ++d)
                if (row[d] >= static_cast<std::int64_t>(it.rows.size()))
                    error("no such state", it.place);
    }

    void morphism(Item& it) {
        expect("from");
        it.start = number();
        expect("=");
        expect("[");
        do {
            it.missing.push_back(accept("_"));
            it.rows.emplace_back();
            if (it.missing.back()) continue;
            expect("[");
            it.rows.back() = numbers("]");
        } while (accept(","));
        expect("]");
        const auto letters = static_cast<std::int64_t>(it.rows.size());
        if (it.start >= letters) error("no such letter", it.place);
        for (const auto& row : it.rows)
            for (const std::int64_t letter : row)
                if (letter >= letters) error("no such letter", it.place);
    }

    [[noreturn]] static void misplaced(const Item& it) {
        error("`exists automatic` stands only in front of a statement's formula", it.place);
    }

    // What can only be said of the whole item: products, fixed positions, places of `automatic`.
    void check_item(Item& it) {
        const Expr* rest = it.raw;
        if (it.kind == ItemKind::statement) {
            for (; rest->op == Op::implies; rest = rest->args[1])
                if (contains(rest->args[0], Op::automatic)) misplaced(it);
            if (rest->op == Op::automatic) rest = rest->args[1];
        }
        if (rest && contains(rest, Op::automatic)) misplaced(it);
        if (it.kind == ItemKind::statement)
            for (std::size_t i = 0; i < static_cast<std::size_t>(it.parameters); ++i)
                if (!unit_[i].used)
                    error("parameter `" + unit_[i].name + "` does not occur", it.place);
        if (it.raw && it.kind != ItemKind::let) normalise_item(spec_, it);
        if (it.recursive && std::find(it.fixed.begin(), it.fixed.end(), false) == it.fixed.end())
            error("a recursive def has at least one ranged position", it.place);
    }

    Spec& spec_;
    std::vector<Token> tokens_;
    const std::string& file_;
    std::size_t at_ = 0;
    int depth_ = 0;
    std::string title_;
    Unit unit_;
    std::vector<int> scope_;
    std::vector<int> automata_;
    std::vector<const Item*> uses_;
    Item* self_ = nullptr;
    bool self_called_ = false;
};

}  // namespace

void parse_file(Spec& spec, const std::string& file, std::string_view text) {
    Parser(spec, file, text).run();
}

}  // namespace mexcheck
