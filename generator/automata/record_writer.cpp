#include "automata/record_writer.hpp"

#include <fmt/format.h>

#include <iterator>

#include "certificate/sealed_text.hpp"
#include "language/closure.hpp"

namespace mexcert {
namespace {

std::string arguments(const Item& item, const RecordId& record) {
    std::string text = " " + item.name;
    std::size_t fixed = 0;
    for (const bool is_fixed : item.is_fixed) {
        text += is_fixed ? fmt::format(" {}", record.fixed[fixed++]) : " *";
    }
    return text;
}

// The digits of the tracks.
std::string letter_text(std::uint32_t letter, const Automaton& automaton) {
    std::string text(automaton.tracks, '0');
    for (unsigned track = automaton.tracks; track-- > 0; letter /= automaton.digits) {
        text[track] = static_cast<char>('0' + letter % automaton.digits);
    }
    return text;
}

}  // namespace

std::string record_line(const Spec& spec, const RecordId& record) {
    switch (record.kind) {
        case RecordKind::kAdder:
            return "adder";
        case RecordKind::kFloor:
            return "graph floor";
        case RecordKind::kAutomatic:
            return fmt::format("automatic {}", record.number);
        case RecordKind::kItem:
            break;
    }
    const Item& item = spec.item(record.item);
    switch (record.part) {
        case ItemPart::kGraph:
            return "graph" + arguments(item, record);
        case ItemPart::kLevel:
            return fmt::format("level {}{}", record.number, arguments(item, record));
        case ItemPart::kLetters:
            return "letters " + item.name;
        case ItemPart::kStarts:
            break;
    }
    return "starts " + item.name;
}

namespace {

std::string state_lines(const RecordId& record, const Automaton& automaton) {
    std::string text;
    const bool outputs = has_outputs(record);
    for (std::uint32_t state = 0; state < automaton.states(); ++state) {
        const std::uint32_t output = automaton.output[state];
        text += outputs ? std::to_string(output) : (output != 0 ? "+" : "-");
        for (const Automaton::Edge& edge : automaton.edges_of(state)) {
            fmt::format_to(std::back_inserter(text), " {}:{}", letter_text(edge.letter, automaton),
                           edge.target);
        }
        text += '\n';
    }
    return text;
}

}  // namespace

std::string record_text(const Spec& spec, const RecordId& record, const Automaton& automaton) {
    return record_line(spec, record) + "\n" + state_lines(record, automaton);
}

std::string all_certificate_text(const Spec& spec, const std::vector<Claim>& claims, int numeration,
                                 const Records& records) {
    SealedText certificate;
    for (const Claim& claim : claims) {
        certificate.claim(closure_digest(spec, spec.by_name.at(claim.name)), claim_text(claim));
    }
    certificate.record("over " + spec.item(numeration).name);
    for (const auto& [record, automaton] : records) {
        certificate.record(record_line(spec, record));
        certificate.text() += state_lines(record, automaton);
    }
    return certificate.sealed();
}

}  // namespace mexcert
