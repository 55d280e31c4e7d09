#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "audit/data_rows.hpp"
#include "base/plural.hpp"
#include "commands/commands.hpp"
#include "commands/definition.hpp"
#include "commands/findings.hpp"
#include "commands/progress.hpp"
#include "language/loader.hpp"

namespace mexcert {
namespace {

using audit::Certified;
using audit::Companion;
using audit::DataRow;
using audit::DataRows;

constexpr std::size_t kMostByAutomata = 10;    // rows
constexpr std::size_t kMostCertified = 20000;  // rows of one certificate
constexpr std::size_t kMostGaps = 10;          // shown
constexpr int kMostShift = 8;
constexpr std::size_t kLeastShifted = 3;  // terms that a shift must explain

// The definition with some arguments fixed.
struct Subject {
    Definition definition;
    std::string name;
    std::vector<std::optional<std::int64_t>> fixed;  // by argument
    std::vector<std::size_t> open;                   // the arguments that the data gives

    [[nodiscard]] std::vector<std::string> open_names() const {
        std::vector<std::string> names;
        for (const std::size_t i : open) {
            names.push_back(definition.arguments()[i].name);
        }
        return names;
    }
    // The term with these texts for the open arguments.
    [[nodiscard]] std::string term(const std::vector<std::string>& texts) const {
        std::vector<std::string> all;
        std::size_t next = 0;
        for (const auto& value : fixed) {
            all.push_back(value ? std::to_string(*value) : texts[next++]);
        }
        const std::string text = definition.term_text(all);
        return definition.is_relation() ? "(" + text + ")" : text;
    }
};

Result<Subject> subject_of(Engine& engine, const std::string& text) {
    const Result<Claim> target = parse_target(text);
    if (!target.ok()) {
        return target.error();
    }
    const Result<Definition> definition = Definition::of(engine, target.value().name);
    if (!definition.ok()) {
        return definition.error();
    }
    if (definition.value().has_words()) {
        return invalid(text, "its values are words, not numbers");
    }
    Subject subject{definition.value(), text, {}, {}};
    NamedValues given = target.value().fixed;
    for (std::size_t i = 0; i < definition.value().arguments().size(); ++i) {
        const std::string& name = definition.value().arguments()[i].name;
        const auto found = std::find_if(given.begin(), given.end(),
                                        [&](const auto& value) { return value.first == name; });
        subject.fixed.emplace_back();
        if (found == given.end()) {
            subject.open.push_back(i);
        } else {
            subject.fixed.back() = found->second;
            given.erase(found);
        }
    }
    if (!given.empty()) {
        return invalid(text, fmt::format("no argument `{}`", given.front().first));
    }
    return subject;
}

Result<DataRows> read_rows(const Subject& subject, const DataAuditOptions& options) {
    const std::vector<std::string> names = subject.open_names();
    if (options.bfile ? names.size() != 1 : names.empty()) {
        return invalid(options.definition,
                       fmt::format("{} left open ({}); a b-file needs one, a table at least one. "
                                   "Others are fixed by name, as in `NAME(l=3)`",
                                   counted(names.size(), "argument"), fmt::join(names, ", ")));
    }
    const Result<std::string> bytes = read_file(options.file);
    if (!bytes.ok()) {
        return bytes.error();
    }
    Result<DataRows> data = options.bfile ? audit::read_bfile(bytes.value(), options.file)
                                          : audit::read_table(bytes.value(), options.file, names);
    if (data.ok()) {
        data.value().names = names;
    }
    return data;
}

// What came out of comparing the rows.
struct Comparison {
    std::size_t wrong = 0;
    std::optional<std::size_t> first;   // the first wrong row
    std::string computed;               // its value
    std::size_t compared = 0;           // rows
    std::size_t by_automata = 0;        // of these
    std::optional<Certified> proof;     // of the only row, or the first wrong one
    std::optional<std::int64_t> shift;  // all terms are those of other indices
    std::optional<Error> stopped;       // why rows were not compared
};

class DataAudit {
  public:
    DataAudit(Engine& engine, const DataAuditOptions& options, Subject subject, DataRows data)
        : engine_(engine),
          options_(options),
          subject_(std::move(subject)),
          data_(std::move(data)),
          duplicates_(audit::duplicates_of(data_)),
          evaluator_(engine) {}

