// Evaluates exported terms, to find out what a file will say before it is written: truth values,
// which entries of tables are read, how far searches go, and how many steps it takes. Whatever Lean
// would compute without notice is an error here: a difference that is cut off at 0, a search that
// ends without a find, an entry outside of a table, a number beyond 64 bits.
// Arguments are evaluated before a call, but for the parts of `&&`, `||`, `imp`, `cond`, as far as
// they need not be read.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "evaluation/words.hpp"
#include "lean/term.hpp"

namespace mexcert::lean {

// A function with its text; parameters are numbers, but for the first one, `self`, of the equation
// of a recursive definition.
struct Function {
    std::string name;
    std::vector<std::string> parameters;
    TermPtr body;
    std::string type;  // of the result: Nat, Bool, List Nat
};

// What a recursive definition is called: the look-up in its tables, its equation, the function by
// recursion on fuel.
struct Recursion {
    int item = -1;
    std::string name;
    std::string equation;
    std::string fuelled;
};

class Machine {
  public:
    // The entry of the definition's tables; nothing if there is none.
    using Lookup =
        std::function<std::optional<std::int64_t>(int item, const std::vector<std::int64_t>&)>;

    explicit Machine(Lookup lookup) : lookup_(std::move(lookup)) {}

    void add(const Function& function) { functions_[function.name] = function; }
    void add(const Recursion& recursion);
    void add_rows(const std::string& name, std::vector<std::vector<std::int64_t>> rows) {
        rows_[name] = std::move(rows);
    }
    void add_numeration(const std::string& name, const Item& item) {
        numerations_.insert_or_assign(name, Numeration(item));
    }
    // The values of `searchLimit` and `witnessLimit`.
    void limit_searches(std::int64_t steps) { search_limit_ = steps; }
    void limit_witnesses(std::int64_t count) { witness_limit_ = count; }
    void limit_steps(std::uint64_t steps) { most_steps_ = steps; }

    // The value of a closed term, 1 or 0 for a truth value; nothing after an error.
    [[nodiscard]] std::optional<std::int64_t> value(const TermPtr& term);

    [[nodiscard]] const std::string& error() const { return error_; }
    [[nodiscard]] bool too_long() const { return too_long_; }
    [[nodiscard]] std::uint64_t steps() const { return steps_; }  // of the last term
    // The greatest value found by a search so far.
    [[nodiscard]] std::int64_t greatest_found() const { return greatest_found_; }

  private:
    struct Value {
        std::int64_t number = 0;  // a number, a truth value; the fuel of a function, -1: tables
        std::shared_ptr<const Word> word;
        const Recursion* recursion = nullptr;
    };
    struct Variable {
        const std::string* name;
        Value value;
    };

    Value evaluate(const Term& term);
    std::int64_t number(const Term& term) { return evaluate(term).number; }
    Value variable(const Term& term);
    std::int64_t arithmetic(const Term& term);
    Value call(const Term& term);
    std::optional<std::int64_t> comparison(const Term& term);
    std::optional<std::int64_t> loop(const Term& term);
    std::int64_t search(const Term& term, std::int64_t limit);
    std::optional<Value> list_function(const Term& term);
    std::optional<std::int64_t> number_function(const Term& term);
    std::int64_t member(const std::string& rows, const Word& word);
    Value apply(const Function& function, std::vector<Value> arguments);
    Value recur(const Recursion& recursion, std::int64_t fuel, const std::vector<Value>& arguments);
    std::int64_t at(const Term& lambda, std::int64_t value);
    void fail(const std::string& message);
    [[nodiscard]] bool failed() const { return !error_.empty(); }
    std::int64_t checked(bool overflow, std::int64_t value);

    Lookup lookup_;
    std::map<std::string, Function> functions_;
    std::map<std::string, Recursion> recursions_;  // by name, and by the name of the fuelled one
    std::map<std::string, std::vector<std::vector<std::int64_t>>> rows_;
    std::map<std::string, Numeration> numerations_;
    std::vector<Variable> variables_;
    std::size_t frame_ = 0;  // where the variables of the present call begin
    std::int64_t search_limit_ = 0;
    std::int64_t witness_limit_ = 0;
    std::uint64_t most_steps_ = 0;
    std::uint64_t steps_ = 0;
    std::int64_t greatest_found_ = 0;
    bool too_long_ = false;
    std::string error_;
};

}  // namespace mexcert::lean
