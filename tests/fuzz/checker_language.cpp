// Any bytes as a statement file; a statement `s` in it is then planned and evaluated under a small
// work limit.
#include <sstream>

#include "check.h"
#include "parser.h"
#include "sha256.h"

namespace {
std::string digest(const std::string& bytes) {
    mexcheck::Sha256 sum;
    sum.add(bytes);
    return sum.hex();
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mexcheck;
    static const std::string name = "input.mex";
    try {
        Spec spec(MEXCERT_ROOT "/tests/fuzz/empty_spec", "");
        parse_file(spec, name, std::string_view(reinterpret_cast<const char*>(data), size));
        const Item* item = spec.find("s");
        if (!item || item->kind != ItemKind::statement) return 0;
        Checker checker(spec);
        for (const char* claim : {"s: all", "s: x<=3", "s: x<=2,y<=2", "not s", "not s at x=1"}) {
            const std::string body = "mexcert-certificate 1\nclaim " +
                                     digest(spec.closure_text(*item)) + " " + claim + "\n";
            std::istringstream in(body + "end 1 " + digest(body) + "\n");
            (void)checker.check("input", in, 10'000);
        }
    } catch (const Failure&) {
        // A documented error of the text: what the reader is for.
    }
    return 0;
}
