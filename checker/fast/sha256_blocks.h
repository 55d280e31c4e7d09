// SHA-256 by the instructions that some processors have for it; elsewhere as in core/sha256.h.
#pragma once

#include "../core/sha256.h"

namespace mexcheck {

Sha256::AddBlocks fastest_sha256();

}  // namespace mexcheck
