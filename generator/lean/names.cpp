#include "lean/names.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "lean/library.hpp"

namespace mexcert::lean {
namespace {

// Words that Lean 4 reads as keywords, names of its core library that are used, and those that
// every exported file has.
constexpr const char* kReserved[] = {"abbrev",    "at",          "attribute",
                                     "axiom",     "begin",       "break",
                                     "builtin",   "by",          "calc",
                                     "catch",     "class",       "coinductive",
                                     "constant",  "continue",    "decide",
                                     "def",       "deriving",    "do",
                                     "elab",      "else",        "end",
                                     "example",   "exists",      "export",
                                     "extends",   "finally",     "for",
                                     "forall",    "from",        "fun",
                                     "have",      "hiding",      "if",
                                     "import",    "in",          "include",
                                     "inductive", "infix",       "infixl",
                                     "infixr",    "inherit",     "instance",
                                     "lemma",     "let",         "local",
                                     "macro",     "macro_rules", "match",
                                     "matches",   "meta",        "mod",
                                     "module",    "mut",         "mutual",
                                     "namespace", "nomatch",     "noncomputable",
                                     "notation",  "of",          "omit",
                                     "opaque",    "open",        "partial",
                                     "postfix",   "prefix",      "private",
                                     "protected", "public",      "rec",
                                     "renaming",  "repeat",      "return",
                                     "scoped",    "section",     "set_option",
                                     "show",      "sorry",       "structure",
                                     "suffices",  "syntax",      "then",
                                     "theorem",   "this",        "throw",
                                     "to",        "try",         "unif_hint",
                                     "universe",  "unless",      "unsafe",
                                     "using",     "variable",    "variables",
                                     "where",     "while",       "with",
                                     "and",       "bool",        "cond",
                                     "false",     "not",         "or",
                                     "true",      "xor",         "Bool",
                                     "List",      "Nat",         "Prop",
                                     "Sort",      "Type",        "Mexcert",
                                     "fuel",      "self",        "steps",
                                     "value",     "searchLimit", "witnessLimit"};

constexpr int kMostParameters = 16;  // of an item, as evaluation has it

std::string without_dots(std::string name) {
    std::replace(name.begin(), name.end(), '.', '_');
    return name;
}

std::string free_name(const std::string& wanted, const std::set<std::string>& taken) {
    std::string name = wanted;
    while (taken.count(name) != 0) {
        name += '_';
    }
    return name;
}

}  // namespace

Names::Names(const Spec& spec) : taken_(library_names()) {
    taken_.insert(std::begin(kReserved), std::end(kReserved));
    for (int i = 1; i <= kMostParameters; ++i) {  // variables of functions by recursion
        taken_.insert({fmt::format("a{}", i), fmt::format("b{}", i)});
    }
    for (std::size_t i = 0; i < spec.items.size(); ++i) {
        const std::string name = free_name(without_dots(spec.items[i].name), taken_);
        taken_.insert(name);
        items_[static_cast<int>(i)] = name;
    }
}

int Names::item_named(const std::string& name) const {
    const auto found = std::find_if(items_.begin(), items_.end(),
                                    [&](const auto& entry) { return entry.second == name; });
    return found == items_.end() ? -1 : found->first;
}

std::string Names::derived(int item, const std::string& suffix) const {
    return free_name(items_.at(item) + "_" + suffix, taken_);
}

std::string Names::variable(const std::string& name) const {
    const std::string own = free_name(without_dots(name), taken_);
    const bool looks_derived = std::any_of(items_.begin(), items_.end(), [&](const auto& entry) {
        return own.rfind(entry.second + "_", 0) == 0;
    });
    return looks_derived ? "v_" + own : own;
}

}  // namespace mexcert::lean
