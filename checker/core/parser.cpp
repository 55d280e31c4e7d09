#include "parser.h"

#include <algorithm>

#include "normal.h"

namespace mexcheck {
namespace {

constexpr int kMaxNesting = 200;
constexpr int kMaxHeight = 2000;  // of trees through definitions: bounds every later recursion
constexpr std::size_t kMaxSlots = 1000;  // variables of one item

constexpr Sort N = Sort::number;
constexpr Sort W = Sort::word;
constexpr Sort A = Sort::truth;

// Binary operators (language.md 3): binding strength, and the sorts of the sides and the result.
// `=` and `!=` compare words too; `>` and `>=` are `<` and `<=` turned round.
struct Binary {
    std::string_view text;
    int level;
    Op op;
    Sort side;
    Sort result;
};
constexpr Binary kBinary[] = {
    {"<=>", 2, Op::iff, A, A},   {"=>", 3, Op::implies, A, A}, {"or", 4, Op::or_, A, A},
    {"and", 5, Op::and_, A, A},  {"=", 7, Op::eq, N, A},       {"!=", 7, Op::ne, N, A},
    {"<", 7, Op::lt, N, A},      {"<=", 7, Op::le, N, A},      {">", 7, Op::lt, N, A},
    {">=", 7, Op::le, N, A},     {"in", 7, Op::in, N, A},      {"not", 7, Op::in, N, A},
    {"+", 8, Op::add, N, N},     {"-", 8, Op::sub, N, N},      {"-.", 8, Op::monus, N, N},
    {"++", 8, Op::concat, W, W}, {"*", 9, Op::mul, N, N},      {"div", 9, Op::div, N, N},
    {"mod", 9, Op::mod, N, N}};

// Forms `text(part, ..)`. Parts: n, m, s the name of a numeration, a word, a set; T a term; W a
// word; P a product with a power of phi.
struct Form {
    std::string_view text;
    Op op;
    Sort sort;
    std::string_view parts;
};
constexpr Form kForms[] = {{"floor", Op::floor, N, "P"},    {"rep", Op::rep, W, "nT"},
                           {"take", Op::take, W, "TW"},     {"iterate", Op::iterate, W, "mTW"},
                           {"prefix", Op::prefix, A, "WW"}, {"suffix", Op::suffix, A, "WW"},
                           {"limit", Op::limit, A, "m"},    {"card", Op::card, N, "s"}};

constexpr std::pair<std::string_view, ItemKind> kItems[] = {{"numeration", ItemKind::numeration},
                                                            {"def", ItemKind::def},
                                                            {"let", ItemKind::let},
                                                            {"pred", ItemKind::pred},
                                                            {"set", ItemKind::set},
                                                            {"word", ItemKind::word},
                                                            {"dfao", ItemKind::dfao},
                                                            {"statement", ItemKind::statement}};

class Parser {
  public:
    Parser(Spec& spec, const std::string& file, std::string_view text)
        : spec_(spec), tokens_(tokenize(file, text)) {}

    void run() {
        while (now().kind != TokenKind::end) item();
    }

  private:
    // --- tokens -----------------------------------------------------------------------------
    const Token& now() const { return tokens_[at_]; }
    const Place& place() const { return now().place; }
    bool is(TokenKind kind) const { return now().kind == kind; }
    bool is(std::string_view text) const { return now().text == text; }
    [[noreturn]] static void error(const std::string& reason, const Place& where) {
        fail(Kind::bad_input, where.str(), reason);
    }
    [[noreturn]] void wanted(const std::string& what) const {
        error(what + " expected, found `" + std::string(now().text) + "`", place());
    }
    bool accept(std::string_view text) {
        if (!is(text)) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view text) {
        if (!accept(text)) wanted("`" + std::string(text) + "`");
    }
    std::string take(TokenKind kind, const char* what) {
        if (!is(kind)) wanted(what);
        return std::string(tokens_[at_++].text);
    }
    std::string name() { return take(TokenKind::name, "a name"); }
    Int number() {
        Int value = 0;
        read_number(take(TokenKind::number, "a number"), false, value);
        return value;
    }
    // `open` part, part, .. `close`; there is at least one part.
    template <class Part>
    void list(std::string_view open, std::string_view close, Part part) {
        expect(open);
        do part();
        while (accept(","));
        expect(close);
    }
    // Numbers in brackets, possibly none; -1 for `_`, if that may stand there.
    Word numbers(std::string_view open, std::string_view close, bool blanks = false) {
        Word all;
        if (is(open) && tokens_[at_ + 1].text == close)
            at_ += 2;
        else
            list(open, close, [&] { all.push_back(blanks && accept("_") ? -1 : number()); });
        return all;
    }

