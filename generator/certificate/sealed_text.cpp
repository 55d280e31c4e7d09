#include "certificate/sealed_text.hpp"

#include <fmt/format.h>

#include "certificate/sha256.hpp"

namespace mexcert {

void SealedText::claim(const std::string& digest, const std::string& claim) {
    record(fmt::format("claim {} {}", digest, claim));
}

void SealedText::record(std::string_view line) {
    text_.append(line).append("\n");
    ++records_;
}

std::string SealedText::sealed() {
    const std::string digest = sha256_hex(text_);
    text_ += fmt::format("end {} {}\n", records_, digest);
    return std::move(text_);
}

}  // namespace mexcert
