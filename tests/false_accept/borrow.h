// Certificates made by the generator: other ways to say what is right than the search's own.
#pragma once

#include "records.h"

namespace attack {

// Its records for the model's claim, as lines, if it makes a certificate.
std::optional<std::vector<Record>> borrowed(const std::string& generator, const Model& model);

}  // namespace attack
