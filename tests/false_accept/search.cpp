#include "search.h"

#include <filesystem>
#include <fstream>
#include <iostream>

#include "alter.h"
#include "borrow.h"
#include "child.h"
#include "subject.h"

namespace attack {
namespace {

constexpr int kTrialsOfModel = 24;
constexpr int kTrialsOfRelative = 3;

// One certificate presented for a claim, and what decides whether `verified` is right.
struct Trial {
    Model model;
    std::vector<Record> records;
    std::vector<Model> companions;  // their claims are listed, too; the same statement
    std::string digest;             // or empty: the right one
    bool kernels = false;
};

std::string text_of(const Subject& subject, const Trial& trial) {
    std::vector<std::string> claims = {claim_text(trial.model)};
    for (const Model& m : trial.companions) claims.push_back(claim_text(m));
    return subject.certificate(claims, trial.digest.empty() ? subject.digest() : trial.digest,
                               trial.records);
}

// Whether the point that the checker prints for a `least not` is the least one. It may leave out
// variables that are found by solving.
bool is_least(const Model& model, Evaluator& evaluator, const std::string& point) {
    const auto least = evaluator.least_point();
    if (least && (point.empty() || point == point_text(model, *least))) return true;
    std::vector<Int> names;
    for (const Int id : point_variables(model))
        if (("," + point).find("," + variable_name(id) + "=") != std::string::npos)
            names.push_back(id);
    if (point.empty() || names.size() == point_variables(model).size()) return false;
    const auto projection = evaluator.least_projection(names, 6);
    if (!projection) return false;
    std::string text;
    for (std::size_t i = 0; i < names.size(); ++i)
        text +=
            (i == 0 ? "" : ",") + variable_name(names[i]) + "=" + std::to_string((*projection)[i]);
    return point == (text.empty() ? "-" : text);
}

bool is_true(const Model& model, const std::string& point) {
    Evaluator evaluator(model, false);
    return model.claim.kind == Claim::least ? is_least(model, evaluator, point)
                                            : evaluator.claim() == Truth::yes;
}

// Whether the checker verifies what it must not.
bool is_false_accept(Subject& subject, const Trial& trial) {
    if (!subject.readable()) return false;
    const Verdict v =
        subject.check(text_of(subject, trial), claim_text(trial.model), trial.kernels);
    if (v.kind != Verdict::verified) return false;
    if (!trial.digest.empty() && trial.digest != subject.digest()) return true;
    if (!is_true(trial.model, v.point)) return true;
    for (const Model& m : trial.companions)
        if (!is_true(m, "")) return true;
    return false;
}

class Run {
  public:
    Run(const Lane& lane, const Search& search) : lane_(lane), search_(search) {}

