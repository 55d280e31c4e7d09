#include "language/item_source.hpp"

#include <algorithm>
#include <vector>

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

}  // namespace

Result<ItemSource> item_source(const Spec& spec, int item) {
    const Place place = spec.item(item).place;
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
    const auto first = static_cast<std::size_t>(place.line) - 1;
    ItemSource source;
    for (std::size_t i = begin; i < end; ++i) {
        (i < first ? source.comments : source.text) += lines[i] + "\n";
    }
    return source;
}

}  // namespace mexcert
