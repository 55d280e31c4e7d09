#include "lean/document.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <sstream>

#include "certificate/closed_extents.hpp"
#include "evaluation/table_builder.hpp"
#include "language/closure.hpp"
#include "language/source_text.hpp"
#include "lean/definitions.hpp"
#include "lean/library.hpp"
#include "lean/statement.hpp"
#include "lean/tables.hpp"

namespace mexcert::lean {
namespace {

constexpr std::int64_t kMostSearched = 100'000;  // before the files's own limit is known
constexpr std::uint64_t kRecursionSteps =
    6'000;                                  // of the function by recursion, which has no memory
constexpr std::int64_t kMostRecursion = 6;  // up to which it is compared
constexpr std::size_t kWidth = 98;
constexpr std::string_view kTooLong = "too much for Lean's kernel";

// Words filled into lines that begin with `prefix`.
std::string filled(const std::string& words, const std::string& prefix, const std::string& more) {
    std::istringstream input(words);
    std::string text;
    std::string line = prefix;
    bool empty = true;
    for (std::string word; input >> word;) {
        if (!empty && line.size() + 1 + word.size() > kWidth) {
            text += line + "\n";
            line = more;
            empty = true;
        }
        line += (empty ? "" : " ") + word;
        empty = false;
    }
    return text + line + "\n";
}

// An item as one writes it.
std::string item_text(const Item& item) {
    Expr whole;
    whole.last = item.text.size();
    return source_text(item, whole);
}

std::string arrows(std::size_t count, const std::string& last) {
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
        text += "Nat → ";
    }
    return text + last;
}

// The parts in one line, or each but the first in a line of its own.
std::string in_lines(const std::vector<std::string>& parts, std::size_t indent) {
    std::string text = fmt::format("{}", fmt::join(parts, " "));
    return text.size() <= kWidth
               ? text
               : fmt::format("{}", fmt::join(parts, fmt::format("\n{:{}}", "", indent)));
}

std::string function_text(const Function& function) {
    std::vector<std::string> parts = {fmt::format("def {}", function.name)};
    std::vector<std::string> numbers = function.parameters;
    if (!numbers.empty() && numbers.front() == "self") {
        numbers.erase(numbers.begin());
        const bool holds = function.type == "Bool";  // it has the value, too
        parts.push_back(
            fmt::format("(self : {})", arrows(numbers.size() - (holds ? 1 : 0), "Nat")));
    }
    if (!numbers.empty()) {
        parts.push_back(fmt::format("({} : Nat)", fmt::join(numbers, " ")));
    }
    parts.push_back(fmt::format(": {} :=", function.type));
    return fmt::format("{}\n  {}\n", in_lines(parts, 4), lean::text(*function.body, 2, 4));
}

// a1 a2 ..
std::string numbered(char letter, std::size_t count, std::string_view between) {
    std::string text;
    for (std::size_t i = 1; i <= count; ++i) {
        text.append(i > 1 ? between : "").append(fmt::format("{}{}", letter, i));
    }
    return text;
}

std::string rows_text(const std::vector<std::vector<std::int64_t>>& rows) {
    std::string text;
    std::size_t column = 0;
    for (const auto& row : rows) {
        const std::string one = fmt::format("[{}]", fmt::join(row, ", "));
        if (!text.empty()) {
            const bool breaks = column + one.size() > kWidth;
            text += breaks ? ",\n   " : ", ";
            column = breaks ? 3 : column + 2;
        }
        text += one;
        column += one.size();
    }
    return fmt::format("[{}]", text);
}

class Builder {
  public:
    Builder(Engine& engine, const DocumentOptions& options)
        : engine_(engine),
          options_(options),
          names_(engine.spec),
          translator_(engine, names_),
          machine_([this](int item, const std::vector<std::int64_t>& arguments) {
              return tables_->look_up(item, arguments);
          }) {}

    Result<Document> run();