    Result<Printout> run();

  private:
    std::optional<Error> check_domains() const;
    std::optional<Error> compare();
    std::optional<std::int64_t> computed(const std::vector<mpz_class>& arguments);
    std::optional<Error> by_automata(std::size_t row);
    void note(std::size_t row, bool equal, const std::string& value);
    void find_shift();
    Result<Certified> certified();
    Result<Certified> table_proof(Companion companion);
    Result<Certified> entry_proof(Companion companion, const DataRow& row);
    // Can a claim name the value of the row?
    static bool is_nameable(const DataRow& row) { return row.value >= 0 && audit::fits(row.value); }
    // The term of a row in variables that have its arguments as their values.
    struct RowText {
        Companion companion;
        std::vector<std::string> variables;
        std::string conditions;
        std::string term;

        void add_condition(const std::string& base, const std::string& variable,
                           const mpz_class& value) {
            conditions += companion.value_is(base, variable, value) + " => ";
        }
    };
    Result<RowText> row_text(const DataRow& row);
    Result<audit::Answer> settled_row(const DataRow& row);
    Result<mpz_class> far_value(const DataRow& row);
    [[nodiscard]] std::string value_variable() const;
    [[nodiscard]] std::string range_text() const;
    [[nodiscard]] std::string at(const DataRow& row) const;
    // FILE:LINE, or the element of a JSON list.
    [[nodiscard]] std::string place(const DataRow& row) const {
        return fmt::format("{}{}{}", options_.file, data_.are_elements ? ", element " : ":",
                           row.line);
    }
    Findings findings();
    void add_gaps(Findings& findings) const;

