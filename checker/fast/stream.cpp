// Streams (certificate.md 4): the bytes as they come, and the verdict on the whole.
//
// Invariant: no claim is verified before the last line has been read and its digest compared.
// Memory: the lines up to `rows`, which are limited, and one line of rows.
#include "stream.h"

#include <cmath>
#include <cstring>

#include "sha256_blocks.h"

namespace mexcheck {
namespace {

constexpr std::size_t kMaxHead = std::size_t{1} << 24;  // bytes of the lines up to `rows`
constexpr std::size_t kMaxColumns = 1000;

// The first line, the claims and the columns.
class StreamHead : public CertificateReader {
  public:
    using CertificateReader::CertificateReader;

    // Returns the number of records.
    Int read() {
        next_line();
        if (rest_ != "mexcert-certificate 1 stream") reject("not a stream");
        next_line();
        while (record("claim")) claim();
        if (out_.claims.empty()) reject("no claim");
        while (record("column")) {
            Table t = table_head(kStreamNumber);
            if (std::count(t.def->fixed.begin(), t.def->fixed.end(), false) != 1)
                fail(Kind::declined, place(), "a column has one ranged position");
            if (out_.tables.size() == kMaxColumns)
                fail(Kind::declined, place(), "too many columns");
            out_.tables.push_back(std::move(t));
            next_line();
        }
        if (out_.tables.empty()) reject("no column");
        if (!record("rows")) reject("unknown record");
        line_done();
        return records_;
    }
};

class StreamReader {
  public:
    StreamReader(const std::string& file, const ByteSource& source)
        : file_(file), source_(source) {}

    // The lines up to `rows`, or up to one that does not belong there.
    std::string head() {
        std::string text;
        for (std::string_view line; line != "rows";) {
            line = next_line();
            text.append(line) += '\n';
            if (text.size() > kMaxHead) fail(Kind::declined, place(), "too many claims");
            const bool known = line.starts_with("claim ") || line.starts_with("column ");
            if (number_ > 1 && !known) break;
        }
        return text;
    }

    void set_columns(const std::vector<StreamColumn>& columns) {
        for (const StreamColumn& c : columns) last_.push_back(c.last);
        before_.resize(last_.size());
        shortest_ = *std::min_element(last_.begin(), last_.end());
        longest_ = *std::max_element(last_.begin(), last_.end());
    }

    // Rows from a multiple of 64 on: 64 on each line.
    void rows(Int from, Int count, const std::vector<Int*>& columns) {
        for (Int i = 0; i < count; ++i) {
            if (from + i <= longest_ && i % 64 == 0) {
                begin_row_line();
                if (from + i + 63 <= shortest_ && whole_line(i, columns)) {
                    i += 63;
                    continue;
                }
            }
            for (std::size_t c = 0; c < columns.size(); ++c)
                columns[c][i] = from + i <= shortest_ || from + i <= last_[c] ? step(c) : 0;
            const bool last = i % 64 == 63 || from + i == longest_;
            if (last && from + i <= longest_ && at_ != end_) reject("entries behind the last row");
        }
    }

    // The last line. Returns the digest of all bytes.
    std::string end(Int records) {
        const std::string_view line = next_line();
        const std::string digest = hash_.digits();
        if (!line.starts_with("end ")) reject("`end` expected");
        if (line != cat("end ", records, " ", digest))
            reject(cat("wrong count or digest: claimed ", line.substr(4, 90), ", computed ",
                       records, " ", digest));
        add_line();
        ++number_;
        if (next_ != filled_ || fill() != 0) reject("junk after the end");
        return hash_.digits();
    }

  private:
    std::string place() const { return file_ + ":" + std::to_string(number_); }
    [[noreturn]] void reject(const std::string& reason) const {
        fail(Kind::rejected, place(), reason);
    }

    // More bytes behind those that are there.
    std::size_t fill() {
        std::memmove(buffer_.data(), buffer_.data() + next_, filled_ - next_);
        filled_ -= std::exchange(next_, 0);
        const std::size_t more = source_(buffer_.data() + filled_, buffer_.size() - filled_);
        filled_ += more;
        return more;
    }

    void add_line() { hash_.add(std::exchange(line_, {})); }

    std::string_view next_line() {
        add_line();
        ++number_;
        for (std::size_t searched = 0;;) {
            const char* const start = buffer_.data() + next_;
            const void* const lf = std::memchr(start + searched, '\n', filled_ - next_ - searched);
            if (lf) {
                const auto size = static_cast<std::size_t>(static_cast<const char*>(lf) - start);
                if (size >= kMaxLine) reject("line too long");
                line_ = {start, size + 1};
                next_ += size + 1;
                return line_.substr(0, size);
            }
            searched = filled_ - next_;
            if (searched >= kMaxLine) reject("line too long");
            if (fill() == 0)
                reject(searched == 0 ? "missing end" : "the last line has no line end");
        }
    }