  private:
    std::optional<Error> prove();
    void load_machine();
    std::optional<Error> evaluate(const Theorem& theorem);
    std::optional<Error> grow_tables();
    std::optional<Error> evaluate_all();
    void limit_searches();
    [[nodiscard]] Theorem table_theorem(const Definition& definition, const TableBox& box) const;
    [[nodiscard]] std::string table_name(const TableBox& box) const;
    std::optional<Theorem> recursion_theorem(const Definition& definition, const TableBox& box);
    [[nodiscard]] TermPtr box_loops(const TableBox& box, const std::vector<std::int64_t>& most,
                                    const std::function<TermPtr(std::vector<TermPtr>)>& body) const;
    std::int64_t greatest_measure(const TableBox& box, const std::vector<std::int64_t>& most);
    [[nodiscard]] Function look_up(const Definition& definition) const;
    [[nodiscard]] std::string table_text(const TableBox& box) const;
    [[nodiscard]] std::string definition_text(const Definition& definition);
    [[nodiscard]] std::string recursion_text(const Definition& definition);
    [[nodiscard]] std::string theorem_text(const Theorem& theorem) const;
    [[nodiscard]] std::string header() const;
    [[nodiscard]] std::string quantifiers() const;
    [[nodiscard]] std::string commands() const;

    Engine& engine_;
    const DocumentOptions& options_;
    Claim claim_;
    StatementForm form_;
    Binding binding_;
    ClaimProof proof_;
    Names names_;
    Translator translator_;
    Machine machine_;
    std::optional<TableBoxes> tables_;
    StatementText statement_;
    std::vector<Definition> definitions_;
    std::map<int, std::vector<Theorem>> table_theorems_;  // by item
    std::int64_t search_limit_ = 0;
    std::int64_t witness_limit_ = 0;
    std::uint64_t steps_ = 0;
    std::size_t theorems_ = 0;
};

std::optional<Error> Builder::prove() {
    const Result<Claim> claim = parse_claim(options_.claim);
    if (!claim.ok()) {
        return claim.error();
    }
    claim_ = claim.value();
    Result<ClaimProof> proof = prove_claim(engine_, options_.claim, {});
    if (!proof.ok()) {
        return proof.error();
    }
    proof_ = std::move(proof.value());
    const Result<int> item = engine_.spec.statement(claim_.name);
    Result<StatementForm> form = statement_form(engine_, item.value());
    if (!form.ok()) {
        return form.error();
    }
    form_ = std::move(form.value());
    Result<Binding> binding = bind_claim(engine_, form_, claim_);
    if (!binding.ok()) {
        return binding.error();
    }
    binding_ = std::move(binding.value());
    Extents extents = proof_.extents;
    if (std::optional<Error> error = close_extents(engine_, extents)) {
        return error;
    }
    tables_.emplace(engine_, std::move(extents));
    return std::nullopt;
}

void Builder::load_machine() {
    for (const Definition& definition : definitions_) {
        const Item& item = engine_.spec.item(definition.item);
        for (const Function& function : definition.functions) {
            machine_.add(function);
        }
        if (item.kind == ItemKind::kNumeration) {
            machine_.add_numeration(definition.rows_name, item);
        } else if (!definition.rows_name.empty()) {
            machine_.add_rows(definition.rows_name, definition.rows);
        }
        if (item.recursive) {
            machine_.add(definition.recursion);
            machine_.add(definition.correct);
        }
    }
    machine_.add(statement_.function);
    std::int64_t most = 0;
    for (const auto& witness : proof_.witnesses) {
        most = std::max(most, *std::max_element(witness.begin(), witness.end()));
    }
    for (const LeadingRange& range : binding_.ranges) {
        most = std::max(most, range.high);
    }
    witness_limit_ = most + 1;
    machine_.limit_witnesses(witness_limit_);
    machine_.limit_steps(options_.most_steps);
    machine_.limit_searches(kMostSearched);
}

std::optional<Error> Builder::evaluate(const Theorem& theorem) {
    const std::optional<std::int64_t> value = machine_.value(theorem.term);
    const std::string place = fmt::format("claim `{}`", proof_.claim);
    if (!value) {
        return machine_.too_long()
                   ? declined(place, fmt::format("{}: {}; take a smaller range", kTooLong,
                                                 machine_.error()))
                   : declined(place, fmt::format("theorem {}: {}", theorem.name, machine_.error()));
    }
    if ((*value != 0) != theorem.value) {
        const std::vector<std::string>& narrowed = translator_.narrowed();
        return declined(
            narrowed.empty() ? place : narrowed.front(),
            fmt::format("theorem {}: {} found, {} expected{}", theorem.name, *value != 0,
                        theorem.value,
                        narrowed.empty()
                            ? ""
                            : fmt::format(" with {} as the bound of quantifiers that have none",
                                          witness_limit_)));
    }
    steps_ += machine_.steps();
    ++theorems_;
    return std::nullopt;
}

TermPtr Builder::box_loops(const TableBox& box, const std::vector<std::int64_t>& most,
                           const std::function<TermPtr(std::vector<TermPtr>)>& body) const {
    const Table& table = tables_->table(box);
    const Item& item = engine_.spec.item(table.item);
    std::vector<TermPtr> arguments;
    std::vector<std::string> ranged;
    std::size_t fixed = 0;
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        const std::string name = names_.variable(item.parameters[i].variable.name);
        arguments.push_back(item.is_fixed[i] ? number(table.fixed[fixed++]) : variable(name));
        if (!item.is_fixed[i]) {
            ranged.push_back(name);
        }
    }
    TermPtr result = body(std::move(arguments));
    for (std::size_t i = ranged.size(); i-- > 0;) {
        result = loop("allBelow", number(most[i] + 1), ranged[i], result);
    }
    return result;
}

