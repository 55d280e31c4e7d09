// Which claims a stream can serve (spec/certificate.md, section 4), and the rows that it has then.
// They are found on small ranges: a claim reads further rows by as much as its range is longer.
// Nothing depends on that being right: whoever reads the stream rejects a missing row.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "certificate/stream.hpp"
#include "claims/claim.hpp"
#include "evaluation/evaluator.hpp"

namespace mexcert {

// The last row of each table that is read; a table is an item with its fixed arguments.
using StreamRows = std::map<std::pair<int, std::vector<std::int64_t>>, std::int64_t>;

struct StreamReading {
    std::string claim;
    std::string digest;  // of the statement's closure text
    StreamRows rows;
};

struct StreamPlan {
    std::vector<std::string> claim_lines;  // in order
    std::vector<StreamColumn> columns;     // in the order of tables
};

// Ranges from which on a claim is streamed without being asked to.
inline constexpr std::int64_t kStreamedRows = 50'000;

// Is it a claim on a long range, all of whose recursive definitions are known row by row?
[[nodiscard]] bool is_long_sequence_claim(const Spec& spec, const Claim& claim,
                                          const std::vector<int>& definitions);

// What a claim reads. Its truth is looked at for the first 5,000 rows, or as far as its range goes.
// Errors: those of prove_claim on these ranges; kDeclined if no stream can serve it.
[[nodiscard]] Result<StreamReading> read_for_stream(Engine& engine, const std::string& claim);

// One stream for several claims. Error (declined): a table is not known row by row, or none is
// read.
[[nodiscard]] Result<StreamPlan> plan_stream(const Spec& spec, std::vector<StreamReading> readings);

}  // namespace mexcert
