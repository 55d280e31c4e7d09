// A mutator that knows lines and tokens: numbers change a little, states are redirected, lines
// move, `+` and `-` change places. Every third mutation is one of libFuzzer's own.
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t max);

namespace {

using Random = std::minstd_rand;

std::size_t below(Random& random, std::size_t n) { return n == 0 ? 0 : random() % n; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        lines.push_back(text.substr(at, end - at));
        at = end + 1;
    }
    return lines;
}

// Another number in place of one in the line.
void change_number(std::string& line, Random& random) {
    std::vector<std::size_t> starts;
    for (std::size_t i = 0; i < line.size(); ++i)
        if (is_digit(line[i]) && (i == 0 || !is_digit(line[i - 1]))) starts.push_back(i);
    if (starts.empty()) return;
    const std::size_t at = starts[below(random, starts.size())];
    std::size_t length = 0;
    while (at + length < line.size() && is_digit(line[at + length])) ++length;
    const std::uint64_t old = std::strtoull(line.substr(at, length).c_str(), nullptr, 10);
    static constexpr std::uint64_t kinds[] = {0, 1, 2, 3, 5, 9'223'372'036'854'775'807u};
    const std::size_t kind = below(random, 10);
    const std::uint64_t value = kind < 3              ? old + 1
                                : kind < 6 && old > 0 ? old - 1
                                                      : kinds[kind % 6];
    line.replace(at, length, std::to_string(value));
}

void change_sign(std::string& line, Random&) {
    if (line.empty()) return;
    if (line[0] == '+')
        line[0] = '-';
    else if (line[0] == '-')
        line[0] = '+';
}

// Drops, doubles or exchanges tokens.
void change_tokens(std::string& line, Random& random) {
    const std::size_t blank = line.find(' ', below(random, line.size()));
    if (blank == std::string::npos) return;
    const std::size_t end = std::min(line.find(' ', blank + 1), line.size());
    const std::string token = line.substr(blank, end - blank);
    if (below(random, 2) == 0)
        line.erase(blank, token.size());
    else
        line.insert(below(random, 2) == 0 ? blank : line.size(), token);
}

void change_line(std::vector<std::string>& lines, Random& random) {
    const std::size_t at = below(random, lines.size());
    const std::size_t other = below(random, lines.size());
    const auto place = [&](std::size_t i) {
        return lines.begin() + static_cast<std::ptrdiff_t>(i);
    };
    switch (below(random, 12)) {
        case 0:
            lines.erase(place(at));
            break;
        case 1:
            lines.insert(place(at), std::string(lines[other]));
            break;
        case 2:
            std::swap(lines[at], lines[other]);
            break;
        case 3:
            lines[at] = std::string(lines[other]);
            break;
        case 4:
        case 5:
            change_sign(lines[at], random);
            break;
        case 6:
        case 7:
            change_tokens(lines[at], random);
            break;
        default:
            change_number(lines[at], random);
    }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t max, unsigned int seed) {
    Random random(seed);
    std::vector<std::string> lines = lines_of({reinterpret_cast<const char*>(data), size});
    if (lines.empty() || below(random, 3) == 0) return LLVMFuzzerMutate(data, size, max);
    const std::size_t changes = 1 + below(random, 3);
    for (std::size_t i = 0; i < changes && !lines.empty(); ++i) change_line(lines, random);
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    if (text.size() > max) return LLVMFuzzerMutate(data, size, max);
    std::memcpy(data, text.data(), text.size());
    return text.size();
}
