#include "language/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace mexcert {
namespace {

// Calls `visit` on every node below `root`, itself included, without native recursion.
template <class Visit>
void for_each_node(const Expr* root, Visit visit) {
    std::vector<const Expr*> open = {root};
    while (!open.empty()) {
        const Expr* node = open.back();
        open.pop_back();
        visit(*node);
        open.insert(open.end(), node->kids.begin(), node->kids.end());
    }
}

}  // namespace

Parser::Parser(Spec& spec, const std::vector<Token>& tokens, Loader load)
    : spec_(spec), tokens_(tokens), load_(std::move(load)) {}

const Token& Parser::peek(std::size_t ahead) const {
    return tokens_[std::min(position_ + ahead, tokens_.size() - 1)];
}

bool Parser::is(std::string_view text, std::size_t ahead) const {
    const Token& token = peek(ahead);
    return (token.kind == TokenKind::kSymbol || token.kind == TokenKind::kName) &&
           token.text == text;
}

Token Parser::take() {
    if (failed()) {
        return tokens_.back();
    }
    const Token& token = peek();
    if (token.kind != TokenKind::kEnd) {
        ++position_;
    }
    return token;
}

bool Parser::accept(std::string_view text) {
    if (failed() || !is(text)) {
        return false;
    }
    take();
    return true;
}

void Parser::expect(std::string_view text) {
    if (!failed() && !accept(text)) {
        fail(peek().place, fmt::format("expected `{}`, found `{}`", text, peek().text));
    }
}

void Parser::fail(const Place& place, const std::string& message) {
    if (!failed()) {
        error_ = invalid(spec_.where(place), message);
    }
}

std::int64_t Parser::literal() {
    if (!failed() && peek().kind != TokenKind::kNumber) {
        fail(peek().place, fmt::format("expected a number, found `{}`", peek().text));
    }
    return take().number;
}

std::optional<Error> Parser::run() {
    while (!failed() && peek().kind != TokenKind::kEnd) {
        if (is("use")) {
            use_item();
        } else {
            item();
        }
    }
    return error_;
}

void Parser::use_item() {
    take();
    if (peek().kind != TokenKind::kString) {
        fail(peek().place, fmt::format("expected a file name, found `{}`", peek().text));
    }
    const Token name = take();
    if (failed()) {
        return;
    }
    error_ = load_(name.text, name.place);
}

std::string Parser::item_name() {
    const Token token = take();
    if (failed()) {
        return {};
    }
    if (token.kind != TokenKind::kName || is_reserved(token.text)) {
        fail(token.place, fmt::format("expected a name, found `{}`", token.text));
    } else if (const auto found = spec_.by_name.find(token.text); found != spec_.by_name.end()) {
        fail(token.place, fmt::format("`{}` is defined at {}", token.text,
                                      spec_.where(spec_.item(found->second).place)));
    }
    return token.text;
}

void Parser::item() {
    static const std::vector<std::pair<std::string, ItemKind>> kinds = {
        {"numeration", ItemKind::kNumeration},
        {"def", ItemKind::kDef},
        {"let", ItemKind::kLet},
        {"pred", ItemKind::kPred},
        {"set", ItemKind::kSet},
        {"word", ItemKind::kWord},
        {"dfao", ItemKind::kDfao},
        {"statement", ItemKind::kStatement}};
    const std::size_t first_token = position_;
    item_start_ = first_token;
    const Token keyword = take();
    const auto found = std::find_if(kinds.begin(), kinds.end(), [&](const auto& entry) {
        return keyword.kind == TokenKind::kName && entry.first == keyword.text;
    });
    if (found == kinds.end()) {
        fail(keyword.place, fmt::format("expected an item, found `{}`", keyword.text));
        return;
    }
    const Place place = peek().place;
    const std::string name = item_name();
    if (failed()) {
        return;
    }
    spec_.items.emplace_back();
    Item& item = spec_.items.back();
    current_ = &item;
    calls_itself_ = false;
    item.kind = found->second;
    item.name = name;
    item.place = place;
    spec_.by_name[name] = static_cast<int>(spec_.items.size()) - 1;
    switch (item.kind) {
        case ItemKind::kNumeration:
            numeration_item(item);
            break;
        case ItemKind::kSet:
            set_item(item);
            break;
        case ItemKind::kWord:
            word_item(item);
            break;
        case ItemKind::kDfao:
            dfao_item(item);
            break;
        case ItemKind::kStatement:
            statement_item(item);
            break;
        default:
            function_item(item);
            break;
    }
    finish(item, first_token);
}

void Parser::finish(Item& item, std::size_t first_token) {
    scope_.clear();
    current_ = nullptr;
    if (failed()) {
        return;
    }
    for (std::size_t i = first_token; i < position_; ++i) {
        item.text.append(i == first_token ? "" : " ").append(tokens_[i].text);
    }
    if (item.recursive) {
        find_fixed(item);
    }
}