    Engine& engine_;
    const DataAuditOptions& options_;
    Subject subject_;
    DataRows data_;
    audit::Duplicates duplicates_;
    Evaluator evaluator_;
    Comparison result_;
};

std::optional<Error> DataAudit::check_domains() const {
    for (const DataRow& row : data_.rows) {
        for (std::size_t i = 0; i < row.arguments.size(); ++i) {
            const Definition::Argument& argument =
                subject_.definition.arguments()[subject_.open[i]];
            const mpz_class& value = row.arguments[i];
            if (argument.domain && (value < mpz_class(std::to_string(argument.domain->first)) ||
                                    value > mpz_class(std::to_string(argument.domain->second)))) {
                return invalid(
                    place(row),
                    fmt::format("{}={} is not inside the domain {}..{}", argument.name,
                                value.get_str(), argument.domain->first, argument.domain->second));
            }
        }
    }
    for (std::size_t i = 0; i < subject_.fixed.size(); ++i) {
        const Definition::Argument& argument = subject_.definition.arguments()[i];
        if (subject_.fixed[i] && argument.domain &&
            (*subject_.fixed[i] < argument.domain->first ||
             *subject_.fixed[i] > argument.domain->second)) {
            return invalid(
                options_.definition,
                fmt::format("{}={} is not inside the domain {}..{}", argument.name,
                            *subject_.fixed[i], argument.domain->first, argument.domain->second));
        }
    }
    return std::nullopt;
}

// Nothing if the arguments leave 63 bits, or after a fault.
std::optional<std::int64_t> DataAudit::computed(const std::vector<mpz_class>& arguments) {
    std::vector<std::int64_t> all;
    std::size_t next = 0;
    for (const auto& value : subject_.fixed) {
        if (!value && !audit::fits(arguments[next])) {
            return std::nullopt;
        }
        all.push_back(value ? *value : arguments[next++].get_si());
    }
    evaluator_.clear_fault();
    const std::int64_t value = subject_.definition.number(evaluator_, all);
    return evaluator_.failed() ? std::nullopt : std::optional<std::int64_t>(value);
}

void DataAudit::note(std::size_t row, bool equal, const std::string& value) {
    ++result_.compared;
    if (equal) {
        return;
    }
    if (result_.wrong++ == 0) {
        result_.first = row;
        result_.computed = value;
    }
}

Result<DataAudit::RowText> DataAudit::row_text(const DataRow& row) {
    Result<Companion> companion = Companion::of(engine_.spec, options_.source);
    if (!companion.ok()) {
        return companion.error();
    }
    RowText text{std::move(companion.value()), subject_.open_names(), "", ""};
    text.term = subject_.term(text.variables);
    for (std::size_t i = 0; i < text.variables.size(); ++i) {
        text.add_condition(subject_.definition.item().name, text.variables[i], row.arguments[i]);
    }
    return text;
}

Result<audit::Answer> DataAudit::settled_row(const DataRow& row) {
    Result<RowText> text = row_text(row);
    if (!text.ok()) {
        return text.error();
    }
    auto& [companion, variables, conditions, term] = text.value();
    const std::string& name = subject_.definition.item().name;
    std::string value = "- " + mpz_class(-row.value).get_str();
    if (row.value >= 0) {
        value = value_variable();
        variables.push_back(value);
        text.value().add_condition(name, value, row.value);
    }
    audit::Question question;
    question.name = companion.fresh(name + ".entry");
    question.formula =
        fmt::format("forall {}: {}{} = {}", fmt::join(variables, ", "), conditions, term, value);
    const Result<audit::Answer> answer = audit::settle(companion, question, engine_.monitor);
    const auto there = [](std::size_t) { return "at the row"; };
    return answer.ok() ? answer : companion.relocated(answer.error(), there);
}

// The value at the arguments of the row, which lie beyond the tables.
Result<mpz_class> DataAudit::far_value(const DataRow& row) {
    Result<RowText> text = row_text(row);
    if (!text.ok()) {
        return text.error();
    }
    auto& [companion, variables, conditions, term] = text.value();
    variables.push_back(value_variable());
    const std::string statement = companion.fresh(subject_.definition.item().name + ".value");
    companion.add(fmt::format("statement {}: forall {}: {}{} != {}", statement,
                              fmt::join(variables, ", "), conditions, term, variables.back()));
    return audit::failing_value(companion, statement, variables.back(), engine_.monitor);
}

std::optional<Error> DataAudit::by_automata(std::size_t row) {
    const Result<audit::Answer> answer = settled_row(data_.rows[row]);
    if (!answer.ok()) {
        return answer.error();
    }
    ++result_.by_automata;
    std::string value;
    if (!answer.value().holds && result_.wrong == 0) {
        const Result<mpz_class> computed = far_value(data_.rows[row]);
        value = computed.ok() ? computed.value().get_str() : "another value";
    }
    note(row, answer.value().holds, value);
    if (data_.rows.size() == 1 || (!answer.value().holds && result_.wrong == 1)) {
        result_.proof = answer.value().proof;
    }
    return std::nullopt;
}

// Goes through the rows. Where tables do not reach, automata are asked.
std::optional<Error> DataAudit::compare() {
    std::size_t asked = 0;
    for (std::size_t i = 0; i < data_.rows.size(); ++i) {
        engine_.report("rows", static_cast<double>(i) / static_cast<double>(data_.rows.size()));
        if (duplicates_.repeated[i]) {
            continue;
        }
        const DataRow& row = data_.rows[i];
        const std::optional<std::int64_t> value = computed(row.arguments);
        if (value) {
            note(i, row.value == mpz_class(std::to_string(*value)), std::to_string(*value));
            continue;
        }
        if (evaluator_.failed() && evaluator_.fault()->undefined) {
            Error error = evaluator_.error();
            error.message += fmt::format(" at {} ({})", at(row), place(row));
            return error;
        }
        std::optional<Error> error =
            ++asked > kMostByAutomata
                ? declined("", fmt::format("more than {} rows beyond the tables", kMostByAutomata))
                : by_automata(i);
        if (error) {
            error->message += fmt::format(" at {} ({}); {} compared before", at(row), place(row),
                                          counted(result_.compared, "row"));
            result_.stopped = error;
            break;
        }
    }
    // A disagreement seen is one; that the rest agrees is not known then.
    return result_.stopped && result_.wrong == 0 ? result_.stopped : std::nullopt;
}

// Are all terms those of indices that lie `shift` further on? Not asked of constant sequences.
void DataAudit::find_shift() {
    const auto differs = [&](const DataRow& row) { return row.value != data_.rows[0].value; };
    if (!options_.bfile || std::none_of(data_.rows.begin(), data_.rows.end(), differs)) {
        return;
    }
    for (int size = 1; size <= kMostShift; ++size) {
        for (const int shift : {size, -size}) {
            std::size_t explained = 0;
            bool all = true;
            for (const DataRow& row : data_.rows) {
                const mpz_class index = row.arguments.front() + shift;
                if (index < 0) {
                    continue;
                }
                const std::optional<std::int64_t> value = computed({index});
                all = value && row.value == mpz_class(std::to_string(*value));
                if (!all) {
                    break;
                }
                ++explained;
            }
            if (all && explained >= kLeastShifted) {
                result_.shift = shift;
                return;
            }
        }
    }
}

std::string DataAudit::value_variable() const {
    std::string name = "value";
    const std::vector<std::string> names = subject_.open_names();
    while (std::find(names.begin(), names.end(), name) != names.end() ||
           engine_.spec.by_name.count(name) > 0) {
        name += '_';
    }
    return name;
}

// A set of all rows, and that the definition has these values.
Result<Certified> DataAudit::table_proof(Companion companion) {
    std::set<std::string> rows;
    for (const DataRow& row : data_.rows) {
        std::string text;
        for (const mpz_class& argument : row.arguments) {
            text += argument.get_str() + ", ";
        }
        rows.insert("(" + text + row.value.get_str() + ")");
    }
    const std::string& name = subject_.definition.item().name;
    const std::string data = companion.fresh(name + ".data");
    const std::string statement = companion.fresh(name + ".table");
    std::vector<std::string> variables = subject_.open_names();
    const std::string term = subject_.term(variables);
    variables.push_back(value_variable());
    const std::string all = fmt::format("{}", fmt::join(variables, ", "));
    companion.add(fmt::format("set {} = {{{}}}", data, fmt::join(rows, ",\n    ")));
    companion.add(fmt::format("statement {}: forall {}: ({}) in {} => {} = {}", statement, all, all,
                              data, term, variables.back()));
    return audit::certify_by_tables(companion, statement + ": all", engine_.monitor);
}

// That the definition has another value than that of the row; where no claim can name that one, the
// value that it has.
Result<Certified> DataAudit::entry_proof(Companion companion, const DataRow& row) {
    const std::string name = companion.fresh(subject_.definition.item().name + ".entry");
    std::vector<std::string> parameters;
    std::vector<std::string> variables = subject_.open_names();
    const std::string term = subject_.term(variables);
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const auto& domain = subject_.definition.arguments()[subject_.open[i]].domain;
        parameters.push_back(
            domain ? fmt::format("{} in {}..{}", variables[i], domain->first, domain->second)
                   : variables[i]);
    }
    const bool nameable = is_nameable(row);
    parameters.push_back(value_variable());
    variables.push_back(parameters.back());
    std::vector<mpz_class> values = row.arguments;
    values.push_back(nameable ? row.value : mpz_class(result_.computed, 10));
    Claim claim;
    claim.kind = nameable ? ClaimKind::kNot : ClaimKind::kRange;
    claim.name = name;
    for (std::size_t i = 0; i < variables.size(); ++i) {
        const std::int64_t value = values[i].get_si();
        if (nameable) {
            claim.point.emplace_back(variables[i], value);
        } else {
            claim.ranges.push_back({{variables[i]}, value, value, value > 0});
        }
    }
    companion.add(fmt::format("statement {}({}): {} = {}", name, fmt::join(parameters, ", "), term,
                              parameters.back()));
    return audit::certify_by_tables(companion, claim_text(claim), engine_.monitor);
}

Result<Certified> DataAudit::certified() {
    if (result_.proof) {
        return *result_.proof;
    }
    Result<Companion> companion = Companion::of(engine_.spec, options_.source);
    if (!companion.ok()) {
        return companion.error();
    }
    if (result_.first) {
        return entry_proof(std::move(companion.value()), data_.rows[*result_.first]);
    }
    if (result_.by_automata > 0) {
        return declined(
            "", "of rows beyond the tables only a single one, or the first wrong one, gets one");
    }
    if (data_.rows.size() > kMostCertified) {
        return declined("", fmt::format("more than {} rows", kMostCertified));
    }
    return table_proof(std::move(companion.value()));
}

std::string DataAudit::at(const DataRow& row) const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < row.arguments.size(); ++i) {
        parts.push_back(data_.names[i] + "=" + row.arguments[i].get_str());
    }
    return fmt::format("{}", fmt::join(parts, ","));
}

