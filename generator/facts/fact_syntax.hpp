// Fact files as trees (spec/facts.md 1). Values are exact rationals; nothing is evaluated here.
// Cost of reading: linear in the text.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace mexcert::facts {

using Rational = boost::multiprecision::cpp_rational;
using Integer = boost::multiprecision::cpp_int;

// A literal (`n`), a name or x (`v`), or an operation on the parts (`+ - * / ^`; `^` has its
// exponent as value; the negative of E is 0 - E).
struct Expression {
    char op = 'n';
    Rational value;
    std::string name;
    std::vector<Expression> parts;
};

enum class Relation { kEqual, kUnequal, kLess, kAtMost, kGreater, kAtLeast };

// One comparison of a chain.
struct Link {
    Expression left;
    Relation relation = Relation::kEqual;
    Expression right;
};

// The x between the ends that satisfy the links.
struct RangeText {
    Expression low;
    Expression high;
    std::vector<Link> conditions;
};

enum class AtomKind {
    kRelation,
    kCount,
    kForall,
    kFactors,
    kIrreducible,
    kGaloisSymmetric,
    kIndependent,
    kTiles
};

struct Atom {
    AtomKind kind = AtomKind::kRelation;
    int line = 0;
    RangeText range;                // count, forall
    std::vector<Link> links;        // a relation; what forall says; the condition of tiles
    Expression polynomial;          // factors, irreducible, galois_symmetric, independent
    std::vector<Expression> parts;  // independent, tiles
    Integer modulus = 0;            // relation (0: none), factors
    long number = 0;                // count, factors, tiles
    long low = 0;                   // tiles
    long high = 0;                  // tiles
};

struct Item {
    std::string name;
    int line = 0;
    bool is_fact = false;
    Expression value;         // of a `let`
    std::vector<Atom> atoms;  // of a fact
};

[[nodiscard]] Result<std::vector<Item>> parse_facts(std::string_view text, const std::string& file);

}  // namespace mexcert::facts
