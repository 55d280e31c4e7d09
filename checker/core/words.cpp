#include "words.h"

#include <algorithm>

namespace mexcheck {
namespace {

__extension__ using Wide = unsigned __int128;

std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
    std::int64_t sum = 0;
    return __builtin_add_overflow(a, b, &sum) ? kMax : sum;
}

[[noreturn]] void missing_letter(const Place& place, std::int64_t letter) {
    fail(Kind::rejected, place.str(),
         "undefined: letter " + std::to_string(letter) + " has no image");
}

}  // namespace

std::int64_t floor_phi(std::int64_t n) {
    // The largest n with floor(n * phi) <= 2^63 - 3, so that no step below leaves 64 bits; 5n^2 is
    // far below 2^128 there.
    constexpr std::int64_t largest = 5'700'357'409'661'599'241;
    if (n > largest) return -1;
    const Wide five = 5 * static_cast<Wide>(n) * static_cast<Wide>(n);
    const auto square = [n](std::int64_t a) {  // (2a-n)^2 for 2a >= n
        const Wide d = 2 * static_cast<Wide>(a) - static_cast<Wide>(n);
        return d * d;
    };
    // A guess in floating point; only the comparisons below decide.
    auto a = std::min(
        static_cast<std::int64_t>(static_cast<long double>(n) * 1.61803398874989484820L), kMax - 2);
    while (square(a) > five) --a;
    while (square(a + 1) <= five) ++a;
    return a;
}

const Word& Words::rep(const Item& numeration, std::int64_t n, const Place& place) {
    Counts& c = counts_[&numeration];
    if (c.last == n) return c.word;
    const auto& states = numeration.rows;
    const std::size_t digits = states[0].size();
    // Words of `k` digits from `state` that go on with digit d.
    const auto after = [&](std::size_t state, std::size_t d, std::size_t k) {
        const std::int64_t target = states[state][d];
        return target < 0 ? 0 : c.of_length[k][static_cast<std::size_t>(target)];
    };
    if (c.first.empty()) {
        c.of_length.emplace_back(states.size(), 1);
        c.first = {0, 1};  // the empty word represents 0
    }
    while (c.first.back() <= n) {
        const std::size_t k = c.of_length.size();
        if (k * states.size() > kMaxWord) fail(Kind::declined, place.str(), "word too long");
        std::int64_t total = c.first.back();
        for (std::size_t d = 1; d < digits; ++d) total = saturated_sum(total, after(0, d, k - 1));
        c.first.push_back(total);
        if (total == kMax && n == kMax) fail(Kind::declined, place.str(), "number beyond 64 bits");
        Word row(states.size());
        for (std::size_t s = 0; s < states.size(); ++s)
            for (std::size_t d = 0; d < digits; ++d)
                row[s] = saturated_sum(row[s], after(s, d, k - 1));
        c.of_length.push_back(std::move(row));
    }
    const auto longer = std::upper_bound(c.first.begin(), c.first.end(), n);
    const auto length = static_cast<std::size_t>(longer - c.first.begin()) - 1;
    std::int64_t rest = n - c.first[length];
    c.word.clear();
    std::size_t state = 0;
    for (std::size_t k = length; k > 0; --k) {
        std::size_t d = k == length ? 1 : 0;
        for (; rest >= after(state, d, k - 1); ++d) rest -= after(state, d, k - 1);
        state = static_cast<std::size_t>(states[state][d]);
        c.word.push_back(static_cast<std::int64_t>(d));
    }
    c.last = n;
    return c.word;
}

std::int64_t Words::output(const Item& dfao, std::int64_t n, const Place& place) {
    std::int64_t state = 0;
    for (const std::int64_t digit : rep(*dfao.base, n, place))
        state = dfao.rows[static_cast<std::size_t>(state)][static_cast<std::size_t>(digit)];
    return dfao.rows[static_cast<std::size_t>(state)].back();
}

bool Words::limit(const Item& morphism, const Place& place) {
    const auto start = static_cast<std::size_t>(morphism.start);
    if (morphism.missing[start]) missing_letter(place, morphism.start);
    const Word& image = morphism.rows[start];
    if (image.empty() || image[0] != morphism.start || image.size() == 1) return false;
    // Stricter than the text where a letter has no image: only letters that are reached count
    // there.
    Word todo = {morphism.start};
    std::vector<bool> seen(morphism.rows.size());
    seen[start] = true;
    for (std::size_t i = 0; i < todo.size(); ++i) {
        const auto letter = static_cast<std::size_t>(todo[i]);
        if (morphism.missing[letter]) missing_letter(place, todo[i]);
        for (const std::int64_t next : morphism.rows[letter]) {
            if (seen[static_cast<std::size_t>(next)]) continue;
            seen[static_cast<std::size_t>(next)] = true;
            todo.push_back(next);
        }
    }
    for (std::size_t i = 0; i < morphism.rows.size(); ++i)
        if (!morphism.missing[i] && morphism.rows[i].empty())
            fail(Kind::rejected, place.str(),
                 "undefined: limit with an empty image of letter " + std::to_string(i));
    return true;
}

Word Words::image(const Item& morphism, const Word& word, const Place& place) {
    Word result;
    for (const std::int64_t letter : word) {
        const auto i = static_cast<std::size_t>(letter);
        if (i >= morphism.rows.size() || morphism.missing[i]) missing_letter(place, letter);
        if (result.size() + morphism.rows[i].size() > kMaxWord)
            fail(Kind::declined, place.str(), "word too long");
        result.insert(result.end(), morphism.rows[i].begin(), morphism.rows[i].end());
    }
    return result;
}

std::int64_t Words::letter(const Item& morphism, std::int64_t position, const Place& place) {
    Word& prefix = prefixes_[&morphism];
    if (prefix.empty()) {
        if (!limit(morphism, place))
            fail(Kind::rejected, place.str(), "undefined: `" + morphism.name + "` has no limit");
        prefix = {morphism.start};
    }
    while (prefix.size() <= static_cast<std::size_t>(position)) {
        if (static_cast<std::size_t>(position) >= kMaxWord)
            fail(Kind::declined, place.str(), "word too long");
        prefix = image(morphism, prefix, place);
    }
    return prefix[static_cast<std::size_t>(position)];
}

}  // namespace mexcheck
