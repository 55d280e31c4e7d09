// A statement at a point, as text of the mex language: behind each `forall` that binds variables of
// the point stand equations for them.
//
// Invariant: the text is true iff the statement holds at the point; with leaves given as unread it
// is at least as strong. Cost: linear in the statement.
#pragma once

#include <gmpxx.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "claims/statement_form.hpp"

namespace mexcert::audit {

// Values of any size, in the order given.
using BigValues = std::vector<std::pair<std::string, mpz_class>>;

// Reads `V=C,V=C`, naturals without leading zeros, blanks beside names, numbers and signs; the
// empty text is no value.
[[nodiscard]] Result<BigValues> parse_point(const std::string& text);

// Variable -> the condition that it has its value.
using Conditions = std::map<std::string, std::string>;

class InstanceText {
  public:
    InstanceText(const Engine& engine, const StatementForm& form, Conditions conditions)
        : engine_(engine), form_(form), conditions_(std::move(conditions)) {}

    [[nodiscard]] int item() const { return form_.item; }
    // The whole statement. `read`: by leaf; a leaf that is not read at the point becomes `false`,
    // so that no witness is asked for it. Empty: all are read.
    [[nodiscard]] std::string formula(const std::vector<bool>& read) const;

    // The hypotheses and leaves on the spine below `forall`s that bind variables of the point only.
    struct Part {
        const SpineNode* node = nullptr;
        std::vector<std::string> scope;  // variables bound above it
    };
    [[nodiscard]] std::vector<Part> parts() const;
    // A part, or a formula inside it, at the point.
    [[nodiscard]] std::string at_point(const Part& part, const Expr& text) const;

  private:
    [[nodiscard]] std::string spine(int index, const std::vector<bool>& read) const;
    void collect(int index, std::vector<std::string> scope, std::vector<Part>& parts) const;
    [[nodiscard]] std::string names_of(const SpineNode& forall) const;
    [[nodiscard]] std::string with_parameters(const std::string& formula) const;

    const Engine& engine_;
    const StatementForm& form_;
    Conditions conditions_;
};

// A formula as it is written, in parentheses if it is no comparison.
[[nodiscard]] std::string operand_text(const Item& item, const Expr& text);

}  // namespace mexcert::audit
