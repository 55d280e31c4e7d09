// Reads statement files in the order of spec/language.md, section 2: all `*.mex` of the spec
// directory in byte order, then the user's file; `use` reads a file earlier, once.
#pragma once

#include <memory>
#include <string>

#include "language/syntax.hpp"

namespace mexcert {

// Reads the spec directory and, unless `user_file` is empty, that file last.
// Errors: unreadable files, a cycle of `use`, and all errors of the text.
[[nodiscard]] Result<std::unique_ptr<Spec>> load_spec(const std::string& directory,
                                                      const std::string& user_file);

// The same with a text in place of the user's file, as if it were a file of that name.
[[nodiscard]] Result<std::unique_ptr<Spec>> load_spec_with(const std::string& directory,
                                                           const std::string& text,
                                                           const std::string& name);

// Reads one text as if it were a file of that name, without `use`.
[[nodiscard]] Result<std::unique_ptr<Spec>> load_text(const std::string& text,
                                                      const std::string& name);

// The bytes of a file.
[[nodiscard]] Result<std::string> read_file(const std::string& path);

}  // namespace mexcert
