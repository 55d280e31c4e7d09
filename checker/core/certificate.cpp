#include "certificate.h"

#include <algorithm>

#include "sha256.h"

namespace mexcheck {
namespace {

constexpr std::size_t kMaxLine = 65'536;
constexpr std::size_t kMaxEntries = std::size_t{1} << 28;  // of all tables, and of all witnesses
constexpr std::size_t kMaxClaims = 10'000;

class Reader {
  public:
    Reader(const Spec& spec, const std::string& file, std::istream& in, Certificate& out)
        : spec_(spec), file_(file), in_(in), out_(out) {}

    void run() {
        next_line();
        if (line_.rfind("mexcert-certificate ", 0) == 0 && line_ != "mexcert-certificate 1")
            fail(Kind::declined, place(), "version: `" + line_.substr(20) + "`, wanted `1`");
        if (line_ != "mexcert-certificate 1") reject("not a certificate");
        next_line();
        while (record("claim")) claim();
        if (out_.claims.empty()) reject("no claim");
        while (record("table")) table();
        while (record("point")) point();
        for (const CertifiedClaim& c : out_.claims)
            if (c.claim.kind == Claim::least_refuted && !pointed_[&c]) reject("point missing");
        while (record("witness")) witness();
        end();
    }

  private:
    std::string place() const { return file_ + ":" + std::to_string(number_); }
    [[noreturn]] void reject(const std::string& reason) const {
        fail(Kind::rejected, place(), reason);
    }
    template <class A, class B>
    [[noreturn]] void reject(const std::string& what, const A& claimed, const B& computed) const {
        reject(what + ": claimed " + claimed + ", computed " + computed);
    }

    // The next line, without its LF; all bytes before it are in `before_`.
    void next_line() {
        ++number_;
        before_ = all_;
        line_.clear();
        for (;;) {
            const int byte = in_.rdbuf()->sbumpc();
            if (byte == std::char_traits<char>::eof()) {
                if (!line_.empty()) reject("the last line has no line end");
                reject("missing end");
            }
            if (byte == '\n') break;
            if (byte == '\r') reject("CR");
            if (byte < 0x20 || byte > 0x7e) reject("byte out of range");
            if (line_.size() == kMaxLine - 1) reject("line too long");
            line_ += static_cast<char>(byte);
        }
        all_.add(line_);
        all_.add("\n");
        rest_ = line_;
    }

    // Whether the line is a record of this kind; then its first token is taken. Records come in
    // the order claim, table, point, witness, end.
    bool record(std::string_view kind) {
        static constexpr std::string_view kinds[] = {"claim", "table", "point", "witness", "end"};
        const std::string_view first = rest_.substr(0, rest_.find(' '));
        const auto* const found = std::find(std::begin(kinds), std::end(kinds), first);
        if (found == std::end(kinds)) reject("unknown record `" + std::string(first) + "`");
        if (found < std::find(std::begin(kinds), std::end(kinds), kind)) reject("wrong order");
        if (first != kind) return false;
        ++records_;
        token();
        return true;
    }

    // The next token; tokens are parted by exactly one blank.
    std::string_view token() {
        if (done_) reject("line ends too early");
        const std::size_t blank = rest_.find(' ');
        const std::string_view t = rest_.substr(0, blank);
        if (t.empty()) reject("blank out of place");
        done_ = blank == std::string_view::npos;
        rest_.remove_prefix(done_ ? rest_.size() : blank + 1);
        return t;
    }
    void line_done() const {
        if (!done_) reject("line too long for its record");
    }
    std::int64_t parse(std::string_view t, bool negative_allowed = false) const {
        const char* why = "";
        const auto value = canonical(t, negative_allowed, why);
        if (!value) reject(std::string(why) + " `" + std::string(t.substr(0, 40)) + "`");
        return *value;
    }
    void start_line() {
        next_line();
        done_ = false;
    }

    void claim() {
        const std::string digest(token());
        if (done_) reject("line ends too early");
        CertifiedClaim c;
        c.line = number_;
        const std::string text(rest_);
        if (!out_.claims.empty() && out_.claims.back().claim.text >= text)
            reject(out_.claims.back().claim.text == text ? "claim listed twice"
                                                         : "claims are not sorted");
        if (out_.claims.size() == kMaxClaims) fail(Kind::declined, place(), "too many claims");
        try {
            c.claim = parse_claim(spec_, text);
        } catch (const Failure& failure) {
            reject("bad claim: " + failure.reason);
        }
        Sha256 sha;
        sha.add(spec_.closure_text(*c.claim.statement));
        c.digest = sha.hex();
        if (digest != c.digest) reject("wrong stmt digest", digest, c.digest);
        out_.claims.push_back(std::move(c));
        start_line();
    }

