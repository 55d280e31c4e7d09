// The search for false accepts: trials of one lane (README.md).
#pragma once

#include "lanes.h"
#include "tally.h"

namespace attack {

struct Search {
    std::string found;  // the folder for what is found
    bool verbose = false;
    std::string generator;  // its certificates are taken in place of the search's own
};

// Trials of a lane until there are `count`; the same for the same seed. They run in processes of
// their own, some thousand each: the checker keeps what it has read until its process ends, and a
// process that dies is a find.
Tally run(const Lane& lane, std::uint64_t seed, Int count, const Search& search);

}  // namespace attack
