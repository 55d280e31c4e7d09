#include "lean/machine.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "golden/floor_phi.hpp"

namespace mexcert::lean {

void Machine::add(const Recursion& recursion) {
    recursions_[recursion.name] = recursion;
    recursions_[recursion.fuelled] = recursion;
}

void Machine::fail(const std::string& message) {
    if (error_.empty()) {
        error_ = message;
    }
}

std::int64_t Machine::checked(bool overflow, std::int64_t value) {
    if (overflow) {
        fail("number beyond 64 bits");
    }
    return overflow ? 0 : value;
}

std::optional<std::int64_t> Machine::value(const TermPtr& term) {
    variables_.clear();
    frame_ = 0;
    steps_ = 0;
    too_long_ = false;
    error_.clear();
    const std::int64_t result = number(*term);
    return failed() ? std::nullopt : std::optional<std::int64_t>(result);
}

Machine::Value Machine::variable(const Term& term) {
    for (std::size_t i = variables_.size(); i-- > frame_;) {
        if (*variables_[i].name == term.name) {
            return variables_[i].value;
        }
    }
    if (term.name == "searchLimit" || term.name == "witnessLimit") {
        return {term.name == "searchLimit" ? search_limit_ : witness_limit_, nullptr, nullptr};
    }
    const auto recursion = recursions_.find(term.name);
    if (recursion == recursions_.end()) {
        fail(fmt::format("`{}` has no value", term.name));
        return {};
    }
    return {-1, nullptr, &recursion->second};
}

std::int64_t Machine::arithmetic(const Term& term) {
    const std::int64_t a = number(*term.kids[0]);
    const std::int64_t b = number(*term.kids[1]);
    if (failed()) {
        return 0;
    }
    std::int64_t result = 0;
    bool over = false;
    switch (term.kind) {
        case Kind::kAdd:
            over = __builtin_add_overflow(a, b, &result);
            return checked(over, result);
        case Kind::kMul:
            over = __builtin_mul_overflow(a, b, &result);
            return checked(over, result);
        case Kind::kSub:
            if (a < b) {
                fail(fmt::format("`{}`: {} is no natural", flat_text(term), a - b));
            }
            return a - b;
        default:
            if (b == 0) {
                fail(fmt::format("`{}` divides by 0", flat_text(term)));
                return 0;
            }
            return term.kind == Kind::kDiv ? a / b : a % b;
    }
}

Machine::Value Machine::evaluate(const Term& term) {
    if (++steps_ > most_steps_) {
        too_long_ = true;
        fail(fmt::format("more than {} steps", most_steps_));
    }
    if (failed()) {
        return {};
    }
    switch (term.kind) {
        case Kind::kVariable:
            return variable(term);
        case Kind::kNumber:
        case Kind::kTruth:
            return {term.number, nullptr, nullptr};
        case Kind::kAnd:
        case Kind::kOr: {
            const std::int64_t decides = term.kind == Kind::kOr ? 1 : 0;
            const bool decided =
                std::any_of(term.kids.begin(), term.kids.end(),
                            [&](const TermPtr& kid) { return number(*kid) == decides; });
            return {decided ? decides : 1 - decides, nullptr, nullptr};
        }
        case Kind::kNot:
            return {1 - number(*term.kids[0]), nullptr, nullptr};
        case Kind::kList: {
            auto word = std::make_shared<Word>();
            for (const TermPtr& kid : term.kids) {
                word->push_back(number(*kid));
            }
            return {0, std::move(word), nullptr};
        }
        case Kind::kCall:
            return call(term);
        case Kind::kLambda:
            fail("a function is no value");
            return {};
        default:
            return {arithmetic(term), nullptr, nullptr};
    }
}

std::optional<std::int64_t> Machine::comparison(const Term& term) {
    if (term.kids.size() < 2) {
        return std::nullopt;
    }
    const auto kid = [&](std::size_t i) { return number(*term.kids[i]); };
    if (term.name == "imp") {
        return kid(0) == 0 ? 1 : kid(1);
    }
    if (term.name == "cond") {
        return kid(0) != 0 ? kid(1) : kid(2);
    }
    if (term.name == "eq" || term.name == "iff") {
        return kid(0) == kid(1) ? 1 : 0;
    }
    if (term.name == "ne") {
        return kid(0) != kid(1) ? 1 : 0;
    }
    if (term.name == "lt") {
        return kid(0) < kid(1) ? 1 : 0;
    }
    if (term.name == "le") {
        return kid(0) <= kid(1) ? 1 : 0;
    }
    return std::nullopt;
}

// The value of the function at a number.
std::int64_t Machine::at(const Term& lambda, std::int64_t value) {
    variables_.push_back({&lambda.name, {value, nullptr, nullptr}});
    const std::int64_t result = number(*lambda.kids[0]);
    variables_.pop_back();
    return result;
}

std::int64_t Machine::search(const Term& term, std::int64_t limit) {
    for (std::int64_t m = 0; m < limit && !failed(); ++m) {
        if (at(*term.kids[1], m) != 0) {
            greatest_found_ = std::max(greatest_found_, m);
            return m;
        }
    }
    fail(fmt::format("no value below {} found", limit));
    return 0;
}

std::optional<std::int64_t> Machine::loop(const Term& term) {
    if (term.kids.empty() || term.kids.back()->kind != Kind::kLambda) {
        return std::nullopt;
    }
    const std::int64_t count = number(*term.kids[0]);
    const Term& body = *term.kids[1];
    if (term.name == "least") {
        return search(term, count);
    }
    const bool sums = term.name == "sumBelow" || term.name == "countBelow";
    const std::int64_t decides = term.name == "existsBelow" ? 1 : 0;
    std::int64_t result = 0;
    for (std::int64_t i = 0; i < count && !failed(); ++i) {
        const std::int64_t value = at(body, i);
        if (sums) {
            const bool over = __builtin_add_overflow(result, value, &result);
            result = checked(over, result);
        } else if (value == decides) {
            return decides;
        }
    }
    return sums ? result : 1 - decides;
}

std::int64_t Machine::member(const std::string& rows, const Word& word) {
    const auto& all = rows_.at(rows);
    steps_ += all.size();
    return std::find(all.begin(), all.end(), word) != all.end() ? 1 : 0;
}

std::optional<Machine::Value> Machine::list_function(const Term& term) {
    const auto word = [&](std::size_t i) {
        const Value value = evaluate(*term.kids[i]);
        return value.word == nullptr ? Word{} : *value.word;
    };
    const auto made = [&](Word made_word) {
        steps_ += made_word.size();
        return Value{0, std::make_shared<Word>(std::move(made_word)), nullptr};
    };
    if (term.name == "joined") {
        Word result = word(0);
        const Word more = word(1);
        result.insert(result.end(), more.begin(), more.end());
        return made(std::move(result));
    }
    if (term.name == "firstLetters") {
        const std::int64_t count = number(*term.kids[0]);
        Word result = word(1);
        result.resize(std::min(result.size(), static_cast<std::size_t>(count)));
        return made(std::move(result));
    }
    if (term.name == "rep") {
        const std::int64_t n = number(*term.kids[1]);
        Word result = numerations_.at(term.kids[0]->name).representation(n);
        // wordCount visits every word of each length.
        steps_ += static_cast<std::uint64_t>(8 * (n + 1)) * (result.size() + 1);
        return made(std::move(result));
    }
    return std::nullopt;
}

std::optional<std::int64_t> Machine::number_function(const Term& term) {
    const auto word = [&](std::size_t i) {
        const Value value = evaluate(*term.kids[i]);
        return value.word == nullptr ? Word{} : *value.word;
    };
    const auto square = [&](std::int64_t root) {
        std::int64_t result = 0;
        const bool over = __builtin_mul_overflow(root, root, &result);
        return checked(over, result);
    };
    if (term.name == "monus") {
        return std::max<std::int64_t>(0, number(*term.kids[0]) - number(*term.kids[1]));
    }
    if (term.name == "larger") {
        return std::max(number(*term.kids[0]), number(*term.kids[1]));
    }
    if (term.name == "sq") {
        return square(number(*term.kids[0]));
    }
    if (term.name == "sqDist") {
        return square(number(*term.kids[0]) - number(*term.kids[1]));
    }
    if (term.name == "floorPhi" || term.name == "floorPhiSq") {
        const std::int64_t n = number(*term.kids[0]);
        const auto floor = golden::checked_floor_phi(static_cast<std::uint64_t>(n));
        if (!floor || *floor > static_cast<std::uint64_t>(INT64_MAX) / 4) {
            return checked(true, 0);
        }
        const auto value = static_cast<std::int64_t>(*floor);
        steps_ += static_cast<std::uint64_t>(2 * n - value) + 1;
        return term.name == "floorPhi" ? value : value + n;
    }
    if (term.name == "eqList") {
        return word(0) == word(1) ? 1 : 0;
    }
    if (term.name == "isPrefix" || term.name == "isSuffix") {
        const Word part = word(0);
        const Word whole = word(1);
        const bool fits = part.size() <= whole.size();
        const auto shift = static_cast<std::ptrdiff_t>(fits ? whole.size() - part.size() : 0);
        const auto from = whole.begin() + (term.name == "isPrefix" ? 0 : shift);
        return fits && std::equal(part.begin(), part.end(), from) ? 1 : 0;
    }
    if (term.name == "member") {
        return member(term.kids[0]->name, word(1));
    }
    if (term.name == "card") {
        auto rows = rows_.at(term.kids[0]->name);
        std::sort(rows.begin(), rows.end());
        return std::unique(rows.begin(), rows.end()) - rows.begin();
    }
    if (term.name == "output") {
        const auto& rows = rows_.at(term.kids[0]->name);
        std::size_t state = 0;
        for (const std::int64_t digit : word(2)) {
            state = static_cast<std::size_t>(rows[state][static_cast<std::size_t>(digit)]);
            steps_ += state;
        }
        return rows[state].back();
    }
    return std::nullopt;
}

Machine::Value Machine::apply(const Function& function, std::vector<Value> arguments) {
    const std::size_t frame = frame_;
    const std::size_t size = variables_.size();
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        variables_.push_back({&function.parameters[i], std::move(arguments[i])});
    }
    frame_ = size;
    Value result = evaluate(*function.body);
    frame_ = frame;
    variables_.resize(size);
    return result;
}