    // Rounds from `first` on.
    Tally all(std::uint64_t seed, std::uint64_t first, Int count) {
        for (std::uint64_t round = first; tally_.trials < count; ++round) {
            Random random(seed * 1'000'003 + round);
            label_ =
                std::string(lane_.name) + "-" + std::to_string(seed) + "-" + std::to_string(round);
            try {
                model(random);
            } catch (const TooLong&) {
                // The naive evaluation is too long: another model.
            }
            if (round > first + 1'000 && tally_.trials == 0) break;
        }
        return tally_;
    }

  private:
    void model(Random& random) {
        const Sample sample = lane_.make(random);
        kernels_ = random.one_in(2);
        Subject subject(sample.model);
        if (!subject.readable()) {
            ++tally_.unreadable;
            return;
        }
        std::optional<std::vector<Record>> made;
        if (search_.generator.empty())
            made = control(subject, sample);
        else if (made = borrowed(search_.generator, sample.model); made)
            borrowed_control(subject, sample, *made);
        if (!made) return;
        const std::vector<Record>& right = *made;
        for (int i = 0; i < kTrialsOfModel; ++i) {
            Trial trial{sample.model, right, {}, "", kernels_};
            const int alterations = random.between(random.one_in(4) ? 0 : 1, 3);
            for (int k = 0; k < alterations; ++k) alter(trial.records, random);
            if (!sample.decoys.empty() && random.one_in(5))
                put_decoy(trial.records, random.pick(sample.decoys));
            if (random.one_in(6)) trial.model = other_claim(trial.model, random);
            if (random.one_in(8)) trial.companions.push_back(other_claim(trial.model, random));
            attempt(subject, trial);
        }
        for (int i = 0; i < kTrialsOfRelative; ++i) relative(subject, sample, right, random);
    }

    // An altered statement under the certificate of this one, as it is and altered.
    void relative(Subject& subject, const Sample& sample, const std::vector<Record>& right,
                  Random& random) {
        Model model = altered(sample.model, random);
        if (random.one_in(2)) model = altered(model, random);
        Subject other(model);
        if (!other.readable()) {
            ++tally_.unreadable;
            return;
        }
        for (int i = 0; i < 4; ++i) {
            Trial trial{model, right, {}, "", kernels_};
            if (sample.automata.empty() && i >= 2) {
                try {
                    trial.records = records_of(model, random.below(3));
                } catch (const TooLong&) {
                    return;
                }
            }
            for (int k = i % 2 == 0 ? 0 : random.between(1, 2); k > 0; --k)
                alter(trial.records, random);
            attempt(other, trial);
        }
        // The digest of the other statement, both ways round.
        attempt(other, {model, right, {}, subject.digest(), kernels_});
    }

    // The right records, with more of the tables where the checker reads more than the evaluator.
    std::vector<Record> control(Subject& subject, const Sample& sample) {
        bool strictly = false;
        try {
            strictly = Evaluator(sample.model, true).claim() == Truth::yes;
        } catch (const TooLong&) {
        }
        std::vector<Record> records = sample.automata;
        Verdict v;
        Int slack = 0;
        if (records.empty()) records = records_of(sample.model, slack);
        for (int tries = 0; tries < 16; ++tries) {
            const Trial trial{sample.model, records, {}, "", kernels_};
            const std::string certificate = text_of(subject, trial);
            v = subject.check(certificate, claim_text(sample.model), kernels_);
            if (v.kind != Verdict::rejected) break;
            if (v.reason.starts_with("no table holds") && slack < 30) {
                slack += slack + 2;
                records = records_of(sample.model, slack);
            } else if (v.reason.find("not used") != std::string::npos ||
                       v.reason.find("asked for 0") != std::string::npos) {
                drop(records, v.place, certificate);
            } else {
                break;
            }
        }
        if (strictly) count_control(v, subject);
        return records;
    }

    // What the generator makes of a claim that is true must be verified.
    void borrowed_control(Subject& subject, const Sample& sample,
                          const std::vector<Record>& records) {
        if (Evaluator(sample.model, true).claim() != Truth::yes) return;
        const Trial trial{sample.model, records, {}, "", kernels_};
        count_control(subject.check(text_of(subject, trial), claim_text(sample.model), kernels_),
                      subject);
    }

    static void put_decoy(std::vector<Record>& records, const Record& decoy) {
        for (Record& r : records)
            if (r.head == decoy.head) r = decoy;
    }

    // Without the record that the place names.
    static void drop(std::vector<Record>& records, const std::string& place,
                     const std::string& certificate) {
        auto line = static_cast<std::size_t>(std::stoul(place.substr(place.find(':') + 1)));
        std::size_t at = 0;
        for (; line > 1; --line) at = certificate.find('\n', at) + 1;
        const std::string head = certificate.substr(at, certificate.find('\n', at) - at);
        for (std::size_t i = 0; i < records.size(); ++i)
            if (text(records[i]).starts_with(head + "\n")) {
                records.erase(records.begin() + static_cast<std::ptrdiff_t>(i));
                return;
            }
    }

    // Reasons that have nothing to do with the truth: a leaf that is never read, a variable that
    // needs no range and therefore no place in a point, a value outside a domain, an order that
    // needs addition.
    static bool is_outside(const std::string& reason) {
        return reason.starts_with("no instance satisfies") ||
               reason.find("the point ") != std::string::npos ||
               reason.find("leaves its domain") != std::string::npos ||
               reason == "no record for adder";
    }

    void count_control(const Verdict& v, const Subject& subject) {
        if (v.kind != Verdict::verified && v.kind != Verdict::declined && is_outside(v.reason))
            return;
        ++tally_.controls;
        if (v.kind == Verdict::verified) ++tally_.controls_verified;
        if (v.kind == Verdict::declined) ++tally_.controls_declined;
        if (v.kind != Verdict::rejected && v.kind != Verdict::unreadable) return;
        ++tally_.refused_controls[v.reason.substr(0, 40)];
        if (search_.verbose)
            std::cout << label_ << ": control refused: " << v.place << ": " << v.reason << "\n"
                      << subject.statement();
    }

    void attempt(Subject& subject, const Trial& trial) {
        const std::string claim = claim_text(trial.model);
        const std::string certificate = text_of(subject, trial);
        Verdict v;
        try {
            v = subject.check(certificate, claim, trial.kernels);
        } catch (const std::exception& error) {
            std::cout << label_ << ": exception: " << error.what() << "\n";
            keep(subject, trial, "exception");
            ++tally_.finds;
            return;
        }
        bool wrong = false;
        try {
            wrong = v.kind == Verdict::verified && is_false_accept(subject, trial);
        } catch (const TooLong&) {
            return;
        }
        ++tally_.trials;
        if (v.kind == Verdict::rejected) ++tally_.rejected;
        if (v.kind == Verdict::declined) ++tally_.declined;
        if (v.kind == Verdict::unreadable) ++tally_.unreadable;
        if (v.kind == Verdict::verified && !wrong) ++tally_.verified;
        if (!wrong) return;
        ++tally_.finds;
        std::cout << "FALSE ACCEPT " << label_ << "\n";
        report(shrunk(trial));
    }

    // As long as a smaller relative is accepted wrongly, too, it takes the place.
    Trial shrunk(Trial trial) const {
        for (bool again = true; again;) {
            again = false;
            for (const Model& model : smaller(trial.model)) {
                if (statement_file(model) == statement_file(trial.model) &&
                    claim_text(model) == claim_text(trial.model))
                    continue;
                Trial next = trial;
                next.model = model;
                for (Model& m : next.companions) m.body = model.body;
                try {
                    Subject subject(model);
                    again = is_false_accept(subject, next);
                } catch (const TooLong&) {
                }
                if (!again) continue;
                trial = std::move(next);
                break;
            }
        }
        return trial;
    }

    void report(const Trial& trial) const {
        Subject subject(trial.model);
        std::cout << subject.statement() << claim_text(trial.model) << "\n"
                  << text_of(subject, trial) << std::flush;
        keep(subject, trial, "false-accept");
    }

    void keep(const Subject& subject, const Trial& trial, const std::string& kind) const {
        if (search_.found.empty()) return;
        const std::filesystem::path folder = search_.found + "/" + kind + "-" + label_;
        std::filesystem::create_directories(folder);
        std::ofstream(folder / "user.mex") << subject.statement();
        std::ofstream(folder / "claim") << claim_text(trial.model) << "\n";
        std::ofstream(folder / "c.cert") << text_of(subject, trial);
    }

    const Lane& lane_;
    const Search& search_;
    std::string label_;
    bool kernels_ = false;
    Tally tally_;
};

}  // namespace

const std::vector<Lane>& lanes() {
    static const std::vector<Lane> all = {{"ranges", ranges, 6},
                                          {"finite", finite, 4},
                                          {"refuted", refuted, 3},
                                          {"least", least_refuted, 3},
                                          {"witnessed", witnessed, 3},
                                          {"words", words, 3},
                                          {"ordered", ordered, 3},
                                          {"outputs", outputs, 3},
                                          {"graphs", graphs, 3},
                                          {"levels", levels, 3},
                                          {"instances", instances, 3},
                                          {"definitions", definitions, 2},
                                          {"nim", nim, 2}};
    return all;
}

Tally run(const Lane& lane, std::uint64_t seed, Int count, const Search& search) {
    constexpr Int portion = 5'000;
    Tally sum;
    for (std::uint64_t part = 0; sum.trials < count; ++part) {
        const Int wanted = std::min(portion, count - sum.trials);
        const Tally tally =
            in_child([&] { return Run(lane, search).all(seed, part * 1'000'000, wanted); },
                     std::string(lane.name) + ", seed " + std::to_string(seed) + ", part " +
                         std::to_string(part));
        add(sum, tally);
        if (tally.trials == 0) break;
    }
    return sum;
}

}  // namespace attack
