#include "commands/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cmath>
#include <cstdio>

namespace mexcert {
namespace {

constexpr std::chrono::milliseconds kBarInterval{100};
constexpr std::chrono::milliseconds kLineInterval{3000};
constexpr double kLeastPart = 0.01;  // for an estimate

double seconds_between(std::chrono::steady_clock::time_point a,
                       std::chrono::steady_clock::time_point b) {
    return std::chrono::duration<double>(b - a).count();
}

}  // namespace

std::string duration_text(double seconds) {
    if (seconds < 100) {
        return fmt::format("{:.0f} s", seconds);
    }
    return seconds < 100 * 60 ? fmt::format("{:.0f} min", seconds / 60)
                              : fmt::format("{:.1f} h", seconds / 3600);
}

Progress::Progress(std::size_t total, bool enabled)
    : total_(total),
      enabled_(enabled),
      terminal_(isatty(STDERR_FILENO) != 0),
      shown_(Clock::now()),
      begun_(shown_) {}

Progress::~Progress() {
    if (enabled_ && terminal_) {
        fmt::print(stderr, "\r\x1b[K");
    }
}

bool Progress::is_due() {
    const auto now = Clock::now();
    const bool due = enabled_ && now - shown_ >= (terminal_ ? kBarInterval : kLineInterval);
    if (due) {
        shown_ = now;
    }
    return due;
}

void Progress::show(const std::string& text) {
    const std::string count = total_ == 0 ? "" : fmt::format("[{}/{}] ", count_, total_);
    if (!terminal_) {
        fmt::print(stderr, "{}{} {}\n", count, claim_, text);
        return;
    }
    constexpr std::size_t kWidth = 20;
    const std::size_t filled = total_ == 0 ? 0 : count_ * kWidth / total_;
    const std::string bar =
        total_ == 0 ? "" : fmt::format("[{:{}}] ", std::string(filled, '#'), kWidth);
    fmt::print(stderr, "\r{}{}{:.40} {:.50}\x1b[K", bar, count, claim_, text);
    std::fflush(stderr);
}

void Progress::begin(const std::string& claim) {
    claim_ = claim;
    begun_ = Clock::now();
    work_.clear();
}

void Progress::done(const std::string& outcome) {
    ++count_;
    if (is_due()) {
        show(fmt::format("{} ({:.2f} s)", outcome, seconds_between(begun_, Clock::now())));
    }
}

void Progress::at(std::string_view work, double part) {
    const auto now = Clock::now();
    Work& own = work_.try_emplace(std::string(work), Work{now, part}).first->second;
    if (part < own.part) {  // it has begun anew
        own.begun = now;
    }
    own.part = part;
    if (!is_due()) {
        return;
    }
    if (limit_ > 0) {
        show(fmt::format("{}: {:.0f} s of at most {:.0f} s", work, seconds_between(begun_, now),
                         std::ceil(limit_)));
        return;
    }
    const double left = seconds_between(own.begun, now) * (1 - part) / part;
    const std::string estimate =
        part < kLeastPart ? "" : fmt::format(", about {} left", duration_text(left));
    show(fmt::format("{}: {:.0f} %{}", work, 100 * part, estimate));
}

}  // namespace mexcert