std::string DataAudit::range_text() const {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < data_.names.size(); ++i) {
        const auto [low, high] = std::minmax_element(
            data_.rows.begin(), data_.rows.end(),
            [&](const DataRow& a, const DataRow& b) { return a.arguments[i] < b.arguments[i]; });
        parts.push_back(fmt::format("{} in {}..{}", data_.names[i], low->arguments[i].get_str(),
                                    high->arguments[i].get_str()));
    }
    return fmt::format("{}", fmt::join(parts, ", "));
}

// The indices that are missing, as ranges; of many gaps the first and the last.
void DataAudit::add_gaps(Findings& findings) const {
    const std::vector<audit::Gap> gaps = audit::gaps_of(data_);
    std::vector<std::string> lines;
    const auto add = [&](const audit::Gap& gap) {
        const mpz_class count = gap.last - gap.first + 1;
        lines.push_back(fmt::format("gap: {}:{}: n = {} missing", options_.file, gap.line,
                                    count == 1
                                        ? gap.first.get_str()
                                        : fmt::format("{}..{} ({} numbers)", gap.first.get_str(),
                                                      gap.last.get_str(), count.get_str())));
    };
    std::for_each_n(gaps.begin(), std::min(gaps.size(), kMostGaps), add);
    if (gaps.size() > kMostGaps) {
        if (gaps.size() > kMostGaps + 1) {
            lines.push_back(counted(gaps.size() - kMostGaps - 1, "gap") + " more");
        }
        add(gaps.back());
    }
    if (!lines.empty()) {
        findings["gaps"] = lines;
    }
}

