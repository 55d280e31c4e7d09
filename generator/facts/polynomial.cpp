#include "facts/polynomial.hpp"

#include <algorithm>
#include <utility>

namespace mexcert::facts {
namespace {

Polynomial trimmed(Polynomial a) {
    while (!a.empty() && a.back() == 0) {
        a.pop_back();
    }
    return a;
}

std::pair<Polynomial, Polynomial> divided(Polynomial a, const Polynomial& b) {
    Polynomial result(a.size() < b.size() ? 0 : a.size() - b.size() + 1);
    while (a.size() >= b.size()) {
        const std::size_t shift = a.size() - b.size();
        result[shift] = a.back() / b.back();
        for (std::size_t i = 0; i < b.size(); ++i) {
            a[i + shift] -= result[shift] * b[i];
        }
        a = trimmed(std::move(a));
    }
    return {std::move(result), std::move(a)};
}

}  // namespace

Polynomial sum(const Polynomial& a, const Polynomial& b) {
    Polynomial result(std::max(a.size(), b.size()));
    for (std::size_t i = 0; i < result.size(); ++i) {
        result[i] = (i < a.size() ? a[i] : Rational(0)) + (i < b.size() ? b[i] : Rational(0));
    }
    return trimmed(std::move(result));
}

Polynomial difference(const Polynomial& a, const Polynomial& b) { return sum(a, product({-1}, b)); }

Polynomial product(const Polynomial& a, const Polynomial& b) {
    Polynomial result(a.empty() || b.empty() ? 0 : a.size() + b.size() - 1);
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j) {
            result[i + j] += a[i] * b[j];
        }
    }
    return trimmed(std::move(result));
}

Polynomial quotient(const Polynomial& a, const Polynomial& b) { return divided(a, b).first; }
Polynomial remainder(const Polynomial& a, const Polynomial& b) { return divided(a, b).second; }

Polynomial common_divisor(Polynomial a, Polynomial b) {
    while (!b.empty()) {
        a = std::exchange(b, remainder(a, b));
        if (!b.empty()) {
            b = product(b, {1 / b.back()});
        }
    }
    return a.empty() ? a : product(a, {1 / a.back()});
}

Polynomial derivative(const Polynomial& a) {
    Polynomial result;
    for (std::size_t i = 1; i < a.size(); ++i) {
        result.push_back(a[i] * i);
    }
    return result;
}

Rational value_at(const Polynomial& a, const Rational& x) {
    Rational value = 0;
    for (auto c = a.rbegin(); c != a.rend(); ++c) {
        value = value * x + *c;
    }
    return value;
}

Polynomial without_multiple_roots(const Polynomial& a) {
    return quotient(a, common_divisor(a, derivative(a)));
}

std::size_t rank_of(std::vector<Polynomial> rows) {
    std::size_t rank = 0;
    std::size_t columns = 0;
    for (const Polynomial& row : rows) {
        columns = std::max(columns, row.size());
    }
    for (Polynomial& row : rows) {
        row.resize(columns);
    }
    for (std::size_t column = 0; column < columns; ++column) {
        const auto pivot =
            std::find_if(rows.begin() + static_cast<std::ptrdiff_t>(rank), rows.end(),
                         [&](const Polynomial& row) { return row[column] != 0; });
        if (pivot == rows.end()) {
            continue;
        }
        std::swap(*pivot, rows[rank]);
        for (std::size_t i = rank + 1; i < rows.size(); ++i) {
            const Rational factor = rows[i][column] / rows[rank][column];
            for (std::size_t j = column; j < columns; ++j) {
                rows[i][j] -= factor * rows[rank][j];
            }
        }
        ++rank;
    }
    return rank;
}

RationalFunction lowest_terms(const Polynomial& numerator, const Polynomial& denominator) {
    const Polynomial common = product(common_divisor(numerator, denominator), {denominator.back()});
    return {quotient(numerator, common), quotient(denominator, common)};
}

}  // namespace mexcert::facts
