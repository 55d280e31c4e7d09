// Plausible alterations: of a statement, its definitions or its claim (the truth is then computed
// anew), and of the records of a certificate (the truth stays).
#pragma once

#include "random.h"
#include "records.h"

namespace attack {

Model altered(const Model& model, Random& random);
// Only the claim: other ranges, another point, another fixed parameter.
Model other_claim(const Model& model, Random& random);
void alter(std::vector<Record>& records, Random& random);

// Smaller relatives of a model, for shrinking.
std::vector<Model> smaller(const Model& model);

}  // namespace attack
