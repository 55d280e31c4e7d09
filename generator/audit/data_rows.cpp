#include "audit/data_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/plural.hpp"

namespace mexcert::audit {
namespace {

constexpr std::size_t kShown = 40;  // characters of a bad text in a message

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string::npos
               ? ""
               : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string shown(const std::string& text) {
    return text.size() > kShown ? text.substr(0, kShown) + ".." : text;
}

std::string place(const std::string& file, std::size_t line) {
    return fmt::format("{}:{}", file, line);
}

std::optional<mpz_class> integer(const std::string& text) {
    const std::size_t first = !text.empty() && text.front() == '-' ? 1 : 0;
    if (text.size() == first || text.find_first_not_of("0123456789", first) != std::string::npos) {
        return std::nullopt;
    }
    return mpz_class(text, 10);
}

// Lines that say something: without comments and what surrounds them.
struct Line {
    std::size_t number = 0;
    std::string text;
};

Result<std::vector<Line>> lines_of(const std::string& bytes, const std::string& file) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    std::vector<Line> lines;
    std::size_t number = 0;
    for (std::size_t start = bytes.compare(0, kMark.size(), kMark) == 0 ? kMark.size() : 0;
         start < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', start), bytes.size());
        std::string text = bytes.substr(start, end - start);
        start = end + 1;
        ++number;
        if (!text.empty() && text.back() == '\r') {
            text.pop_back();
        }
        if (text.find('\r') != std::string::npos) {
            return invalid(place(file, number), "CR without LF in a line");
        }
        text = trimmed(text.substr(0, text.find('#')));
        if (!text.empty()) {
            lines.push_back({number, text});
        }
    }
    return lines;
}

std::vector<std::string> words_of(const std::string& text) {
    std::vector<std::string> words;
    for (std::size_t start = 0; start < text.size();) {
        const std::size_t end = std::min(text.find_first_of(" \t", start), text.size());
        words.push_back(text.substr(start, end - start));
        start = std::min(text.find_first_not_of(" \t", end), text.size());
    }
    return words;
}

// Comma-separated fields, without quotation marks around a field.
std::vector<std::string> fields_of(const std::string& text) {
    std::vector<std::string> fields;
    for (std::size_t start = 0; start <= text.size();) {
        const std::size_t end = std::min(text.find(',', start), text.size());
        std::string field = trimmed(text.substr(start, end - start));
        if (field.size() >= 2 && field.front() == '"' && field.back() == '"') {
            field = trimmed(field.substr(1, field.size() - 2));
        }
        fields.push_back(std::move(field));
        start = end + 1;
    }
    return fields;
}

// Which column holds each argument, and which one the value.
struct Columns {
    std::vector<std::size_t> arguments;
    std::size_t value = 0;
};

Result<Columns> columns_of(const std::vector<std::string>& head,
                           const std::vector<std::string>& names, const std::string& where) {
    Columns columns;
    std::vector<bool> used(head.size(), false);
    for (const std::string& name : names) {
        const auto found = std::find(head.begin(), head.end(), name);
        if (found == head.end() || std::find(found + 1, head.end(), name) != head.end()) {
            return invalid(where, fmt::format("{} column `{}` in `{}`",
                                              found == head.end() ? "no" : "more than one", name,
                                              shown(fmt::format("{}", fmt::join(head, ",")))));
        }
        columns.arguments.push_back(static_cast<std::size_t>(found - head.begin()));
        used[columns.arguments.back()] = true;
    }
    if (std::count(used.begin(), used.end(), false) != 1) {
        return invalid(
            where,
            fmt::format("expected the columns {} and one for the value, found `{}`",
                        fmt::join(names, ", "), shown(fmt::format("{}", fmt::join(head, ",")))));
    }
    columns.value =
        static_cast<std::size_t>(std::find(used.begin(), used.end(), false) - used.begin());
    return columns;
}

Result<mpz_class> number_in(const std::string& text, const std::string& where, bool argument) {
    const std::optional<mpz_class> number = integer(text);
    if (!number) {
        return invalid(where, fmt::format("`{}` is no integer", shown(text)));
    }
    if (argument && *number < 0) {
        return invalid(where, fmt::format("the argument {} is negative", shown(text)));
    }
    return *number;
}

Result<DataRow> row_of(const std::vector<std::string>& fields, const Columns& columns,
                       std::size_t line, const std::string& where) {
    DataRow row;
    row.line = line;
    for (const std::size_t column : columns.arguments) {
        const Result<mpz_class> number = number_in(fields[column], where, true);
        if (!number.ok()) {
            return number.error();
        }
        row.arguments.push_back(number.value());
    }
    const Result<mpz_class> value = number_in(fields[columns.value], where, false);
    if (!value.ok()) {
        return value.error();
    }
    row.value = value.value();
    return row;
}

Result<DataRows> read_csv(const std::string& bytes, const std::string& file,
                          const std::vector<std::string>& names) {
    const Result<std::vector<Line>> lines = lines_of(bytes, file);
    if (!lines.ok()) {
        return lines.error();
    }
    if (lines.value().size() < 2) {
        return invalid(file, "no rows: expected a line of names, then one line for each row");
    }
    const Line& top = lines.value().front();
    const std::vector<std::string> head = fields_of(top.text);
    const Result<Columns> columns = columns_of(head, names, place(file, top.number));
    if (!columns.ok()) {
        return columns.error();
    }
    DataRows data{names, {}};
    for (std::size_t i = 1; i < lines.value().size(); ++i) {
        const Line& line = lines.value()[i];
        const std::string where = place(file, line.number);
        const std::vector<std::string> fields = fields_of(line.text);
        if (fields.size() != head.size()) {
            return invalid(where, fmt::format("{}, the line of names has {}",
                                              counted(fields.size(), "field"), head.size()));
        }
        const Result<DataRow> row = row_of(fields, columns.value(), line.number, where);
        if (!row.ok()) {
            return row.error();
        }
        data.rows.push_back(row.value());
    }
    return data;
}

// An integer or a string, as text.
std::string json_text(const nlohmann::json& value) {
    return value.is_string() ? value.get<std::string>() : value.dump();
}

// The members of an object as names and texts; `arguments` and `value` as in `table --json`.
Result<std::pair<std::vector<std::string>, std::vector<std::string>>> members_of(
    const nlohmann::json& object, const std::vector<std::string>& names, const std::string& where) {
    std::pair<std::vector<std::string>, std::vector<std::string>> members;
    if (!object.is_object()) {
        return invalid(where, "expected an object with the arguments and a value");
    }
    const auto list = object.find("arguments");
    if (list != object.end() && list->is_array()) {
        if (list->size() != names.size()) {
            return invalid(where, fmt::format("{} for {}", counted(list->size(), "argument"),
                                              fmt::join(names, ", ")));
        }
        for (std::size_t i = 0; i < names.size(); ++i) {
            members.first.push_back(names[i]);
            members.second.push_back(json_text((*list)[i]));
        }
    }
    for (const auto& [name, value] : object.items()) {
        if (!value.is_array()) {
            members.first.push_back(name);
            members.second.push_back(json_text(value));
        }
    }
    return members;
}

// Reads JSON text; `repeated` gets a name that an object has twice, of which the parser would keep
// the last one.
nlohmann::json parsed_json(const std::string& bytes, std::optional<std::string>& repeated) {
    std::vector<std::set<std::string>> open;  // the names of the objects that are being read
    return nlohmann::json::parse(
        bytes,
        [&](int, nlohmann::json::parse_event_t event, nlohmann::json& part) {
            if (event == nlohmann::json::parse_event_t::object_start) {
                open.emplace_back();
            } else if (event == nlohmann::json::parse_event_t::object_end) {
                open.pop_back();
            } else if (event == nlohmann::json::parse_event_t::key &&
                       !open.back().insert(part.get<std::string>()).second) {
                repeated = part.get<std::string>();
            }
            return true;
        },
        false);
}

Result<DataRows> read_json(const std::string& bytes, const std::string& file,
                           const std::vector<std::string>& names) {
    std::optional<std::string> repeated;
    const nlohmann::json read = parsed_json(bytes, repeated);
    if (repeated) {
        return invalid(file, fmt::format("an object has the name `{}` twice", shown(*repeated)));
    }
    const nlohmann::json list = read.is_object() && read.contains("rows") ? read["rows"] : read;
    if (read.is_discarded() || !list.is_array()) {
        return invalid(file, "no JSON list of objects");
    }
    DataRows data{names, {}, true};
    std::string value_name;
    for (const nlohmann::json& object : list) {
        const std::size_t number = data.rows.size() + 1;
        const std::string where = fmt::format("{}, element {}", file, number);
        const auto members = members_of(object, names, where);
        if (!members.ok()) {
            return members.error();
        }
        const Result<Columns> columns = columns_of(members.value().first, names, where);
        if (!columns.ok()) {
            return columns.error();
        }
        const std::string& own_name = members.value().first[columns.value().value];
        if (data.rows.empty()) {
            value_name = own_name;
        }
        if (own_name != value_name) {
            return invalid(where, fmt::format("its value is named `{}`, that of element 1 `{}`",
                                              shown(own_name), shown(value_name)));
        }
        const Result<DataRow> row = row_of(members.value().second, columns.value(), number, where);
        if (!row.ok()) {
            return row.error();
        }
        data.rows.push_back(row.value());
    }
    return data.rows.empty() ? Result<DataRows>(invalid(file, "no rows")) : data;
}

}  // namespace

