#include "audit/companion.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <regex>
#include <string_view>

#include "certificate/writer.hpp"
#include "language/loader.hpp"

namespace mexcert::audit {
namespace {

constexpr std::string_view kFile = "audit-text";  // in places
constexpr std::size_t kFirstDigits = 18;          // of a long number: they fit 63 bits

std::size_t line_end(const std::string& text, std::size_t from) {
    return std::min(text.find('\n', from), text.size());
}

// The companion read as statements, with an engine of its own.
struct Reading {
    std::unique_ptr<Spec> spec;
    std::unique_ptr<Engine> engine;
};

Result<Reading> read(const std::string& text, const SpecSource& source, Monitor* monitor) {
    Result<std::unique_ptr<Spec>> spec = load_spec_with(source.directory, text, std::string(kFile));
    if (!spec.ok()) {
        return spec.error();
    }
    Reading reading;
    reading.spec = std::move(spec.value());
    reading.engine = std::make_unique<Engine>(*reading.spec);
    reading.engine->monitor = monitor;
    return reading;
}

Result<Certified> by_tables(const std::string& text, const SpecSource& source,
                            const std::string& claim, Monitor* monitor) {
    const Result<Reading> reading = read(text, source, monitor);
    if (!reading.ok()) {
        return reading.error();
    }
    Engine& engine = *reading.value().engine;
    const DeadlineScope in_time(engine, source.limit.for_tables());
    ProofOptions options;
    options.counterexample_time = std::chrono::seconds{0};
    const Result<ClaimProof> proof = prove_claim(engine, claim, options);
    if (!proof.ok()) {
        return proof.error();
    }
    const Result<std::string> certificate = certificate_text(engine, {proof.value()});
    if (!certificate.ok()) {
        return certificate.error();
    }
    return Certified{claim, text, certificate.value()};
}

Result<DecidedClaims> decided_in_time(const Reading& reading, const SpecSource& source,
                                      const std::vector<Claim>& claims) {
    RecordOptions options;
    options.end = source.limit.end();
    const DeadlineScope in_time(*reading.engine, source.limit.end());
    return decide_all(*reading.engine, claims, options);
}

// Error (kClaimFalse): it is false.
Result<Certified> by_automata(const std::string& text, const SpecSource& source, const Claim& claim,
                              Monitor* monitor) {
    const Result<Reading> reading = read(text, source, monitor);
    if (!reading.ok()) {
        return reading.error();
    }
    const Result<DecidedClaims> decided = decided_in_time(reading.value(), source, {claim});
    if (!decided.ok()) {
        return decided.error();
    }
    if (decided.value().text.empty()) {
        return false_claim(*reading.value().spec, claim, decided.value().verdicts.front());
    }
    return Certified{claim_text(claim), text, decided.value().text};
}

// The truth of the formula is `value`: tables first.
Result<Certified> settled(const Companion& companion, const Question& question, bool value,
                          Monitor* monitor) {
    const std::string text = companion.text() + statement_text(question, value) + "\n";
    const Claim claim = all_claim(question, value);
    Result<Certified> tables = by_tables(text, companion.source(), claim_text(claim), monitor);
    if (tables.ok() || tables.error().outcome != Outcome::kDeclined) {
        return tables;
    }
    Result<Certified> automata = by_automata(text, companion.source(), claim, monitor);
    if (automata.ok() || automata.error().outcome == Outcome::kClaimFalse) {
        return automata;
    }
    return declined("", fmt::format("by tables: {}; by automata: {}", tables.error().text(),
                                    automata.error().text()));
}

}  // namespace

Result<Companion> Companion::of(const Spec& spec, const SpecSource& source) {
    Companion companion;
    companion.source_ = source;
    companion.user_text_ = "language mex 1\n";
    if (!source.user_file.empty()) {
        const Result<std::string> bytes = read_file(source.user_file);
        if (!bytes.ok()) {
            return bytes.error();
        }
        companion.user_text_ = bytes.value();
        if (!companion.user_text_.empty() && companion.user_text_.back() != '\n') {
            companion.user_text_ += '\n';
        }
    }
    companion.user_lines_ = static_cast<std::size_t>(
        std::count(companion.user_text_.begin(), companion.user_text_.end(), '\n'));
    for (const Item& item : spec.items) {
        companion.taken_.push_back(item.name);
    }
    return companion;
}

Error Companion::relocated(Error error, const Naming& other) const {
    error.place = relocated_text(error.place, other);
    error.message = relocated_text(error.message, other);
    return error;
}

std::string Companion::relocated_text(const std::string& message, const Naming& other) const {
    static const std::regex place(std::string(kFile) + ":([0-9]+):([0-9]+)");
    std::string result;
    std::size_t done = 0;
    for (std::sregex_iterator at(message.begin(), message.end(), place), end; at != end; ++at) {
        result += message.substr(done, static_cast<std::size_t>(at->position()) - done);
        done = static_cast<std::size_t>(at->position() + at->length());
        const std::size_t line = std::stoul((*at)[1]);
        const std::size_t column = std::stoul((*at)[2]);
        if (line <= user_lines_) {
            result += fmt::format("{}:{}:{}", source_.user_file, line, column);
            continue;
        }
        std::size_t offset = 0;  // of the line behind the user's
        for (std::size_t i = user_lines_ + 1; i < line; ++i) {
            offset = line_end(items_, offset) + 1;
        }
        result += other(offset + column - 1);
    }
    return result + message.substr(done);
}

std::string Companion::variable(const std::string& base) const {
    std::string name = base;
    while (std::find(taken_.begin(), taken_.end(), name) != taken_.end()) {
        name += '_';
    }
    return name;
}

std::string Companion::fresh(const std::string& base) {
    taken_.push_back(variable(base));
    return taken_.back();
}

std::string Companion::value_is(const std::string& base, const std::string& variable,
                                const mpz_class& value) {
    if (fits(value)) {
        return fmt::format("{} = {}", variable, value.get_str());
    }
    const std::string digits = value.get_str();
    std::string name = fresh(fmt::format("{}.{}_{}", base, variable, kFirstDigits));
    const std::string n = this->variable("n");
    const std::string m = this->variable("m");
    add(fmt::format("pred {}({}) = {} = {}", name, n, n, digits.substr(0, kFirstDigits)));
    for (std::size_t i = kFirstDigits; i < digits.size(); ++i) {
        const std::string longer = fresh(fmt::format("{}.{}_{}", base, variable, i + 1));
        add(fmt::format("pred {}({}) = exists {}: {}({}) and {} = 10 * {} + {}", longer, n, m, name,
                        m, n, m, digits[i]));
        name = longer;
    }
    return fmt::format("{}({})", name, variable);
}

namespace {

std::string name_of(const Question& question, bool value) {
    return value ? question.name : question.name + ".fails";
}

}  // namespace

Claim all_claim(const Question& question, bool value) {
    Claim claim;
    claim.name = name_of(question, value);
    claim.fixed = question.fixed;
    return claim;
}

std::string statement_text(const Question& question, bool value) {
    const std::string parameters = question.parameters.empty()
                                       ? ""
                                       : fmt::format("({})", fmt::join(question.parameters, ", "));
    return fmt::format("statement {}{}: ({}) <=> {}", name_of(question, value), parameters,
                       question.formula, value);
}

std::size_t formula_offset(const Question& question, bool value) {
    return statement_text(question, value).find(": (") + 3;
}

Result<mpz_class> failing_value(const Companion& companion, const std::string& name,
                                const std::string& variable, Monitor* monitor) {
    const Result<Reading> reading = read(companion.text(), companion.source(), monitor);
    if (!reading.ok()) {
        return reading.error();
    }
    Claim claim;
    claim.name = name;
    const Result<DecidedClaims> decided =
        decided_in_time(reading.value(), companion.source(), {claim});
    if (!decided.ok()) {
        return decided.error();
    }
    const SentenceVerdict& verdict = decided.value().verdicts.front();
    for (const auto& [own, value] : verdict.at) {
        if (own == variable && verdict.refuted) {
            return value;
        }
    }
    return declined("", "no value is found");
}

Result<Answer> settle(const Companion& companion, const Question& question, Monitor* monitor) {
    const Result<Certified> holding = settled(companion, question, true, monitor);
    if (holding.ok()) {
        return Answer{true, holding.value()};
    }
    if (holding.error().cause != Cause::kFalse) {
        return holding.error();
    }
    const Result<Certified> failing = settled(companion, question, false, monitor);
    if (!failing.ok()) {
        return failing.error();
    }
    return Answer{false, failing.value()};
}

Result<Certified> certify_by_tables(const Companion& companion, const std::string& claim,
                                    Monitor* monitor) {
    return by_tables(companion.text(), companion.source(), claim, monitor);
}

Result<std::vector<bool>> truths(const Companion& companion, const std::vector<Claim>& claims,
                                 Monitor* monitor) {
    const Result<Reading> reading = read(companion.text(), companion.source(), monitor);
    if (!reading.ok()) {
        return reading.error();
    }
    const Result<DecidedClaims> decided =
        decided_in_time(reading.value(), companion.source(), claims);
    if (!decided.ok()) {
        return decided.error();
    }
    std::vector<bool> result;
    for (const Claim& claim : claims) {
        for (std::size_t i = 0; i < decided.value().claims.size(); ++i) {
            if (claim_text(decided.value().claims[i]) == claim_text(claim)) {
                result.push_back(decided.value().verdicts[i].holds);
            }
        }
    }
    return result;
}

}  // namespace mexcert::audit
