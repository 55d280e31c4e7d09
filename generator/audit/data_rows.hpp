// Tables and sequences that other people have written down.
//
// Line ends LF or CR LF; a byte order mark, blanks at the ends of a line and fields, empty lines
// and comments (from `#` on) are skipped. Numbers are decimal integers of any size. Errors name
// file, line and text. Cost: linear in the bytes.
#pragma once

#include <gmpxx.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace mexcert::audit {

struct DataRow {
    std::size_t line = 0;              // in the file, from 1; in JSON: the number of the element
    std::vector<mpz_class> arguments;  // in the order of DataRows::names
    mpz_class value;
};

struct DataRows {
    std::vector<std::string> names;  // of the arguments
    std::vector<DataRow> rows;
    bool are_elements = false;  // of a JSON list
};

// A b-file: lines `n a(n)`. Errors: another number of fields, a negative index, an index that does
// not rise, no line at all.
[[nodiscard]] Result<DataRows> read_bfile(const std::string& bytes, const std::string& file);

// The indices that are left out of a b-file, as `4..6` and the line behind which they are missing.
struct Gap {
    std::size_t line = 0;
    mpz_class first;
    mpz_class last;
};
[[nodiscard]] std::vector<Gap> gaps_of(const DataRows& bfile);

// A table with one column more than the arguments named, for the value: CSV with a line of names,
// or JSON (the text begins with `[` or `{`), a list of objects whose members are integers or
// decimal strings, or of {"arguments": [..], "value": ..} as `table --json` prints them. The same
// under the member `rows` of an object, as `table --json` prints it. All rows name their value
// alike. Errors: missing, unknown or doubled names, another name of the value, fields that are no
// integers, negative arguments, no row.
[[nodiscard]] Result<DataRows> read_table(const std::string& bytes, const std::string& file,
                                          const std::vector<std::string>& arguments);

// Rows whose arguments stand in an earlier row, too.
struct Duplicates {
    std::vector<bool> repeated;  // by row: an earlier one says the same
    std::size_t agreeing = 0;    // how many of these
    std::optional<std::pair<std::size_t, std::size_t>> contradiction;  // two rows, if any
};
[[nodiscard]] Duplicates duplicates_of(const DataRows& table);

}  // namespace mexcert::audit
