#include "golden/simd_level.hpp"

namespace mexcert {

namespace {

SimdLevel detect() noexcept {
#if defined(__x86_64__)
    const bool bit_scans = __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2");
    if (bit_scans && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")) {
        return SimdLevel::avx512;
    }
    if (bit_scans && __builtin_cpu_supports("avx2")) return SimdLevel::avx2;
#endif
    return SimdLevel::scalar;
}

}  // namespace

SimdLevel best_simd_level() noexcept {
    static const SimdLevel level = detect();
    return level;
}

}  // namespace mexcert
