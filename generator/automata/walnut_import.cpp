#include <fmt/format.h>

#include <algorithm>
#include <sstream>

#include "automata/minimise.hpp"
#include "automata/reading.hpp"
#include "automata/span_table.hpp"
#include "automata/walnut.hpp"

namespace mexcert {
namespace {

using State = std::uint32_t;

// What a file says, before anything is checked.
struct WalnutText {
    std::vector<std::string> bases;
    std::vector<std::uint32_t> outputs;  // by state, in order of the state lines
    struct Edge {
        std::uint32_t letter;
        State target;
    };
    std::vector<std::vector<Edge>> edges;
    bool nondeterministic = false;
};

std::vector<std::string> words_of(const std::string& line) {
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    return words;
}

std::optional<std::uint32_t> number_of(const std::string& text) {
    if (text.empty() || text.size() > 9 ||
        !std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; })) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(std::stoul(text));
}

class WalnutReader {
  public:
    WalnutReader(std::string file, unsigned digits) : file_(std::move(file)), digits_(digits) {}

    Result<WalnutText> read(const std::string& text) {
        std::istringstream stream(text);
        for (std::string line; std::getline(stream, line) && !error_;) {
            ++line_;
            std::vector<std::string> words = words_of(line.substr(0, line.find('#')));
            if (words.empty()) {
                continue;
            }
            if (result_.bases.empty()) {
                result_.bases = words;
            } else if (std::find(words.begin(), words.end(), "->") != words.end()) {
                edge(words);
            } else {
                state(words);
            }
        }
        if (!error_ && result_.outputs.empty()) {
            fail("no states");
        }
        resolve();
        return error_ ? Result<WalnutText>(*error_) : Result<WalnutText>(std::move(result_));
    }

  private:
    void fail(const std::string& message) {
        if (!error_) {
            error_ = invalid(fmt::format("{}:{}", file_, line_), message);
        }
    }

    void state(const std::vector<std::string>& words) {
        const auto number = number_of(words.front());
        const auto output = words.size() == 2 ? number_of(words[1]) : std::nullopt;
        if (!number || !output) {
            fail("expected `STATE OUTPUT` with naturals");
            return;
        }
        if (!index_.try_emplace(*number, static_cast<State>(index_.size())).second) {
            fail(fmt::format("state {} is given twice", *number));
        }
        result_.outputs.push_back(*output);
        named_.emplace_back();
    }

    // DIGITS -> STATE .., where `*` is every digit and several states are a choice.
    void edge(const std::vector<std::string>& words) {
        if (named_.empty()) {
            fail("a transition before the first state");
            return;
        }
        const std::size_t tracks = result_.bases.size();
        if (words.size() < tracks + 2 || words[tracks] != "->") {
            fail(fmt::format("expected {} digits, `->` and a state", tracks));
            return;
        }
        std::vector<std::uint32_t> letters{0};
        for (std::size_t track = 0; track < tracks; ++track) {
            std::vector<std::uint32_t> longer;
            const auto digit = number_of(words[track]);
            if (words[track] != "*" && (!digit || *digit >= digits_)) {
                fail(fmt::format("`{}` is no digit", words[track]));
                return;
            }
            for (const std::uint32_t letter : letters) {
                for (unsigned d = 0; d < digits_; ++d) {
                    if (!digit || *digit == d) {
                        longer.push_back(letter * digits_ + d);
                    }
                }
            }
            letters = std::move(longer);
        }
        for (std::size_t i = tracks + 1; i < words.size(); ++i) {
            const auto target = number_of(words[i]);
            if (!target) {
                fail(fmt::format("`{}` is no state", words[i]));
                return;
            }
            for (const std::uint32_t letter : letters) {
                named_.back().push_back({letter, *target});
            }
        }
    }

    void resolve() {
        for (auto& edges : named_) {
            for (WalnutText::Edge& edge : edges) {
                const auto known = index_.find(edge.target);
                if (known == index_.end()) {
                    fail(fmt::format("no state {}", edge.target));
                    return;
                }
                edge.target = known->second;
            }
            std::sort(edges.begin(), edges.end(), [](const auto& a, const auto& b) {
                return std::tie(a.letter, a.target) < std::tie(b.letter, b.target);
            });
            edges.erase(std::unique(edges.begin(), edges.end(),
                                    [](const auto& a, const auto& b) {
                                        return a.letter == b.letter && a.target == b.target;
                                    }),
                        edges.end());
            for (std::size_t i = 1; i < edges.size(); ++i) {
                result_.nondeterministic =
                    result_.nondeterministic || edges[i].letter == edges[i - 1].letter;
            }
        }
        result_.edges = std::move(named_);
    }

