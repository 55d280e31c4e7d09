#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include "automata/decide_all.hpp"
#include "base/plural.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "commands/stream.hpp"
#include "language/closure.hpp"
#include "language/loader.hpp"

namespace mexcert {
namespace {

struct GroupedClaim {
    std::string text;
    std::string digest;
    std::vector<int> definitions;  // recursive ones reached by the statement
    std::string file_stem;         // of the statement
    bool by_automata = false;      // for all naturals
    Claim claim;
    std::optional<StreamReading> streamed;  // where it goes into a stream
};

// Can evaluation not decide the claim, because it is about infinitely many cases?
Result<bool> needs_automata(Engine& engine, const Claim& claim, int item) {
    if (claim.kind != ClaimKind::kAll) {
        return false;
    }
    const Result<StatementForm> form = statement_form(engine, item);
    if (!form.ok()) {
        return form.error();
    }
    return undecidable_part(engine, form.value()).has_value() ||
           !unbounded_variables(engine, form.value(), claim.fixed).empty();
}

// What a stream for the claim has, if it is one on a long range that can be streamed.
std::optional<StreamReading> streamed(Engine& engine, const GroupedClaim& claim) {
    if (!is_long_sequence_claim(engine.spec, claim.claim, claim.definitions)) {
        return std::nullopt;
    }
    Result<StreamReading> reading = read_for_stream(engine, claim.text);
    if (!reading.ok() || !plan_stream(engine.spec, {reading.value()}).ok()) {
        return std::nullopt;
    }
    return std::move(reading.value());
}

// File name, without its ending -> indices of claims.
using Groups = std::map<std::string, std::vector<std::size_t>>;

Result<std::vector<GroupedClaim>> read_claims(Engine& engine,
                                              const std::vector<std::string>& texts) {
    const Spec& spec = engine.spec;
    std::vector<GroupedClaim> claims;
    for (const std::string& text : texts) {
        const Result<Claim> claim = parse_claim(text);
        if (!claim.ok()) {
            return claim.error();
        }
        const Result<int> item = spec.statement(claim.value().name);
        if (!item.ok()) {
            return item.error();
        }
        const Result<bool> by_automata = needs_automata(engine, claim.value(), item.value());
        if (!by_automata.ok()) {
            return by_automata.error();
        }
        const auto file = static_cast<std::size_t>(spec.item(item.value()).place.file);
        claims.push_back({text, closure_digest(spec, item.value()),
                          recursive_definitions(spec, item.value()),
                          std::filesystem::path(spec.files[file]).stem().string(),
                          by_automata.value(), claim.value(), std::nullopt});
        claims.back().streamed = streamed(engine, claims.back());
    }
    return claims;
}

// Claims for all naturals, refutations, streams and all others are kept apart: a refutation is
// small, and whoever wants to see it need not read the tables of a range.
std::string file_ending(const GroupedClaim& claim) {
    const bool refutes =
        claim.claim.kind == ClaimKind::kNot || claim.claim.kind == ClaimKind::kLeastNot;
    return claim.by_automata ? ".all" : refutes ? ".refuted" : claim.streamed ? ".stream" : "";
}

// Claims that share a recursive definition go into one file, named after the first definition of
// the component; claims without one into a file named after the spec file.
void group_by_definition(const Spec& spec, const std::vector<GroupedClaim>& claims,
                         const std::vector<std::size_t>& members, const std::string& ending,
                         Groups& groups) {
    std::vector<int> parent(spec.items.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int item) {
        while (parent[static_cast<std::size_t>(item)] != item) {
            item = parent[static_cast<std::size_t>(item)];
        }
        return item;
    };
    for (const std::size_t i : members) {
        for (const int definition : claims[i].definitions) {
            const int a = root(claims[i].definitions.front());
            const int b = root(definition);
            parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
        }
    }
    for (const std::size_t i : members) {
        const std::vector<int>& definitions = claims[i].definitions;
        const std::string name =
            definitions.empty() ? claims[i].file_stem : spec.item(root(definitions.front())).name;
        groups[name + ending].push_back(i);
    }
}

// Each ending for itself: claims that are not in one file need not be joined.
Groups group_claims(const Spec& spec, const std::vector<GroupedClaim>& claims) {
    Groups by_ending;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        by_ending[file_ending(claims[i])].push_back(i);
    }
    Groups groups;
    for (const auto& [ending, members] : by_ending) {
        group_by_definition(spec, claims, members, ending, groups);
    }
    return groups;
}

bool is_up_to_date(const std::string& path, const std::vector<GroupedClaim>& claims,
                   const std::vector<std::size_t>& members) {
    const Result<std::string> bytes = read_file(path);
    if (!bytes.ok() || bytes.value().empty()) {
        return false;
    }
    std::vector<std::string> wanted;
    wanted.reserve(members.size());
    for (const std::size_t i : members) {
        wanted.push_back(fmt::format("claim {} {}", claims[i].digest, claims[i].text));
    }
    std::vector<std::string> found = claim_lines(bytes.value());
    std::sort(wanted.begin(), wanted.end());
    std::sort(found.begin(), found.end());
    return wanted == found;
}

// The files to be written, by path.
Result<Groups> files_of(const Spec& spec, const std::vector<GroupedClaim>& claims,
                        const GenerateOptions& options) {
    Groups files;
    if (std::filesystem::path(options.output).extension() == ".cert") {
        std::vector<std::size_t>& all = files[options.output];
        all.resize(claims.size());
        std::iota(all.begin(), all.end(), std::size_t{0});
        return files;
    }
    const std::string directory = options.output.empty() ? "." : options.output;
    std::error_code code;
    std::filesystem::create_directories(directory, code);
    if (code) {
        return invalid(directory, code.message());
    }
    const std::string part = options.shard.count == 1
                                 ? ""
                                 : fmt::format(".{}-{}", options.shard.number, options.shard.count);
    for (auto& [name, members] : group_claims(spec, claims)) {
        files[fmt::format("{}/{}{}.cert", directory, name, part)] = members;
    }
    return files;
}

std::vector<std::string> texts_of(const std::vector<Claim>& claims) {
    std::vector<std::string> texts;
    texts.reserve(claims.size());
    for (const Claim& claim : claims) {
        texts.push_back(claim_text(claim));
    }
    return texts;
}

// Writes the files of groups, and reports on them.
class GroupWriter {
  public:
    GroupWriter(Engine& engine, const std::vector<GroupedClaim>& claims,
                const ProofOptions& options, Progress& progress, GenerateReport& report)
        : engine_(engine),
          claims_(claims),
          options_(options),
          progress_(progress),
          report_(report) {}