    // --- names ------------------------------------------------------------------------------
    // An item that may be used here: an earlier one, or the def in whose body we are.
    const Item* find(const std::string& text) const {
        const Item* found = spec_.find(text);
        return found == item_ && !in_body_ ? nullptr : found;
    }
    const Item* item_named(ItemKind kind, const char* what) {
        const Place& where = place();
        const std::string text = name();
        const Item* found = find(text);
        if (!found || found->kind != kind) error("`" + text + "` is no " + what, where);
        item_->uses.insert(found);
        return found;
    }
    int declare(const std::string& text, const Place& where) {
        if (spec_.find(text)) error("`" + text + "` is the name of an item", where);
        if (lookup(text) >= 0) error("`" + text + "` is already bound", where);
        if (unit().size() >= kMaxSlots) error("too many variables in one item", where);
        unit().push_back({text});
        scope_.push_back(static_cast<int>(unit().size()) - 1);
        return scope_.back();
    }
    int declare_here() {
        const Place& where = place();
        return declare(name(), where);
    }
    int lookup(std::string_view text) const {
        for (const int slot : scope_)
            if (variable(slot).name == text) return slot;
        return -1;
    }
    Unit& unit() const { return item_->raw_unit; }
    Variable& variable(int slot) const { return unit()[static_cast<std::size_t>(slot)]; }

