// Figures of learning: for each claim on the command line (default: some of the spec) the bytes of
// its certificate and the seconds from nothing; for each record states, edges, suffix depth,
// seconds.
#include <fmt/format.h>

#include <chrono>
#include <cstdio>

#include "automata/decide_all.hpp"
#include "language/loader.hpp"

namespace {

using Clock = std::chrono::steady_clock;

const char* const kClaims[] = {
    "wythoffGrundy_eq_zero_iff: all",
    "wythoffGrundy_one_near_zero: all",
    "wythoffPassGrundy_true_eq_zero_iff: all",
    "wythoffPassGrundy_eq_zero_iff_plusStone: all",
    "wythoffPass_pPosition_near_wythoff_pPosition: all",
    "wythoffTerminal_pPositions(l=1): all",
    "wythoffTerminal_pPositions(l=10): all",
    "wythoffTerminal_pPositions(l=20): all",
    "wythoffTerminal_pPositions(l=40): all",
    "wythoffTerminal_pPositions(l=60): all",
    "komakG_hofstadter: all",
    "isFibonacciAutomatic_komakG: all",
    "exists_fibonacciAutomatic_wythoffTerminal_four: all",
    "wythoffTerminal_three_morphic: all",
    "wythoffTerminal_no_redundant_move: all",
    "blockingWythoff_no_redundant_move: all",
};

int figure(const mexcert::Spec& spec, const std::string& claim_text) {
    mexcert::Engine engine(spec);
    const auto claim = mexcert::parse_claim(claim_text);
    if (!claim.ok()) {
        fmt::print("{}: {}\n", claim_text, claim.error().text());
        return 3;
    }
    std::string records;
    mexcert::RecordOptions options;
    options.learned = [&](const std::string& record, const mexcert::Learned& learned,
                          double seconds) {
        records += fmt::format("    {:<44} {:>7} states {:>8} edges  depth {:>2} {:>8.3f} s\n",
                               record, learned.automaton.states(), learned.automaton.edges.size(),
                               learned.depth, seconds);
    };
    const auto start = Clock::now();
    const auto decided = mexcert::decide_all(engine, {claim.value()}, options);
    const std::chrono::duration<double> seconds = Clock::now() - start;
    fmt::print("{}: {}, {:.2f} s\n{}", claim_text,
               decided.ok() ? fmt::format("{} bytes", decided.value().text.size())
                            : decided.error().text(),
               seconds.count(), records);
    std::fflush(stdout);
    return decided.ok() ? 0 : 2;
}

}  // namespace

int main(int argc, char** argv) {
    const auto spec = mexcert::load_spec(MEXCERT_SPEC_DIR, "");
    if (!spec.ok()) {
        fmt::print("{}\n", spec.error().text());
        return 3;
    }
    int code = 0;
    if (argc > 1) {
        for (int i = 1; i < argc; ++i) {
            code = std::max(code, figure(*spec.value(), argv[i]));
        }
        return code;
    }
    for (const char* const claim : kClaims) {
        code = std::max(code, figure(*spec.value(), claim));
    }
    return code;
}
