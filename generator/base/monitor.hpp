// Where long work says how far it is. Cost of a call: one look at the clock.
#pragma once

#include <string_view>

namespace mexcert {

class Monitor {
  public:
    Monitor() = default;
    virtual ~Monitor() = default;
    Monitor(const Monitor&) = delete;
    Monitor& operator=(const Monitor&) = delete;

    // Of the work of that kind, this part (0 to 1) is done.
    virtual void at(std::string_view work, double part) = 0;
};

}  // namespace mexcert
