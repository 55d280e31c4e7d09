// What a command prints: lines for people, or one JSON object (spec/json.md).
// Invariant: both say the same; the JSON holds no numbers, naturals are decimal strings.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/result.hpp"

namespace mexcert {

using Json = nlohmann::ordered_json;

struct Printout {
    std::string text;
    Json json = Json::object();              // the members of the command's own
    bool wrong = false;                      // what was asked about is shown to be false
    std::vector<std::string> warnings = {};  // search/traps.hpp
    std::vector<Error> errors = {};          // of parts; the others are done
};

// Naturals as a list of decimal strings.
template <class Numbers>
[[nodiscard]] Json decimals(const Numbers& numbers) {
    Json list = Json::array();
    for (const auto& number : numbers) {
        list.push_back(std::to_string(number));
    }
    return list;
}

// The object that `--json` prints for a command, with its exit code, warnings and errors.
[[nodiscard]] std::string json_text(const std::string& command, int exit_code,
                                    const Printout& printout);

}  // namespace mexcert
