#include <fmt/format.h>

#include "commands/commands.hpp"
#include "language/closure.hpp"
#include "language/item_source.hpp"

namespace mexcert {
namespace {

// The text of the item and of all that it reaches.
std::optional<Error> add_texts(const Spec& spec, int item, Printout& printout) {
    Json items = Json::array();
    for (const int index : closure_items(spec, item)) {
        const Result<ItemSource> source = item_source(spec, index);
        if (!source.ok()) {
            return source.error();
        }
        const std::string place = spec.where(spec.item(index).place);
        printout.text += fmt::format("{}--- {} ---\n{}{}", printout.text.empty() ? "" : "\n", place,
                                     source.value().comments, source.value().text);
        items.push_back({{"name", spec.item(index).name},
                         {"place", place},
                         {"comments", source.value().comments},
                         {"text", source.value().text}});
    }
    printout.json["items"] = items;
    return std::nullopt;
}

}  // namespace

Result<Printout> show_item(const Spec& spec, const std::string& name, ShowForm form) {
    const Result<int> item = spec.named(name);
    if (!item.ok()) {
        return item.error();
    }
    Printout printout;
    printout.json["name"] = name;
    printout.json["digest"] = closure_digest(spec, item.value());
    switch (form) {
        case ShowForm::kClosure:
            printout.text = closure_text(spec, item.value());
            printout.json["closure"] = printout.text;
            break;
        case ShowForm::kTree:
            printout.text = resolved_tree(spec, item.value());
            printout.json["tree"] = printout.text;
            break;
        case ShowForm::kDigest:
            printout.text = closure_digest(spec, item.value()) + "\n";
            break;
        case ShowForm::kText:
            if (const std::optional<Error> error = add_texts(spec, item.value(), printout)) {
                return *error;
            }
            break;
    }
    return printout;
}

}  // namespace mexcert
