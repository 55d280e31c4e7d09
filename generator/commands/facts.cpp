#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "certificate/sha256.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "facts/decide_fact.hpp"
#include "language/loader.hpp"

namespace mexcert {
namespace {

std::string certificate_text(const std::string& claim, const facts::DecidedFact& decided) {
    const std::string body = fmt::format("mexfact-certificate 1\nfact {}\ndata{}\n", claim, [&] {
        std::string numbers;
        for (const std::uint64_t n : decided.data) {
            numbers += fmt::format(" {}", n);
        }
        return numbers;
    }());
    return fmt::format("{}end 2 {}\n", body, sha256_hex(body));
}

}  // namespace

Result<Printout> certify_facts(const FactsOptions& options) {
    const Result<std::string> text = read_file(options.file);
    if (!text.ok()) {
        return text.error();
    }
    const auto items = facts::parse_facts(text.value(), options.file);
    if (!items.ok()) {
        return items.error();
    }
    const auto& names = options.names;
    for (const std::string& name : names) {
        if (std::none_of(items.value().begin(), items.value().end(), [&](const facts::Item& item) {
                return item.is_fact && item.name == name;
            })) {
            return invalid(options.file, fmt::format("no fact `{}`", name));
        }
    }
    std::error_code code;
    std::filesystem::create_directories(options.output, code);
    if (code) {
        return invalid(options.output, code.message());
    }
    Printout printout;
    Json list = Json::array();
    facts::Definitions definitions;
    for (const facts::Item& item : items.value()) {
        if (!item.is_fact) {
            const auto value = facts::evaluate(item.value, definitions,
                                               fmt::format("{}:{}", options.file, item.line));
            if (!value.ok()) {
                return value.error();
            }
            definitions[item.name] = value.value();
            continue;
        }
        if (!names.empty() && std::find(names.begin(), names.end(), item.name) == names.end()) {
            continue;
        }
        const auto decided = facts::decide_fact(item, definitions, options.file);
        if (!decided.ok()) {
            printout.errors.push_back(decided.error());
            continue;
        }
        const std::string claim = (decided.value().holds ? "" : "not ") + item.name;
        const std::string path = fmt::format("{}/{}.cert", options.output, item.name);
        if (const auto error = write_atomically(path, certificate_text(claim, decided.value()))) {
            return *error;
        }
        printout.text += claim + "\n";
        list.push_back({{"name", item.name},
                        {"claim", claim},
                        {"holds", decided.value().holds},
                        {"certificate", path}});
    }
    printout.json["facts"] = list;
    return printout;
}

}  // namespace mexcert
