// Many runs of the instrumented checker in one process, for speed: included behind its main.cpp.
//
// MEXCHECK_BATCH: a file with a line for each run: the digest that is usual (or `-`), seconds of CPU time, a file for standard
// input (or nothing), then the arguments, parted by tabs. Before a run its number is written. A run of another digest ends the
// program; with `-` the digest is written, with the time and what was noted. A run that takes too long ends by a signal.
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include <ctime>
#include <fstream>
#include <iostream>

namespace mut {

class Batch {
  public:
    Batch() {
        const rlimit memory{rlim_t{2} << 30, rlim_t{2} << 30};
        setrlimit(RLIMIT_AS, &memory);
        for (const int fd : {1, 2}) dup2(captured_[fd - 1], fd);
    }

    int run(const char* path) {
        std::ifstream lines(path);
        int number = 0;
        for (std::string line; std::getline(lines, line); ++number) {
            answer(std::to_string(number) + "\n");
            if (!usual(line)) return 77;
        }
        return 0;
    }

  private:
    bool usual(const std::string& line) {
        std::vector<std::string> fields = {""};
        for (const char c : line)
            if (c == '\t') fields.emplace_back();
            else fields.back() += c;
        for (std::size_t& count : trace.noted) count = 0;
        timer(std::atof(fields[1].c_str()));
        const std::clock_t before = std::clock();
        const std::string digest = digest_of(fields);
        const double seconds = static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC;
        timer(0);
        if (fields[0] != "-") return digest == fields[0];
        std::string text = digest + " " + std::to_string(seconds);
        for (std::size_t i = 0; i < trace.noted.size(); ++i)
            if (trace.noted[i] > 0) text += " " + std::to_string(i) + ":" + std::to_string(trace.noted[i]);
        answer(text + "\n");
        return true;
    }

    std::string digest_of(const std::vector<std::string>& fields) {
        const int in = open(fields[2].empty() ? "/dev/null" : fields[2].c_str(), O_RDONLY);
        dup2(in, 0);
        close(in);
        std::clearerr(stdin);
        std::cin.clear();
        std::vector<std::string> words(fields.begin() + 3, fields.end());
        std::vector<char*> argv = {program_};
        for (std::string& word : words) argv.push_back(word.data());
        const int argc = static_cast<int>(argv.size());
        argv.push_back(nullptr);
        const int code = checker_main(argc, argv.data());
        std::fflush(stdout);
        std::fflush(stderr);
        std::uint64_t hash = 0xcbf29ce484222325u + static_cast<std::uint64_t>(code);
        for (const int fd : {1, 2}) {
            std::string text(static_cast<std::size_t>(lseek(fd, 0, SEEK_END)), '\0');
            pread(fd, text.data(), text.size(), 0);
            for (const char c : text + '\0') hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
            ftruncate(fd, 0);
            lseek(fd, 0, SEEK_SET);
        }
        return std::to_string(code) + "-" + std::to_string(hash);
    }

    static void timer(double seconds) {
        const auto whole = static_cast<time_t>(seconds);
        const itimerval value{{0, 0}, {whole, static_cast<suseconds_t>((seconds - static_cast<double>(whole)) * 1e6)}};
        setitimer(ITIMER_PROF, &value, nullptr);
    }
    void answer(const std::string& text) const { write(answers_, text.data(), text.size()); }

    const int answers_ = dup(1);
    const int captured_[2] = {memfd_create("out", 0), memfd_create("err", 0)};
    char program_[9] = "mexcheck";
};

}  // namespace mut

int main(int argc, char** argv) {
    const char* const path = std::getenv("MEXCHECK_BATCH");
    return path ? mut::Batch().run(path) : checker_main(argc, argv);
}
