// Which vector instructions a kernel may use.
//
// The libraries are compiled for the oldest x86-64 (or for another processor) and choose at run
// time, so one binary runs everywhere. Every kernel computes the same integers at every level; the
// level is an argument only so that tests can compare the levels with each other.
#pragma once

namespace mexcert {

enum class SimdLevel { scalar, avx2, avx512 };

// The best level this processor runs; asked once, then remembered.
SimdLevel best_simd_level() noexcept;

}  // namespace mexcert