void Parser::plain_parameter(Item& item) {
    Parameter parameter{declare(), std::nullopt};
    if (accept("in")) {
        const Place place = peek().place;
        const std::int64_t low = literal();
        expect("..");
        const std::int64_t high = literal();
        if (low > high) {
            fail(place, fmt::format("empty domain {}..{}", low, high));
        }
        parameter.domain = {low, high};
    }
    item.parameters.push_back(parameter);
    item.shape.push_back(0);
}

void Parser::parameters(Item& item, bool tuples) {
    if (!accept("(")) {
        return;
    }
    do {
        if (tuples && accept("(")) {
            int width = 0;
            do {
                item.parameters.push_back({declare(), std::nullopt});
                ++width;
            } while (!failed() && accept(","));
            expect(")");
            if (width < 2) {
                fail(peek().place, "a tuple has at least two parts");
            }
            item.shape.push_back(width);
        } else {
            plain_parameter(item);
        }
    } while (!failed() && accept(","));
    expect(")");
}

void Parser::function_item(Item& item) {
    parameters(item, true);
    if (item.kind == ItemKind::kDef && accept("measure")) {
        item.measure = require(sum(), Sort::kNumber);
        if (calls_itself_) {
            fail(item.place, fmt::format("`{}` uses its own name in its measure", item.name));
        }
    }
    expect("=");
    item.body = expression();
    if (failed()) {
        return;
    }
    if (item.kind == ItemKind::kPred) {
        require(item.body, Sort::kTruth);
    } else if (item.kind == ItemKind::kDef || item.body->sort != Sort::kWord) {
        require(item.body, Sort::kNumber);
    }
    if (calls_itself_ && item.measure == nullptr) {
        fail(item.place, fmt::format("`{}` calls itself and needs a measure", item.name));
    }
    item.recursive = item.measure != nullptr;
}

// A position is fixed by its domain, or because every self-call, and there is one, passes it on.
void Parser::find_fixed(Item& item) {
    const std::size_t count = item.parameters.size();
    item.is_fixed.assign(count, calls_itself_);
    const int self = static_cast<int>(spec_.items.size()) - 1;
    for_each_node(item.body, [&](const Expr& node) {
        if (node.kind != ExprKind::kCall || node.item != self) {
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Expr& argument = *node.kids[i];
            if (argument.kind != ExprKind::kVariable ||
                argument.variable.id != item.parameters[i].variable.id) {
                item.is_fixed[i] = false;
            }
        }
    });
    for (std::size_t i = 0; i < count; ++i) {
        item.is_fixed[i] = item.is_fixed[i] || item.parameters[i].domain.has_value();
    }
    if (std::find(item.is_fixed.begin(), item.is_fixed.end(), false) == item.is_fixed.end()) {
        fail(item.place, fmt::format("`{}` has no ranged parameter", item.name));
    }
}

std::vector<std::vector<std::int64_t>> Parser::number_rows() {
    std::vector<std::vector<std::int64_t>> rows;
    do {
        rows.emplace_back();
        if (!accept("(")) {
            rows.back().push_back(literal());
            continue;
        }
        do {
            rows.back().push_back(literal());
        } while (!failed() && accept(","));
        expect(")");
    } while (!failed() && accept(","));
    return rows;
}

void Parser::set_item(Item& item) {
    parameters(item, true);
    expect("=");
    expect("{");
    std::size_t ahead = 1;
    if (is("(")) {
        while (peek(ahead).kind == TokenKind::kName || is(",", ahead)) {
            ++ahead;
        }
        ++ahead;
    }
    if (!is("|", ahead)) {
        set_rows(item);
        return;
    }
    if (accept("(")) {
        do {
            item.elements.push_back(declare());
        } while (!failed() && accept(","));
        expect(")");
    } else {
        item.elements.push_back(declare());
    }
    expect("|");
    item.body = require(expression(), Sort::kTruth);
    expect("}");
}

void Parser::set_rows(Item& item) {
    const Place place = peek().place;
    item.listed = true;
    item.rows = number_rows();
    expect("}");
    for (const auto& row : item.rows) {
        if (row.size() != item.rows.front().size()) {
            fail(place,
                 fmt::format("tuples of width {} and {}", item.rows.front().size(), row.size()));
        }
    }
}

void Parser::numeration_item(Item& item) {
    expect("=");
    const Place place = peek().place;
    expect("[");
    do {
        expect("[");
        item.states.emplace_back();
        do {
            item.states.back().push_back(accept("_") ? -1 : literal());
        } while (!failed() && accept(","));
        expect("]");
    } while (!failed() && accept(","));
    expect("]");
    if (!failed()) {
        check_numeration(item, place);
    }
}

