#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "automata/walnut.hpp"

namespace mexcert {
namespace {

bool is_fibonacci(const Item& numeration) {
    return numeration.states == std::vector<std::vector<std::int64_t>>{{0, 1}, {0, -1}};
}

bool is_positional(const Item& numeration) {
    return numeration.states.size() == 1 &&
           std::all_of(numeration.states[0].begin(), numeration.states[0].end(),
                       [](std::int64_t target) { return target == 0; });
}

// Letters, digits and `_`, with a small letter first (A, E and I are operators in Walnut).
std::string plain_name(const std::string& name) {
    std::string result;
    for (const char c : name) {
        const bool keeps =
            (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (keeps) {
            result += c;
        } else if (!result.empty() && result.back() != '_' && c != '*') {
            result += '_';
        }
    }
    while (!result.empty() && result.back() == '_') {
        result.pop_back();
    }
    if (result.empty() || result[0] < 'a' || result[0] > 'z') {
        result = fmt::format("w{}", result);
    }
    return result;
}

// Writes formulas as Walnut predicates, and collects what they call.
class Script {
  public:
    Script(Compiler& compiler, std::string base)
        : compiler_(compiler), formulas_(compiler.formulas()), base_(std::move(base)) {}

    std::string text(FormulaId id) {
        const Formula& node = formulas_.at(id);
        switch (node.kind) {
            case FormulaKind::kTrue:
                return "(0=0)";
            case FormulaKind::kFalse:
                return "(0=1)";
            case FormulaKind::kRelation:
                return call(node);
            case FormulaKind::kEqual:
            case FormulaKind::kAtMost:
                return comparison(node);
            case FormulaKind::kNot:
                return fmt::format("(~{})", text(node.kids.front()));
            case FormulaKind::kAnd:
            case FormulaKind::kOr: {
                std::string result;
                for (const FormulaId kid : std::vector<FormulaId>(node.kids)) {
                    result.append(result.empty()                   ? "("
                                  : node.kind == FormulaKind::kAnd ? " & "
                                                                   : " | ");
                    result.append(text(kid));
                }
                return result.append(")");
            }
            case FormulaKind::kExists:
                return exists(node);
        }
        return {};
    }

    // `A x,y`: names of variables are unique, so that no scopes meet.
    std::string quantifier(const char* symbol, const std::vector<int>& variables) const {
        std::string list;
        for (const int variable : variables) {
            list.append(list.empty() ? "" : ",").append(name(variable));
        }
        return fmt::format("{} {} ", symbol, list);
    }
    std::string name(int variable) const {
        const auto known = names_.find(variable);
        return known == names_.end() ? fmt::format("v{}", variable) : known->second;
    }

    std::string definitions;
    WalnutFiles files;

  private:
    std::string side(const LinearSum& sum, bool positive) const {
        std::string result;
        const auto add = [&](const std::string& part) {
            result.append(result.empty() ? "" : "+").append(part);
        };
        for (const auto& [variable, factor] : sum.terms) {
            if ((factor > 0) == positive) {
                const std::int64_t size = factor > 0 ? factor : -factor;
                add(size == 1 ? name(variable) : fmt::format("{}*{}", size, name(variable)));
            }
        }
        if (sum.constant != 0 && (sum.constant > 0) == positive) {
            add(fmt::format("{}", sum.constant > 0 ? sum.constant : -sum.constant));
        }
        return result.empty() ? "0" : result;
    }

    std::string comparison(const Formula& node) const {
        return fmt::format("({}{}{})", side(node.sum, true),
                           node.kind == FormulaKind::kEqual ? "=" : "<=", side(node.sum, false));
    }

    // At least k tuples: k of them in lexicographic order.
    std::string exists(const Formula& block) {
        const Formula node = block;
        if (node.least == 1) {
            return fmt::format("({}{})", quantifier("E", node.variables), text(node.kids.front()));
        }
        std::vector<std::string> parts;
        std::vector<int> all;
        std::vector<int> before;
        for (std::uint32_t copy = 0; copy < node.least; ++copy) {
            FormulaId body = node.kids.front();
            std::vector<int> own;
            for (const int variable : node.variables) {
                own.push_back(formulas_.fresh("c"));
                body = formulas_.substitute(body, variable, LinearSum::of(own.back()));
            }
            if (copy > 0) {
                parts.push_back(less(before, own));
            }
            parts.push_back(text(body));
            all.insert(all.end(), own.begin(), own.end());
            before = own;
        }
        return fmt::format("({}({}))", quantifier("E", all), fmt::join(parts, " & "));
    }

    std::string less(const std::vector<int>& left, const std::vector<int>& right) const {
        std::string result;
        std::string equal;
        for (std::size_t i = 0; i < left.size(); ++i) {
            result += fmt::format("{}({}{}<{})", result.empty() ? "" : " | ", equal, name(left[i]),
                                  name(right[i]));
            equal += fmt::format("{}={} & ", name(left[i]), name(right[i]));
        }
        return fmt::format("({})", result);
    }

    std::string call(const Formula& node) {
        const auto origin = compiler_.origins().find(node.relation);
        if (origin != compiler_.origins().end() && !origin->second.outputs.empty()) {
            return sequence(origin->second, name(node.variables.front()));
        }
        const Relation& relation = formulas_.relation(node.relation);
        const std::string called = plain_name(relation.name);
        std::string list;
        for (const int variable : node.variables) {
            list.append(list.empty() ? "" : ",").append(name(variable));
        }
        const std::string result = fmt::format("${}({})", called, list);
        if (!done_.insert(called).second) {
            return result;
        }
        if (const Automaton* automaton = compiler_.given_automaton(node.relation)) {
            files[fmt::format("Automata Library/{}.txt", called)] =
                walnut_automaton(*automaton, base_);
        } else {
            define(called, node.relation);
        }
        return result;
    }

    // Walnut orders the tracks of a definition by the names of its variables.
    void define(const std::string& called, int index) {
        const Relation relation = formulas_.relation(index);
        for (std::size_t i = 0; i < relation.parameters.size(); ++i) {
            names_[relation.parameters[i]] = fmt::format("p{:02}", i);
        }
        std::string body = text(relation.body);
        for (const int parameter : relation.parameters) {
            const std::vector<int>& free = formulas_.at(relation.body).free;
            if (!std::binary_search(free.begin(), free.end(), parameter)) {
                body += fmt::format(" & {0}={0}", name(parameter));
            }
        }
        definitions += fmt::format("def {} \"?{} {}\":\n", called, base_, body);
    }

    std::string sequence(const Compiler::Origin& origin, const std::string& argument) {
        const Spec& spec = compiler_.engine().spec;
        std::string word;
        Automaton automaton;
        if (origin.dfao >= 0) {
            word = plain_name(spec.item(origin.dfao).name);
            automaton = dfao_outputs(spec.item(origin.dfao), compiler_.numeration());
        } else {
            word = plain_name(record_line(spec, *origin.record));
            automaton = compiler_.records().at(*origin.record);
        }
        files[fmt::format("Word Automata Library/{}.txt", word)] =
            walnut_automaton(automaton, base_);
        std::string result;
        for (const std::uint32_t value : origin.outputs) {
            result +=
                fmt::format("{}{}[{}]=@{}", result.empty() ? "" : " | ", word, argument, value);
        }
        return fmt::format("({})", result);
    }

    Compiler& compiler_;
    Formulas& formulas_;
    std::string base_;
    std::map<int, std::string> names_;
    std::set<std::string> done_;
};

}  // namespace

std::string walnut_base(const Item& numeration) {
    if (is_fibonacci(numeration)) {
        return "msd_fib";
    }
    return is_positional(numeration) ? fmt::format("msd_{}", numeration.states[0].size())
                                     : fmt::format("msd_{}", plain_name(numeration.name));
}

std::string walnut_automaton(const Automaton& automaton, const std::string& base) {
    std::string text;
    for (unsigned track = 0; track < automaton.tracks; ++track) {
        text.append(track == 0 ? "" : " ").append(base);
    }
    text += "\n";
    for (std::uint32_t state = 0; state < automaton.states(); ++state) {
        text += fmt::format("\n{} {}\n", state, automaton.output[state]);
        for (const Automaton::Edge& edge : automaton.edges_of(state)) {
            std::vector<std::uint32_t> digits(automaton.tracks);
            std::uint32_t rest = edge.letter;
            for (std::size_t i = digits.size(); i-- > 0; rest /= automaton.digits) {
                digits[i] = rest % automaton.digits;
            }
            text += fmt::format("{} -> {}\n", fmt::join(digits, " "), edge.target);
        }
    }
    return text;
}

Result<WalnutFiles> walnut_script(Compiler& compiler, const Claim& claim, int numeration) {
    Sentence sentence(compiler, claim, 1);
    const auto leaves = sentence.leaves();
    if (!leaves.ok()) {
        return leaves.error();
    }
    const Item& item = compiler.engine().spec.item(numeration);
    const std::string base = walnut_base(item);
    Script script(compiler, base);
    std::string evals;
    const std::string name = plain_name(claim.name);
    std::size_t number = 0;
    for (const Sentence::Leaf& leaf : leaves.value()) {
        const std::vector<int> free = compiler.formulas().at(leaf.failing).free;
        const std::string failing = script.text(leaf.failing);
        evals += fmt::format("eval {}_{} \"?{} ~({}{})\":\n", name, ++number, base,
                             free.empty() ? "" : script.quantifier("E", free), failing);
    }
    if (const std::optional<Error> error = compiler.error()) {
        return *error;
    }
    if (!is_fibonacci(item) && !is_positional(item)) {
        script.files[fmt::format("Custom Bases/{}.txt", base)] =
            walnut_automaton(all_words(compiler.numeration()), fmt::format("{{{}}}", [&] {
                                 std::vector<unsigned> digits(compiler.numeration().digits());
                                 for (unsigned i = 0; i < digits.size(); ++i) {
                                     digits[i] = i;
                                 }
                                 return fmt::format("{}", fmt::join(digits, ","));
                             }()));
        const auto adder = compiler.records().find(RecordId{});
        if (adder != compiler.records().end()) {
            std::vector<unsigned> digits;
            for (unsigned i = 0; i < compiler.numeration().digits(); ++i) {
                digits.push_back(i);
            }
            script.files[fmt::format("Custom Bases/{}_addition.txt", base)] =
                walnut_automaton(adder->second, fmt::format("{{{}}}", fmt::join(digits, ",")));
        }
    }
    script.files[fmt::format("Command Files/{}.txt", name)] = fmt::format(
        "# {}: every eval should answer TRUE\n{}{}", claim_text(claim), script.definitions, evals);
    return script.files;
}

}  // namespace mexcert
