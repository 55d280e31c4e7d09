#include "cli/folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>

#include "core_digest.h"

namespace mexcheck {
namespace {

namespace fs = std::filesystem;

// One line of printable ASCII, whatever file names and texts hold.
std::string printable(std::string text) {
    for (char& c : text)
        if (c < 0x20 || c > 0x7e) c = '?';
    return text;
}

void reject(Verdicts& verdicts, const std::string& claim, const Failure& failure) {
    const bool declined = failure.kind == Kind::declined;
    (declined ? verdicts.declined : verdicts.rejected) = true;
    verdicts.out += (declined ? "DECLINED claim='" : "REJECTED claim='") + printable(claim) +
                    "' at " + printable(failure.place) + ": " + printable(failure.reason) + "\n";
}

void reject_file(Verdicts& verdicts, const std::string& file, const std::string& reason) {
    verdicts.rejected = true;
    verdicts.out += "REJECTED file=" + printable(file) + " : " + printable(reason) + "\n";
}

void usage(Verdicts& verdicts, const std::string& reason) {
    verdicts.error = true;
    verdicts.err += "mexcheck: " + printable(reason) + "\n";
}

// The first rule of the list that is not permitted; empty if all are.
std::string forbidden(const Options& options, const std::string& rules) {
    std::istringstream list(rules);
    for (std::string rule; options.permitted && std::getline(list, rule, ',');)
        if (rule != "-" && options.permitted->count(rule) == 0) return rule;
    return "";
}

// The line for a claim that was asked of the file that `report` is about.
void answer(Verdicts& verdicts, const Options& options, const std::string& claim,
            const std::string& file, const Report& report) {
    if (report.failure) return reject(verdicts, claim, *report.failure);
    const auto found = std::find_if(report.outcomes.begin(), report.outcomes.end(),
                                    [&](const Outcome& o) { return o.claim == claim; });
    if (found == report.outcomes.end())
        return reject(verdicts, claim,
                      {Kind::rejected, file, "the certificate does not list this claim"});
    const std::string rule = forbidden(options, found->rules);
    if (!rule.empty())
        return reject(verdicts, claim, {Kind::declined, file, "rule not permitted: " + rule});
    const auto counted = [&](Int n) {
        return found->everywhere ? std::string("all") : std::to_string(n);
    };
    ++verdicts.verified;
    verdicts.out += "VERIFIED claim='" + claim + "' strength=" + found->strength +
                    (found->point.empty() ? "" : " point=" + found->point) +
                    " stmt=" + found->stmt + " rules=" + found->rules +
                    " instances=" + counted(found->instances) + " hyp=" + counted(found->hyp) +
                    " work=" + std::to_string(found->work) + " cert=" + report.cert +
                    " core=" MEXCHECK_CORE_DIGEST "\n";
}

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

// The bytes of a file or a pipe, `-` for standard input, if they can be read.
std::optional<std::string> read(const std::string& path) {
    std::ifstream file;
    if (path != "-") {
        if (fs::is_directory(path)) return std::nullopt;
        file.open(path, std::ios::binary);
        if (!file) return std::nullopt;
    }
    std::istream& in = path == "-" ? std::cin : file;
    std::string bytes;
    std::error_code pipe;
    if (const auto size = fs::file_size(path, pipe); !pipe)
        bytes.reserve(std::min<std::uintmax_t>(size, kMaxBytes));
    for (std::string block(1 << 16, '\0'); in;
         bytes.append(block, 0, static_cast<std::size_t>(in.gcount()))) {
        in.read(block.data(), static_cast<std::streamsize>(block.size()));
        if (bytes.size() > kMaxBytes) return std::nullopt;
    }
    if (in.bad()) return std::nullopt;
    return bytes;
}

// The files of a directory with this ending, sorted; false if it cannot be read.
bool list_files(const std::string& directory, const char* ending, std::vector<std::string>& files) {
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ending) files.push_back(it->path().string());
    std::sort(files.begin(), files.end());
    return !error;
}

struct Asked {
    std::string claim;
    int line = 0;
    bool valid = false;
    std::vector<std::size_t> files;  // of the reports that list it
};

std::vector<Asked> read_claims(Checker& checker, const std::string& path, Verdicts& verdicts) {
    std::vector<Asked> list;
    const auto text = read(path);
    if (!text) {
        usage(verdicts, "cannot read " + path);
        return list;
    }
    std::istringstream in(*text);
    std::set<std::string> seen;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const std::string place = path + ":" + std::to_string(number);
        if (!seen.insert(line).second) {
            reject_file(verdicts, path,
                        "line " + std::to_string(number) + ": the same claim twice");
            continue;
        }
        list.push_back({line, number, true, {}});
        if (const auto failure = checker.claim_error(line)) {
            usage(verdicts, place + ": " + failure->place + ": " + failure->reason);
            list.back().valid = false;
        }
    }
    if (list.empty()) reject_file(verdicts, path, "no claim");
    return list;
}

}  // namespace

