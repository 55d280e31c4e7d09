#include "borrow.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>

namespace attack {
namespace {

namespace fs = std::filesystem;

// A folder of this process, removed at its end.
const fs::path& scratch() {
    static const struct Folder {
        fs::path path = fs::temp_directory_path() / fs::path("false_accept-XXXXXX");
        Folder() {
            std::string name = path.string();
            if (!mkdtemp(name.data())) throw fs::filesystem_error("no scratch folder", {});
            path = name;
            fs::create_directory(path / "spec");
        }
        ~Folder() { fs::remove_all(path); }
        Folder(const Folder&) = delete;
        Folder& operator=(const Folder&) = delete;
    } folder;
    return folder.path;
}

bool begins_record(const std::string& line) {
    static const std::vector<std::string> kinds = {"table",  "point",    "witness", "over",
                                                   "adder",  "graph",    "level",   "letters",
                                                   "starts", "automatic"};
    const std::string first = line.substr(0, line.find(' '));
    return std::find(kinds.begin(), kinds.end(), first) != kinds.end();
}

}  // namespace

std::optional<std::vector<Record>> borrowed(const std::string& generator, const Model& model) {
    const fs::path statements = scratch() / "s.mex";
    const fs::path certificate = scratch() / "s.cert";
    std::ofstream(statements) << statement_file(model);
    fs::remove(certificate);
    const std::string command = "timeout 5 '" + generator + "' --spec-dir '" +
                                (scratch() / "spec").string() + "' --spec '" + statements.string() +
                                "' generate '" + claim_text(model) + "' -o '" +
                                certificate.string() + "' >/dev/null 2>&1";
    std::vector<Record> records;
    if (std::system(command.c_str()) != 0) return std::nullopt;
    std::ifstream in(certificate);
    for (std::string line; std::getline(in, line) && !line.starts_with("end ");)
        if (begins_record(line))
            records.push_back({Record::lines, line, {}, "", {}, {}, {}, {}});
        else if (!records.empty())
            records.back().body.push_back(line);
    return records;
}

}  // namespace attack
