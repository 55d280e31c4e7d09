// The switches of the instrumented checker. MEXCHECK_MUTANT: the mutation that is on. MEXCHECK_TRACE: a file that gets the
// numbers of the mutations that would have changed a value, and how often. MEXCHECK_SECONDS: the limit of CPU time.
#pragma once

#include <sys/resource.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace mut {

inline int number_of(const char* name) {
    const char* const value = std::getenv(name);
    return value ? std::atoi(value) : -1;
}

struct Trace {
    const char* const path = std::getenv("MEXCHECK_TRACE");
    std::vector<std::size_t> noted = std::vector<std::size_t>(1 << 13);
    Trace() {
        if (const int seconds = number_of("MEXCHECK_SECONDS"); seconds > 0) {
            const rlimit time{static_cast<rlim_t>(seconds), static_cast<rlim_t>(seconds)};
            setrlimit(RLIMIT_CPU, &time);
            const rlimit memory{rlim_t{3} << 30, rlim_t{3} << 30};
            setrlimit(RLIMIT_AS, &memory);
        }
    }
    ~Trace() {
        std::FILE* const file = path ? std::fopen(path, "w") : nullptr;
        for (std::size_t i = 0; file && i < noted.size(); ++i)
            if (noted[i] > 0) std::fprintf(file, "%zu %zu\n", i, noted[i]);
        if (file) std::fclose(file);
    }
};

inline Trace trace;
inline const int active = number_of("MEXCHECK_MUTANT");
inline const bool tracing = trace.path != nullptr;

inline bool on(int mutation) { return mutation == active; }
inline bool noted(int mutation, bool differs) {
    if (tracing && differs) ++trace.noted[static_cast<std::size_t>(mutation)];
    return on(mutation);
}
inline bool choose(int mutation, bool usual, bool mutated) {
    return noted(mutation, usual != mutated) ? mutated : usual;
}

template <class A, class B>
bool less(int m, const A& a, const B& b) { return choose(m, a < b, a <= b); }
template <class A, class B>
bool less_equal(int m, const A& a, const B& b) { return choose(m, a <= b, a < b); }
template <class A, class B>
bool greater(int m, const A& a, const B& b) { return choose(m, a > b, a >= b); }
template <class A, class B>
bool greater_equal(int m, const A& a, const B& b) { return choose(m, a >= b, a > b); }
template <class A, class B>
bool equal(int m, const A& a, const B& b) { return choose(m, a == b, !(a == b)); }
template <class A, class B>
bool not_equal(int m, const A& a, const B& b) { return choose(m, a != b, !(a != b)); }

// `a && b` is `stop_and(a) ? on : b`, `a || b` is `stop_or(a) ? !on : b`.
inline bool stop_and(int m, bool a) { return noted(m, true) == a; }
inline bool stop_or(int m, bool a) { return noted(m, true) != a; }

inline bool negation(int m, bool a) { return choose(m, !a, a); }
inline bool exchanged(int m, bool a) { return choose(m, a, !a); }
inline bool never(int m, bool a) { return choose(m, a, false); }
inline bool always(int m, bool a) { return choose(m, a, true); }
inline bool dropped(int m) { return noted(m, true); }
inline int one(int m) { return noted(m, true) ? 0 : 1; }

}  // namespace mut
