#include "cli/folder.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <utility>

namespace mexcheck {
namespace {

namespace fs = std::filesystem;

// The first rule of the list that is not permitted; empty if all are.
std::string forbidden(const Options& options, const std::string& rules) {
    std::istringstream list(rules);
    list.exceptions(std::ios::badbit);  // else std::getline swallows std::bad_alloc
    for (std::string rule; options.permitted && std::getline(list, rule, ',');)
        if (rule != "-" && options.permitted->count(rule) == 0) return rule;
    return "";
}

// The verdict on a claim that was asked of the file that `report` is about.
void answer(Verdicts& verdicts, const Options& options, const std::string& claim,
            const std::string& file, const Report& report) {
    if (report.failure) return verdicts.reject(claim, *report.failure);
    const auto found = std::find_if(report.outcomes.begin(), report.outcomes.end(),
                                    [&](const Outcome& o) { return o.claim == claim; });
    if (found == report.outcomes.end())
        return verdicts.reject(claim,
                               {Kind::rejected, file, "the certificate does not list this claim"});
    const std::string rule = forbidden(options, found->rules);
    if (!rule.empty())
        return verdicts.reject(claim, {Kind::declined, file, "rule not permitted: " + rule});
    verdicts.list.push_back({Verdict::verified, claim, "", "", *found, report.cert});
}

constexpr std::size_t kMaxBytes = std::size_t{1} << 30;

// Standard input for `-`; null if there is no such file.
std::istream* open(const std::string& path, std::ifstream& file) {
    if (path == "-") return &std::cin;
    if (fs::is_directory(path)) return nullptr;
    file.open(path, std::ios::binary);
    return file ? &file : nullptr;
}

// What has been read of it, and all that follows.
std::optional<std::string> read_rest(std::istream& in, const std::string& path, std::string bytes) {
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

// Checks a file, a stream as its bytes come. Nothing if it cannot be read.
std::optional<Report> check_path(Checker& checker, const std::string& path, Int max_work,
                                 const std::string& asked) {
    constexpr std::string_view stream = "mexcert-certificate 1 stream\n";
    std::ifstream file;
    std::istream* const in = open(path, file);
    if (!in) return std::nullopt;
    std::string first(stream.size(), '\0');
    in->read(first.data(), static_cast<std::streamsize>(first.size()));
    first.resize(static_cast<std::size_t>(in->gcount()));
    if (first != stream) {
        const auto bytes = read_rest(*in, path, std::move(first));
        if (!bytes) return std::nullopt;
        return checker.check(path, *bytes, max_work, asked);
    }
    const auto source = [&](char* to, std::size_t most) {
        if (const std::string begin = std::exchange(first, ""); !begin.empty())
            return begin.copy(to, most);
        in->read(to, static_cast<std::streamsize>(most));
        return static_cast<std::size_t>(in->gcount());
    };
    const Report report = checker.check_stream(path, source, max_work, asked);
    if (in->bad()) return std::nullopt;
    return report;
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
    const auto text = read_bytes(path);
    if (!text) {
        verdicts.usage("cannot read " + path);
        return list;
    }
    std::istringstream in(*text);
    in.exceptions(std::ios::badbit);
    std::set<std::string> seen;
    int number = 0;
    for (std::string line; std::getline(in, line);) {
        ++number;
        if (line.empty() || line[0] == '#') continue;
        const std::string place = path + ":" + std::to_string(number);
        if (!seen.insert(line).second) {
            verdicts.reject_file(path, "line " + std::to_string(number) + ": the same claim twice");
            continue;
        }
        list.push_back({line, number, true, {}});
        if (const auto failure = checker.claim_error(line)) {
            verdicts.usage(place + ": " + failure->place + ": " + failure->reason);
            list.back().valid = false;
        }
    }
    if (list.empty()) verdicts.reject_file(path, "no claim");
    return list;
}

}  // namespace

std::optional<std::string> read_bytes(const std::string& path) {
    std::ifstream file;
    std::istream* const in = open(path, file);
    return in ? read_rest(*in, path, "") : std::nullopt;
}

std::vector<Spec::Source> spec_sources(const std::string& directory, const std::string& user_file) {
    std::vector<std::string> paths;
    if (!list_files(directory, ".mex", paths))
        fail(Kind::bad_input, directory, "cannot read the directory");
    std::vector<Spec::Source> sources;
    if (!user_file.empty()) paths.push_back(user_file);
    for (const std::string& path : paths) {
        auto text = fs::is_regular_file(path) ? read_bytes(path) : std::nullopt;
        if (!text) fail(Kind::bad_input, path, "cannot be read");
        const bool named = user_file.empty() || sources.size() + 1 < paths.size();
        sources.push_back({named ? fs::path(path).stem().string() : "", path, std::move(*text)});
    }
    return sources;
}

void check_file(Checker& checker, const Options& options, const std::string& claim,
                const std::string& path, Verdicts& verdicts) {
    if (const auto failure = checker.claim_error(claim))
        return verdicts.usage(failure->place + ": " + failure->reason);
    const auto report = check_path(checker, path, options.max_work, claim);
    if (!report) return verdicts.usage("cannot read " + path);
    answer(verdicts, options, claim, path, *report);
}

void check_folder(Checker& checker, const Options& options, const std::string& claims_file,
                  const std::string& directory, Verdicts& verdicts) {
    Verdicts folder;  // its lines come after those of the claims
    std::vector<Asked> asked = read_claims(checker, claims_file, folder);
    std::vector<std::string> files;
    if (directory == "-")
        files = {directory};
    else if (!list_files(directory, ".cert", files))
        return verdicts.usage("cannot read " + directory);
    std::vector<Report> reports;
    for (const std::string& path : files) {
        auto checked = check_path(checker, path, options.max_work, "");
        if (!checked) {
            folder.usage("cannot read " + path);
            reports.emplace_back();
            continue;
        }
        reports.push_back(std::move(*checked));
        const Report& report = reports.back();
        bool serves = false;
        for (const std::string& claim : report.listed) {
            const auto found = std::find_if(asked.begin(), asked.end(),
                                            [&](const Asked& a) { return a.claim == claim; });
            serves = serves || found != asked.end();
            if (found != asked.end())
                found->files.push_back(reports.size() - 1);
            else
                folder.reject_file(path, "lists a claim that is not asked for: " + claim);
        }
        if (!serves)
            folder.reject_file(path, report.failure
                                         ? report.failure->place + ": " + report.failure->reason
                                         : "serves no claim");
    }
    for (const Asked& a : asked) {
        const std::string place = claims_file + ":" + std::to_string(a.line);
        if (!a.valid) continue;
        if (a.files.empty())
            verdicts.reject(a.claim, {Kind::rejected, place, "no certificate"});
        else if (a.files.size() > 1)
            verdicts.reject(a.claim,
                            {Kind::rejected, place,
                             "two certificates: " + files[a.files[0]] + ", " + files[a.files[1]]});
        else
            answer(verdicts, options, a.claim, files[a.files[0]], reports[a.files[0]]);
    }
    verdicts.list.insert(verdicts.list.end(), folder.list.begin(), folder.list.end());
    verdicts.err += folder.err;
    verdicts.error = verdicts.error || folder.error;
}

}  // namespace mexcheck