    void begin_row_line() {
        const std::string_view line = next_line();
        at_ = line.data();
        end_ = at_ + line.size();
    }

    // 64 rows of steps that have one character each; else nothing is read.
    bool whole_line(Int row, const std::vector<Int*>& columns) {
        const std::size_t width = columns.size();
        if (static_cast<std::size_t>(end_ - at_) != 64 * width) return false;
        bool good = true;
        for (const char* p = at_; p != end_; ++p) good &= *p >= '*' && *p <= '~';
        Int outside = good ? 0 : -1;  // negative if a number is negative or too large
        std::vector<Int> values = before_;
        for (std::size_t c = 0; c < width; ++c) {
            const char* code = at_ + c;
            Int value = before_[c];
            for (Int* to = columns[c] + row; to != columns[c] + row + 64; code += width) {
                *to++ = value += *code - '0';
                outside |= value | (kStreamNumber - 1 - value);
            }
            values[c] = value;
        }
        if (outside < 0) return false;
        before_ = values;
        at_ = end_;
        return true;
    }

    // The next entry of a column: `*` .. `~` are the steps -6 .. 78, others stand between `!`.
    Int step(std::size_t column) {
        if (at_ == end_) reject("line ends too early");
        const char code = *at_++;
        Int difference = code - '0';
        if (code < '*' || code > '~') difference = long_step(code);
        const Int value = before_[column] + difference;
        if (value < 0) reject("the entry is negative: " + std::to_string(value));
        if (value >= kStreamNumber) fail(Kind::declined, place(), "number too large for a stream");
        return before_[column] = value;
    }

    Int long_step(char code) {
        if (code != '!') reject("no step");
        const char* const close = std::find(at_, end_, '!');
        Int value = 0;
        const char* why = read_number({at_, close}, true, value);
        if (!why && value >= '*' - '0' && value <= '~' - '0') why = "number not canonical";
        if (!why && (value < -kStreamNumber || value > kStreamNumber)) why = "number too large";
        if (close == end_ || why) reject(why ? why : "line ends too early");
        at_ = close + 1;
        return value;
    }

    const std::string& file_;
    const ByteSource& source_;
    std::string buffer_ = std::string(std::size_t{1} << 18, '\0');
    std::size_t next_ = 0;  // of the line after `line_`
    std::size_t filled_ = 0;
    std::string_view line_;          // with its LF; not yet in the digest
    Sha256 hash_{fastest_sha256()};  // of the lines before
    int number_ = 0;
    const char* at_ = nullptr;  // in a line of rows
    const char* end_ = nullptr;
    std::vector<Int> last_;  // row, by column
    std::vector<Int> before_;
    Int shortest_ = 0;
    Int longest_ = 0;
};

}  // namespace

Report Checker::check_stream(const std::string& file, const ByteSource& source, Int max_work,
                             const std::string& asked) {
    Report report;
    Certificate certificate;
    try {
        StreamReader reader(file, source);
        const std::string head = reader.head();
        const Int records = StreamHead(spec_, file, head, max_work, certificate).read();
        const auto& claims = certificate.claims;
        if (!asked.empty() && std::none_of(claims.begin(), claims.end(),
                                           [&](const auto& c) { return c.claim.text == asked; }))
            fail(Kind::rejected, file, "the certificate does not list this claim");
        if (std::isinf(kernel_cells)) fail(Kind::declined, file, "fast.stream is not in use");
        reset_budget();
        for (const CertifiedClaim& c : claims)
            if (const auto failure = claim_error(c.claim.text))
                fail(Kind::rejected, cat(file, ":", c.line), failure->reason);
        StreamProgram program = compile_stream(planner_, certificate);
        reader.set_columns(program.columns);
        const Int work = run_stream(
            program, certificate, file,
            [&](Int from, Int count, const auto& to) { reader.rows(from, count, to); }, max_work);
        const std::string digest = reader.end(records);
        for (std::size_t i = 0; i < claims.size(); ++i) {
            Outcome outcome{claims[i].claim.text, "range", claims[i].digest, "",
                            "fast.stream,induction"};
            outcome.work = work;
            for (const StreamLeaf& leaf : program.leaves) {
                if (leaf.claim != i) continue;
                outcome.instances += leaf.instances;
                outcome.hyp += leaf.reads;
            }
            report.outcomes.push_back(std::move(outcome));
        }
        report.cert = digest;
        report.failure.reset();
    } catch (const Failure& failure) {
        report.failure = failure;
    }
    for (const CertifiedClaim& c : certificate.claims) report.listed.push_back(c.claim.text);
    return report;
}

}  // namespace mexcheck
