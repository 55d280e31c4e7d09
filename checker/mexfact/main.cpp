// mexfact: arguments, files, printing, exit codes (facts.md 4). The only place that says 0 is the
// end of `finish`; what is verified is decided in algebra/.
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <optional>

#include "../algebra/judge.h"
#include "certificate.h"

namespace {

using namespace mexfact;
namespace fs = std::filesystem;

constexpr std::size_t kMaxBytes = 1'000'000, kMaxLine = 4096;
constexpr const char* kUsage =
    "mexfact --fact CLAIM FILE          is the claim verified by the certificate? (- is stdin)\n"
    "mexfact --facts FACTS DIR          each line of FACTS, by exactly one DIR/*.cert\n"
    "mexfact --version | --help\n"
    "options: --spec FILE               the fact file (spec/akiyama.facts)\n";

struct Run {
    std::string spec = "spec/akiyama.facts", text;
    std::string out, err;
    int verified = 0, rejected = 0, declined = 0;
    bool error = false;

    void usage(const std::string& reason) {
        err += "mexfact: " + reason + "\n";
        error = true;
    }
    void refuse(Kind kind, const std::string& what, const std::string& reason) {
        ++(kind == Kind::declined ? declined : rejected);
        out += (kind == Kind::declined ? "DECLINED " : "REJECTED ") + what + reason + "\n";
    }
};

std::string printable(std::string text) {
    if (text.size() > 300) text.resize(300);
    for (char& c : text)
        if (c < 0x20 || c > 0x7e) c = '?';
    return text;
}

std::optional<std::string> read_file(const std::string& path) {
    std::error_code code;
    const std::string name = path == "-" ? "/dev/stdin" : path;
    if (fs::is_directory(name, code)) return std::nullopt;
    std::ifstream in(name, std::ios::binary);
    std::string bytes(kMaxBytes + 1, '\0');
    in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(in.gcount()));
    return in.bad() || !in.is_open() ? std::nullopt : std::optional(bytes);
}

bool is_claim(const std::string& text) {
    static const std::regex shape("(not )?[A-Za-z_][A-Za-z0-9_]*([.][A-Za-z0-9_]+)*");
    return text.size() < 200 && std::regex_match(text, shape);
}

// The fact file: printable lines, none too long for the reader.
bool read_text(Run& run) {
    const auto bytes = read_file(run.spec);
    if (!bytes || bytes->size() > kMaxBytes) {
        run.usage("cannot read " + run.spec);
        return false;
    }
    std::size_t length = 0, line = 1;
    for (const char c : *bytes) {
        length = c == '\n' ? 0 : length + 1;
        if ((c != '\n' && (c < 0x20 || c > 0x7e)) || length > kMaxLine) {
            run.usage(run.spec + ":" + std::to_string(line) +
                      ": byte out of range or line too long");
            return false;
        }
        line += c == '\n' ? 1 : 0;
    }
    run.text = *bytes;
    return true;
}

// The verdict on one claim by the bytes of one certificate.
void judge(Run& run, const std::string& claim, const std::string& bytes, const std::string& file) {
    const std::string what = "fact='" + claim + "' ";
    if (bytes.size() > kMaxBytes)
        return run.refuse(Kind::declined, what, "at " + printable(file) + ":1: file too large");
    Judge one;
    try {
        const std::string strength = one.strength(run.text, claim, evidence_in(bytes, claim));
        std::string rules;
        for (const std::string& rule : one.rules) rules += (rules.empty() ? "" : ",") + rule;
        run.out += "VERIFIED " + what + "kind=fact strength=" + strength + " rules=" + rules +
                   " work=" + std::to_string(work) + " cert=" + sha256(bytes) + "\n";
        ++run.verified;
    } catch (const Failure& f) {
        const bool in_text = f.certificate_line == 0;
        const std::string place = (in_text ? run.spec : printable(file)) + ":" +
                                  std::to_string(in_text ? one.line() : f.certificate_line) + ": ";
        if (f.kind == Kind::text) return run.usage(place + f.reason);
        run.refuse(f.kind, what, "at " + place + printable(f.reason));
    }
}

