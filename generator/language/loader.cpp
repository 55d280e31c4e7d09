#include "language/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <system_error>

#include "language/parser.hpp"

namespace mexcert {
namespace {

constexpr std::size_t kMaxUseDepth = 200;

class SpecLoader {
  public:
    SpecLoader(Spec& spec, std::string directory) : spec_(spec), directory_(std::move(directory)) {}

    std::optional<Error> load(const std::string& path, const std::string& name,
                              const std::string& use_place) {
        const auto state = states_.find(path);
        if (state != states_.end()) {
            return state->second ? std::nullopt
                                 : std::optional<Error>(invalid(
                                       use_place, fmt::format("cycle of `use` at {}", name)));
        }
        if (++depth_ > kMaxUseDepth) {
            return invalid(use_place, "`use` nested above 200");
        }
        states_[path] = false;
        const Result<std::string> bytes = read_file(path);
        if (!bytes.ok()) {
            return use_place == path ? bytes.error() : invalid(use_place, bytes.error().text());
        }
        const std::optional<Error> error = parse(bytes.value(), name);
        --depth_;
        states_[path] = true;
        return error;
    }

    // All `*.mex` files of the directory, in byte order of their names.
    std::optional<Error> load_directory() {
        std::vector<std::string> names;
        std::error_code code;
        for (std::filesystem::directory_iterator entry(directory_, code), end;
             !code && entry != end; entry.increment(code)) {
            if (entry->path().extension() == ".mex") {
                names.push_back(entry->path().filename().string());
            }
        }
        if (code) {
            return invalid(directory_, code.message());
        }
        std::sort(names.begin(), names.end());
        for (const std::string& name : names) {
            const std::string path = directory_ + "/" + name;
            if (std::optional<Error> error = load(path, path, path)) {
                return error;
            }
        }
        return std::nullopt;
    }

    std::optional<Error> parse(const std::string& bytes, const std::string& name) {
        const int file = static_cast<int>(spec_.files.size());
        spec_.files.push_back(name);
        const Result<std::vector<Token>> tokens = tokenize(bytes, name, file);
        if (!tokens.ok()) {
            return tokens.error();
        }
        Parser parser(spec_, tokens.value(), [this](const std::string& used, const Place& place) {
            return load(directory_ + "/" + used + ".mex", directory_ + "/" + used + ".mex",
                        spec_.where(place));
        });
        return parser.run();
    }

  private:
    Spec& spec_;
    std::string directory_;
    std::map<std::string, bool> states_;  // path -> completely read
    std::size_t depth_ = 0;
};

}  // namespace

Result<std::string> read_file(const std::string& path) {
    std::ifstream input(path, std::ios::binary);
    if (!input || std::filesystem::is_directory(path)) {
        return invalid(path, "cannot be read");
    }
    std::string bytes{std::istreambuf_iterator<char>(input), std::istreambuf_iterator<char>()};
    if (input.bad()) {
        return invalid(path, "cannot be read");
    }
    return bytes;
}

Result<std::unique_ptr<Spec>> load_spec(const std::string& directory,
                                        const std::string& user_file) {
    auto spec = std::make_unique<Spec>();
    SpecLoader loader(*spec, directory);
    std::optional<Error> error = loader.load_directory();
    if (!error && !user_file.empty()) {
        error = loader.load(user_file, user_file, user_file);
    }
    return error ? Result<std::unique_ptr<Spec>>(*error) : std::move(spec);
}

Result<std::unique_ptr<Spec>> load_spec_with(const std::string& directory, const std::string& text,
                                             const std::string& name) {
    auto spec = std::make_unique<Spec>();
    SpecLoader loader(*spec, directory);
    std::optional<Error> error = loader.load_directory();
    if (!error) {
        error = loader.parse(text, name);
    }
    return error ? Result<std::unique_ptr<Spec>>(*error) : std::move(spec);
}

Result<std::unique_ptr<Spec>> load_text(const std::string& text, const std::string& name) {
    auto spec = std::make_unique<Spec>();
    SpecLoader loader(*spec, "");
    if (const std::optional<Error> error = loader.parse(text, name)) {
        return *error;
    }
    return spec;
}

}  // namespace mexcert
