#include "automata/walnut.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "automata/decide_all.hpp"
#include "automata/record_writer.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "language/loader.hpp"

namespace mexcert {

Result<Printout> export_walnut(Engine& engine, const WalnutOptions& options) {
    Result<Claim> claim = parse_target(options.target);
    if (!claim.ok()) {
        return claim.error();
    }
    claim.value().kind = ClaimKind::kAll;
    const Result<int> item = engine.spec.statement(claim.value().name);
    if (!item.ok()) {
        return item.error();
    }
    const Result<LearnedRecords> learned = learn_records(engine, {claim.value()});
    if (!learned.ok()) {
        return learned.error();
    }
    Compiler compiler(engine, learned.value().records, learned.value().numeration,
                      learned.value().system);
    const Result<WalnutFiles> files =
        walnut_script(compiler, claim.value(), learned.value().numeration);
    if (!files.ok()) {
        return files.error();
    }
    const std::string folder = options.output.empty() ? "walnut" : options.output;
    Printout printout;
    printout.json["files"] = Json::array();
    for (const auto& [name, text] : files.value()) {
        const std::filesystem::path path = std::filesystem::path(folder) / name;
        std::error_code code;
        std::filesystem::create_directories(path.parent_path(), code);
        if (code) {
            return invalid(path.string(), code.message());
        }
        if (std::optional<Error> error = write_atomically(path.string(), text)) {
            return *error;
        }
        printout.text += path.string() + "\n";
        printout.json["files"].push_back(path.string());
    }
    return printout;
}

Result<Printout> import_walnut(Engine& engine, const WalnutOptions& options) {
    const auto numeration = engine.spec.by_name.find(options.numeration);
    if (numeration == engine.spec.by_name.end() ||
        engine.spec.item(numeration->second).kind != ItemKind::kNumeration) {
        return invalid("", fmt::format("unknown numeration `{}`", options.numeration));
    }
    const Result<std::string> text = read_file(options.file);
    if (!text.ok()) {
        return text.error();
    }
    const Result<WalnutImport> imported =
        walnut_import(engine, text.value(), options.file, options.as, numeration->second);
    if (!imported.ok()) {
        return imported.error();
    }
    Printout printout;
    for (const std::string& deviation : imported.value().repaired) {
        printout.text += fmt::format("# put right: {}\n", deviation);
    }
    printout.json["repaired"] = imported.value().repaired;
    printout.json["states"] = std::to_string(imported.value().automaton.states());
    const std::string record =
        record_text(engine.spec, imported.value().record, imported.value().automaton);
    if (options.output.empty()) {
        printout.text += record;
        printout.json["record"] = record;
        return printout;
    }
    if (std::optional<Error> error = write_atomically(options.output, record)) {
        return *error;
    }
    printout.text +=
        fmt::format("{}: {} states\n", options.output, imported.value().automaton.states());
    printout.json["file"] = options.output;
    return printout;
}

}  // namespace mexcert
