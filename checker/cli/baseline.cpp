#include "cli/baseline.h"

#include <algorithm>
#include <sstream>

#include "claim.h"

namespace mexcheck {
namespace {

// A claim that was verified, before or now.
struct Held {
    Claim claim;
    std::string stmt;
    std::string point;
};

// The most that the sum of these variables can be where the claim says something; kMax if it does
// not bound them.
Int most(const Claim& claim, const std::vector<std::string>& names) {
    const auto bound = [&](const std::vector<std::string>& some) {
        Int least = kMax;
        for (const auto* list : {&claim.fixed, &claim.ranges})
            for (const Range& r : *list)
                if (std::ranges::all_of(some, [&](const std::string& name) {
                        return index_of(r.names, name) < r.names.size();
                    }))
                    least = std::min(least, r.high);
        return least;
    };
    Int sum = 0;
    for (const std::string& name : names)
        if (__builtin_add_overflow(sum, bound({name}), &sum)) sum = kMax;
    return std::min(sum, bound(names));
}

Int least(const Claim& claim, const std::string& name) {
    for (const auto* list : {&claim.fixed, &claim.ranges})
        for (const Range& r : *list)
            if (r.names.size() == 1 && r.names[0] == name) return r.low;
    return 0;
}

// Whether a claim about all naturals or a range says at least what the older one says.
bool covers_range(const Claim& now, const Claim& old) {
    for (const auto* list : {&now.fixed, &now.ranges})
        for (const Range& r : *list)
            if (most(old, r.names) > r.high ||
                (r.names.size() == 1 && least(old, r.names[0]) < r.low))
                return false;
    return true;
}

bool covers(const Held& now, const Held& old) {
    if (now.claim.text == old.claim.text) return true;
    const auto same_fixed = [&] {
        return std::ranges::equal(now.claim.fixed, old.claim.fixed, [](auto& a, auto& b) {
            return a.names == b.names && a.low == b.low;
        });
    };
    const bool refutes = now.claim.kind == Claim::refuted || now.claim.kind == Claim::least_refuted;
    switch (old.claim.kind) {
        case Claim::all:
            return now.claim.kind == Claim::all && covers_range(now.claim, old.claim);
        case Claim::range:
            return !refutes && covers_range(now.claim, old.claim);
        case Claim::refuted:
            return refutes && same_fixed() && now.point == old.point;
        case Claim::least_refuted:
            return false;  // needs the same claim
    }
    return false;
}

// The value between `name=` (behind a blank) and the next blank; empty if there is none.
std::string field(const std::string& line, const std::string& name) {
    const std::size_t at = line.find(" " + name + "=");
    if (at == std::string::npos) return "";
    const std::size_t begin = at + name.size() + 2;
    return line.substr(begin, std::min(line.find(' ', begin), line.size()) - begin);
}

struct Line {
    std::string claim;
    std::string stmt;
    std::string point;
};

// The parts of a VERIFIED line; nothing if it is not one.
std::optional<Line> verified_line(const std::string& line) {
    const std::string before = "VERIFIED claim='";
    const std::size_t end = line.find("' ", before.size());
    if (!line.starts_with(before) || end == std::string::npos) return std::nullopt;
    const std::string rest = line.substr(end + 1);
    Line parts{line.substr(before.size(), end - before.size()), field(rest, "stmt"),
               field(rest, "point")};
    if (parts.stmt.empty()) return std::nullopt;
    return parts;
}

std::vector<Held> held_now(const Spec& spec, const Verdicts& verdicts) {
    std::vector<Held> held;
    for (const Verdict& v : verdicts.list)
        if (v.kind == Verdict::verified)
            held.push_back({parse_claim(spec, v.subject), v.outcome.stmt, v.outcome.point});
    return held;
}

// Why what was verified is not verified now; empty if it is.
std::string loss(const Spec& spec, const Line& old, const std::vector<Held>& held) {
    Held before{{}, old.stmt, old.point};
    try {
        before.claim = parse_claim(spec, old.claim);
    } catch (const Failure& failure) {
        return "vanished: " + failure.reason;
    }
    const auto same = [&](const Held& h) { return h.claim.statement == before.claim.statement; };
    if (std::ranges::none_of(held, same)) return "vanished: no verified claim on this statement";
    for (const Held& now : held)
        if (same(now) && now.stmt == old.stmt && covers(now, before)) return "";
    for (const Held& now : held)
        if (same(now) && now.stmt != old.stmt)
            return "the statement changed: " + old.stmt + " before, " + now.stmt + " now";
    return "weakened: no verified claim says as much";
}

}  // namespace

void compare_with_baseline(const Spec& spec, const std::string& file, const std::string& text,
                           Verdicts& verdicts) {
    const std::vector<Held> held = held_now(spec, verdicts);
    std::istringstream in(text);
    in.exceptions(std::ios::badbit);
    int number = 0;
    bool any = false;
    for (std::string line; std::getline(in, line);) {
        const std::string place = cat(file, ":", ++number);
        if (line.starts_with("REJECTED ") || line.starts_with("DECLINED ")) continue;
        const auto old = verified_line(line);
        if (!old) return verdicts.usage(place + ": no verdict line");
        any = true;
        const std::string why = loss(spec, *old, held);
        if (!why.empty()) verdicts.reject(old->claim, {Kind::rejected, place, "baseline: " + why});
    }
    if (!any) verdicts.usage(file + ": a baseline without any verified claim");
}

}  // namespace mexcheck