std::vector<Spec::Source> spec_sources(const std::string& directory, const std::string& user_file) {
    std::vector<std::string> paths;
    if (!list_files(directory, ".mex", paths))
        fail(Kind::bad_input, directory, "cannot read the directory");
    std::vector<Spec::Source> sources;
    if (!user_file.empty()) paths.push_back(user_file);
    for (const std::string& path : paths) {
        auto text = fs::is_regular_file(path) ? read(path) : std::nullopt;
        if (!text) fail(Kind::bad_input, path, "cannot be read");
        const bool named = user_file.empty() || sources.size() + 1 < paths.size();
        sources.push_back({named ? fs::path(path).stem().string() : "", path, std::move(*text)});
    }
    return sources;
}

void check_file(Checker& checker, const Options& options, const std::string& claim,
                const std::string& path, Verdicts& verdicts) {
    if (const auto failure = checker.claim_error(claim))
        return usage(verdicts, failure->place + ": " + failure->reason);
    const auto bytes = read(path);
    if (!bytes) return usage(verdicts, "cannot read " + path);
    answer(verdicts, options, claim, path, checker.check(path, *bytes, options.max_work, claim));
}

void check_folder(Checker& checker, const Options& options, const std::string& claims_file,
                  const std::string& directory, Verdicts& verdicts) {
    Verdicts folder;  // its lines come after those of the claims
    std::vector<Asked> asked = read_claims(checker, claims_file, folder);
    std::vector<std::string> files;
    if (!list_files(directory, ".cert", files)) return usage(verdicts, "cannot read " + directory);
    std::vector<Report> reports;
    for (const std::string& path : files) {
        const auto bytes = read(path);
        if (!bytes) {
            usage(folder, "cannot read " + path);
            reports.emplace_back();
            continue;
        }
        reports.push_back(checker.check(path, *bytes, options.max_work));
        const Report& report = reports.back();
        bool serves = false;
        for (const std::string& claim : report.listed) {
            const auto found = std::find_if(asked.begin(), asked.end(),
                                            [&](const Asked& a) { return a.claim == claim; });
            serves = serves || found != asked.end();
            if (found != asked.end())
                found->files.push_back(reports.size() - 1);
            else
                reject_file(folder, path, "lists a claim that is not asked for: " + claim);
        }
        if (!serves)
            reject_file(folder, path,
                        report.failure ? report.failure->place + ": " + report.failure->reason
                                       : "serves no claim");
    }
    for (const Asked& a : asked) {
        const std::string place = claims_file + ":" + std::to_string(a.line);
        if (!a.valid) continue;
        if (a.files.empty())
            reject(verdicts, a.claim, {Kind::rejected, place, "no certificate"});
        else if (a.files.size() > 1)
            reject(verdicts, a.claim,
                   {Kind::rejected, place,
                    "two certificates: " + files[a.files[0]] + ", " + files[a.files[1]]});
        else
            answer(verdicts, options, a.claim, files[a.files[0]], reports[a.files[0]]);
    }
    verdicts.out += folder.out;
    verdicts.err += folder.err;
    verdicts.error = verdicts.error || folder.error;
    verdicts.rejected = verdicts.rejected || folder.rejected;
}

}  // namespace mexcheck