    void table() {
        Table t;
        t.line = number_;
        const std::string name(token());
        t.def = spec_.find(name);
        if (!t.def || t.def->kind != ItemKind::def || !t.def->recursive)
            reject("`" + name + "` is no recursive def");
        std::size_t entries = 1;
        std::size_t ranged = 0;
        for (std::size_t i = 0; i < t.def->fixed.size(); ++i) {
            std::string_view text = token();
            const bool fixed = t.def->fixed[i];
            if (!fixed && text.substr(0, 3) != "0..")
                reject("`0..N` expected at a ranged position");
            if (!fixed) text.remove_prefix(3);
            const std::int64_t value = parse(text);
            const Variable& v = t.def->unit[i];
            if (fixed && (value < v.low || value > v.high)) reject("argument outside its domain");
            t.fixed.push_back(fixed ? value : 0);
            t.top.push_back(fixed ? 0 : value);
            ranged += fixed ? 0 : 1;
            if (value >= static_cast<std::int64_t>(kMaxEntries) && !fixed)
                fail(Kind::declined, place(), "work limit: table too large");
            if (!fixed) entries *= static_cast<std::size_t>(value) + 1;
            if (entries > kMaxEntries - entries_)
                fail(Kind::declined, place(), "work limit: table too large");
        }
        line_done();
        if (!out_.tables.empty()) {
            const Table& last = out_.tables.back();
            const auto key = [](const Table& x) { return std::pair(x.def->order, x.fixed); };
            if (key(last) == key(t)) reject("two tables for the same arguments");
            if (key(last) > key(t)) reject("wrong order of tables");
        }
        entries_ += entries;
        read_entries(t, entries, ranged == 1);
        out_.tables.push_back(std::move(t));
    }

    void read_entries(Table& t, std::size_t entries, bool steps) {
        const std::size_t row = t.row_length();
        while (t.values.size() < entries) {
            start_line();
            const std::size_t column = t.values.size() % row;
            const std::size_t here = std::min<std::size_t>(64, row - column);
            for (std::size_t i = 0; i < here; ++i) {
                if (done_) reject("entries on the line", std::to_string(i), std::to_string(here));
                std::int64_t value = parse(token(), steps && !t.values.empty());
                if (steps && !t.values.empty() &&
                    __builtin_add_overflow(value, t.values.back(), &value))
                    reject("number too large");
                if (value < 0) reject("the entry is negative: " + std::to_string(value));
                t.values.push_back(value);
            }
            if (!done_) reject("more than " + std::to_string(here) + " entries on the line");
        }
        start_line();
    }

    // The claim that a point or witness record is for; numbers increase within each kind.
    CertifiedClaim& numbered(std::int64_t& last) {
        const std::int64_t k = parse(token());
        if (k < 1 || k > static_cast<std::int64_t>(out_.claims.size())) reject("no such claim");
        if (k == last) reject("second record for a claim");
        if (k < last) reject("wrong order");
        last = k;
        return out_.claims[static_cast<std::size_t>(k) - 1];
    }

    void point() {
        CertifiedClaim& c = numbered(last_point_);
        if (c.claim.kind != Claim::least_refuted) reject("the claim takes no point");
        const std::string_view text = token();
        line_done();
        pointed_[&c] = true;
        try {
            if (text != "-") c.point = parse_assignments(text);
        } catch (const Failure& failure) {
            reject("bad point: " + failure.reason);
        }
        start_line();
    }

    void witness() {
        CertifiedClaim& c = numbered(last_witness_);
        line_done();
        c.witnesses.line = number_;
        start_line();
        while (line_.empty() || (line_[0] >= '0' && line_[0] <= '9')) {
            Word tuple;
            do tuple.push_back(parse(token()));
            while (!done_);
            entries_ += tuple.size();
            if (entries_ > kMaxEntries)
                fail(Kind::declined, place(), "work limit: too many witnesses");
            c.witnesses.tuples.push_back(std::move(tuple));
            c.witnesses.lines.push_back(number_);
            start_line();
        }
        if (c.witnesses.tuples.empty()) reject("witness record without a witness");
    }

    void end() {
        if (!record("end")) reject("unknown record");
        const std::int64_t count = parse(token());
        if (count != records_ - 1)
            reject("wrong count", std::to_string(count), std::to_string(records_ - 1));
        const std::string digest(token());
        line_done();
        if (digest != before_.hex()) reject("wrong digest", digest, before_.hex());
        if (in_.rdbuf()->sbumpc() != std::char_traits<char>::eof()) {
            ++number_;
            reject("junk after the end");
        }
        out_.digest = all_.hex();
    }

    const Spec& spec_;
    const std::string& file_;
    std::istream& in_;
    Certificate& out_;
    std::string line_;
    std::string_view rest_;
    bool done_ = false;  // no token is left on the line
    int number_ = 0;
    std::int64_t records_ = 0;
    std::size_t entries_ = 0;
    std::int64_t last_point_ = 0;
    std::int64_t last_witness_ = 0;
    std::map<const CertifiedClaim*, bool> pointed_;
    Sha256 all_;
    Sha256 before_;
};

}  // namespace

void read_certificate(const Spec& spec, const std::string& file, std::istream& in,
                      Certificate& certificate) {
    Reader(spec, file, in, certificate).run();
}

}  // namespace mexcheck
