// Streams to files and to standard output, with their progress.
#pragma once

#include <cstdint>
#include <string>

#include "commands/progress.hpp"
#include "search/stream_plan.hpp"

namespace mexcert {

// Writes the stream to a file, which is there whole or not at all; `-`: to standard output.
// Returns the number of bytes.
[[nodiscard]] Result<std::uint64_t> write_planned(const StreamPlan& plan, const std::string& output,
                                                  Progress& progress);

}  // namespace mexcert
