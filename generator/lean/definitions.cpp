#include "lean/definitions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace mexcert::lean {
namespace {

class DefinitionWriter {
  public:
    DefinitionWriter(Translator& translator, const Names& names)
        : translator_(translator), names_(names), spec_(translator.engine().spec) {}

    Definition definition(int index);

  private:
    void function(const Item& item, Definition& made);
    void recursion(const Item& item, Definition& made);
    void members(const Item& item, Definition& made);
    void numeration(const Item& item, Definition& made);
    void automaton(const Item& item, Definition& made);
    std::vector<std::string> parameters(const Item& item, Environment& environment) const;

    Translator& translator_;
    const Names& names_;
    const Spec& spec_;
};

std::vector<std::string> DefinitionWriter::parameters(const Item& item,
                                                      Environment& environment) const {
    std::vector<std::string> result;
    const auto add = [&](const Variable& own) {
        result.push_back(names_.variable(own.name));
        environment[own.id] = variable(result.back());
    };
    for (const Parameter& parameter : item.parameters) {
        add(parameter.variable);
    }
    for (const Variable& element : item.elements) {
        add(element);
    }
    return result;
}

std::vector<TermPtr> variables(const std::vector<std::string>& names) {
    std::vector<TermPtr> result;
    for (const std::string& name : names) {
        result.push_back(variable(name));
    }
    return result;
}

void DefinitionWriter::function(const Item& item, Definition& made) {
    Environment environment;
    Function own;
    own.name = names_.item(made.item);
    own.parameters = parameters(item, environment);
    switch (item.body->sort) {
        case Sort::kTruth:
            own.type = "Bool";
            own.body = translator_.formula(*item.body, environment);
            break;
        case Sort::kWord:
            own.type = "List Nat";
            own.body = translator_.word(*item.body, environment);
            break;
        default:
            own.type = "Nat";
            own.body = translator_.natural(*item.body, environment);
            break;
    }
    made.functions.push_back(std::move(own));
}

// With `least m with A` a value is correct if A holds for it and for no smaller number; otherwise
// if it is that of the equation.
void DefinitionWriter::recursion(const Item& item, Definition& made) {
    const std::string name = names_.item(made.item);
    made.recursion = {made.item, name, names_.derived(made.item, "equation"),
                      names_.derived(made.item, "by_recursion")};
    Environment environment;
    const std::vector<std::string> own = parameters(item, environment);
    Function equation{made.recursion.equation, own, nullptr, "Nat"};
    equation.parameters.insert(equation.parameters.begin(), "self");
    std::vector<TermPtr> with_self = variables(equation.parameters);
    std::vector<TermPtr> with_tables = with_self;
    with_tables.front() = variable(name);
    const TermPtr entry = call(name, variables(own));
    made.correct = {names_.derived(made.item, "correct"), own, nullptr, "Bool"};
    translator_.translate_body_of(made.item);
    if (item.body->kind == ExprKind::kLeast) {
        const std::string m = names_.variable(item.body->bound.front().name);
        Function holds{names_.derived(made.item, "holds"), equation.parameters, nullptr, "Bool"};
        holds.parameters.push_back(m);
        environment[item.body->bound.front().id] = variable(m);
        holds.body = translator_.formula(*item.body->kids[0], environment);
        with_self.push_back(variable(m));
        equation.body = loop("least", variable("searchLimit"), m, call(holds.name, with_self));
        with_tables.push_back(entry);
        const TermPtr fulfils = call(holds.name, with_tables);
        with_tables.back() = variable(m);
        const TermPtr no_smaller =
            loop("allBelow", entry, m, operation(Kind::kNot, {call(holds.name, with_tables)}));
        made.correct.body = conjunction({fulfils, no_smaller});
        made.functions.push_back(std::move(holds));
    } else {
        equation.body = translator_.natural(*item.body, environment);
        made.correct.body = call("eq", {entry, call(equation.name, with_tables)});
    }
    translator_.translate_body_of(-1);
    made.functions.push_back(std::move(equation));
}

void DefinitionWriter::members(const Item& item, Definition& made) {
    made.rows_name = names_.derived(made.item, "list");
    made.rows = item.rows;
    Function own{names_.item(made.item), {}, nullptr, "Bool"};
    for (std::size_t i = 0; i < item.width(); ++i) {
        own.parameters.push_back(fmt::format("a{}", i + 1));
    }
    own.body = call("member",
                    {variable(made.rows_name), operation(Kind::kList, variables(own.parameters))});
    made.functions.push_back(std::move(own));
}

void DefinitionWriter::numeration(const Item& item, Definition& made) {
    made.rows_name = names_.item(made.item);
    made.rows_comment = "Targets larger by 1, 0: not allowed.";
    made.rows = item.states;
    for (std::vector<std::int64_t>& row : made.rows) {
        for (std::int64_t& target : row) {
            ++target;
        }
    }
}

void DefinitionWriter::automaton(const Item& item, Definition& made) {
    made.rows_name = names_.derived(made.item, "rows");
    made.rows = item.rows;
    const auto digits = static_cast<std::int64_t>(item.rows.front().size()) - 1;
    const TermPtr word = call("rep", {variable(names_.item(item.numeration)), variable("n")});
    made.functions.push_back({names_.item(made.item),
                              {"n"},
                              call("output", {variable(made.rows_name), number(digits), word}),
                              "Nat"});
}

Definition DefinitionWriter::definition(int index) {
    const Item& item = spec_.item(index);
    Definition made;
    made.item = index;
    if (item.recursive) {
        recursion(item, made);
    } else if (item.listed) {
        members(item, made);
    } else if (item.kind == ItemKind::kNumeration) {
        numeration(item, made);
    } else if (item.kind == ItemKind::kDfao) {
        automaton(item, made);
    } else if (item.body != nullptr) {
        function(item, made);
    } else {
        translator_.unsupported(item.place, "words of morphisms are");
    }
    return made;
}

}  // namespace

std::vector<Definition> definitions(Translator& translator, const Names& names) {
    const Spec& spec = translator.engine().spec;
    DefinitionWriter writer(translator, names);
    std::vector<Definition> result;
    std::set<int> done;
    for (bool found = true; found;) {
        found = false;
        const std::set<int> called = translator.called();
        for (const int index : called) {
            if (done.insert(index).second) {
                result.push_back(writer.definition(index));
                found = true;
            }
        }
        for (const Definition& made : std::vector<Definition>(result)) {
            const int numeration = spec.item(made.item).numeration;
            if (numeration >= 0 && done.insert(numeration).second) {
                result.push_back(writer.definition(numeration));
            }
        }
    }
    std::sort(result.begin(), result.end(),
              [](const Definition& a, const Definition& b) { return a.item < b.item; });
    return result;
}

}  // namespace mexcert::lean