    // --- expressions ------------------------------------------------------------------------
    Expr* node(Op op, Sort sort, const Place& where, Exprs args, Int value = 0,
               const Item* item = nullptr) {
        Expr* e = make(op, sort, where, std::move(args), value);
        e->item = item;
        if (item) e->height += item->height;
        for (const Expr* arg : e->args) e->height = std::max(e->height, arg->height + 1);
        if (e->height > kMaxHeight) error("nested too deeply", where);
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
    const Expr* term(int level = 1) { return want(parse(level), N); }
    const Expr* formula(int level = 1) { return want(parse(level), A); }
    // A bound is a natural: the normal form keeps the guard where that is not plain.
    const Expr* bound() {
        const Expr* e = term(8);
        Expr* guard = node(Op::guard, N, e->place, {e});
        guard->coefs = {0, kMax};
        return guard;
    }
    const Expr* use(int slot, const Place& where) {
        variable(slot).used = true;
        return node(Op::var, N, where, {}, slot);
    }

    // The binary operator at hand, or null.
    const Binary* binary_operator() const {
        const std::string_view next = at_ + 1 < tokens_.size() ? tokens_[at_ + 1].text : "";
        for (const Binary& b : kBinary)
            if (is(b.text) && !(is("*") && next == "phi") && !(is("not") && next != "in"))
                return &b;
        return nullptr;
    }

    const Expr* parse(int level) {
        if (++depth_ > kMaxNesting) error("nested more than 200 deep", place());
        const Expr* left = prefix(level);
        // A form of level 1 reaches as far right as possible, so nothing can follow it here.
        int last = 0;
        for (const Binary* b = binary_operator(); b && b->level >= level; b = binary_operator()) {
            if (b->level == last && (last == 2 || last == 7))
                error("comparisons and `<=>` do not chain", place());
            left = binary(left, *b);
            last = b->level;
        }
        --depth_;
        return left;
    }

    const Expr* binary(const Expr* left, const Binary& b) {
        const Place& where = place();
        ++at_;
        if (b.op == Op::in) {
            if (b.text == "in") return membership(left, where);
            expect("in");
            return node(Op::not_, A, where, {membership(left, where)});
        }
        const Expr* right = parse(b.level == 3 ? 3 : b.level + 1);
        const bool words = (b.op == Op::eq || b.op == Op::ne) && left->sort == W;
        want(left, words ? W : b.side);
        want(right, words ? W : b.side);
        if ((b.op == Op::div || b.op == Op::mod) && (right->op != Op::num || right->value < 1))
            error("the divisor must be a literal >= 1", right->place);
        if (b.text[0] == '>') std::swap(left, right);
        return node(b.op, b.result, where, {left, right});
    }

    // The right side of `in`.
    const Expr* membership(const Expr* left, const Place& where) {
        Exprs args;
        if (is("{")) {
            const std::size_t width = left->sort == Sort::tuple ? left->args.size() : 1;
            add_parts(args, left, width);
            list("{", "}", [&] { add_parts(args, parse(1), width); });
            return node(Op::in, A, where, std::move(args), static_cast<Int>(width));
        }
        const Item* set = item_named(ItemKind::set, "set");
        args = arguments(*set);
        add_parts(args, left, set->elements);
        return node(Op::call, A, where, std::move(args), 0, set);
    }

    // The parts of a tuple of this width; 1 is a single number.
    static void add_parts(Exprs& all, const Expr* e, std::size_t width) {
        const Exprs parts = e->sort == Sort::tuple ? e->args : Exprs{want(e, N)};
        if (parts.size() != width) error("the element or argument has another width", e->place);
        all.insert(all.end(), parts.begin(), parts.end());
    }

    // The arguments of a call, flattened, in the tuple shape of the definition.
    Exprs arguments(const Item& callee) {
        Exprs args;
        for (std::size_t i = 0; i < callee.shape.size(); ++i) {
            expect(i == 0 ? "(" : ",");
            add_parts(args, parse(1), callee.shape[i]);
        }
        if (!args.empty()) expect(")");
        return args;
    }

    const Expr* prefix(int level) {
        const Place& where = place();
        const std::size_t outer = scope_.size();
        if (level > 8 && (is("forall") || is("exists") || is("least") || is("if")))
            error("put this form into parentheses", where);
        if (const Expr* e = quantifier(where)) {
            scope_.resize(outer);
            return e;
        }
        if (level <= 6 && accept("not")) return node(Op::not_, A, where, {formula(6)});
        if (level <= 10 && accept("-")) return node(Op::sub, N, where, {term(10)});
        const Expr* e = primary(where);
        while (is("^")) {
            const Place& at = place();
            ++at_;
            if (!accept("2")) error("`^` takes the exponent 2 only", place());
            e = node(Op::sq, N, at, {want(e, N)});
        }
        return e;
    }

    // A form of level 1, or null.
    const Expr* quantifier(const Place& where) {
        if (accept("forall")) return binding(Op::forall, A, where);
        if (accept("if")) {
            const Expr* condition = formula();
            expect("then");
            const Expr* yes = term();
            expect("else");
            return node(Op::if_, N, where, {condition, yes, term(8)});
        }
        if (accept("least")) {
            const int slot = declare_here();
            expect("with");
            return bind(Op::least, N, where, {formula()}, {slot});
        }
        if (accept("tends_to")) {
            expect("(");
            const int slot = declare_here();
            expect(":");
            const Expr* body = term();
            expect(",");
            Expr* e = bind(Op::tends, A, where, {body}, {slot});
            e->value = power_of_phi();
            expect(")");
            return e;
        }
        if (!accept("exists")) return nullptr;
        if (!accept("automatic"))
            return binding(accept("unique") ? Op::unique : Op::exists, A, where);
        // What is automatic depends on the numeration, so that belongs to the closure.
        if (const Item* fibonacci = find("fibonacci")) item_->uses.insert(fibonacci);
        const int slot = declare_here();
        expect("<=");
        const Expr* highest = term(8);
        expect(":");
        automata_.push_back(slot);
        const Expr* body = formula();
        automata_.pop_back();
        return bind(Op::automatic, A, where, {highest, body}, {slot});
    }

    Expr* bind(Op op, Sort sort, const Place& where, Exprs args, std::vector<int> vars) {
        Expr* e = node(op, sort, where, std::move(args));
        e->vars = std::move(vars);
        return e;
    }

    // `phi` or `phi ^ 2`: 1 or 2.
    int power_of_phi() {
        expect("phi");
        if (!accept("^")) return 1;
        expect("2");
        return 2;
    }

    // Binders, a colon, and a formula, in front of which the bounds stand.
    Expr* binding(Op op, Sort sort, const Place& where) {
        const std::size_t outer = scope_.size();
        Exprs bounds;
        std::vector<int> vars;
        do binder(vars, bounds);
        while (accept(","));
        expect(":");
        const Expr* body = formula();
        for (auto b = bounds.rbegin(); b != bounds.rend(); ++b)
            body = node(op == Op::forall ? Op::implies : Op::and_, A, (*b)->place, {*b, body});
        scope_.resize(outer);
        return bind(op, sort, where, {body}, std::move(vars));
    }

    void binder(std::vector<int>& vars, Exprs& bounds) {
        const Place& where = place();
        if (is("(")) {
            for (std::size_t left = pattern(); left > 0; --left)
                vars.push_back(static_cast<int>(unit().size() - left));
            return;
        }
        const std::string text = name();
        const Op op = is("<") ? Op::lt : Op::le;
        const Expr* low = nullptr;
        const Expr* high = nullptr;
        if (accept("in")) {
            low = bound();
            expect("..");
            high = bound();
        } else if (accept("<") || accept("<=")) {
            high = bound();
        }
        const int slot = declare(text, where);
        vars.push_back(slot);
        if (low) bounds.push_back(node(Op::le, A, where, {low, use(slot, where)}));
        if (high) bounds.push_back(node(op, A, where, {use(slot, where), high}));
    }

    const Expr* primary(const Place& where) {
        if (is(TokenKind::number)) return node(Op::num, N, where, {}, number());
        if (is(TokenKind::name)) return named(where);
        if (accept("(")) {
            const Expr* e = parse(1);
            if (is(",")) {
                Exprs parts = {want(e, N)};
                while (accept(",")) parts.push_back(term());
                e = node(Op::tuple, Sort::tuple, where, std::move(parts));
            }
            expect(")");
            return e;
        }
        if (is("[")) {
            Expr* e = node(Op::word, W, where, {});
            e->coefs = numbers("[", "]");
            return e;
        }
        if (accept("true")) return node(Op::constant, A, where, {}, 1);
        if (accept("false")) return node(Op::constant, A, where, {}, 0);
        if (accept("count")) {
            expect("{");
            const Expr* e = binding(Op::count, N, where);
            expect("}");
            return e;
        }
        for (const Form& form : kForms)
            if (accept(form.text)) return parts(form, where);
        wanted("an expression");
    }

    const Expr* parts(const Form& form, const Place& where) {
        Exprs args;
        const Item* item = nullptr;
        Int power = 0;
        for (const char& part : form.parts) {
            expect(&part == form.parts.data() ? "(" : ",");
            if (part == 'n') item = item_named(ItemKind::numeration, "numeration");
            if (part == 'm') item = item_named(ItemKind::word, "word");
            if (part == 's') item = item_named(ItemKind::set, "set");
            if (part == 'T') args.push_back(term());
            if (part == 'W') args.push_back(want(parse(8), W));
            if (part != 'P') continue;
            args.push_back(term(9));
            expect("*");
            power = power_of_phi();
        }
        expect(")");
        if (form.op == Op::card && (!item->list || item->parameters != 0))
            error("card takes a set given by a list, without parameters", where);
        return node(form.op, form.sort, where, std::move(args), power, item);
    }

    const Expr* named(const Place& where) {
        const std::string text = name();
        const auto argument = [&] {
            expect("(");
            const Expr* e = term();
            expect(")");
            return Exprs{e};
        };
        const int slot = lookup(text);
        if (slot >= 0) {
            const bool automaton = std::count(automata_.begin(), automata_.end(), slot) != 0;
            return automaton ? node(Op::apply, N, where, argument(), slot) : use(slot, where);
        }
        const Item* callee = find(text);
        if (!callee) error("`" + text + "` is not defined", where);
        item_->uses.insert(callee);
        const ItemKind kind = callee->kind;
        if (kind == ItemKind::word || kind == ItemKind::dfao)
            return node(Op::call, N, where, argument(), 0, callee);
        if (kind != ItemKind::def && kind != ItemKind::let && kind != ItemKind::pred)
            error("`" + text + "` cannot be called here", where);
        const Sort sort = kind == ItemKind::def ? N : callee->raw->sort;
        return node(Op::call, sort, where, arguments(*callee), 0, callee);
    }

    // --- items ------------------------------------------------------------------------------
    void item() {
        const std::size_t begin = at_;
        reset_budget();
        if (accept("use")) {
            const std::string quoted = take(TokenKind::string, "a file name in quotes");
            return spec_.use(quoted.substr(1, quoted.size() - 2), tokens_[begin].place);
        }
        const auto* const kind = std::find_if(std::begin(kItems), std::end(kItems),
                                              [&](const auto& k) { return is(k.first); });
        if (kind == std::end(kItems)) wanted("an item");
        ++at_;
        const Place& named = place();
        const std::string title = name();
        if (spec_.find(title)) error("`" + title + "` is already defined", named);
        item_ = &spec_.add_item(title);
        item_->kind = kind->second;
        item_->place = tokens_[begin].place;
        scope_.clear();
        in_body_ = false;
        contents(*item_);
        for (const Expr* e : {item_->raw, item_->raw_measure})
            if (e) item_->height = std::max(item_->height, e->height + 1);
        for (std::size_t i = begin; i < at_; ++i)
            item_->text.append(i == begin ? "" : " ").append(tokens_[i].text);
        check_item(*item_);
    }

    void contents(Item& it) {
        if (it.kind == ItemKind::numeration) return numeration(it);
        if (it.kind == ItemKind::word) return morphism(it);
        if (it.kind == ItemKind::dfao) return dfao(it);
        if (is("(")) list("(", ")", [&] { parameter(it); });
        it.parameters = unit().size();
        if (it.kind == ItemKind::set) {
            set(it);
        } else {
            if (it.kind == ItemKind::def && accept("measure")) it.raw_measure = term(8);
            expect(it.kind == ItemKind::statement ? ":" : "=");
            in_body_ = it.kind == ItemKind::def;
            it.raw = in_body_ ? term() : it.kind == ItemKind::let ? parse(1) : formula();
        }
        if (it.arity() > kMaxArity) error("too many parameters", it.place);
        if (it.kind == ItemKind::let && it.raw->sort != W) want(it.raw, N);
        it.recursive = it.raw_measure;
        if (it.uses.contains(&it) && !it.recursive)
            error("a recursive def needs a measure", it.place);
    }

    void parameter(Item& it) {
        if (is("(") && it.kind == ItemKind::statement) wanted("a name");
        it.shape.push_back(pattern());
        if (it.shape.back() > 1) return;
        Variable& v = unit().back();
        v.multiplier = it.kind == ItemKind::statement;
        if (!accept("in")) return;
        v.low = number();
        expect("..");
        v.high = number();
        if (v.low > v.high) error("empty domain", place());
        if (v.high == kMax) error("the domain is too large", place());
        v.multiplier = true;
    }

    // A name, or a tuple of at least two: declares them, in slots side by side.
    std::size_t pattern() {
        const Place& where = place();
        const std::size_t before = unit().size();
        if (!is("(")) return declare_here(), 1;
        list("(", ")", [&] { declare_here(); });
        const std::size_t width = unit().size() - before;
        if (width < 2) error("a tuple has at least two parts", where);
        return width;
    }

    // `{(x, y) | A}`, or a list `{(1, 2), (2, 1)}`: then the body is the membership formula over
    // invented element names.
    void set(Item& it) {
        expect("=");
        const Token& first = tokens_[std::min(at_ + 1, tokens_.size() - 1)];
        const Token& second = tokens_[std::min(at_ + 2, tokens_.size() - 1)];
        const bool tuples = first.text == "(";
        it.list = (tuples ? second : first).kind != TokenKind::name;
        if (!it.list) {
            expect("{");
            it.elements = pattern();
            expect("|");
            it.raw = formula();
            return expect("}");
        }
        list("{", "}", [&] {
            it.rows.push_back(is("(") ? numbers("(", ")") : Word{number()});
            it.elements = it.rows[0].size();
            if (it.rows.back().size() != it.elements || tuples != (it.elements > 1))
                error("the elements have different widths", place());
        });
        Exprs parts;
        for (std::size_t i = 1; i <= it.elements; ++i) {
            unit().push_back({std::string("_").append(std::to_string(i))});
            parts.push_back(use(static_cast<int>(unit().size()) - 1, it.place));
        }
        for (const Word& row : it.rows)
            for (const Int x : row) parts.push_back(node(Op::num, N, it.place, {}, x));
        it.raw = node(Op::in, A, it.place, std::move(parts), static_cast<Int>(it.elements));
    }

    // Rows of targets or letters; each number but an output must be less than the number of rows.
    void rows(Item& it, std::string_view open, std::string_view close, const char* unknown) {
        expect("=");
        list("[", "]", [&] {
            const bool missing = it.kind == ItemKind::word && accept("_");
            it.rows.push_back(missing ? Word{-1}
                                      : numbers(open, close, it.kind == ItemKind::numeration));
        });
        const auto limit = static_cast<Int>(it.rows.size());
        for (const Word& row : it.rows)
            for (std::size_t i = 0; i + (it.base ? 1 : 0) < row.size(); ++i)
                if (row[i] >= limit) error(unknown, it.place);
    }

    void numeration(Item& it) {
        rows(it, "[", "]", "no such state");
        const std::size_t digits = it.rows[0].size();
        if (digits < 2) error("a numeration has at least two digits", it.place);
        if (it.rows[0][0] != 0) error("state 0 must go to itself on 0", it.place);
        std::set<Int> reached = {0};
        std::vector<Int> todo = {0};
        while (!todo.empty()) {
            const Word& row = it.rows[static_cast<std::size_t>(todo.back())];
            todo.pop_back();
            if (row.size() != digits)
                error("the states have different numbers of digits", it.place);
            if (*std::max_element(row.begin(), row.end()) < 0)
                error("a state allows no digit", it.place);
            for (const Int target : row)
                if (target >= 0 && reached.insert(target).second) todo.push_back(target);
        }
        if (reached.size() != it.rows.size()) error("a state is not reachable", it.place);
        if (*std::max_element(it.rows[0].begin() + 1, it.rows[0].end()) < 0)
            error("there must be infinitely many representations", it.place);
    }

    void dfao(Item& it) {
        expect("over");
        it.base = item_named(ItemKind::numeration, "numeration");
        rows(it, "(", ")", "no such state");
        for (const Word& row : it.rows)
            if (row.size() != it.base->rows[0].size() + 1)
                error("a state has a target for each digit, and an output", it.place);
    }

    void morphism(Item& it) {
        expect("from");
        it.start = number();
        rows(it, "[", "]", "no such letter");
        if (it.start >= static_cast<Int>(it.rows.size())) error("no such letter", it.place);
    }

    // What can only be said of the whole item: products, fixed positions, places of `automatic`.
    void check_item(Item& it) {
        if (!it.raw) return;
        bool misplaced = false;
        const Expr* rest = it.raw;
        if (it.kind == ItemKind::statement) {
            for (; rest->op == Op::implies; rest = rest->args[1])
                misplaced = misplaced || contains(rest->args[0], Op::automatic);
            if (rest->op == Op::automatic) rest = rest->args[1];
            for (std::size_t i = 0; i < it.parameters; ++i)
                if (!unit()[i].used)
                    error("parameter `" + unit()[i].name + "` does not occur", it.place);
        }
        if (misplaced || contains(rest, Op::automatic))
            error("`exists automatic` stands only in front of a statement's formula", it.place);
        if (it.kind != ItemKind::let) normalise_item(it);
        if (it.recursive && std::count(it.fixed.begin(), it.fixed.end(), false) == 0)
            error("a recursive def has at least one ranged position", it.place);
    }

    Spec& spec_;
    std::vector<Token> tokens_;
    std::size_t at_ = 0;
    int depth_ = 0;
    Item* item_ = nullptr;  // the item being read
    bool in_body_ = false;  // of a def: it may call itself
    std::vector<int> scope_;
    std::vector<int> automata_;
};

}  // namespace

void parse_file(Spec& spec, const std::string& file, std::string_view text) {
    Parser(spec, file, text).run();
}

}  // namespace mexcheck
