#include "certificate/stream.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

#include "certificate/sha256.hpp"
#include "piles/mex_triples.hpp"

namespace mexcert {
namespace {

using piles::Triple;

std::int64_t kappa(const Triple& v) { return static_cast<std::int64_t>(2 * v.b - v.a - v.c); }

struct KnownColumn {
    std::string_view def;
    std::string_view arguments;
    StreamEntry entry;
};

// Akiyama, section 3: v(n + 1) is M, M + D + kappa, M + 2D + kappa, with the numbers of v(n).
constexpr auto kFirst = [](const Triple& now, const Triple&) {
    return static_cast<std::int64_t>(now.a);
};
constexpr auto kNextFirst = [](const Triple&, const Triple& next) {
    return static_cast<std::int64_t>(next.a);
};
constexpr auto kSecond = [](const Triple& now, const Triple&) {
    return static_cast<std::int64_t>(now.b);
};
constexpr auto kThird = [](const Triple& now, const Triple&) {
    return static_cast<std::int64_t>(now.c);
};
constexpr auto kSpread = [](const Triple& now, const Triple&) {
    return static_cast<std::int64_t>(now.c - now.a);
};
constexpr auto kLeastDifference = [](const Triple&, const Triple& next) {
    return static_cast<std::int64_t>(next.c - next.b);
};
constexpr auto kKappa = [](const Triple&, const Triple& next) { return kappa(next); };

constexpr std::array<KnownColumn, 10> kKnown = {{{"akiyama.v", "1", kFirst},
                                                 {"akiyama.v", "2", kSecond},
                                                 {"akiyama.v", "3", kThird},
                                                 {"akiyama.mexD", "", kLeastDifference},
                                                 {"akiyama.maxF", "", kThird},
                                                 {"akiyama.maxD", "", kSpread},
                                                 {"akiyama.kappa", "", kKappa},
                                                 {"akiyama.s", "0", kNextFirst},
                                                 {"akiyama.s", "1", kLeastDifference},
                                                 {"akiyama.s", "2", kKappa}}};

// v(0), v(1), .. one after the other.
class Triples {
  public:
    explicit Triples(std::int64_t rows)
        : left_(static_cast<std::uint64_t>(rows)), triples_(left_) {}

    std::optional<Error> next(Triple& v) {
        if (block_.empty()) {
            const Result<std::span<const Triple>> more = triples_.next(left_);
            if (!more.ok()) {
                return more.error();
            }
            block_ = more.value();
        }
        v = block_.front();
        block_ = block_.subspan(1);
        left_ -= left_ > 1 ? 1 : 0;
        return std::nullopt;
    }

  private:
    std::uint64_t left_;
    piles::MexTriples triples_;
    std::span<const Triple> block_;
};

class StreamWriter {
  public:
    StreamWriter(const std::vector<StreamColumn>& columns, const ByteSink& sink)
        : columns_(columns), sink_(sink), before_(columns.size()) {
        for (const StreamColumn& column : columns) {
            last_ = std::max(last_, column.last);
            shortest_ = std::min(shortest_, column.last);
        }
    }

    std::optional<Error> run(const std::vector<std::string>& claim_lines,
                             const std::function<void(std::int64_t)>& at) {
        buffer_ = "mexcert-certificate 1 stream\n";
        for (const std::string& line : claim_lines) {
            buffer_ += line + "\n";
        }
        for (const StreamColumn& column : columns_) {
            buffer_ += fmt::format("column {}\n", column.head);
        }
        buffer_ += "rows\n";
        Triples triples(last_ + 1);
        std::array<Triple, kRowsOnLine + 1> v{};
        for (std::int64_t row = 0; row <= last_; row += kRowsOnLine) {
            const std::int64_t count = std::min(last_ + 1 - row, kRowsOnLine);
            v[0] = row == 0 ? Triple{} : v[kRowsOnLine];
            for (std::int64_t i = 1; i <= count; ++i) {
                if (std::optional<Error> error = triples.next(v[static_cast<std::size_t>(i)])) {
                    return error;
                }
            }
            line(v, row, count);
            if (buffer_.size() > kBuffer && !flush()) {
                return invalid("", "cannot write the stream");
            }
            if (row % kShownRows == 0) {
                at(row);
            }
        }
        return end(claim_lines.size() + columns_.size() + 1);
    }

  private:
    static constexpr std::int64_t kRowsOnLine = 64;
    static constexpr std::int64_t kShownRows = 1 << 20;
    static constexpr std::size_t kBuffer = 1 << 16;

    void line(const std::array<Triple, kRowsOnLine + 1>& v, std::int64_t row, std::int64_t count) {
        for (std::int64_t i = 0; i < count; ++i) {
            const auto k = static_cast<std::size_t>(i);
            for (std::size_t c = 0; c < columns_.size(); ++c) {
                if (row + i > shortest_ && row + i > columns_[c].last) {
                    continue;
                }
                const std::int64_t entry = columns_[c].entry(v[k], v[k + 1]);
                step(entry - before_[c]);
                before_[c] = entry;
            }
        }
        buffer_ += '\n';
    }

    // `*` .. `~` stand for the steps -6 .. 78.
    void step(std::int64_t difference) {
        if (difference >= '*' - '0' && difference <= '~' - '0') {
            buffer_ += static_cast<char>('0' + difference);
        } else {
            buffer_ += fmt::format("!{}!", difference);
        }
    }

    bool flush() {
        hash_.add(buffer_);
        const bool done = sink_(buffer_);
        buffer_.clear();
        return done;
    }

    std::optional<Error> end(std::size_t records) {
        bool done = flush();
        buffer_ = fmt::format("end {} {}\n", records, hash_.hex());
        done = flush() && done;
        return done ? std::nullopt : std::optional<Error>(invalid("", "cannot write the stream"));
    }

    const std::vector<StreamColumn>& columns_;
    const ByteSink& sink_;
    std::vector<std::int64_t> before_;
    std::int64_t last_ = 0;
    std::int64_t shortest_ = INT64_MAX;
    std::string buffer_;
    Sha256 hash_;
};

}  // namespace

StreamEntry stream_entry(std::string_view def, std::string_view arguments) {
    const auto* const known = std::find_if(kKnown.begin(), kKnown.end(), [&](const auto& column) {
        return column.def == def && column.arguments == arguments;
    });
    return known == kKnown.end() ? nullptr : known->entry;
}

bool is_streamed(std::string_view def) {
    return std::any_of(kKnown.begin(), kKnown.end(),
                       [&](const auto& column) { return column.def == def; });
}

std::optional<Error> write_stream(const std::vector<std::string>& claim_lines,
                                  const std::vector<StreamColumn>& columns, const ByteSink& sink,
                                  const std::function<void(std::int64_t)>& at) {
    return StreamWriter(columns, sink).run(claim_lines, at);
}

}  // namespace mexcert
