// One small certificate of each kind, a good one and relatives that are rejected.
#pragma once

#include "support.h"

namespace test {

struct SmallCertificate {
    std::string name;
    std::string items;
    std::string claim;
    std::string records;
    bool good = true;
};

inline std::vector<SmallCertificate> small_certificates() {
    const std::string mex =
        "def f(n) measure n = least m with forall i < n: m != f(i) and m != f(i) + i\n"
        "statement s: forall n, x: x <= n => f(n) >= f(x) and exists y: y ^ 2 > n + x\n";
    const std::string half =
        "numeration binary = [[0, 0]]\n"
        "def f(n) measure n = if n <= 1 then 0 else f(n - 2) + 1\n"
        "statement s: forall n: f(n) <= n\n";
    const std::string binary =
        "over binary\n"
        "adder\n"
        "+ 000:0 001:1 011:0 101:0\n"
        "- 010:1 100:1 110:0 111:1\n"
        "graph f *\n"
        "+ 00:0 10:1\n"
        "+ 01:0 11:1\n";
    const std::string point = "statement s: forall n, x: n + 2 * x != 7\n";
    return {
        {"tables", mex, "s: n<=2,x<=2", "table f 0..2\n0 1 2\nwitness 1\n1\n2\n2\n2\n2\n3\n", true},
        {"tables, wrong", mex, "s: n<=2,x<=2", "table f 0..2\n0 1 1\nwitness 1\n1\n2\n2\n2\n2\n3\n",
         false},
        {"automata", half, "s: all", binary, true},
        {"automata, wrong", half, "s: all", binary.substr(0, binary.size() - 10) + "- 01:0 11:1\n",
         false},
        {"refutation", point, "least not s", "point 1 n=1,x=3\n", true},
        {"refutation, wrong", point, "least not s", "point 1 n=3,x=2\n", false},
    };
}

}  // namespace test
