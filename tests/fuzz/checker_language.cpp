// Any bytes as a statement file; a statement `s` in it is then planned and evaluated under a small
// work limit.
#include "check.h"
#include "sha256.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mexcheck;
    try {
        Spec spec;
        spec.read_text("input.mex", std::string(reinterpret_cast<const char*>(data), size));
        const Item* item = spec.find("s");
        if (!item || item->kind != ItemKind::statement) return 0;
        Checker checker(spec);
        for (const char* claim : {"s: all", "s: x<=3", "s: x<=2,y<=2", "not s", "not s at x=1"}) {
            const std::string body = "mexcert-certificate 1\nclaim " +
                                     sha256(spec.closure_text(*item)) + " " + claim + "\n";
            (void)checker.check("input", body + "end 1 " + sha256(body) + "\n", 10'000);
        }
    } catch (const Failure&) {
        // A documented error of the text: what the reader is for.
    }
    return 0;
}