std::string Builder::table_name(const TableBox& box) const {
    const Table& table = tables_->table(box);
    std::string suffix = "table";
    for (const std::int64_t value : table.fixed) {
        suffix += fmt::format("_{}", value);
    }
    return names_.derived(table.item, suffix);
}

Theorem Builder::table_theorem(const Definition& definition, const TableBox& box) const {
    return {table_name(box) + "_correct", "",
            box_loops(box, box.most,
                      [&](std::vector<TermPtr> arguments) {
                          return call(definition.correct.name, std::move(arguments));
                      }),
            true};
}

// Evaluates with tables that take in what is read, until nothing is read outside of them.
std::optional<Error> Builder::grow_tables() {
    std::size_t before = 0;
    do {
        before = tables_->growth();
        steps_ = 0;
        for (const Theorem& theorem : statement_.theorems) {
            if (std::optional<Error> error = evaluate(theorem)) {
                return error;
            }
        }
        for (const Definition& definition : definitions_) {
            if (definition.recursion.item < 0) {
                continue;
            }
            for (const TableBox& box : tables_->of(definition.item)) {
                if (std::optional<Error> error = evaluate(table_theorem(definition, box))) {
                    return error;
                }
            }
        }
    } while (tables_->growth() != before);
    tables_->close();
    return std::nullopt;
}

// Searches go on to the greatest number that one of them finds, or that a table holds.
void Builder::limit_searches() {
    std::int64_t most = machine_.greatest_found();
    for (const TableBox& box : tables_->all()) {
        for_each_position(box.most, [&](const std::vector<std::int64_t>& position) {
            const Table& table = tables_->table(box);
            most = std::max(most, table.values[*table.index(position.data())]);
        });
    }
    search_limit_ = most + 1;
    machine_.limit_searches(search_limit_);
}

std::int64_t Builder::greatest_measure(const TableBox& box, const std::vector<std::int64_t>& most) {
    const Table& table = tables_->table(box);
    const Body& body = engine_.program.body(table.item);
    Evaluator evaluator(engine_);
    std::int64_t greatest = 0;
    for_each_position(most, [&](const std::vector<std::int64_t>& position) {
        engine_.builder->set_arguments(evaluator, table, position.data());
        greatest = std::max(greatest, evaluator.number(body.measure));
    });
    return greatest;
}

