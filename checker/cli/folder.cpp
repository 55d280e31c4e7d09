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
    ++verdicts.verified;
    verdicts.out += "VERIFIED claim='" + claim + "' strength=" + found->strength +
                    (found->point.empty() ? "" : " point=" + found->point) +
                    " stmt=" + found->stmt + " rules=" + found->rules +
                    " instances=" + std::to_string(found->instances) +
                    " hyp=" + std::to_string(found->hyp) + " work=" + std::to_string(found->work) +
                    " cert=" + report.cert + " core=" MEXCHECK_CORE_DIGEST "\n";
}

// Opens a regular file (or a pipe); a directory or a missing file is an error of the call.
bool open(std::ifstream& in, const std::string& path) {
    if (fs::is_directory(path)) return false;
    in.open(path, std::ios::binary);
    return in.good();
}

struct Asked {
    std::string claim;
    int line = 0;
    bool valid = false;
    std::vector<std::size_t> files;  // of the reports that list it
};

std::vector<Asked> read_claims(Checker& checker, const std::string& path, Verdicts& verdicts) {
    std::vector<Asked> list;
    std::ifstream in;
    if (!open(in, path)) {
        usage(verdicts, "cannot read " + path);
        return list;
    }
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
    if (in.bad()) usage(verdicts, "cannot read " + path);
    if (list.empty()) reject_file(verdicts, path, "no claim");
    return list;
}

}  // namespace

void check_file(Checker& checker, const Options& options, const std::string& claim,
                const std::string& path, Verdicts& verdicts) {
    if (const auto failure = checker.claim_error(claim))
        return usage(verdicts, failure->place + ": " + failure->reason);
    std::ifstream file;
    if (path != "-" && !open(file, path)) return usage(verdicts, "cannot read " + path);
    std::istream& in = path == "-" ? std::cin : file;
    answer(verdicts, options, claim, path, checker.check(path, in, options.max_work));
}

void check_folder(Checker& checker, const Options& options, const std::string& claims_file,
                  const std::string& directory, Verdicts& verdicts) {
    Verdicts folder;  // its lines come after those of the claims
    std::vector<Asked> asked = read_claims(checker, claims_file, folder);
    std::vector<std::string> files;
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end; it.increment(error))
        if (it->path().extension() == ".cert") files.push_back(it->path().string());
    if (error) return usage(verdicts, "cannot read " + directory);
    std::sort(files.begin(), files.end());
    std::vector<Report> reports;
    for (const std::string& path : files) {
        std::ifstream in;
        if (!open(in, path)) {
            usage(folder, "cannot read " + path);
            reports.emplace_back();
            continue;
        }
        reports.push_back(checker.check(path, in, options.max_work));
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