void Parser::check_numeration(const Item& item, const Place& place) {
    const std::size_t digits = item.states.front().size();
    const auto count = static_cast<std::int64_t>(item.states.size());
    if (digits < 2) {
        fail(place, "a numeration has at least two digits");
    }
    for (const auto& state : item.states) {
        if (state.size() != digits) {
            fail(place, fmt::format("states with {} and {} digits", digits, state.size()));
        }
        if (std::all_of(state.begin(), state.end(), [](std::int64_t to) { return to < 0; })) {
            fail(place, "a state allows no digit");
        }
        if (std::any_of(state.begin(), state.end(), [&](std::int64_t to) { return to >= count; })) {
            fail(place, fmt::format("a target is not below {}", count));
        }
    }
    if (failed()) {
        return;
    }
    const auto& first = item.states.front();
    if (first.front() != 0) {
        fail(place, "state 0 must go to itself on digit 0");
    }
    if (std::all_of(first.begin() + 1, first.end(), [](std::int64_t to) { return to < 0; })) {
        fail(place, "there must be infinitely many representations");
    }
    std::set<std::int64_t> reached = {0};
    std::vector<std::int64_t> open = {0};
    while (!open.empty()) {
        const auto& state = item.states[static_cast<std::size_t>(open.back())];
        open.pop_back();
        for (const std::int64_t target : state) {
            if (target >= 0 && reached.insert(target).second) {
                open.push_back(target);
            }
        }
    }
    if (static_cast<std::int64_t>(reached.size()) != count) {
        fail(place, "a state is not reachable");
    }
}

void Parser::word_item(Item& item) {
    expect("from");
    const Place start = peek().place;
    item.start = literal();
    expect("=");
    const Place place = peek().place;
    expect("[");
    do {
        if (accept("_")) {
            item.images.emplace_back();
            continue;
        }
        expect("[");
        std::vector<std::int64_t> image;
        if (!is("]")) {
            do {
                image.push_back(literal());
            } while (!failed() && accept(","));
        }
        expect("]");
        item.images.emplace_back(std::move(image));
    } while (!failed() && accept(","));
    expect("]");
    const auto count = static_cast<std::int64_t>(item.images.size());
    if (item.start >= count) {
        fail(start, fmt::format("letter {} is not below {}", item.start, count));
    }
    for (const auto& image : item.images) {
        for (const std::int64_t letter : image.value_or(std::vector<std::int64_t>{})) {
            if (letter >= count) {
                fail(place, fmt::format("letter {} is not below {}", letter, count));
            }
        }
    }
}

void Parser::dfao_item(Item& item) {
    expect("over");
    item.numeration = expect_item(ItemKind::kNumeration, "numeration");
    expect("=");
    const Place place = peek().place;
    expect("[");
    item.rows = number_rows();
    expect("]");
    if (failed()) {
        return;
    }
    const std::size_t width = spec_.item(item.numeration).states.front().size() + 1;
    const auto count = static_cast<std::int64_t>(item.rows.size());
    for (const auto& row : item.rows) {
        if (row.size() != width) {
            fail(place, fmt::format("a state needs {} numbers, found {}", width, row.size()));
        } else if (std::any_of(row.begin(), row.end() - 1,
                               [&](std::int64_t to) { return to >= count; })) {
            fail(place, fmt::format("a target is not below {}", count));
        }
    }
}

void Parser::statement_item(Item& item) {
    parameters(item, false);
    expect(":");
    item.body = require(expression(), Sort::kTruth);
    if (!failed()) {
        check_parameters_occur(item);
        check_statement_forms(item.body, true);
    }
}

void Parser::check_parameters_occur(const Item& item) {
    std::set<int> used;
    for_each_node(item.body, [&](const Expr& node) { used.insert(node.variable.id); });
    for (const Parameter& parameter : item.parameters) {
        if (used.count(parameter.variable.id) == 0) {
            fail(item.place, fmt::format("parameter `{}` does not occur", parameter.variable.name));
        }
    }
}

// `exists automatic` stands only in front of the formula, possibly behind hypotheses.
void Parser::check_statement_forms(const Expr* body, bool at_front) {
    while (body->kind == ExprKind::kImplies) {
        check_statement_forms(body->kids[0], false);
        body = body->kids[1];
    }
    const bool front = at_front && body->kind == ExprKind::kAutomatic;
    for_each_node(front ? body->kids[1] : body, [&](const Expr& node) {
        if (node.kind == ExprKind::kAutomatic) {
            fail(node.place, "`exists automatic` stands only in front of a statement's formula");
        }
    });
}

}  // namespace mexcert
