// false_accept LANE|all SEED COUNT [--found DIR] [--generator MEXCERT] [--verbose]: COUNT trials
// (over all lanes: shared among them); finds are written into DIR; with MEXCERT from certificates
// that it makes. Exit 0: no find; in every lane controls were verified, and none was refused.
#include <chrono>
#include <cstdlib>
#include <iostream>

#include "search.h"

namespace {

// Whether all went well.
bool report(const attack::Lane& lane, const attack::Tally& t, std::uint64_t seed, double seconds) {
    std::cout << lane.name << ": seed " << seed << ", " << t.trials << " trials, " << t.verified
              << " verified and true, " << t.rejected << " rejected, " << t.declined
              << " declined, " << t.unreadable << " unreadable; controls: " << t.controls << ", "
              << t.controls_verified << " verified, " << t.controls_declined << " declined; "
              << t.finds << " finds; " << static_cast<int>(seconds) << " s\n";
    for (const auto& [reason, count] : t.refused_controls)
        std::cout << "  " << count << " controls refused: " << reason << "\n";
    std::cout << std::flush;
    return t.finds == 0 && t.controls_verified > 0 && t.refused_controls.empty();
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> args(argv + 1, argv + argc);
    if (args.size() < 3) {
        std::cerr << "usage: false_accept LANE|all SEED COUNT [--found DIR] [--generator MEXCERT] "
                     "[--verbose]\n";
        return 3;
    }
    const std::uint64_t seed = std::stoull(args[1]);
    const attack::Int count = std::stoll(args[2]);
    attack::Search search;
    for (std::size_t i = 3; i < args.size(); ++i) {
        if (args[i] == "--verbose") search.verbose = true;
        if (args[i] == "--found" && i + 1 < args.size()) search.found = args[++i];
        if (args[i] == "--generator" && i + 1 < args.size()) search.generator = args[++i];
    }
    int shares = 0;
    for (const attack::Lane& lane : attack::lanes()) shares += lane.share;
    bool good = true;
    bool known = false;
    for (const attack::Lane& lane : attack::lanes()) {
        if (args[0] != "all" && args[0] != lane.name) continue;
        known = true;
        const attack::Int own = args[0] == "all" ? count * lane.share / shares : count;
        const auto begin = std::chrono::steady_clock::now();
        const attack::Tally tally = attack::run(lane, seed, own, search);
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        good = report(lane, tally, seed, time.count()) && good;
    }
    if (!known) std::cerr << "no such lane\n";
    return !known ? 3 : good ? 0 : 1;
}
