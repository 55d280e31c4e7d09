#include "commands/stream.hpp"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "certificate/writer.hpp"
#include "commands/commands.hpp"

namespace mexcert {

Result<std::uint64_t> write_planned(const StreamPlan& plan, const std::string& output,
                                    Progress& progress) {
    std::optional<WholeFile> file;
    if (output != "-") {
        file.emplace(output);
    }
    std::int64_t last = 1;
    for (const StreamColumn& column : plan.columns) {
        last = std::max(last, column.last);
    }
    std::uint64_t bytes = 0;
    const auto failure = write_stream(
        plan.claim_lines, plan.columns,
        [&](std::string_view text) {
            bytes += text.size();
            return file ? file->write(text)
                        : std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
        },
        [&](std::int64_t row) {
            progress.at("rows", static_cast<double>(row) / static_cast<double>(last));
        });
    if (failure) {
        return *failure;
    }
    if (file) {
        if (std::optional<Error> error = file->finish()) {
            return *error;
        }
    } else if (std::fflush(stdout) != 0) {
        return invalid(output, "cannot be written");
    }
    return bytes;
}

Result<Printout> generate_stream(Engine& engine, const GenerateOptions& options) {
    std::vector<StreamReading> readings;
    for (const std::string& claim : options.claims) {
        Result<StreamReading> reading = read_for_stream(engine, claim);
        if (!reading.ok()) {
            return reading.error();
        }
        readings.push_back(std::move(reading.value()));
    }
    const Result<StreamPlan> plan = plan_stream(engine.spec, std::move(readings));
    if (!plan.ok()) {
        return plan.error();
    }
    Progress progress(0, options.progress);
    progress.begin("stream");
    const Result<std::uint64_t> bytes = write_planned(plan.value(), options.output, progress);
    if (!bytes.ok()) {
        return bytes.error();
    }
    return options.output == "-"
               ? Printout{}
               : printed(GenerateReport{{{options.output, options.claims, bytes.value()}}, {}});
}

}  // namespace mexcert