    std::string file_;
    unsigned digits_;
    int line_ = 0;
    std::optional<Error> error_;
    WalnutText result_;
    std::map<std::uint32_t, State> index_;
    std::vector<std::vector<WalnutText::Edge>> named_;
};

// Subsets of states; an acceptor accepts if one of them does.
Automaton deterministic(const WalnutText& text, unsigned digits, unsigned tracks) {
    Automaton result;
    result.digits = digits;
    result.tracks = tracks;
    SpanTable table;
    table.insert(std::vector<State>{0});
    for (std::size_t subset = 0; subset < table.size(); ++subset) {
        const std::vector<State> now(table.at(subset).begin(), table.at(subset).end());
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        std::uint32_t output = 0;
        std::map<std::uint32_t, std::vector<State>> targets;
        for (const State state : now) {
            output = std::max(output, text.outputs[state]);
            for (const WalnutText::Edge& edge : text.edges[state]) {
                targets[edge.letter].push_back(edge.target);
            }
        }
        result.output.push_back(output);
        for (auto& [letter, states] : targets) {
            std::sort(states.begin(), states.end());
            states.erase(std::unique(states.begin(), states.end()), states.end());
            result.edges.push_back({letter, table.insert(states)});
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return result;
}

// The automaton on the words of the numeration only, and with leading zeros that change nothing:
// words are read from their first letter that is not of zeros on.
Automaton on_words(const Automaton& automaton, const NumerationSystem& numeration) {
    Automaton result;
    result.digits = automaton.digits;
    result.tracks = automaton.tracks;
    SpanTable table;
    std::vector<State> start(automaton.tracks + 2, 0);
    table.insert(start);  // state, states of the numeration, begun
    for (std::size_t tuple = 0; tuple < table.size(); ++tuple) {
        const std::vector<State> now(table.at(tuple).begin(), table.at(tuple).end());
        result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
        result.output.push_back(automaton.output[now[0]]);
        bool zero_seen = false;
        for (const Automaton::Edge& edge : automaton.edges_of(now[0])) {
            if (now.back() == 0 && edge.letter == 0) {
                continue;
            }
            std::vector<State> next = now;
            next[0] = edge.target;
            next.back() = 1;
            std::uint32_t rest = edge.letter;
            bool valid = true;
            for (std::size_t i = automaton.tracks; i > 0 && valid; --i) {
                const int target =
                    numeration.next(static_cast<int>(now[i]), rest % automaton.digits);
                rest /= automaton.digits;
                valid = target >= 0;
                next[i] = valid ? static_cast<State>(target) : 0;
            }
            if (valid) {
                if (now.back() == 0 && !zero_seen) {
                    result.edges.push_back({0, static_cast<State>(tuple)});
                    zero_seen = true;
                }
                result.edges.push_back({edge.letter, table.insert(next)});
            }
        }
        if (now.back() == 0 && !zero_seen) {
            result.edges.push_back({0, static_cast<State>(tuple)});
        }
    }
    result.first.push_back(static_cast<std::uint32_t>(result.edges.size()));
    return result;
}

// Runs the automaton on numbers, which have representations; the output, or nothing where a target
// is missing.
std::optional<std::uint32_t> output_at(const Automaton& automaton,
                                       const NumerationSystem& numeration,
                                       const std::vector<std::int64_t>& numbers) {
    return output_behind(automaton, *letters_of(numeration, {numbers.begin(), numbers.end()}));
}

// Compares an automaton with values of what its record stands for.
class DataCheck {
  public:
    DataCheck(Engine& engine, const NumerationSystem& numeration, const RecordId& record,
              const Automaton& automaton)
        : engine_(engine),
          numeration_(numeration),
          record_(record),
          automaton_(automaton),
          evaluator_(engine) {}

    // Where it is wrong first; empty if nowhere on the box.
    Result<std::string> run() {
        const unsigned arguments =
            has_outputs(record_) ? 1 : automaton_.tracks - (is_level() ? 0 : 1);
        const std::int64_t side = arguments == 1 ? 400 : arguments == 2 ? 24 : 7;
        std::vector<std::int64_t> at(arguments, 0);
        for (;;) {
            if (std::optional<std::string> wrong = wrong_at(at)) {
                return *wrong;
            }
            if (evaluator_.failed()) {
                return evaluator_.error();
            }
            std::size_t i = at.size();
            while (i > 0 && at[i - 1] == side) {
                at[--i] = 0;
            }
            if (i == 0) {
                return std::string();
            }
            ++at[i - 1];
        }
    }

  private:
    bool is_level() const {
        return record_.kind == RecordKind::kItem && record_.part == ItemPart::kLevel;
    }

    std::int64_t value(const std::vector<std::int64_t>& at) {
        Program& program = engine_.program;
        Node node;
        std::vector<NodeId> arguments;
        for (const std::int64_t number : at) {
            arguments.push_back(program.constant(number));
        }
        switch (record_.kind) {
            case RecordKind::kAdder:
                return at[0] + at[1];
            case RecordKind::kFloor:
                node.op = Op::kFloor;
                node.imm = 1;
                node.a = arguments[0];
                break;
            case RecordKind::kItem: {
                if (record_.part == ItemPart::kLetters) {
                    node.op = Op::kLetter;
                    node.a = arguments[0];
                } else if (record_.part == ItemPart::kStarts) {
                    return start(at[0]);
                } else {
                    node.op = Op::kLookup;
                    std::size_t fixed = 0;
                    std::size_t ranged = 0;
                    for (const bool is_fixed : engine_.spec.item(record_.item).is_fixed) {
                        node.list.push_back(is_fixed ? program.constant(record_.fixed[fixed++])
                                                     : arguments[ranged++]);
                    }
                }
                node.item = record_.item;
                break;
            }
            case RecordKind::kAutomatic:
                return -1;
        }
        return evaluator_.number(program.make(node));
    }

    // The length of the image of the first n letters.
    std::int64_t start(std::int64_t n) {
        const Item& item = engine_.spec.item(record_.item);
        while (static_cast<std::int64_t>(starts_.size()) <= n) {
            Node node;
            node.op = Op::kLetter;
            node.item = record_.item;
            node.a = engine_.program.constant(static_cast<std::int64_t>(starts_.size()) - 1);
            const std::int64_t letter =
                starts_.empty() ? 0 : evaluator_.number(engine_.program.make(node));
            if (evaluator_.failed()) {
                return 0;
            }
            starts_.push_back(starts_.empty()
                                  ? 0
                                  : starts_.back() +
                                        static_cast<std::int64_t>(
                                            item.images[static_cast<std::size_t>(letter)]->size()));
        }
        return starts_[static_cast<std::size_t>(n)];
    }

    std::optional<std::string> wrong_at(const std::vector<std::int64_t>& at) {
        const std::int64_t right = value(at);
        const std::string place = fmt::format("({})", fmt::join(at, ", "));
        if (evaluator_.failed() || right < 0) {
            return std::nullopt;
        }
        if (has_outputs(record_) || is_level()) {
            const auto output = output_at(automaton_, numeration_, at);
            const std::int64_t wanted = is_level() ? (right == record_.number ? 1 : 0) : right;
            if (output.value_or(0) != wanted || (!output && !is_level())) {
                return fmt::format("at {} it gives {}, right is {}", place,
                                   output ? fmt::format("{}", *output) : "nothing", wanted);
            }
            return std::nullopt;
        }
        for (std::int64_t other = std::max<std::int64_t>(0, right - 3); other <= right + 3;
             ++other) {
            std::vector<std::int64_t> tuple = at;
            tuple.push_back(other);
            const bool accepted = output_at(automaton_, numeration_, tuple).value_or(0) != 0;
            if (accepted != (other == right)) {
                return fmt::format("at {} it {} {}, right is {}", place,
                                   accepted ? "accepts" : "rejects", other, right);
            }
        }
        return std::nullopt;
    }

    Engine& engine_;
    const NumerationSystem& numeration_;
    const RecordId& record_;
    const Automaton& automaton_;
    Evaluator evaluator_;
    std::vector<std::int64_t> starts_;
};

unsigned tracks_of(const Spec& spec, const RecordId& record) {
    if (record.kind == RecordKind::kAdder) {
        return 3;
    }
    if (has_outputs(record)) {
        return 1;
    }
    if (record.kind == RecordKind::kFloor || record.part == ItemPart::kStarts) {
        return 2;
    }
    const Item& item = spec.item(record.item);
    const auto ranged =
        static_cast<unsigned>(std::count(item.is_fixed.begin(), item.is_fixed.end(), false));
    return ranged + (record.part == ItemPart::kGraph ? 1 : 0);
}

// A start that does not go to itself on the letter of zeros: is anything changed by leading zeros?
bool zeros_matter(const Automaton& given, const Automaton& fixed) {
    for (const Automaton::Edge& edge : given.edges_of(0)) {
        if (edge.letter == 0 && edge.target == 0) {
            return false;
        }
    }
    return minimal_acceptor(given) != fixed;
}

}  // namespace

Result<RecordId> parse_record(const Spec& spec, const std::string& text) {
    const std::vector<std::string> words = words_of(text);
    const auto wrong = [&] {
        return invalid(fmt::format("record `{}`", text),
                       "expected `adder`, `graph F ..`, `level C F ..`, `letters W`, `starts W` or "
                       "`automatic K`");
    };
    RecordId record;
    if (words.empty()) {
        return wrong();
    }
    const bool level = words[0] == "level";
    const std::size_t at = level ? 2 : 1;
    if (words[0] == "adder" && words.size() == 1) {
        return record;
    }
    if (words.size() <= at) {
        return wrong();
    }
    if (words[0] == "graph" && words[1] == "floor") {
        record.kind = RecordKind::kFloor;
        return record;
    }
    if (words[0] == "automatic" && number_of(words[1])) {
        record.kind = RecordKind::kAutomatic;
        record.number = *number_of(words[1]);
        return record;
    }
    if (!level && words[0] != "graph" && words[0] != "letters" && words[0] != "starts") {
        return wrong();
    }
    const auto item = spec.by_name.find(words[at]);
    if (item == spec.by_name.end()) {
        return invalid(fmt::format("record `{}`", text), fmt::format("unknown `{}`", words[at]));
    }
    record.kind = RecordKind::kItem;
    record.item = item->second;
    const Item& own = spec.item(item->second);
    if (words[0] == "letters" || words[0] == "starts") {
        record.part = words[0] == "letters" ? ItemPart::kLetters : ItemPart::kStarts;
        return own.kind == ItemKind::kWord ? Result<RecordId>(record) : Result<RecordId>(wrong());
    }
    record.part = level ? ItemPart::kLevel : ItemPart::kGraph;
    const auto value = level ? number_of(words[1]) : std::optional<std::uint32_t>(0);
    if (!own.recursive || !value || words.size() != at + 1 + own.parameters.size()) {
        return wrong();
    }
    record.number = *value;
    for (std::size_t i = 0; i < own.parameters.size(); ++i) {
        const std::string& word = words[at + 1 + i];
        const auto number = number_of(word);
        if (own.is_fixed[i] ? !number.has_value() : word != "*") {
            return wrong();
        }
        if (number) {
            record.fixed.push_back(*number);
        }
    }
    return record;
}

Result<WalnutImport> walnut_import(Engine& engine, const std::string& text, const std::string& file,
                                   const std::string& as, int numeration_item) {
    const Item& item = engine.spec.item(numeration_item);
    const Result<NumerationSystem> numeration = NumerationSystem::of(item);
    const Result<RecordId> record = parse_record(engine.spec, as);
    if (!numeration.ok() || !record.ok()) {
        return numeration.ok() ? record.error() : numeration.error();
    }
    const Result<WalnutText> read = WalnutReader(file, numeration.value().digits()).read(text);
    if (!read.ok()) {
        return read.error();
    }
    const std::string base = walnut_base(item);
    for (const std::string& own : read.value().bases) {
        if (own != base) {
            return invalid(file, fmt::format("a track is over `{}`, the numeration {} is `{}`", own,
                                             item.name, base));
        }
    }
    const unsigned tracks = tracks_of(engine.spec, record.value());
    if (read.value().bases.size() != tracks) {
        return invalid(
            file, fmt::format("{} tracks, the record has {}", read.value().bases.size(), tracks));
    }
    WalnutImport result;
    result.record = record.value();
    const bool outputs = has_outputs(result.record);
    if (read.value().nondeterministic) {
        if (outputs) {
            return invalid(file, "nondeterministic: a state has two targets for a letter");
        }
        result.repaired.emplace_back("nondeterministic: a state has two targets for a letter");
    }
    Automaton given = deterministic(read.value(), numeration.value().digits(), tracks);
    if (!outputs) {
        for (std::uint32_t& output : given.output) {
            output = output != 0 ? 1 : 0;
        }
    }
    const Automaton valid = on_words(given, numeration.value());
    result.automaton = outputs ? minimal_output(valid) : minimal_acceptor(valid);
    if (!outputs && zeros_matter(given, result.automaton)) {
        result.repaired.emplace_back(
            "leading zeros change what it accepts: no loop of zeros at the start");
    }
    if (!outputs && minimal_acceptor(given) != result.automaton) {
        result.repaired.emplace_back(fmt::format(
            "accepts words that are no words of {}, or depends on leading zeros", item.name));
    }
    const Result<std::string> wrong =
        DataCheck(engine, numeration.value(), result.record, result.automaton).run();
    if (!wrong.ok()) {
        return wrong.error();
    }
    if (!wrong.value().empty()) {
        return Error{
            Outcome::kClaimFalse, file,
            fmt::format("is not `{}`: {}", record_line(engine.spec, result.record), wrong.value())};
    }
    return result;
}

}  // namespace mexcert
