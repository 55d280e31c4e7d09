// Progress on standard error: a bar on a terminal, elsewhere a line every few seconds at most.
// Within a claim it shows what is being done, which part of it is done, and an estimate of the
// time left, from the time taken so far; where the time has a limit, the time taken and the limit.
#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <string>

#include "base/monitor.hpp"

namespace mexcert {

class Progress : public Monitor {
  public:
    // `total`: the number of claims; 0: not known.
    Progress(std::size_t total, bool enabled);
    ~Progress() override;

    // All the work takes at most so long: this is what is shown of it, whatever its parts are.
    void limit(double seconds) { limit_ = seconds; }
    // The work on a claim begins, or is done with this outcome.
    void begin(const std::string& claim);
    void done(const std::string& outcome);
    void at(std::string_view work, double part) override;

  private:
    using Clock = std::chrono::steady_clock;

    [[nodiscard]] bool is_due();
    void show(const std::string& text);

    std::size_t total_;
    std::size_t count_ = 0;
    bool enabled_;
    bool terminal_;
    std::string claim_;
    double limit_ = 0;  // seconds; 0: none
    Clock::time_point shown_;
    Clock::time_point begun_;
    struct Work {
        Clock::time_point begun;
        double part = 0;
    };
    std::map<std::string, Work, std::less<>> work_;  // of this claim
};

// Sets the monitor of an engine for as long as it lives.
template <class Engine>
class Monitored {
  public:
    Monitored(Engine& engine, Monitor& monitor) : engine_(engine) { engine.monitor = &monitor; }
    ~Monitored() { engine_.monitor = nullptr; }
    Monitored(const Monitored&) = delete;
    Monitored& operator=(const Monitored&) = delete;

  private:
    Engine& engine_;
};

// Words for a time left: `12 s`, `3 min`, `2.5 h`.
[[nodiscard]] std::string duration_text(double seconds);

}  // namespace mexcert
