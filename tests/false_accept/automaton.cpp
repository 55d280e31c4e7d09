#include "automaton.h"

#include <algorithm>
#include <deque>
#include <set>

namespace attack {
namespace {

// States from which an accepting one is reached; all, if the automaton has outputs.
std::vector<bool> useful(const Automaton& a) {
    std::vector<bool> good(a.out.size());
    for (std::size_t s = 0; s < good.size(); ++s) good[s] = a.outputs || a.out[s] != 0;
    for (bool changed = true; changed;) {
        changed = false;
        for (std::size_t s = 0; s < good.size(); ++s)
            for (const int t : a.next[s])
                if (!good[s] && t >= 0 && good[static_cast<std::size_t>(t)])
                    changed = good[s] = true;
    }
    good[0] = true;
    return good;
}

// The class of each useful state (-1: useless), refined until nothing changes.
std::vector<int> classes(const Automaton& a) {
    const std::vector<bool> good = useful(a);
    std::vector<int> group(a.out.size(), -1);
    std::size_t count = 0;
    for (;;) {
        std::map<std::vector<Int>, int> keys;
        std::vector<int> refined(a.out.size(), -1);
        for (std::size_t s = 0; s < group.size(); ++s) {
            if (!good[s]) continue;
            std::vector<Int> key = {group[s], a.out[s]};
            for (const int t : a.next[s])
                key.push_back(t < 0 ? -1 : group[static_cast<std::size_t>(t)]);
            refined[s] = keys.try_emplace(key, static_cast<int>(keys.size())).first->second;
        }
        group = std::move(refined);
        if (keys.size() == count) return group;
        count = keys.size();
    }
}

}  // namespace

std::size_t Automaton::letters() const {
    std::size_t n = 1;
    for (std::size_t i = 0; i < tracks; ++i) n *= digits;
    return n;
}

int Automaton::digit(std::size_t letter, std::size_t track) const {
    for (std::size_t i = tracks - 1; i > track; --i) letter /= digits;
    return static_cast<int>(letter % digits);
}

Automaton minimised(const Automaton& a) {
    const std::vector<int> group = classes(a);
    Automaton m;
    m.digits = a.digits;
    m.tracks = a.tracks;
    m.outputs = a.outputs;
    std::map<int, int> number = {{group[0], 0}};
    std::vector<std::size_t> member = {0};
    for (std::size_t s = 0; s < member.size(); ++s) {
        m.out.push_back(a.out[member[s]]);
        m.next.emplace_back();
        for (const int t : a.next[member[s]]) {
            const int g = t < 0 ? -1 : group[static_cast<std::size_t>(t)];
            if (g < 0) {
                m.next.back().push_back(-1);
                continue;
            }
            const auto [at, fresh] = number.try_emplace(g, static_cast<int>(member.size()));
            if (fresh) member.push_back(static_cast<std::size_t>(t));
            m.next.back().push_back(at->second);
        }
    }
    return m;
}

Automaton explored(const std::vector<Word>& numeration, std::size_t tracks, bool outputs,
                   const Tuple& start, const Step& step,
                   const std::function<Int(const Tuple&)>& out) {
    Automaton a;
    a.digits = numeration[0].size();
    a.tracks = tracks;
    a.outputs = outputs;
    // A state: the places of the tracks in the numeration, then the tuple.
    Tuple first(tracks);
    first.insert(first.end(), start.begin(), start.end());
    std::map<Tuple, int> known = {{first, 0}};
    std::deque<Tuple> todo = {first};
    const std::size_t letters = a.letters();
    while (!todo.empty()) {
        const Tuple here = todo.front();
        todo.pop_front();
        const auto head = static_cast<std::ptrdiff_t>(tracks);
        a.out.push_back(out(Tuple(here.begin() + head, here.end())));
        a.next.emplace_back(letters, -1);
        for (std::size_t letter = 0; letter < letters; ++letter) {
            Tuple places(here.begin(), here.begin() + head);
            std::vector<int> digits(tracks);
            bool allowed = true;
            for (std::size_t t = 0; t < tracks; ++t) {
                digits[t] = a.digit(letter, t);
                places[t] = numeration[static_cast<std::size_t>(places[t])]
                                      [static_cast<std::size_t>(digits[t])];
                allowed = allowed && places[t] >= 0;
                if (!allowed) break;
            }
            Tuple own(here.begin() + head, here.end());
            if (!allowed || !step(own, digits)) continue;
            places.insert(places.end(), own.begin(), own.end());
            const auto [at, fresh] = known.try_emplace(places, static_cast<int>(known.size()));
            if (fresh) todo.push_back(places);
            a.next.back()[letter] = at->second;
        }
    }
    return minimised(a);
}

Automaton with_point(const Automaton& a, const std::vector<int>& word, Int out) {
    // States: those of `a`, then a copy for each proper prefix of the word, then its end.
    Automaton b = a;
    const std::size_t base = a.out.size();
    int real = 0;
    for (std::size_t i = 0; i <= word.size(); ++i) {
        const bool known = real >= 0;
        b.next.push_back(known ? a.next[static_cast<std::size_t>(real)]
                               : std::vector<int>(a.letters(), -1));
        b.out.push_back(known ? a.out[static_cast<std::size_t>(real)] : 0);
        if (i == 0) b.next.back()[0] = static_cast<int>(base);
        if (i == word.size()) break;
        real =
            known ? a.next[static_cast<std::size_t>(real)][static_cast<std::size_t>(word[i])] : -1;
        b.next.back()[static_cast<std::size_t>(word[i])] = static_cast<int>(base + i + 1);
    }
    b.out.back() = out;
    // The start is the copy of the empty prefix.
    const auto start = static_cast<int>(base);
    std::swap(b.next[0], b.next[base]);
    std::swap(b.out[0], b.out[base]);
    for (auto& row : b.next)
        for (int& t : row) t = t == 0 ? start : t == start ? 0 : t;
    return minimised(b);
}

std::string text(const Automaton& a) {
    std::string text;
    for (std::size_t s = 0; s < a.out.size(); ++s) {
        text += a.outputs ? std::to_string(a.out[s]) : a.out[s] != 0 ? "+" : "-";
        for (std::size_t letter = 0; letter < a.next[s].size(); ++letter) {
            if (a.next[s][letter] < 0) continue;
            text += ' ';
            for (std::size_t t = 0; t < a.tracks; ++t)
                text += static_cast<char>('0' + a.digit(letter, t));
            text += ":" + std::to_string(a.next[s][letter]);
        }
        text += '\n';
    }
    return text;
}

bool is_fibonacci(const std::vector<Word>& numeration) {
    return numeration == std::vector<Word>{{0, 1}, {0, -1}};
}

// Behind a word w, with V(w) its sum and V'(w) that of the word read one place lower: in base k
// V(wd) = k V(w) + d; in Fibonacci V(wd) = V(w) + V'(w) + d and V'(wd) = V(w) + d.
Automaton linear(const std::vector<Word>& numeration, const std::vector<Int>& factors, Int modulus,
                 const std::function<Int(const Tuple& residues)>& target, Int greatest) {
    const bool fibonacci = is_fibonacci(numeration);
    const auto base = static_cast<Int>(numeration[0].size());
    const std::size_t n = factors.size();
    Int limit = greatest + 4;
    for (const Int c : factors) limit += (c < 0 ? -c : c) * (fibonacci ? 3 : 1);
    const auto next = [&](Int& high, Int& low, Int d) {
        const Int old = high;
        high = fibonacci ? high + low + d : base * high + d;
        low = fibonacci ? old + d : 0;
    };
    const Step step = [&](Tuple& t, const std::vector<int>& digits) {
        Int d = 0;
        for (std::size_t i = 0; i < n; ++i) {
            d += factors[i] * digits[i];
            next(t[2 + 2 * i], t[3 + 2 * i], digits[i]);
            t[2 + 2 * i] %= modulus;
            t[3 + 2 * i] %= modulus;
        }
        next(t[0], t[1], d);
        return std::max(std::abs(t[0]), std::abs(t[1])) <= limit;
    };
    const auto out = [&](const Tuple& t) -> Int {
        Tuple residues;
        for (std::size_t i = 0; i < n; ++i) residues.push_back(t[2 + 2 * i]);
        return t[0] == target(residues) ? 1 : 0;
    };
    return explored(numeration, n, false, Tuple(2 + 2 * n), step, out);
}

Automaton by_residue(const std::vector<Word>& numeration, const Word& outputs, bool accepting) {
    const bool fibonacci = is_fibonacci(numeration);
    const auto base = static_cast<Int>(numeration[0].size());
    const auto modulus = static_cast<Int>(outputs.size());
    const Step step = [&](Tuple& t, const std::vector<int>& digits) {
        const Int old = t[0];
        t[0] = ((fibonacci ? t[0] + t[1] : base * t[0]) + digits[0]) % modulus;
        t[1] = fibonacci ? (old + digits[0]) % modulus : 0;
        return true;
    };
    return explored(numeration, 1, !accepting, {0, 0}, step,
                    [&](const Tuple& t) { return outputs[static_cast<std::size_t>(t[0])]; });
}

}  // namespace attack
