#include "base/child.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

extern char** environ;

namespace mexcert {
namespace {

Error system_error(const std::string& program, int code) {
    return invalid(program, std::generic_category().message(code));
}

// The file actions of a spawn, freed at the end.
struct Actions {
    Actions() { posix_spawn_file_actions_init(&own); }
    ~Actions() { posix_spawn_file_actions_destroy(&own); }
    Actions(const Actions&) = delete;
    Actions& operator=(const Actions&) = delete;
    posix_spawn_file_actions_t own{};
};

// Reads up to the end; the error number, 0 if there was none.
int read_all(int descriptor, std::string& text) {
    std::array<char, 4096> buffer{};
    for (;;) {
        const ssize_t count = read(descriptor, buffer.data(), buffer.size());
        if (count > 0) {
            text.append(buffer.data(), static_cast<std::size_t>(count));
        } else if (count == 0) {
            return 0;
        } else if (errno != EINTR) {
            return errno;
        }
    }
}

}  // namespace

Result<ChildOutput> run_child(const std::vector<std::string>& arguments) {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) {
        return system_error(arguments.front(), errno);
    }
    std::vector<std::string> copies = arguments;  // the interface wants writable strings
    std::vector<char*> pointers;
    for (std::string& copy : copies) {
        pointers.push_back(copy.data());
    }
    pointers.push_back(nullptr);
    pid_t child = 0;
    int code = 0;
    {
        Actions actions;
        posix_spawn_file_actions_adddup2(&actions.own, ends[1], STDOUT_FILENO);
        code =
            posix_spawnp(&child, pointers.front(), &actions.own, nullptr, pointers.data(), environ);
    }
    close(ends[1]);
    ChildOutput output;
    if (code == 0) {
        code = read_all(ends[0], output.text);
        int status = 0;
        while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
        }
        output.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    close(ends[0]);
    return code == 0 ? Result<ChildOutput>(output) : system_error(arguments.front(), code);
}

}  // namespace mexcert
