// Strict reader of certificates (certificate.md).
//
// Every deviation is rejected by name, with file and line. Nothing that is read here is believed:
// entries, witnesses and points are only stored. Memory grows with the bytes read, never with a
// number that the certificate states.
#pragma once

#include "automata/records.h"
#include "claim.h"
#include "eval.h"
#include "sha256.h"

namespace mexcheck {

struct Certificate {
    std::vector<CertifiedClaim> claims;
    std::vector<Table> tables;
    automata::Records automata;
    std::string digest;  // SHA-256 of all bytes
};

constexpr std::size_t kMaxLine = 65'536;
constexpr std::size_t kMaxEntries = std::size_t{1} << 28;  // of all tables, and of all witnesses
constexpr std::size_t kMaxClaims = 10'000;

// Fills the certificate as far as it gets; throws a Failure (rejected, or declined for another
// version).
class CertificateReader {
  public:
    CertificateReader(const Spec& spec, const std::string& file, std::string_view bytes,
                      Int max_work, Certificate& out)
        : spec_(spec), file_(file), bytes_(bytes), max_work_(max_work), out_(out) {}

    void run() {
        next_line();
        const std::string_view head = "mexcert-certificate ";
        if (!rest_.starts_with(head)) reject("not a certificate");
        const std::string version(rest_.substr(head.size()));
        if (version != "1") fail(Kind::declined, place(), "version: `" + version + "`, wanted `1`");
        next_line();
        while (record("claim")) claim();
        if (out_.claims.empty()) reject("no claim");
        if (record("over")) return over();
        while (record("table")) table();
        while (record("point")) point();
        for (const CertifiedClaim& c : out_.claims)
            if (c.claim.kind == Claim::least_refuted && !c.pointed) reject("point missing");
        while (record("witness")) witness();
        end();
    }

  protected:
    std::string place() const { return file_ + ":" + std::to_string(number_); }
    [[noreturn]] void reject(const std::string& reason) const {
        fail(Kind::rejected, place(), reason);
    }
    [[noreturn]] void reject(const std::string& what, const std::string& claimed,
                             const std::string& computed) const {
        reject(what + ": claimed " + claimed + ", computed " + computed);
    }

    // The next line, without its LF; it begins at `begin_`.
    void next_line() {
        ++number_;
        done_ = false;
        begin_ = next_;
        rest_ = bytes_.substr(begin_, kMaxLine);
        const auto strange = [](char c) { return c < 0x20 || c > 0x7e; };
        const auto bad = std::find_if(rest_.begin(), rest_.end(), strange);
        if (bad == rest_.end()) {
            if (rest_.size() == kMaxLine) reject("line too long");
            reject(rest_.empty() ? "missing end" : "the last line has no line end");
        }
        if (*bad != '\n') reject(*bad == '\r' ? "CR" : "byte out of range");
        rest_ = rest_.substr(0, static_cast<std::size_t>(bad - rest_.begin()));
        next_ = begin_ + rest_.size() + 1;
    }

