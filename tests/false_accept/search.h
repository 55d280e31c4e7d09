// The search for false accepts: trials of one lane (README.md).
#pragma once

#include <iosfwd>
#include <map>

#include "lanes.h"

namespace attack {

struct Tally {
    Int trials = 0;
    Int verified = 0;  // and true
    Int rejected = 0;
    Int declined = 0;
    Int unreadable = 0;  // an alteration that the reader of statements refuses
    Int controls = 0;    // true claims with their own certificates
    Int controls_verified = 0;
    Int controls_declined = 0;
    Int false_accepts = 0;
    std::map<std::string, Int> refused_controls;  // reasons of rejections, which should be none
};

struct Search {
    std::string found;  // the folder for what is found
    bool verbose = false;
};

// Trials of a lane until there are `count`; the same for the same seed.
Tally run(const Lane& lane, std::uint64_t seed, Int count, const Search& search);

}  // namespace attack
