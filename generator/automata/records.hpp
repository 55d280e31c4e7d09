// The records of a certificate for all naturals (spec/automata.md 2): what each automaton means.
//
// Invariant: the order of RecordId is the order of the records in the certificate.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "automata/automaton.hpp"
#include "language/syntax.hpp"

namespace mexcert {

enum class RecordKind { kAdder, kFloor, kItem, kAutomatic };
enum class ItemPart { kGraph, kLevel, kLetters, kStarts };

struct RecordId {
    RecordKind kind = RecordKind::kAdder;
    int item = -1;                    // the definition or word of kItem
    std::vector<std::int64_t> fixed;  // arguments at the fixed positions of a definition
    ItemPart part = ItemPart::kGraph;
    std::int64_t number = 0;  // the value of a level; the claim of kAutomatic, from 1

    // NOLINTNEXTLINE(modernize-use-nullptr): the zero of a defaulted comparison is no pointer
    auto operator<=>(const RecordId&) const = default;
    bool operator==(const RecordId&) const = default;
};

using Records = std::map<RecordId, Automaton>;

// The record's first line: `graph F 3 *`.
[[nodiscard]] std::string record_line(const Spec& spec, const RecordId& record);

// Output automata hold outputs in their states, the others acceptance.
[[nodiscard]] inline bool has_outputs(const RecordId& record) {
    return record.kind == RecordKind::kAutomatic ||
           (record.kind == RecordKind::kItem && record.part == ItemPart::kLetters);
}

}  // namespace mexcert