    // Whether the line is a record of this kind; then its first token is taken. Records come in
    // the order claim, table, point, witness, end.
    bool record(std::string_view kind) {
        static constexpr std::string_view kinds[] = {
            "claim",     "over",  "adder", "graph",   "level", "letters", "starts",
            "automatic", "table", "point", "witness", "end",   "column",  "rows"};
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
    Int number(std::string_view t, bool negative_allowed = false) const {
        Int value = 0;
        if (const char* why = read_number(t, negative_allowed, value))
            reject(std::string(why) + " `" + std::string(t.substr(0, 40)) + "`");
        return value;
    }
    void claim() {
        const std::string digest(token());
        if (done_) reject("line ends too early");
        CertifiedClaim c;
        c.line = c.witness_line = number_;
        c.file = file_;
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
        c.digest = sha256(spec_.closure_text(*c.claim.statement));
        if (digest != c.digest) reject("wrong stmt digest", digest, c.digest);
        out_.claims.push_back(std::move(c));
        next_line();
    }

    // The certificates of automata.md: records of automata, in the order of `follows`.
    void over() {
        for (const CertifiedClaim& c : out_.claims)
            if (c.claim.kind != Claim::all || !c.claim.ranges.empty())
                fail(Kind::rejected, cat(file_, ":", c.line), "a claim over a numeration is `all`");
        const std::string name(token());
        line_done();
        const Item* const item = spec_.find(name);
        if (!item || item->kind != ItemKind::numeration) reject("`" + name + "` is no numeration");
        if (item->rows[0].size() > 10) fail(Kind::declined, place(), "more than 10 digits");
        out_.automata.numeration = item;
        automata::Meter meter{max_work_};
        const automata::Numeration numeration(*item, meter);
        next_line();
        while (!rest_.starts_with("end ")) {
            automata::Record r = automaton_head();
            auto& list = out_.automata.list;
            if (!list.empty() && !r.follows(list.back()))
                reject(list.back().follows(r) ? "wrong order of records" : "record twice");
            states(r, numeration);
            list.push_back(std::move(r));
        }
        out_.automata.work = meter.work;
        end();
    }

    automata::Record automaton_head() {
        using R = automata::Record;
        static constexpr std::string_view kinds[] = {"adder",   "",       "graph",    "level",
                                                     "letters", "starts", "automatic"};
        R r;
        r.line = number_;
        const std::string_view kind = token();
        const auto* const found = std::find(std::begin(kinds), std::end(kinds), kind);
        if (found == std::end(kinds)) reject("unknown record `" + std::string(kind) + "`");
        ++records_;
        r.kind = static_cast<R::Kind>(found - std::begin(kinds));
        r.automaton.tracks = r.kind == R::adder ? 3 : r.outputs() ? 1 : 2;
        if (r.kind == R::level || r.kind == R::automatic) r.number = number(token());
        if (r.kind == R::graph && rest_ == "floor") {
            r.kind = R::floor;
            token();
        } else if (r.kind == R::automatic) {
            if (r.number < 1 || r.number > static_cast<Int>(out_.claims.size()))
                reject("no such claim");
        } else if (r.kind != R::adder) {
            const std::string name(token());
            r.item = spec_.find(name);
            const bool def = r.kind == R::graph || r.kind == R::level;
            if (!r.item || r.item->kind != (def ? ItemKind::def : ItemKind::word) ||
                (def && !r.item->recursive))
                reject("`" + name + (def ? "` is no recursive def" : "` is no word"));
            if (def) fixed_arguments(r);
        }
        line_done();
        return r;
    }

    void fixed_arguments(automata::Record& r) {
        r.automaton.tracks = r.kind == automata::Record::graph ? 1 : 0;
        for (std::size_t i = 0; i < r.item->fixed.size(); ++i) {
            const std::string_view text = token();
            if ((text == "*") == r.item->fixed[i])
                reject("a number at each fixed position, `*` at each ranged one");
            r.fixed.push_back(text == "*" ? -1 : argument(*r.item, i, text));
            if (text == "*") ++r.automaton.tracks;
        }
        if (r.automaton.tracks > automata::kMaxTracks)
            fail(Kind::declined, place(), "too many tracks");
    }

    void states(automata::Record& r, const automata::Numeration& numeration) {
        automata::Automaton& a = r.automaton;
        for (next_line(); !rest_.empty() && !is_letter(rest_[0]); next_line())
            if (const char* why = read_state(rest_, numeration.digits(), r.outputs(), a))
                reject(why);
        const auto refuse = [&](std::size_t state, const std::string& reason) {
            fail(Kind::rejected, cat(file_, ":", static_cast<std::size_t>(r.line) + 1 + state),
                 r.name() + ": " + reason);
        };
        if (a.size() == 0) refuse(0, "no states");
        for (automata::State s = 0; s < a.size(); ++s)
            for (const automata::Edge& e : a.from(s))
                if (e.target >= a.size()) refuse(s, "no such state");
        if (const auto flaw = numeration.flaw(a, r.outputs())) refuse(flaw->first, flaw->second);
    }

    // The argument of a record at a fixed position of the def.
    Int argument(const Item& def, std::size_t position, std::string_view text) const {
        const Int value = number(text);
        const Variable& v = def.unit[position];
        if (value < v.low || value > v.high) reject("argument outside its domain");
        return value;
    }

    // The first line of a table with at most `most` entries.
    Table table_head(std::size_t most) {
        Table t;
        t.line = number_;
        const std::string name(token());
        t.def = spec_.find(name);
        if (!t.def || t.def->kind != ItemKind::def || !t.def->recursive)
            reject("`" + name + "` is no recursive def");
        for (std::size_t i = 0; i < t.def->fixed.size(); ++i) {
            const std::string_view text = token();
            const bool fixed = t.def->fixed[i];
            if (!fixed && !text.starts_with("0..")) reject("`0..N` expected at a ranged position");
            t.fixed[i] = fixed ? argument(*t.def, i, text) : 0;
            const std::size_t side =
                fixed ? 1 : static_cast<std::size_t>(number(text.substr(3))) + 1;
            if (side > most) fail(Kind::declined, place(), "work limit: table too large");
            t.side[i] = static_cast<Int>(side);
            most /= side;
        }
        line_done();
        if (!out_.tables.empty()) {
            const Table& last = out_.tables.back();
            const auto key = [](const Table& x) { return std::pair(x.def->order, x.fixed); };
            if (key(last) == key(t)) reject("two tables for the same arguments");
            if (key(last) > key(t)) reject("wrong order of tables");
        }
        return t;
    }

    void table() {
        Table t = table_head(kMaxEntries - entries_);
        std::size_t entries = 1;
        for (std::size_t i = 0; i < t.def->arity(); ++i)
            entries *= static_cast<std::size_t>(t.side[i]);
        entries_ += entries;
        read_entries(t, entries, std::count(t.def->fixed.begin(), t.def->fixed.end(), false) == 1);
        out_.tables.push_back(std::move(t));
    }

    void read_entries(Table& t, std::size_t entries, bool steps) {
        const std::size_t row = t.row_length();
        t.values.reserve(std::min(entries, (bytes_.size() - next_) / 2));  // two bytes an entry
        while (t.values.size() < entries) {
            const std::size_t column = t.values.size() % row;
            const std::size_t here = std::min<std::size_t>(64, row - column);
            next_line();
            for (std::size_t i = 0; i < here; ++i) {
                if (done_) reject("entries on the line", std::to_string(i), std::to_string(here));
                Int value = number(token(), steps && !t.values.empty());
                if (steps && !t.values.empty() &&
                    __builtin_add_overflow(value, t.values.back(), &value))
                    reject("number too large");
                if (value < 0) reject("the entry is negative: " + std::to_string(value));
                t.values.push_back(value);
            }
            if (!done_) reject("more than " + std::to_string(here) + " entries on the line");
        }
        next_line();
    }

    // The claim that a point or witness record is for; numbers increase within each kind.
    CertifiedClaim& numbered(Int& last) {
        const Int k = number(token());
        if (k < 1 || k > static_cast<Int>(out_.claims.size())) reject("no such claim");
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
        c.pointed = true;
        try {
            if (text != "-") c.point = parse_assignments(text);
        } catch (const Failure& failure) {
            reject("bad point: " + failure.reason);
        }
        next_line();
    }

    void witness() {
        CertifiedClaim& c = numbered(last_witness_);
        line_done();
        c.witness_line = number_;
        next_line();
        while (rest_.empty() || is_digit(rest_[0])) {
            Word tuple;
            do tuple.push_back(number(token()));
            while (!done_);
            entries_ += tuple.size();
            if (entries_ > kMaxEntries)
                fail(Kind::declined, place(), "work limit: too many witnesses");
            c.witnesses.push_back(std::move(tuple));
            c.lines.push_back(number_);
            next_line();
        }
        if (c.witnesses.empty()) reject("witness record without a witness");
    }

    void end() {
        if (!record("end")) reject("unknown record");
        const Int count = number(token());
        if (count != records_ - 1)
            reject("wrong count", std::to_string(count), std::to_string(records_ - 1));
        const std::string digest(token());
        line_done();
        const std::string computed = sha256(bytes_.substr(0, begin_));
        if (digest != computed) reject("wrong digest", digest, computed);
        if (next_ != bytes_.size()) {
            ++number_;
            reject("junk after the end");
        }
        out_.digest = sha256(bytes_);
    }

    const Spec& spec_;
    const std::string& file_;
    const std::string_view bytes_;
    const Int max_work_;
    Certificate& out_;
    std::size_t begin_ = 0;  // of the line
    std::size_t next_ = 0;
    std::string_view rest_;  // of the line
    bool done_ = false;      // no token is left on the line
    int number_ = 0;
    Int records_ = 0;
    std::size_t entries_ = 0;
    Int last_point_ = 0;
    Int last_witness_ = 0;
};

}  // namespace mexcheck
