#include "spec.h"

#include <algorithm>

#include "parser.h"

namespace mexcheck {

Spec::Spec(std::vector<Source> sources) : sources_(std::move(sources)) {
    for (const Source& source : sources_) read(source, source.path);
}

void Spec::read(const Source& source, const std::string& from) {
    const auto [state, fresh] = read_.try_emplace(source.path, false);
    if (!fresh && !state->second) fail(Kind::bad_input, from, "`use` in a cycle");
    if (fresh) read_text(source.path, source.text);
    state->second = true;
}

void Spec::use(const std::string& name, const Place& from) {
    for (const Source& source : sources_)
        if (!name.empty() && source.name == name) return read(source, from.str());
    fail(Kind::bad_input, from.str(), "no file " + name + ".mex");
}

void Spec::read_text(const std::string& file, std::string text) {
    const std::string& path = texts_.emplace_back(file);
    parse_file(*this, path, texts_.emplace_back(std::move(text)));
}

Item& Spec::add_item(const std::string& name) {
    Item& item = items_.emplace_back();
    item.name = name;
    item.order = items_.size() - 1;
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
    std::sort(list.begin(), list.end(), [](auto* a, auto* b) { return a->order < b->order; });
    return list;
}

std::string Spec::closure_text(const Item& statement) const {
    std::string text = "language mex 1\n";
    for (const Item* item : closure(statement)) text += item->text + "\n";
    return text;
}

}  // namespace mexcheck
