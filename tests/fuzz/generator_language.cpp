// Any bytes as a statement file of the generator.
#include "language/loader.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)mexcert::load_text(std::string(reinterpret_cast<const char*>(data), size), "input.mex");
    return 0;
}
