// Progress on standard error: a bar on a terminal, a line for each claim elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>

namespace mexcert {

class Progress {
  public:
    Progress(std::size_t total, bool enabled);
    ~Progress();
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    // A claim is done, with this outcome.
    void done(const std::string& claim, const std::string& outcome);

  private:
    std::size_t total_;
    std::size_t count_ = 0;
    bool enabled_;
    bool terminal_;
    std::chrono::steady_clock::time_point last_;
};

}  // namespace mexcert