    // Writes the file of claims that are all for all naturals, all in a stream, or evaluated.
    std::optional<Error> write(const std::string& path, const std::vector<std::size_t>& members) {
        std::vector<Claim> for_all;
        std::vector<StreamReading> streamed;
        for (const std::size_t i : members) {
            if (claims_[i].by_automata) {
                for_all.push_back(claims_[i].claim);
            }
            if (claims_[i].streamed) {
                streamed.push_back(*claims_[i].streamed);
            }
        }
        if (!for_all.empty()) {
            return for_all.size() == members.size()
                       ? decided(path, for_all)
                       : invalid(path, "claims for all naturals need a certificate of their own");
        }
        return !streamed.empty() && streamed.size() == members.size()
                   ? in_stream(path, std::move(streamed))
                   : evaluated(path, members);
    }

  private:
    std::optional<Error> decided(const std::string& path, const std::vector<Claim>& members);
    std::optional<Error> in_stream(const std::string& path, std::vector<StreamReading> readings);
    std::optional<Error> evaluated(const std::string& path,
                                   const std::vector<std::size_t>& members);
    void tell(const std::string& claim, bool good) {
        progress_.begin(claim);
        progress_.done(good ? "ok" : "failed");
    }

    Engine& engine_;
    const std::vector<GroupedClaim>& claims_;
    const ProofOptions& options_;
    Progress& progress_;
    GenerateReport& report_;
};

// Decides the claims of one file for all naturals. If one cannot be decided, each is tried alone,
// and those that are true make the certificate.
std::optional<Error> GroupWriter::decided(const std::string& path,
                                          const std::vector<Claim>& members) {
    std::vector<Claim> open = members;
    Result<DecidedClaims> decided = decide_all(engine_, open);
    if ((!decided.ok() || decided.value().text.empty()) && members.size() > 1) {
        std::vector<Claim> holding;
        for (const Claim& claim : members) {
            const Result<DecidedClaims> alone = decide_all(engine_, {claim});
            if (alone.ok() && alone.value().verdicts.front().holds) {
                holding.push_back(claim);
            } else {
                report_.errors.push_back(
                    alone.ok() ? false_claim(engine_.spec, claim, alone.value().verdicts.front())
                               : alone.error());
                tell(claim_text(claim), false);
            }
        }
        if (holding.empty()) {
            return std::nullopt;
        }
        open = std::move(holding);
        decided = decide_all(engine_, open);
    }
    const bool holds = decided.ok() && !decided.value().text.empty();
    for (const Claim& claim : open) {
        tell(claim_text(claim), holds);
    }
    if (!holds) {
        report_.errors.push_back(
            decided.ok() ? false_claim(engine_.spec, open.front(), decided.value().verdicts.front())
                         : decided.error());
        return std::nullopt;
    }
    const std::string& text = decided.value().text;
    report_.files.push_back({path, texts_of(open), text.size()});
    return write_atomically(path, text);
}

std::optional<Error> GroupWriter::in_stream(const std::string& path,
                                            std::vector<StreamReading> readings) {
    std::vector<std::string> texts;
    texts.reserve(readings.size());
    for (const StreamReading& reading : readings) {
        texts.push_back(reading.claim);
    }
    const Result<StreamPlan> plan = plan_stream(engine_.spec, std::move(readings));
    if (!plan.ok()) {
        return plan.error();
    }
    progress_.begin(texts.front());
    const Result<std::uint64_t> bytes = write_planned(plan.value(), path, progress_);
    for (const std::string& text : texts) {
        tell(text, bytes.ok());
    }
    if (!bytes.ok()) {
        return bytes.error();
    }
    report_.files.push_back({path, std::move(texts), bytes.value()});
    return std::nullopt;
}

// Evaluates the claims of one file and writes it.
std::optional<Error> GroupWriter::evaluated(const std::string& path,
                                            const std::vector<std::size_t>& members) {
    std::vector<ClaimProof> proofs;
    for (const std::size_t i : members) {
        progress_.begin(claims_[i].text);
        Result<ClaimProof> proof = prove_claim(engine_, claims_[i].text, options_);
        progress_.done(proof.ok() ? "ok" : "failed");
        if (proof.ok()) {
            proofs.push_back(std::move(proof.value()));
        } else {
            report_.errors.push_back(proof.error());
        }
    }
    if (proofs.empty()) {
        return std::nullopt;
    }
    std::vector<std::string> written;
    written.reserve(proofs.size());
    for (const ClaimProof& proof : proofs) {
        written.push_back(proof.claim);
    }
    const Result<std::string> text = certificate_text(engine_, std::move(proofs));
    if (!text.ok()) {
        report_.errors.push_back(text.error());
        return std::nullopt;
    }
    report_.files.push_back({path, std::move(written), text.value().size()});
    return write_atomically(path, text.value());
}

}  // namespace