Result<DataRows> read_bfile(const std::string& bytes, const std::string& file) {
    const Result<std::vector<Line>> lines = lines_of(bytes, file);
    if (!lines.ok()) {
        return lines.error();
    }
    DataRows data{{"n"}, {}};
    for (const Line& line : lines.value()) {
        const std::string where = place(file, line.number);
        const std::vector<std::string> words = words_of(line.text);
        if (words.size() != 2) {
            return invalid(where, fmt::format("expected `n a(n)`, found `{}`", shown(line.text)));
        }
        const Result<DataRow> row = row_of(words, {{0}, 1}, line.number, where);
        if (!row.ok()) {
            return row.error();
        }
        if (!data.rows.empty() && row.value().arguments <= data.rows.back().arguments) {
            return invalid(
                where,
                fmt::format("the index {} does not rise: {} stands in line {}", shown(words[0]),
                            data.rows.back().arguments.front().get_str(), data.rows.back().line));
        }
        data.rows.push_back(row.value());
    }
    return data.rows.empty() ? Result<DataRows>(invalid(file, "no line `n a(n)`")) : data;
}

std::vector<Gap> gaps_of(const DataRows& bfile) {
    std::vector<Gap> gaps;
    for (std::size_t i = 1; i < bfile.rows.size(); ++i) {
        const mpz_class& before = bfile.rows[i - 1].arguments.front();
        const mpz_class& own = bfile.rows[i].arguments.front();
        if (own != before + 1) {
            gaps.push_back({bfile.rows[i].line, before + 1, own - 1});
        }
    }
    return gaps;
}

Duplicates duplicates_of(const DataRows& table) {
    Duplicates result;
    std::map<std::vector<mpz_class>, std::map<mpz_class, std::size_t>> seen;  // values, first rows
    for (std::size_t i = 0; i < table.rows.size(); ++i) {
        std::map<mpz_class, std::size_t>& values = seen[table.rows[i].arguments];
        const bool fresh = values.try_emplace(table.rows[i].value, i).second;
        result.repeated.push_back(!fresh);
        result.agreeing += fresh ? 0 : 1;
        if (fresh && values.size() > 1 && !result.contradiction) {
            const auto other = std::find_if(values.begin(), values.end(),
                                            [&](const auto& entry) { return entry.second != i; });
            result.contradiction = std::pair(other->second, i);
        }
    }
    return result;
}

Result<DataRows> read_table(const std::string& bytes, const std::string& file,
                            const std::vector<std::string>& arguments) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    const bool is_json = first != std::string::npos && (bytes[first] == '[' || bytes[first] == '{');
    return is_json ? read_json(bytes, file, arguments) : read_csv(bytes, file, arguments);
}

}  // namespace mexcert::audit
