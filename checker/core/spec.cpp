#include "spec.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "parser.h"

namespace mexcheck {

namespace fs = std::filesystem;

Spec::Spec(const std::string& directory, const std::string& user_file) : directory_(directory) {
    std::error_code error;
    std::vector<std::string> names;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".mex") names.push_back(it->path().filename().string());
    if (error) fail(Kind::bad_input, directory, "cannot read the directory");
    std::sort(names.begin(), names.end());
    for (const std::string& name : names) read_file((fs::path(directory) / name).string());
    if (!user_file.empty()) read_file(user_file);
}

void Spec::use(const std::string& name, const Place& from) {
    const std::string path = (fs::path(directory_) / (name + ".mex")).string();
    const auto found = reading_.find(path);
    if (found != reading_.end() && !found->second)
        fail(Kind::bad_input, from.str(), "`use` in a cycle");
    if (found == reading_.end() && !fs::is_regular_file(path))
        fail(Kind::bad_input, from.str(), "no file " + path);
    read_file(path);
}

void Spec::read_file(const std::string& path) {
    if (reading_.count(path) != 0) return;
    if (!fs::is_regular_file(path)) fail(Kind::bad_input, path, "not a file");
    if (fs::file_size(path) > std::size_t{8} << 20)
        fail(Kind::bad_input, path, "larger than 8 MiB");
    std::ifstream in(path, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in) fail(Kind::bad_input, path, "cannot be read");
    read_text(path, bytes.str());
}

void Spec::read_text(const std::string& file, std::string text) {
    reading_[file] = false;
    files_.push_back(file);
    texts_.push_back(std::move(text));
    parse_file(*this, files_.back(), texts_.back());
    reading_[file] = true;
}

Item& Spec::add_item(const std::string& name) {
    Item& item = items_.emplace_back();
    item.order = static_cast<int>(items_.size()) - 1;
    names_[name] = &item;
    return item;
}

const Item* Spec::find(std::string_view name) const {
    const auto found = names_.find(name);
    return found == names_.end() ? nullptr : found->second;
}

std::vector<const Item*> Spec::closure(const Item& statement) const {
    std::set<const Item*> seen = {&statement};
    std::vector<const Item*> list = {&statement};
    for (std::size_t i = 0; i < list.size(); ++i)
        for (const Item* used : list[i]->uses)
            if (seen.insert(used).second) list.push_back(used);
    std::sort(list.begin(), list.end(),
              [](const Item* a, const Item* b) { return a->order < b->order; });
    return list;
}

std::string Spec::closure_text(const Item& statement) const {
    std::string text = "language mex 1\n";
    for (const Item* item : closure(statement)) text += item->text + "\n";
    return text;
}

}  // namespace mexcheck