Result<Shard> parse_shard(const std::string& text) {
    const std::size_t slash = text.find('/');
    const auto number = [](const std::string& part) {
        const Result<NamedValues> values = parse_values("n=" + part);
        return values.ok() && values.value().size() == 1 ? values.value().front().second : 0;
    };
    const std::int64_t own = number(text.substr(0, slash));
    const std::int64_t all = slash == std::string::npos ? 0 : number(text.substr(slash + 1));
    if (own < 1 || own > all) {
        return invalid("--shard", fmt::format("`{}` is not i/n with 1 <= i <= n", text));
    }
    return Shard{static_cast<std::size_t>(own), static_cast<std::size_t>(all)};
}

Result<GenerateReport> generate_certificates(Engine& engine, const GenerateOptions& options) {
    std::vector<std::string> own;
    for (std::size_t i = options.shard.number - 1; i < options.claims.size();
         i += options.shard.count) {
        own.push_back(options.claims[i]);
    }
    const Result<std::vector<GroupedClaim>> claims = read_claims(engine, own);
    if (!claims.ok()) {
        return claims.error();
    }
    const Result<Groups> groups = files_of(engine.spec, claims.value(), options);
    if (!groups.ok()) {
        return groups.error();
    }
    GenerateReport report;
    ProofOptions proof_options;
    proof_options.witness_limits.largest = options.search_limit;
    Progress progress(own.size(), options.progress);
    const Monitored<Engine> monitored(engine, progress);
    GroupWriter writer(engine, claims.value(), proof_options, progress, report);
    for (const auto& [path, members] : groups.value()) {
        if (options.resume && is_up_to_date(path, claims.value(), members)) {
            report.files.push_back({path, {}, 0});
            for (const std::size_t i : members) {
                report.files.back().claims.push_back(claims.value()[i].text);
                progress.begin(claims.value()[i].text);
                progress.done("kept");
            }
            continue;
        }
        if (std::optional<Error> error = writer.write(path, members)) {
            return *error;
        }
    }
    return report;
}

}  // namespace mexcert
