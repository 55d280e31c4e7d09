// Certificates over a numeration, sealed here, with the statement file they belong to.
#include "sealed.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view input(reinterpret_cast<const char*>(data), size);
    if (input.find("\nover ") == std::string_view::npos) return 0;
    fuzz::check_sealed(input, 50'000);
    return 0;
}