Findings DataAudit::findings() {
    Findings findings;
    findings["verdict"] = result_.first ? "disagrees" : "agrees";
    if (result_.first) {
        const DataRow& row = data_.rows[*result_.first];
        findings["place"] = place(row);
        findings["at"] = at(row);
        findings["there"] = row.value.get_str();
        findings["computed"] = result_.computed;
        findings["wrong"] = std::to_string(result_.wrong);
    }
    findings["compared"] = std::to_string(result_.compared);
    if (duplicates_.agreeing > 0) {
        findings["repeated"] =
            fmt::format("{} more, each like an earlier one", counted(duplicates_.agreeing, "row"));
    }
    if (duplicates_.contradiction) {
        const auto& [first, second] = *duplicates_.contradiction;
        findings["contradiction"] =
            fmt::format("{} and {} give {} and {} at {}", place(data_.rows[first]),
                        place(data_.rows[second]), data_.rows[first].value.get_str(),
                        data_.rows[second].value.get_str(), at(data_.rows[first]));
    }
    findings["range"] = range_text();
    if (result_.stopped) {
        findings["not_compared"] = result_.stopped->text();
    }
    if (result_.shift) {
        findings["shift"] = fmt::format("all agree with {}(n {} {})", subject_.name,
                                        *result_.shift < 0 ? "-" : "+", std::abs(*result_.shift));
    }
    if (options_.bfile) {
        add_gaps(findings);
    }
    return findings;
}

Result<Printout> DataAudit::run() {
    if (std::optional<Error> error = check_domains()) {
        return *error;
    }
    if (std::optional<Error> error = compare()) {
        return *error;
    }
    if (result_.first) {
        find_shift();
    }
    const std::string path =
        options_.output.empty() ? subject_.definition.item().name + ".cert" : options_.output;
    const Result<Certified> proof = certified();
    Findings found = findings();
    if (proof.ok() && !result_.proof && result_.first && !is_nameable(data_.rows[*result_.first])) {
        found["certified"] =
            "the computed value alone: no claim can name the one of the file, which is no natural "
            "below 2^63";
    }
    return certified_findings(result_.first.has_value(), found, proof, path,
                              options_.source.user_file);
}

}  // namespace

Result<Printout> audit_data(Engine& engine, const DataAuditOptions& options) {
    const Result<Subject> subject = subject_of(engine, options.definition);
    if (!subject.ok()) {
        return subject.error();
    }
    const Result<DataRows> data = read_rows(subject.value(), options);
    if (!data.ok()) {
        return data.error();
    }
    Progress progress(0, options.progress);
    progress.limit(options.source.limit.seconds());
    const Monitored<Engine> monitored(engine, progress);
    progress.begin(options.definition);
    return DataAudit(engine, options, subject.value(), data.value()).run();
}

}  // namespace mexcert
