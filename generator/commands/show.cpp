#include <fmt/format.h>

#include "commands/commands.hpp"
#include "language/closure.hpp"

namespace mexcert {

Result<std::string> show_statement(const Spec& spec, const std::string& name, ShowForm form) {
    const Result<int> item = spec.statement(name);
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
        text +=
            fmt::format("# {}\n{}\n", spec.where(spec.item(index).place), spec.item(index).text);
    }
    return text;
}

}  // namespace mexcert