// The function by recursion and the table have the same values on the largest small box on which
// that takes few steps.
std::optional<Theorem> Builder::recursion_theorem(const Definition& definition,
                                                  const TableBox& box) {
    for (std::int64_t side = kMostRecursion; side >= 0; --side) {
        std::vector<std::int64_t> most = box.most;
        for (std::int64_t& last : most) {
            last = std::min(last, side);
        }
        const std::int64_t fuel = greatest_measure(box, most) + 1;
        Theorem theorem{
            table_name(box) + "_agrees", "",
            box_loops(box, most,
                      [&](const std::vector<TermPtr>& arguments) {
                          std::vector<TermPtr> fuelled = {number(fuel)};
                          fuelled.insert(fuelled.end(), arguments.begin(), arguments.end());
                          return call("eq", {call(definition.recursion.fuelled, fuelled),
                                             call(definition.recursion.name, arguments)});
                      }),
            true};
        machine_.limit_steps(kRecursionSteps);
        const std::optional<std::int64_t> value = machine_.value(theorem.term);
        machine_.limit_steps(options_.most_steps);
        if (value && *value == 1) {
            return theorem;
        }
    }
    return std::nullopt;
}

std::optional<Error> Builder::evaluate_all() {
    steps_ = 0;
    theorems_ = 0;
    for (const Definition& definition : definitions_) {
        if (definition.recursion.item < 0) {
            continue;
        }
        std::vector<Theorem>& theorems = table_theorems_[definition.item];
        for (const TableBox& box : tables_->of(definition.item)) {
            theorems.push_back(table_theorem(definition, box));
            const std::optional<Theorem> recursion = recursion_theorem(definition, box);
            if (!recursion) {
                return declined(fmt::format("claim `{}`", proof_.claim),
                                fmt::format("`{}` by recursion: {}", definition.recursion.name,
                                            machine_.error()));
            }
            theorems.push_back(*recursion);
        }
        for (const Theorem& theorem : theorems) {
            if (std::optional<Error> error = evaluate(theorem)) {
                return error;
            }
        }
    }
    for (const Theorem& theorem : statement_.theorems) {
        if (std::optional<Error> error = evaluate(theorem)) {
            return error;
        }
    }
    return steps_ > options_.most_steps
               ? declined(fmt::format("claim `{}`", proof_.claim),
                          fmt::format("{}: more than {} steps; take a smaller range", kTooLong,
                                      options_.most_steps))
               : std::optional<Error>{};
}

// The definition read from its tables.
Function Builder::look_up(const Definition& definition) const {
    const Item& item = engine_.spec.item(definition.item);
    Function own{definition.recursion.name, {}, variable("outside"), "Nat"};
    std::vector<TermPtr> ranged;
    std::vector<TermPtr> fixed;
    for (std::size_t i = 0; i < item.parameters.size(); ++i) {
        own.parameters.push_back(names_.variable(item.parameters[i].variable.name));
        (item.is_fixed[i] ? fixed : ranged).push_back(variable(own.parameters.back()));
    }
    std::vector<TableBox> boxes = tables_->of(definition.item);
    for (auto box = boxes.rbegin(); box != boxes.rend(); ++box) {
        std::vector<TermPtr> arguments = {variable(table_name(*box))};
        arguments.insert(arguments.end(), ranged.begin(), ranged.end());
        const TermPtr entry = call(fmt::format("at{}", ranged.size()), arguments);
        std::vector<TermPtr> here;
        for (std::size_t i = 0; i < fixed.size(); ++i) {
            here.push_back(call("eq", {fixed[i], number(tables_->table(*box).fixed[i])}));
        }
        own.body = fixed.empty() ? entry : call("cond", {conjunction(here), entry, own.body});
    }
    return own;
}

