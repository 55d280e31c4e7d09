#include "commands/report_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <fstream>
#include <sstream>

namespace mexcert {

using piles::Triple;

std::string text_of(const Triple& triple) {
    return fmt::format("({}, {}, {})", triple.a, triple.b, triple.c);
}

std::string text_of(const std::vector<Triple>& triples) {
    std::vector<std::string> texts;
    for (const Triple& triple : triples) {
        texts.push_back(text_of(triple));
    }
    return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, " "));
}

Result<std::uint64_t> reach(const ReportOptions& options, std::uint64_t usual,
                            std::uint64_t greatest) {
    const std::uint64_t to = options.to.value_or(usual);
    if (to > greatest) {
        return invalid("--to", fmt::format("{} is more than {}", to, greatest));
    }
    return to;
}

std::vector<std::uint64_t> row_places(std::uint64_t to, std::uint64_t extra) {
    std::vector<std::uint64_t> places = {to};
    for (std::uint64_t power = 1000; power < to; power *= 10) {
        places.push_back(power);
    }
    if (extra < to) {
        places.push_back(extra);
    }
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    return places;
}

std::string Rows::columns() const {
    std::vector<std::size_t> widths(cells.front().size(), 0);
    for (const auto& row : cells) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            widths[i] = std::max(widths[i], row[i].size());
        }
    }
    std::string text;
    for (const auto& row : cells) {
        for (std::size_t i = 0; i < row.size(); ++i) {
            text += fmt::format("{}{:>{}}", i == 0 ? "" : "  ", row[i], widths[i]);
        }
        text += "\n";
    }
    return text;
}

std::optional<Error> Rows::write(const std::string& path) const {
    if (path.empty()) {
        return std::nullopt;
    }
    std::ofstream file(path, std::ios::binary);
    for (const auto& row : cells) {
        file << fmt::format("{}\n", fmt::join(row, ","));
    }
    file.close();
    return file.good() ? std::nullopt : std::optional(invalid(path, "the file cannot be written"));
}

Json Rows::json() const {
    Json list = Json::array();
    for (std::size_t row = 1; row < cells.size(); ++row) {
        Json object = Json::object();
        for (std::size_t i = 0; i < cells[row].size(); ++i) {
            object[cells.front()[i]] = cells[row][i];
        }
        list.push_back(std::move(object));
    }
    return list;
}

Result<Printout> reported(const ReportOptions& options, const Rows& all, const std::string& before,
                          const Rows& shown, const std::string& behind) {
    if (const auto error = all.write(options.csv)) {
        return *error;
    }
    Printout printout;
    printout.text = before + (shown.cells.empty() ? "" : shown.columns()) + behind;
    Json notes = Json::array();
    std::istringstream lines(before + behind);
    for (std::string line; std::getline(lines, line);) {
        notes.push_back(line);
    }
    printout.json = {{"report", options.name}, {"rows", all.json()}, {"notes", notes}};
    return printout;
}

}  // namespace mexcert
