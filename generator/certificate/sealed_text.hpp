// The frame that all certificates have (spec/certificate.md 1): first line, records, and the last
// line with their number and the digest of the bytes before it. Cost: linear in the text.
#pragma once

#include <string>
#include <string_view>

namespace mexcert {

class SealedText {
  public:
    static constexpr std::string_view kFirstLine = "mexcert-certificate 1\n";

    void claim(const std::string& digest, const std::string& claim);
    // A record's first line, without its end.
    void record(std::string_view line);
    // Where what follows a record's first line is put.
    [[nodiscard]] std::string& text() { return text_; }
    // The certificate's bytes; leaves nothing behind.
    [[nodiscard]] std::string sealed();

  private:
    std::string text_{kFirstLine};
    std::size_t records_ = 0;
};

}  // namespace mexcert