// The claims of a file, one a line, with their lines.
std::vector<std::pair<std::string, int>> read_claims(Run& run, const std::string& file) {
    std::vector<std::pair<std::string, int>> claims;
    const auto bytes = read_file(file);
    if (!bytes) run.usage("cannot read " + file);
    std::istringstream lines(bytes.value_or(""));
    lines.exceptions(std::ios::badbit);  // else a list cut short by want of memory counts as whole
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::string place = "at " + file + ":" + std::to_string(number) + ": ";
        if (line.empty() || line[0] == '#') continue;
        if (!is_claim(line)) {
            run.usage(place + "no claim: `" + printable(line) + "`");
        } else if (std::any_of(claims.begin(), claims.end(),
                               [&](const auto& c) { return c.first == line; })) {
            run.refuse(Kind::rejected, "fact='" + line + "' ", place + "listed twice");
        } else {
            claims.emplace_back(line, number);
        }
    }
    if (claims.empty() && bytes)
        run.refuse(Kind::rejected, "file=" + printable(file), " : no claim");
    return claims;
}

// Each claim by exactly one certificate of the folder, each certificate for one claim.
void judge_folder(Run& run, const std::string& list, const std::string& folder) {
    const auto claims = read_claims(run, list);
    if (run.error) return;
    std::map<std::string, std::vector<std::pair<std::string, std::string>>>
        by_claim;  // files, bytes
    std::error_code code;
    std::set<std::string> paths;
    for (fs::directory_iterator entry(folder, code), end; !code && entry != end;
         entry.increment(code))
        if (entry->path().extension() == ".cert") paths.insert(entry->path().string());
    if (code) return run.usage("cannot read " + folder);
    for (const std::string& path : paths) {
        const auto bytes = read_file(path);
        if (!bytes) return run.usage("cannot read " + path);
        std::istringstream lines(*bytes);
        lines.exceptions(std::ios::badbit);
        std::string line;
        for (int i = 0; i < 2; ++i) std::getline(lines, line);
        by_claim[line.starts_with("fact ") ? line.substr(5) : ""].emplace_back(path, *bytes);
    }
    for (const auto& [claim, line] : claims) {
        auto files = by_claim.extract(claim);
        if (!files.empty() && files.mapped().size() == 1) {
            judge(run, claim, files.mapped()[0].second, files.mapped()[0].first);
        } else {
            run.refuse(Kind::rejected,
                       "fact='" + claim + "' at " + list + ":" + std::to_string(line),
                       files.empty() ? ": no certificate" : ": more than one certificate");
        }
    }
    for (const auto& [claim, files] : by_claim)
        for (const auto& [path, bytes] : files)
            run.refuse(Kind::rejected, "file=" + printable(path), " : its claim is not asked for");
}

int finish(Run& run) {
    if (std::fwrite(run.out.data(), 1, run.out.size(), stdout) != run.out.size() ||
        std::fflush(stdout) != 0)
        run.usage("cannot write the output");
    std::fwrite(run.err.data(), 1, run.err.size(), stderr);
    if (run.error) return 3;
    if (run.rejected > 0) return 1;
    if (run.declined > 0) return 2;
    return run.verified > 0 ? 0 : 3;
}

int main_or_throw(std::vector<std::string> arguments) {
    Run run;
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] != "--spec") continue;
        run.spec = arguments[i + 1];
        arguments.erase(arguments.begin() + static_cast<std::ptrdiff_t>(i),
                        arguments.begin() + static_cast<std::ptrdiff_t>(i) + 2);
        break;
    }
    if (arguments.size() == 1 && (arguments[0] == "--help" || arguments[0] == "--version")) {
        run.out = arguments[0] == "--help" ? kUsage : "mexfact 0.1.0\n";
        run.verified = 1;
    } else if (arguments.size() != 3 || (arguments[0] != "--fact" && arguments[0] != "--facts")) {
        run.usage(std::string("usage:\n") + kUsage);
    } else if (arguments[0] == "--fact" && !is_claim(arguments[1])) {
        run.usage("no claim: `" + printable(arguments[1]) + "`");
    } else if (read_text(run)) {
        if (arguments[0] == "--facts") {
            judge_folder(run, arguments[1], arguments[2]);
        } else if (const auto bytes = read_file(arguments[2])) {
            judge(run, arguments[1], *bytes, arguments[2]);
        } else {
            run.usage("cannot read " + arguments[2]);
        }
    }
    return finish(run);
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return main_or_throw({argv + 1, argv + argc});
    } catch (const std::exception& e) {
        std::fprintf(stderr, "mexfact: %s\n", e.what());
        return 3;
    }
}
