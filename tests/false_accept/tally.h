// What is counted of the trials of a lane.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace attack {

struct Tally {
    std::int64_t trials = 0;
    std::int64_t verified = 0;  // and true
    std::int64_t rejected = 0;
    std::int64_t declined = 0;
    std::int64_t unreadable = 0;  // an alteration that the reader of statements refuses
    std::int64_t controls = 0;    // true claims with their own certificates
    std::int64_t controls_verified = 0;
    std::int64_t controls_declined = 0;
    std::int64_t finds = 0;
    std::map<std::string, std::int64_t> refused_controls;  // by reason; there should be none
};

void add(Tally& sum, const Tally& more);

}  // namespace attack
