// A claim as a file for Lean 4 that needs nothing but Lean's core library: definitions that can be
// computed, tables of the recursive ones, and theorems by `decide`. What is proved in such a file
// and what is not is said in its first lines and in spec/lean.md.
// Everything is evaluated before it is written (lean/machine.hpp).
#pragma once

#include <string>

#include "evaluation/evaluator.hpp"

namespace mexcert::lean {

struct Document {
    std::string text;
    std::uint64_t steps = 0;  // of the evaluation, as a measure of the work for Lean's kernel
    std::size_t theorems = 0;
};

struct DocumentOptions {
    std::string claim;
    std::string spec_file;  // of the user, if there is one
    std::uint64_t most_steps = 0;
};

// Errors: those of proving the claim on tables (search/proof.hpp); kDeclined where a construct is
// not supported, or the steps are more than the most.
[[nodiscard]] Result<Document> lean_document(Engine& engine, const DocumentOptions& options);

// Is this the error for too many steps?
[[nodiscard]] bool is_too_long(const Error& error);

}  // namespace mexcert::lean
