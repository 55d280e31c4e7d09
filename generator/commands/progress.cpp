#include "commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>

namespace mexcert {

Progress::Progress(std::size_t total, bool enabled)
    : total_(total),
      enabled_(enabled),
      terminal_(isatty(STDERR_FILENO) != 0),
      last_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
    if (enabled_ && terminal_ && count_ > 0) {
        fmt::print(stderr, "\n");
    }
}

void Progress::done(const std::string& claim, const std::string& outcome) {
    ++count_;
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (!enabled_) {
        return;
    }
    if (!terminal_) {
        fmt::print(stderr, "[{}/{}] {} {} ({:.2f} s)\n", count_, total_, claim, outcome, seconds);
        return;
    }
    constexpr std::size_t kWidth = 30;
    const std::size_t filled = count_ * kWidth / total_;
    fmt::print(stderr, "\r[{}{}] {}/{} {:.60}\x1b[K", std::string(filled, '#'),
               std::string(kWidth - filled, ' '), count_, total_, claim);
    std::fflush(stderr);
}

}  // namespace mexcert
