// Allocations that fail on demand: from the n-th one on, or only that one.
#pragma once

#include <cstddef>

namespace memory {

// Until `disarm`, the allocation number `n` (from 1) throws std::bad_alloc; with `lasting` all
// later ones, too.
void arm(std::size_t n, bool lasting);
// Returns whether an allocation has failed.
bool disarm();

}  // namespace memory
