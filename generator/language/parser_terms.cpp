// Expressions of the statement language by precedence climbing (spec/language.md, section 3).
#include <fmt/format.h>

#include <algorithm>

#include "language/near_names.hpp"
#include "language/parser.hpp"

namespace mexcert {
namespace {

constexpr int kMaxNesting = 200;

std::string sort_name(Sort sort) {
    switch (sort) {
        case Sort::kNumber:
            return "a number";
        case Sort::kWord:
            return "a word";
        case Sort::kTruth:
            return "a formula";
        case Sort::kTuple:
            return "a tuple";
    }
    return "";
}

// The arguments of a call, in words.
std::string shape_text(const std::vector<int>& shape) {
    if (shape.empty()) {
        return "none";
    }
    std::string text;
    for (const int width : shape) {
        text += text.empty() ? "" : ", ";
        text += width == 0 ? "a number" : fmt::format("a tuple of {}", width);
    }
    return text;
}

}  // namespace

const Expr* Parser::make(ExprKind kind, Sort sort, const Place& place,
                         std::vector<const Expr*> kids) {
    if (failed()) {
        return nullptr;
    }
    Expr expr;
    expr.kind = kind;
    expr.sort = sort;
    expr.place = place;
    expr.first = token_at(place);
    expr.last = position_ - item_start_;
    for (const Expr* kid : kids) {
        expr.depth = std::max(expr.depth, kid->depth + 1);
        expr.first = std::min(expr.first, kid->first);
    }
    if (expr.depth > kMaxNesting) {
        fail(place, "nesting above 200");
        return nullptr;
    }
    expr.kids = std::move(kids);
    spec_.pool.push_back(std::move(expr));
    return &spec_.pool.back();
}

const Expr* Parser::require(const Expr* expr, Sort sort) {
    if (!failed() && expr->sort != sort) {
        fail(expr->place,
             fmt::format("expected {}, found {}", sort_name(sort), sort_name(expr->sort)));
    }
    return expr;
}

const Expr* Parser::binary(ExprKind kind, Sort operands, Sort result, const Place& place,
                           const Expr* left, const Expr* right) {
    require(left, operands);
    require(right, operands);
    return make(kind, result, place, {left, right});
}

const Parser::Scoped* Parser::find_variable(const std::string& name) const {
    const auto found = std::find_if(scope_.begin(), scope_.end(), [&](const Scoped& scoped) {
        return scoped.variable.name == name;
    });
    return found == scope_.end() ? nullptr : &*found;
}

Variable Parser::declare(bool is_function) {
    const Token token = take();
    if (failed()) {
        return {};
    }
    if (token.kind != TokenKind::kName || is_reserved(token.text)) {
        fail(token.place, fmt::format("expected a variable, found `{}`", token.text));
    } else if (spec_.by_name.count(token.text) != 0) {
        fail(token.place, fmt::format("`{}` is the name of an item", token.text));
    } else if (find_variable(token.text) != nullptr) {
        fail(token.place, fmt::format("a variable `{}` is in scope", token.text));
    }
    if (failed()) {
        return {};
    }
    scope_.push_back({{token.text, spec_.variable_count++}, is_function});
    return scope_.back().variable;
}

std::vector<std::string> Parser::visible_names() const {
    std::vector<std::string> names;
    for (const Scoped& scoped : scope_) {
        names.push_back(scoped.variable.name);
    }
    for (const auto& [name, index] : spec_.by_name) {
        names.push_back(name);
    }
    return names;
}

// The number, within the item, of the token there.
std::size_t Parser::token_at(const Place& place) const {
    const auto own = std::lower_bound(tokens_.begin(), tokens_.end(), place,
                                      [](const Token& token, const Place& wanted) {
                                          return std::pair(token.place.line, token.place.column) <
                                                 std::pair(wanted.line, wanted.column);
                                      });
    return static_cast<std::size_t>(own - tokens_.begin()) - item_start_;
}

void Parser::check_shape(const Token& name, const std::vector<int>& wanted,
                         const std::vector<int>& found) {
    if (!failed() && wanted != found) {
        fail(name.place, fmt::format("`{}` takes the arguments: {}; found: {}", name.text,
                                     shape_text(wanted), shape_text(found)));
    }
}

int Parser::find_item(const Token& token) {
    const auto found = spec_.by_name.find(token.text);
    if (found == spec_.by_name.end()) {
        fail(token.place, fmt::format("unknown name `{}`{}", token.text,
                                      did_you_mean(token.text, visible_names())));
        return -1;
    }
    const int index = found->second;
    if (&spec_.items.back() == current_ && index == static_cast<int>(spec_.items.size()) - 1) {
        if (current_->kind != ItemKind::kDef) {
            fail(token.place, fmt::format("`{}` uses its own name", token.text));
            return -1;
        }
        calls_itself_ = true;
        return index;
    }
    reaches(index);
    return index;
}

// The item at hand reaches the item `index` (closure.hpp).
void Parser::reaches(int index) {
    std::vector<int>& list = current_->reaches;
    const auto place = std::lower_bound(list.begin(), list.end(), index);
    if (place == list.end() || *place != index) {
        list.insert(place, index);
    }
}

int Parser::expect_item(ItemKind kind, const std::string& what) {
    const Token token = take();
    if (failed()) {
        return -1;
    }
    const int index = find_item(token);
    if (!failed() && spec_.item(index).kind != kind) {
        fail(token.place, fmt::format("`{}` is no {}", token.text, what));
    }
    return index;
}

bool Parser::at_prefix() const { return is("forall") || is("exists") || is("least") || is("if"); }

const Expr* Parser::expression() {
    if (failed()) {
        return nullptr;
    }
    if (++nesting_ > kMaxNesting) {
        fail(peek().place, "nesting above 200");
        return nullptr;
    }
    const Expr* result = at_prefix() ? prefix() : equivalence();
    --nesting_;
    return result;
}

const Expr* Parser::prefix_or(const Expr* (Parser::*other)()) {
    return at_prefix() ? expression() : (this->*other)();
}

const Expr* Parser::prefix() {
    if (is("if")) {
        return if_expression();
    }
    return is("least") ? least_expression() : quantifier();
}

const Expr* Parser::if_expression() {
    const Place place = take().place;
    const Expr* condition = require(expression(), Sort::kTruth);
    expect("then");
    const Expr* yes = require(expression(), Sort::kNumber);
    expect("else");
    const Expr* no = require(expression(), Sort::kNumber);
    return make(ExprKind::kIf, Sort::kNumber, place, {condition, yes, no});
}

const Expr* Parser::least_expression() {
    const Place place = take().place;
    const std::size_t size = scope_.size();
    const Variable variable = declare();
    expect("with");
    const Expr* body = require(expression(), Sort::kTruth);
    leave(std::min(size, scope_.size()));
    const Expr* result = make(ExprKind::kLeast, Sort::kNumber, place, {body});
    if (!failed()) {
        spec_.pool.back().bound = {variable};
    }
    return result;
}

const Expr* Parser::automatic_expression(const Place& place) {
    expect("automatic");
    // Automatic in the Fibonacci numeration: that item is part of what the statement says.
    if (const auto found = spec_.by_name.find("fibonacci"); found != spec_.by_name.end()) {
        reaches(found->second);
    }
    const std::size_t size = scope_.size();
    const Variable function = declare(true);
    expect("<=");
    const Expr* most = require(sum(), Sort::kNumber);
    expect(":");
    const Expr* body = require(expression(), Sort::kTruth);
    leave(std::min(size, scope_.size()));
    const Expr* result = make(ExprKind::kAutomatic, Sort::kTruth, place, {most, body});
    if (!failed()) {
        spec_.pool.back().variable = function;
    }
    return result;
}

const Expr* Parser::quantifier() {
    const Token first = take();
    ExprKind kind = first.text == "forall" ? ExprKind::kForall : ExprKind::kExists;
    if (kind == ExprKind::kExists && is("automatic")) {
        return automatic_expression(first.place);
    }
    if (kind == ExprKind::kExists && accept("unique")) {
        kind = ExprKind::kUnique;
    }
    const std::size_t size = scope_.size();
    const Binders bound = binders();
    expect(":");
    const Expr* body = require(expression(), Sort::kTruth);
    leave(std::min(size, scope_.size()));
    const bool implies = kind == ExprKind::kForall;
    for (auto bound_at = bound.bounds.rbegin(); bound_at != bound.bounds.rend(); ++bound_at) {
        body = make(implies ? ExprKind::kImplies : ExprKind::kAnd, Sort::kTruth,
                    failed() ? first.place : (*bound_at)->place, {*bound_at, body});
    }
    const Expr* result = make(kind, Sort::kTruth, first.place, {body});
    if (!failed()) {
        spec_.pool.back().bound = bound.variables;
    }
    return result;
}

Parser::Binders Parser::binders() {
    Binders result;
    do {
        binder(result);
    } while (!failed() && accept(","));
    return result;
}

void Parser::binder(Binders& result) {
    if (accept("(")) {
        do {
            result.variables.push_back(declare());
        } while (!failed() && accept(","));
        expect(")");
        return;
    }
    const Place place = peek().place;
    const Variable variable = declare();
    result.variables.push_back(variable);
    const bool is_range = is("in");
    if (failed() || !(is_range || is("<") || is("<="))) {
        return;
    }
    // The bound of a binder is read before the variable is in scope.
    const Scoped own = scope_.back();
    scope_.pop_back();
    const std::string symbol = take().text;
    const Expr* first = require(sum(), Sort::kNumber);
    const Expr* last = nullptr;
    if (is_range) {
        expect("..");
        last = require(sum(), Sort::kNumber);
    }
    scope_.push_back(own);
    const Expr* self = make(ExprKind::kVariable, Sort::kNumber, place, {});
    if (failed()) {
        return;
    }
    spec_.pool.back().variable = variable;
    if (is_range) {
        result.bounds.push_back(make(ExprKind::kLe, Sort::kTruth, place, {first, self}));
        result.bounds.push_back(make(ExprKind::kLe, Sort::kTruth, place, {self, last}));
    } else {
        const ExprKind kind = symbol == "<" ? ExprKind::kLt : ExprKind::kLe;
        result.bounds.push_back(make(kind, Sort::kTruth, place, {self, first}));
    }
}

const Expr* Parser::equivalence() {
    const Expr* left = implication();
    if (failed() || !is("<=>")) {
        return left;
    }
    const Place place = take().place;
    const Expr* right = prefix_or(&Parser::implication);
    if (is("<=>")) {
        fail(peek().place, "`<=>` is not associative: parentheses are needed");
    }
    return binary(ExprKind::kIff, Sort::kTruth, Sort::kTruth, place, left, right);
}

const Expr* Parser::implication() {
    if (failed()) {
        return nullptr;
    }
    std::vector<const Expr*> parts = {disjunction()};
    std::vector<Place> places;
    while (!failed() && is("=>")) {
        places.push_back(take().place);
        parts.push_back(prefix_or(&Parser::disjunction));
    }
    const Expr* result = parts.back();
    for (std::size_t i = places.size(); i-- > 0 && !failed();) {
        result =
            binary(ExprKind::kImplies, Sort::kTruth, Sort::kTruth, places[i], parts[i], result);
    }
    return result;
}

const Expr* Parser::disjunction() {
    const Expr* left = conjunction();
    while (!failed() && is("or")) {
        const Place place = take().place;
        left = binary(ExprKind::kOr, Sort::kTruth, Sort::kTruth, place, left,
                      prefix_or(&Parser::conjunction));
    }
    return left;
}

const Expr* Parser::conjunction() {
    const Expr* left = negation();
    while (!failed() && is("and")) {
        const Place place = take().place;
        left = binary(ExprKind::kAnd, Sort::kTruth, Sort::kTruth, place, left,
                      prefix_or(&Parser::negation));
    }
    return left;
}

const Expr* Parser::negation() {
    if (failed() || !is("not")) {
        return comparison();
    }
    const Place place = take().place;
    if (++nesting_ > kMaxNesting) {
        fail(place, "nesting above 200");
        return nullptr;
    }
    const Expr* body = require(prefix_or(&Parser::negation), Sort::kTruth);
    --nesting_;
    return make(ExprKind::kNot, Sort::kTruth, place, {body});
}

const Expr* Parser::comparison() {
    const Expr* left = sum();
    if (failed()) {
        return nullptr;
    }
    const bool negated = is("not") && is("in", 1);
    if (is("in") || negated) {
        const Place place = take().place;
        if (negated) {
            take();
        }
        const Expr* member = membership(left);
        return negated ? make(ExprKind::kNot, Sort::kTruth, place, {member}) : member;
    }
    const std::string symbol = peek().text;
    static const std::vector<std::pair<std::string, ExprKind>> kinds = {
        {"=", ExprKind::kEq},  {"!=", ExprKind::kNe}, {"<", ExprKind::kLt},
        {"<=", ExprKind::kLe}, {">", ExprKind::kLt},  {">=", ExprKind::kLe}};
    const auto found = std::find_if(kinds.begin(), kinds.end(),
                                    [&](const auto& entry) { return entry.first == symbol; });
    if (found == kinds.end()) {
        return left;
    }
    const Place place = take().place;
    const Expr* right = prefix_or(&Parser::sum);
    if (failed()) {
        return nullptr;
    }
    const bool words = found->second == ExprKind::kEq || found->second == ExprKind::kNe;
    const Sort sort = words && left->sort == Sort::kWord ? Sort::kWord : Sort::kNumber;
    if (symbol == ">" || symbol == ">=") {
        std::swap(left, right);
    }
    return binary(found->second, sort, Sort::kTruth, place, left, right);
}

const Expr* Parser::membership(const Expr* left) {
    if (is("{")) {
        return list_membership(left);
    }
    const Token name = peek();
    const int index = expect_item(ItemKind::kSet, "set");
    if (failed()) {
        return nullptr;
    }
    std::vector<const Expr*> kids;
    std::vector<int> shape;
    if (is("(")) {
        arguments(kids, shape);
    }
    const Item& set = spec_.item(index);
    check_shape(name, set.shape, shape);
    if (failed()) {
        return nullptr;
    }
    const std::size_t width = left->sort == Sort::kTuple ? left->kids.size() : 1;
    if (width != set.width()) {
        fail(left->place, fmt::format("`{}` holds tuples of width {}, found width {}", name.text,
                                      set.width(), width));
    }
    if (left->sort == Sort::kTuple) {
        kids.insert(kids.end(), left->kids.begin(), left->kids.end());
    } else {
        kids.push_back(require(left, Sort::kNumber));
    }
    const Expr* result = make(ExprKind::kCall, Sort::kTruth, name.place, std::move(kids));
    if (!failed()) {
        spec_.pool.back().item = index;
    }
    return result;
}

const Expr* Parser::list_membership(const Expr* left) {
    const Place place = take().place;
    std::vector<const Expr*> kids;
    const bool tuple = left->sort == Sort::kTuple;
    if (tuple) {
        kids = left->kids;
    } else {
        kids.push_back(require(left, Sort::kNumber));
    }
    const std::size_t width = kids.size();
    do {
        const Expr* element = sum();
        if (failed()) {
            return nullptr;
        }
        const bool is_tuple = element->sort == Sort::kTuple;
        if (is_tuple != tuple || (is_tuple && element->kids.size() != width)) {
            fail(element->place, fmt::format("the elements must have width {}", width));
        } else if (is_tuple) {
            kids.insert(kids.end(), element->kids.begin(), element->kids.end());
        } else {
            kids.push_back(require(element, Sort::kNumber));
        }
    } while (!failed() && accept(","));
    expect("}");
    const Expr* result = make(ExprKind::kInList, Sort::kTruth, place, std::move(kids));
    if (!failed()) {
        spec_.pool.back().number = static_cast<std::int64_t>(width);
    }
    return result;
}

const Expr* Parser::sum() {
    const Expr* left = product();
    for (;;) {
        if (failed()) {
            return nullptr;
        }
        const std::string symbol = peek().kind == TokenKind::kSymbol ? peek().text : "";
        const bool join = symbol == "++";
        if (!join && symbol != "+" && symbol != "-" && symbol != "-.") {
            return left;
        }
        const Place place = take().place;
        const ExprKind kind = join            ? ExprKind::kJoin
                              : symbol == "+" ? ExprKind::kAdd
                              : symbol == "-" ? ExprKind::kSub
                                              : ExprKind::kMonus;
        const Sort sort = join ? Sort::kWord : Sort::kNumber;
        left = binary(kind, sort, sort, place, left, product());
    }
}

const Expr* Parser::product() {
    const Expr* left = minus();
    for (;;) {
        if (failed()) {
            return nullptr;
        }
        const bool times = is("*") && !is("phi", 1);  // `T * phi` belongs to `floor`
        if (!times && !is("div") && !is("mod")) {
            return left;
        }
        const Token token = take();
        const Expr* right = times ? minus() : primary();
        if (!times && !failed() && (right->kind != ExprKind::kNumber || right->number < 1)) {
            fail(right->place, "the divisor must be a literal >= 1");
        }
        const ExprKind kind = times                 ? ExprKind::kMul
                              : token.text == "div" ? ExprKind::kDiv
                                                    : ExprKind::kMod;
        left = binary(kind, Sort::kNumber, Sort::kNumber, token.place, left, right);
    }
}

const Expr* Parser::minus() {
    if (failed() || !is("-")) {
        return square();
    }
    const Place place = take().place;
    if (++nesting_ > kMaxNesting) {
        fail(place, "nesting above 200");
        return nullptr;
    }
    const Expr* body = require(minus(), Sort::kNumber);
    --nesting_;
    return make(ExprKind::kNeg, Sort::kNumber, place, {body});
}

const Expr* Parser::square() {
    const Expr* base = primary();
    while (!failed() && is("^")) {
        const Place place = take().place;
        if (literal() != 2 && !failed()) {
            fail(place, "the exponent must be 2");
        }
        base = make(ExprKind::kSquare, Sort::kNumber, place, {require(base, Sort::kNumber)});
    }
    return base;
}

const Expr* Parser::parenthesis() {
    const Place place = take().place;
    const Expr* first = expression();
    if (!is(",")) {
        expect(")");
        return first;
    }
    std::vector<const Expr*> kids = {require(first, Sort::kNumber)};
    while (!failed() && accept(",")) {
        kids.push_back(require(expression(), Sort::kNumber));
    }
    expect(")");
    return make(ExprKind::kTuple, Sort::kTuple, place, std::move(kids));
}

const Expr* Parser::word_literal() {
    const Place place = take().place;
    std::vector<std::int64_t> letters;
    if (!is("]")) {
        do {
            letters.push_back(literal());
        } while (!failed() && accept(","));
    }
    expect("]");
    const Expr* result = make(ExprKind::kWord, Sort::kWord, place, {});
    if (!failed()) {
        spec_.pool.back().letters = std::move(letters);
    }
    return result;
}

const Expr* Parser::primary() {
    if (failed()) {
        return nullptr;
    }
    const Token& token = peek();
    if (token.kind == TokenKind::kNumber) {
        const std::int64_t value = literal();
        const Expr* result = make(ExprKind::kNumber, Sort::kNumber, token.place, {});
        if (!failed()) {
            spec_.pool.back().number = value;
        }
        return result;
    }
    if (is("(")) {
        return parenthesis();
    }
    if (is("[")) {
        return word_literal();
    }
    if (token.kind == TokenKind::kName) {
        return is_reserved(token.text) ? keyword_term() : named();
    }
    fail(token.place, fmt::format("expected a term or a formula, found `{}`", token.text));
    return nullptr;
}

void Parser::arguments(std::vector<const Expr*>& flat, std::vector<int>& shape) {
    expect("(");
    do {
        const Expr* argument = expression();
        if (failed()) {
            return;
        }
        if (argument->sort == Sort::kTuple) {
            flat.insert(flat.end(), argument->kids.begin(), argument->kids.end());
            shape.push_back(static_cast<int>(argument->kids.size()));
        } else {
            flat.push_back(require(argument, Sort::kNumber));
            shape.push_back(0);
        }
    } while (!failed() && accept(","));
    expect(")");
}

const Expr* Parser::named() {
    const Token token = take();
    const Scoped* scoped = find_variable(token.text);
    if (scoped == nullptr) {
        const int index = find_item(token);
        return failed() ? nullptr : call(index, token);
    }
    const Scoped found = *scoped;
    std::vector<const Expr*> kids;
    std::vector<int> shape;
    if (found.is_function) {
        arguments(kids, shape);
        check_shape(token, {0}, shape);
    }
    const Expr* result = make(found.is_function ? ExprKind::kCall : ExprKind::kVariable,
                              Sort::kNumber, token.place, std::move(kids));
    if (!failed()) {
        spec_.pool.back().variable = found.variable;
    }
    return result;
}

const Expr* Parser::call(int index, const Token& name) {
    const Item& item = spec_.item(index);
    std::vector<const Expr*> kids;
    std::vector<int> shape;
    if (is("(")) {
        arguments(kids, shape);
    }
    if (failed()) {
        return nullptr;
    }
    std::vector<int> wanted = item.shape;
    Sort sort = Sort::kNumber;
    switch (item.kind) {
        case ItemKind::kDef:
            break;
        case ItemKind::kLet:
            sort = item.body->sort;
            break;
        case ItemKind::kPred:
            sort = Sort::kTruth;
            break;
        case ItemKind::kWord:
        case ItemKind::kDfao:
            wanted = {0};
            break;
        default:
            fail(name.place, fmt::format("`{}` is neither a function nor a relation", name.text));
            return nullptr;
    }
    check_shape(name, wanted, shape);
    const Expr* result = make(ExprKind::kCall, sort, name.place, std::move(kids));
    if (!failed()) {
        spec_.pool.back().item = index;
    }
    return result;
}

std::int64_t Parser::power_of_phi() {
    expect("phi");
    if (!accept("^")) {
        return 1;
    }
    if (literal() != 2) {
        fail(peek().place, "only phi and phi ^ 2 are known");
    }
    return 2;
}

const Expr* Parser::floor_term(const Place& place) {
    expect("(");
    const Expr* argument = require(product(), Sort::kNumber);
    expect("*");
    const std::int64_t power = power_of_phi();
    expect(")");
    const Expr* result = make(ExprKind::kFloor, Sort::kNumber, place, {argument});
    if (!failed()) {
        spec_.pool.back().number = power;
    }
    return result;
}

const Expr* Parser::count_term(const Place& place) {
    expect("{");
    const std::size_t size = scope_.size();
    const Binders bound = binders();
    expect(":");
    const Expr* body = require(expression(), Sort::kTruth);
    expect("}");
    leave(std::min(size, scope_.size()));
    for (auto bound_at = bound.bounds.rbegin(); bound_at != bound.bounds.rend(); ++bound_at) {
        body = make(ExprKind::kAnd, Sort::kTruth, place, {*bound_at, body});
    }
    const Expr* result = make(ExprKind::kCount, Sort::kNumber, place, {body});
    if (!failed()) {
        spec_.pool.back().bound = bound.variables;
    }
    return result;
}

const Expr* Parser::tends_term(const Place& place) {
    expect("(");
    const std::size_t size = scope_.size();
    const Variable variable = declare();
    expect(":");
    const Expr* term = require(expression(), Sort::kNumber);
    leave(std::min(size, scope_.size()));
    expect(",");
    const std::int64_t power = power_of_phi();
    expect(")");
    const Expr* result = make(ExprKind::kTends, Sort::kTruth, place, {term});
    if (!failed()) {
        spec_.pool.back().bound = {variable};
        spec_.pool.back().number = power;
    }
    return result;
}

const Expr* Parser::keyword_term() {
    const Token token = take();
    const Place place = token.place;
    const std::string& word = token.text;
    if (word == "true" || word == "false") {
        return make(word == "true" ? ExprKind::kTrue : ExprKind::kFalse, Sort::kTruth, place, {});
    }
    if (word == "floor") {
        return floor_term(place);
    }
    if (word == "count") {
        return count_term(place);
    }
    if (word == "tends_to") {
        return tends_term(place);
    }
    if (word != "rep" && word != "take" && word != "iterate" && word != "prefix" &&
        word != "suffix" && word != "limit" && word != "card") {
        fail(place, fmt::format("expected a term or a formula, found `{}`", word));
        return nullptr;
    }
    return word_term(word, place);
}

const Expr* Parser::word_term(const std::string& word, const Place& place) {
    expect("(");
    int index = -1;
    std::vector<const Expr*> kids;
    ExprKind kind = ExprKind::kLimit;
    Sort sort = Sort::kTruth;
    if (word == "rep") {
        index = expect_item(ItemKind::kNumeration, "numeration");
        expect(",");
        kids.push_back(require(expression(), Sort::kNumber));
        kind = ExprKind::kRep;
        sort = Sort::kWord;
    } else if (word == "limit") {
        index = expect_item(ItemKind::kWord, "word");
    } else if (word == "card") {
        index = expect_item(ItemKind::kSet, "set");
        if (!failed() && !spec_.item(index).listed) {
            fail(place, "card needs a set given by a list");
        }
        kind = ExprKind::kCard;
        sort = Sort::kNumber;
    } else {
        if (word == "iterate") {
            index = expect_item(ItemKind::kWord, "word");
            expect(",");
        }
        const bool relation = word == "prefix" || word == "suffix";
        kids.push_back(require(expression(), relation ? Sort::kWord : Sort::kNumber));
        expect(",");
        kids.push_back(require(expression(), Sort::kWord));
        kind = word == "take"      ? ExprKind::kTake
               : word == "iterate" ? ExprKind::kIterate
               : word == "prefix"  ? ExprKind::kPrefix
                                   : ExprKind::kSuffix;
        sort = relation ? Sort::kTruth : Sort::kWord;
    }
    expect(")");
    const Expr* result = make(kind, sort, place, std::move(kids));
    if (!failed()) {
        spec_.pool.back().item = index;
    }
    return result;
}

}  // namespace mexcert
