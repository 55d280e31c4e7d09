#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "commands/commands.hpp"
#include "language/closure.hpp"
#include "language/loader.hpp"

namespace mexcert {
namespace {

std::vector<std::string> lines_of(const std::string& bytes) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < bytes.size();) {
        const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        lines.push_back(bytes.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

bool is_comment_or_blank(const std::string& line) {
    const std::size_t first = line.find_first_not_of(' ');
    return first == std::string::npos || line[first] == '#';
}

// The item as it stands in its file, with the comment lines in front of it: up to the line where
// the next item of that file begins, less what is comment or blank there.
Result<std::string> source_text(const Spec& spec, int index) {
    const Place place = spec.item(index).place;
    const Result<std::string> bytes = read_file(spec.files[static_cast<std::size_t>(place.file)]);
    if (!bytes.ok()) {
        return bytes.error();
    }
    const std::vector<std::string> lines = lines_of(bytes.value());
    std::size_t end = lines.size();
    for (const Item& other : spec.items) {
        if (other.place.file == place.file && other.place.line > place.line) {
            end = std::min(end, static_cast<std::size_t>(other.place.line) - 1);
        }
    }
    auto begin = static_cast<std::size_t>(place.line) - 1;
    while (end > begin + 1 && is_comment_or_blank(lines[end - 1])) {
        --end;
    }
    while (begin > 0 && lines[begin - 1].rfind('#', 0) == 0) {
        --begin;
    }
    std::string text;
    for (std::size_t i = begin; i < end; ++i) {
        text += lines[i] + "\n";
    }
    return text;
}

}  // namespace

Result<std::string> show_item(const Spec& spec, const std::string& name, ShowForm form) {
    const Result<int> item = spec.named(name);
    if (!item.ok()) {
        return item.error();
    }
    switch (form) {
        case ShowForm::kClosure:
            return closure_text(spec, item.value());
        case ShowForm::kTree:
            return resolved_tree(spec, item.value());
        case ShowForm::kDigest:
            return closure_digest(spec, item.value()) + "\n";
        case ShowForm::kText:
            break;
    }
    std::string text;
    for (const int index : closure_items(spec, item.value())) {
        const Result<std::string> source = source_text(spec, index);
        if (!source.ok()) {
            return source.error();
        }
        text += fmt::format("{}--- {} ---\n{}", text.empty() ? "" : "\n",
                            spec.where(spec.item(index).place), source.value());
    }
    return text;
}

}  // namespace mexcert
