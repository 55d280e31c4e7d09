#include "commands/printout.hpp"

namespace mexcert {

std::string json_text(const std::string& command, int exit_code, const Printout& printout) {
    Json object = {{"command", command}, {"exit", std::to_string(exit_code)}};
    object.update(printout.json);
    object["warnings"] = printout.warnings;
    object["errors"] = Json::array();
    for (const Error& error : printout.errors) {
        object["errors"].push_back({{"place", error.place},
                                    {"message", error.message},
                                    {"exit", std::to_string(error.exit_code())}});
    }
    return object.dump(2) + "\n";
}

}  // namespace mexcert
