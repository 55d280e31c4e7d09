#include "language/closure.hpp"

#include <fmt/format.h>

#include <set>

#include "certificate/sha256.hpp"
#include "language/near_names.hpp"

namespace mexcert {

std::string Spec::where(const Place& place) const {
    const std::string file =
        place.file < 0 ? std::string("?") : files[static_cast<std::size_t>(place.file)];
    return fmt::format("{}:{}:{}", file, place.line, place.column);
}

Result<int> Spec::named(const std::string& name) const {
    const auto found = by_name.find(name);
    if (found != by_name.end()) {
        return found->second;
    }
    std::vector<std::string> names;
    for (const auto& [known, index] : by_name) {
        names.push_back(known);
    }
    return invalid("", fmt::format("unknown name `{}`{} (a file of your own is named by --spec)",
                                   name, did_you_mean(name, names)));
}

Result<int> Spec::statement(const std::string& name) const {
    const auto found = by_name.find(name);
    if (found != by_name.end()) {
        return item(found->second).kind == ItemKind::kStatement
                   ? Result<int>(found->second)
                   : invalid("", fmt::format("`{}` is no statement", name));
    }
    std::vector<std::string> names;
    for (const Item& known : items) {
        if (known.kind == ItemKind::kStatement) {
            names.push_back(known.name);
        }
    }
    return invalid(
        "", fmt::format("unknown statement `{}`{} (a file of your own is named by --spec)", name,
                        did_you_mean(name, names)));
}

std::vector<int> closure_items(const Spec& spec, int item) {
    std::set<int> reached = {item};
    std::vector<int> open = {item};
    while (!open.empty()) {
        const int next = open.back();
        open.pop_back();
        for (const int target : spec.item(next).reaches) {
            if (reached.insert(target).second) {
                open.push_back(target);
            }
        }
    }
    return {reached.begin(), reached.end()};
}

std::string closure_text(const Spec& spec, int item) {
    std::string text = "language mex 1\n";
    for (const int index : closure_items(spec, item)) {
        text += spec.item(index).text + "\n";
    }
    return text;
}

std::string closure_digest(const Spec& spec, int item) {
    return sha256_hex(closure_text(spec, item));
}

std::vector<int> recursive_definitions(const Spec& spec, int item) {
    std::vector<int> result;
    for (const int index : closure_items(spec, item)) {
        if (spec.item(index).recursive) {
            result.push_back(index);
        }
    }
    return result;
}

}  // namespace mexcert