std::string Builder::table_text(const TableBox& box) const {
    const Table& table = tables_->table(box);
    std::string type = "Nat";
    for (std::size_t i = 0; i < box.most.size(); ++i) {
        type = i == 0 ? "List Nat" : fmt::format("List ({})", type);
    }
    // Brackets open where the last positions are 0 and close where they are at their ends.
    std::string text;
    for_each_position(box.most, [&](const std::vector<std::int64_t>& position) {
        std::size_t zeros = 0;
        std::size_t ends = 0;
        for (std::size_t i = position.size(); i-- > 0 && position[i] == 0;) {
            ++zeros;
        }
        for (std::size_t i = position.size(); i-- > 0 && position[i] == box.most[i];) {
            ++ends;
        }
        if (!text.empty()) {
            const std::size_t line = text.size() - (text.rfind('\n') + 1);
            const bool breaks = zeros > 0 || line > kWidth - 8;
            text += breaks ? ",\n   " : ", ";
        }
        text += std::string(zeros, '[') +
                fmt::format("{}", table.values[*table.index(position.data())]) +
                std::string(ends, ']');
    });
    return fmt::format("def {} : {} :=\n  {}\n", table_name(box), type, text);
}

std::string Builder::theorem_text(const Theorem& theorem) const {
    const std::string head = fmt::format("theorem {} :\n    ", theorem.name);
    const std::string term = lean::text(*theorem.term, 4, 6);
    const std::size_t line = term.size() - (term.rfind('\n') + 1);  // npos + 1 is 0
    return (theorem.comment.empty() ? std::string() : filled(theorem.comment, "-- ", "-- ")) +
           head +
           fmt::format("{}{}= {} := by decide\n", term, line > kWidth - 25 ? "\n    " : " ",
                       theorem.value);
}

std::string Builder::recursion_text(const Definition& definition) {
    const Recursion& own = definition.recursion;
    const std::size_t arity = engine_.spec.item(definition.item).parameters.size();
    std::string text = "-- The function by recursion, each call with one unit of fuel less.\n";
    std::string blanks;
    for (std::size_t i = 0; i < arity; ++i) {
        blanks += ", _";
    }
    text += fmt::format("def {} : {}\n  | 0{} => 0\n  | fuel+1, {} =>\n", own.fuelled,
                        arrows(arity + 1, "Nat"), blanks, numbered('a', arity, ", "));
    text +=
        fmt::format("      {0}\n        (fun {1} => {2} fuel {1})\n        {3}\n\n", own.equation,
                    numbered('b', arity, " "), own.fuelled, numbered('a', arity, " "));
    for (const TableBox& box : tables_->of(definition.item)) {
        text += table_text(box) + "\n";
    }
    text += "-- Below it is read from its tables.\n" + function_text(look_up(definition)) + "\n";
    text += "-- Is the entry of the tables the value that the equation gives?\n" +
            function_text(definition.correct);
    for (const Theorem& theorem : table_theorems_.at(definition.item)) {
        text.append("\n").append(theorem_text(theorem));
    }
    return text;
}

std::string Builder::definition_text(const Definition& definition) {
    const Item& item = engine_.spec.item(definition.item);
    std::string text = filled(item_text(item), "-- mex: ", "--   ");
    if (!definition.rows_name.empty()) {
        text +=
            definition.rows_comment.empty() ? "" : fmt::format("-- {}\n", definition.rows_comment);
        text += fmt::format("def {} : List (List Nat) :=\n  {}\n", definition.rows_name,
                            rows_text(definition.rows));
        text += definition.functions.empty() ? "" : "\n";
    }
    for (std::size_t i = 0; i < definition.functions.size(); ++i) {
        text.append(i > 0 ? "\n" : "").append(function_text(definition.functions[i]));
    }
    return definition.recursion.item < 0 ? text
                                         : fmt::format("{}\n{}", text, recursion_text(definition));
}

std::string Builder::quantifiers() const {
    std::string text =
        "Quantifiers are loops below bounds that the quantified formula itself implies for all "
        "natural numbers, so that nothing is lost";
    if (translator_.narrowed().empty()) {
        return text + ".";
    }
    return text +
           fmt::format(
               ", but for these, which are read below witnessLimit = {} alone: {}. Where one "
               "of them is an `exists`, that it holds there is enough.",
               witness_limit_, fmt::join(translator_.narrowed(), ", "));
}