// The definition at the arguments: by its tables, or by its equation with one unit of fuel less.
Machine::Value Machine::recur(const Recursion& recursion, std::int64_t fuel,
                              const std::vector<Value>& arguments) {
    if (fuel == 0) {
        fail(fmt::format("the fuel of `{}` is used up", recursion.name));
        return {};
    }
    if (fuel > 0) {
        std::vector<Value> inner = {{fuel - 1, nullptr, &recursion}};
        inner.insert(inner.end(), arguments.begin(), arguments.end());
        return apply(functions_.at(recursion.equation), std::move(inner));
    }
    std::vector<std::int64_t> numbers;
    for (const Value& argument : arguments) {
        numbers.push_back(argument.number);
        steps_ += static_cast<std::uint64_t>(argument.number);
    }
    if (failed()) {
        return {};
    }
    const std::optional<std::int64_t> entry = lookup_(recursion.item, numbers);
    if (!entry) {
        fail(fmt::format("`{} {}` is outside of the tables", recursion.name,
                         fmt::join(numbers, " ")));
    }
    return {entry.value_or(0), nullptr, nullptr};
}

Machine::Value Machine::call(const Term& term) {
    if (const auto result = comparison(term)) {
        return {*result, nullptr, nullptr};
    }
    if (const auto result = loop(term)) {
        return {*result, nullptr, nullptr};
    }
    if (const auto result = number_function(term)) {
        return {*result, nullptr, nullptr};
    }
    if (const auto result = list_function(term)) {
        return *result;
    }
    std::vector<Value> arguments;
    for (const TermPtr& kid : term.kids) {
        arguments.push_back(evaluate(*kid));
    }
    if (failed()) {
        return {};
    }
    const auto function = functions_.find(term.name);
    if (function != functions_.end()) {
        return apply(function->second, std::move(arguments));
    }
    const auto recursion = recursions_.find(term.name);
    if (recursion == recursions_.end()) {
        const Value self = variable(term);
        return self.recursion == nullptr ? Value{} : recur(*self.recursion, self.number, arguments);
    }
    if (term.name == recursion->second.name) {
        return recur(recursion->second, -1, arguments);
    }
    const std::int64_t fuel = arguments.front().number;
    arguments.erase(arguments.begin());
    return recur(recursion->second, fuel, arguments);
}

}  // namespace mexcert::lean
