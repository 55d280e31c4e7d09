#include "child.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <iostream>
#include <sstream>
#include <stdexcept>

namespace attack {
namespace {

std::string packed(const Tally& t) {
    std::ostringstream out;
    out << t.trials << ' ' << t.verified << ' ' << t.rejected << ' ' << t.declined << ' '
        << t.unreadable << ' ' << t.controls << ' ' << t.controls_verified << ' '
        << t.controls_declined << ' ' << t.finds << '\n';
    for (const auto& [reason, count] : t.refused_controls) out << count << ' ' << reason << '\n';
    return out.str();
}

Tally unpacked(const std::string& text) {
    Tally t;
    std::istringstream in(text);
    in >> t.trials >> t.verified >> t.rejected >> t.declined >> t.unreadable >> t.controls >>
        t.controls_verified >> t.controls_declined >> t.finds;
    in.ignore();
    std::int64_t count = 0;
    for (std::string reason; in >> count && in.ignore() && std::getline(in, reason);)
        t.refused_controls[reason] += count;
    return t;
}

std::string read_all(int from) {
    std::string text;
    char block[4096];
    for (ssize_t n = 0; (n = read(from, block, sizeof block)) > 0;)
        text.append(block, static_cast<std::size_t>(n));
    return text;
}

}  // namespace

void add(Tally& sum, const Tally& more) {
    sum.trials += more.trials;
    sum.verified += more.verified;
    sum.rejected += more.rejected;
    sum.declined += more.declined;
    sum.unreadable += more.unreadable;
    sum.controls += more.controls;
    sum.controls_verified += more.controls_verified;
    sum.controls_declined += more.controls_declined;
    sum.finds += more.finds;
    for (const auto& [reason, count] : more.refused_controls) sum.refused_controls[reason] += count;
}

Tally in_child(const std::function<Tally()>& work, const std::string& label) {
    int ends[2];
    std::cout << std::flush;
    if (pipe(ends) != 0) throw std::runtime_error("no pipe");
    const pid_t child = fork();
    if (child < 0) throw std::runtime_error("no process");
    if (child == 0) {
        close(ends[0]);
        const std::string text = packed(work());
        std::cout << std::flush;
        const bool written =
            write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        std::exit(written ? 0 : 1);
    }
    close(ends[1]);
    Tally tally = unpacked(read_all(ends[0]));
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    if (status == 0) return tally;
    std::cout << "DIED: " << label << ", status " << status << "\n";
    tally = {};
    tally.finds = 1;
    return tally;
}

}  // namespace attack
