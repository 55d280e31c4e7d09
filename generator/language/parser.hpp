// Reads the tokens of one file into a Spec, resolving names and checking sorts on the way
// (spec/language.md, sections 2, 3, 7). The first error stops the reading.
// Cost: linear in the tokens; native recursion is at most 200 levels.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "language/syntax.hpp"

namespace mexcert {

class Parser {
  public:
    // `load` is called for each `use "NAME"`; it reads that file into the same Spec.
    using Loader = std::function<std::optional<Error>(const std::string& name, const Place& place)>;

    Parser(Spec& spec, const std::vector<Token>& tokens, Loader load);

    // Reads all items; the error if there is one.
    [[nodiscard]] std::optional<Error> run();

  private:
    struct Scoped {
        Variable variable;
        bool is_function = false;
    };

    // Tokens (parser.cpp).
    [[nodiscard]] const Token& peek(std::size_t ahead = 0) const;
    [[nodiscard]] bool is(std::string_view text, std::size_t ahead = 0) const;
    bool accept(std::string_view text);
    void expect(std::string_view text);
    Token take();
    void fail(const Place& place, const std::string& message);
    [[nodiscard]] bool failed() const { return error_.has_value(); }
    std::int64_t literal();

    // Items (parser.cpp).
    void item();
    void use_item();
    void numeration_item(Item& item);
    void function_item(Item& item);
    void set_item(Item& item);
    void set_rows(Item& item);
    void word_item(Item& item);
    void dfao_item(Item& item);
    void statement_item(Item& item);
    void parameters(Item& item, bool tuples);
    void plain_parameter(Item& item);
    std::vector<std::vector<std::int64_t>> number_rows();
    std::string item_name();
    void check_numeration(const Item& item, const Place& place);
    void check_parameters_occur(const Item& item);
    void check_statement_forms(const Expr* body, bool at_front);
    void find_fixed(Item& item);
    void finish(Item& item, std::size_t first_token);

    // Scope (parser_terms.cpp).
    Variable declare(bool is_function = false);
    void leave(std::size_t size) { scope_.resize(size); }
    [[nodiscard]] const Scoped* find_variable(const std::string& name) const;
    int find_item(const Token& token);
    [[nodiscard]] std::vector<std::string> visible_names() const;
    [[nodiscard]] std::size_t token_at(const Place& place) const;
    void check_shape(const Token& name, const std::vector<int>& wanted,
                     const std::vector<int>& found);
    int expect_item(ItemKind kind, const std::string& what);

    // Expressions, by precedence (parser_terms.cpp).
    const Expr* make(ExprKind kind, Sort sort, const Place& place, std::vector<const Expr*> kids);
    const Expr* binary(ExprKind kind, Sort operands, Sort result, const Place& place,
                       const Expr* left, const Expr* right);
    const Expr* require(const Expr* expr, Sort sort);
    const Expr* expression();
    const Expr* prefix_or(const Expr* (Parser::*other)());
    [[nodiscard]] bool at_prefix() const;
    const Expr* prefix();
    const Expr* if_expression();
    const Expr* least_expression();
    const Expr* quantifier();
    const Expr* automatic_expression(const Place& place);
    void reaches(int index);
    struct Binders {
        std::vector<Variable> variables;
        std::vector<const Expr*> bounds;
    };
    Binders binders();
    void binder(Binders& result);
    const Expr* equivalence();
    const Expr* implication();
    const Expr* disjunction();
    const Expr* conjunction();
    const Expr* negation();
    const Expr* comparison();
    const Expr* membership(const Expr* left);
    const Expr* list_membership(const Expr* left);
    const Expr* sum();
    const Expr* product();
    const Expr* minus();
    const Expr* square();
    const Expr* primary();
    const Expr* parenthesis();
    const Expr* word_literal();
    const Expr* named();
    const Expr* call(int item, const Token& name);
    void arguments(std::vector<const Expr*>& flat, std::vector<int>& shape);
    const Expr* keyword_term();
    const Expr* word_term(const std::string& word, const Place& place);
    const Expr* floor_term(const Place& place);
    const Expr* count_term(const Place& place);
    const Expr* tends_term(const Place& place);
    std::int64_t power_of_phi();

    Spec& spec_;
    const std::vector<Token>& tokens_;
    Loader load_;
    std::size_t position_ = 0;
    std::size_t item_start_ = 0;  // the first token of the item being read
    int nesting_ = 0;
    std::optional<Error> error_;
    std::vector<Scoped> scope_;
    Item* current_ = nullptr;  // the item being read; its index is spec_.items.size() - 1
    bool calls_itself_ = false;
};

}  // namespace mexcert
