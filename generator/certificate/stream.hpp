// Streams (spec/certificate.md, section 4): certificates that are written row by row, for tables
// of one ranged argument whose entries are known to follow from the sequence v(n) of
// piles/mex_triples.hpp. Nothing of this is believed by whoever reads the stream.
// Cost: O(1) a row; memory of v(n), 6 to 8 bits a row.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "piles/triple.hpp"

namespace mexcert {

// An entry in row n, from v(n) and v(n+1).
using StreamEntry = std::int64_t (*)(const piles::Triple& now, const piles::Triple& next);

struct StreamColumn {
    std::string def;
    std::string arguments;  // at fixed positions, joined by blanks
    std::string head;       // `F A1 A2 ..`, as in a column record
    std::int64_t last = 0;  // row
    StreamEntry entry = nullptr;
};

// How entries of a definition at these fixed arguments follow from v(n); null if that is not known.
[[nodiscard]] StreamEntry stream_entry(std::string_view def, std::string_view arguments);

// Is this known for some fixed arguments?
[[nodiscard]] bool is_streamed(std::string_view def);

// Takes bytes; false if they cannot be written.
using ByteSink = std::function<bool(std::string_view bytes)>;

// Writes the stream. `claim_lines` in order; columns in the order of tables. `at` is told the rows
// done.
[[nodiscard]] std::optional<Error> write_stream(const std::vector<std::string>& claim_lines,
                                                const std::vector<StreamColumn>& columns,
                                                const ByteSink& sink,
                                                const std::function<void(std::int64_t)>& at);

}  // namespace mexcert