std::string Builder::commands() const {
    const std::string spec =
        options_.spec_file.empty() ? "" : fmt::format(" --spec {}", options_.spec_file);
    return fmt::format(
        "    mexcert generate '{0}'{1} -o claim.cert\n    mexcheck{1} --claim '{0}' claim.cert\n",
        proof_.claim, spec);
}

std::string Builder::header() const {
    const Item& item = engine_.spec.item(form_.item);
    const bool has_tables = !table_theorems_.empty();
    std::string text = "/-\n" + proof_.claim + "\n\n";
    text += filled(fmt::format("An instance of a statement, by mexcert. Plain Lean 4, no imports. "
                               "The statement, as it stands at {}:",
                               engine_.spec.where(item.place)),
                   "", "");
    text.append("\n").append(filled(item_text(item), "    ", "        ")).append("\n");
    text += filled("SHA-256 of the text of the statement and of all that it uses: " + proof_.digest,
                   "", "") +
            "\nShown by evaluation:\n";
    for (const Theorem& theorem : statement_.theorems) {
        text += filled(theorem.name + ": " + theorem.comment, "  * ", "    ");
    }
    if (has_tables) {
        text += filled(
            "*_correct: each entry of the tables of recursive definitions is what the "
            "defining equation gives (of `least m with A`: A holds for it and for no "
            "smaller number), where the equation reads the tables",
            "  * ", "    ");
        text += filled("*_agrees: on a small box they are what the function by recursion gives",
                       "  * ", "    ");
    }
    text += filled(quantifiers(), "", "") + "\nNot shown:\n";
    text += filled("anything about other values of the variables", "  * ", "    ");
    if (has_tables) {
        text += filled(
            "that the tables are the function on the whole of their boxes: that follows "
            "from *_correct by induction, as each call has a smaller measure, but the "
            "induction is not in this file",
            "  * ", "    ");
    }
    text += filled("that the definitions are those of your own text: compare them", "  * ", "    ");
    text += "\nThe same claim, verified by a program of its own:\n\n" + commands();
    text += "\nIf `decide` takes too long here, `decide +kernel` does the same with less.\n-/\n";
    return text;
}

Result<Document> Builder::run() {
    if (std::optional<Error> error = prove()) {
        return *error;
    }
    statement_ = statement_text(translator_, names_, form_, binding_, claim_, proof_);
    definitions_ = definitions(translator_, names_);
    if (translator_.error()) {
        return *translator_.error();
    }
    load_machine();
    if (std::optional<Error> error = grow_tables()) {
        return *error;
    }
    limit_searches();
    if (std::optional<Error> error = evaluate_all()) {
        return *error;
    }
    std::string body;
    for (const Definition& definition : definitions_) {
        body += definition_text(definition) + "\n";
    }
    body +=
        "-- The statement (its text is in the first lines).\n" + function_text(statement_.function);
    for (const Theorem& theorem : statement_.theorems) {
        body.append("\n").append(theorem_text(theorem));
    }
    const std::set<std::string> used = names_in(body);
    std::string limits;
    if (used.count("searchLimit") != 0) {
        limits += fmt::format(
            "-- How far `least` looks: far enough for all that is below.\n"
            "def searchLimit : Nat := {}\n\n",
            search_limit_);
    }
    if (used.count("witnessLimit") != 0) {
        limits += fmt::format(
            "-- The bound of quantifiers that have none of their own.\n"
            "def witnessLimit : Nat := {}\n\n",
            witness_limit_);
    }
    Document document;
    document.text = header() +
                    "\nset_option maxRecDepth 100000\nset_option maxHeartbeats 0\n\n"
                    "namespace Mexcert\n\n" +
                    library_text(used) + limits + body + "\nend Mexcert\n";
    document.steps = steps_;
    document.theorems = theorems_;
    return document;
}

}  // namespace

bool is_too_long(const Error& error) { return error.message.rfind(kTooLong, 0) == 0; }

Result<Document> lean_document(Engine& engine, const DocumentOptions& options) {
    return Builder(engine, options).run();
}

}  // namespace mexcert::lean
