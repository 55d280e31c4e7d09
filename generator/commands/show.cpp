#include <fmt/format.h>

#include "commands/commands.hpp"
#include "language/closure.hpp"
#include "language/item_source.hpp"

namespace mexcert {
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
        const Result<ItemSource> source = item_source(spec, index);
        if (!source.ok()) {
            return source.error();
        }
        text += fmt::format("{}--- {} ---\n{}{}", text.empty() ? "" : "\n",
                            spec.where(spec.item(index).place), source.value().comments,
                            source.value().text);
    }
    return text;
}

}  // namespace mexcert
