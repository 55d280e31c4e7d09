#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <numeric>

#include "automata/decide_all.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
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
    if (undecidable_part(engine, form.value())) {
        return true;
    }
    for (const int leading : point_variables(engine, form.value(), claim.fixed)) {
        if (!form.value().leading[static_cast<std::size_t>(leading)].domain) {
            return true;
        }
    }
    return false;
}

// File name -> indices of claims.
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
                          by_automata.value(), claim.value()});
    }
    return claims;
}

// Claims that share a recursive definition go into one file, named after the first definition of
// the component; claims without one into a file named after the spec file.
Groups group_claims(const Spec& spec, const std::vector<GroupedClaim>& claims) {
    std::vector<int> parent(spec.items.size());
    std::iota(parent.begin(), parent.end(), 0);
    const auto root = [&](int item) {
        while (parent[static_cast<std::size_t>(item)] != item) {
            item = parent[static_cast<std::size_t>(item)];
        }
        return item;
    };
    for (const GroupedClaim& claim : claims) {
        for (const int definition : claim.definitions) {
            const int a = root(claim.definitions.front());
            const int b = root(definition);
            parent[static_cast<std::size_t>(std::max(a, b))] = std::min(a, b);
        }
    }
    Groups groups;
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const std::vector<int>& definitions = claims[i].definitions;
        const std::string name =
            definitions.empty() ? claims[i].file_stem : spec.item(root(definitions.front())).name;
        groups[name + (claims[i].by_automata ? ".all.cert" : ".cert")].push_back(i);
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

bool is_single_file(const std::string& output) {
    return std::filesystem::path(output).extension() == ".cert";
}

// Decides the claims of one file for all naturals. If one cannot be decided, each is tried alone,
// and those that are true make the certificate.
std::optional<Error> write_all_group(Engine& engine, const std::string& path,
                                     const std::vector<Claim>& members, Progress& progress,
                                     GenerateReport& report) {
    std::vector<Claim> open = members;
    Result<DecidedClaims> decided = decide_all(engine, open);
    if ((!decided.ok() || decided.value().text.empty()) && members.size() > 1) {
        std::vector<Claim> holding;
        for (const Claim& claim : members) {
            const Result<DecidedClaims> alone = decide_all(engine, {claim});
            if (alone.ok() && alone.value().verdicts.front().holds) {
                holding.push_back(claim);
            } else {
                report.errors.push_back(alone.ok() ? false_claim(engine.spec, claim,
                                                                 alone.value().verdicts.front())
                                                   : alone.error());
                progress.done(claim_text(claim), "failed");
            }
        }
        if (holding.empty()) {
            return std::nullopt;
        }
        open = std::move(holding);
        decided = decide_all(engine, open);
    }
    const bool holds = decided.ok() && !decided.value().text.empty();
    for (const Claim& claim : open) {
        progress.done(claim_text(claim), holds ? "ok" : "failed");
    }
    if (!holds) {
        report.errors.push_back(decided.ok() ? false_claim(engine.spec, open.front(),
                                                           decided.value().verdicts.front())
                                             : decided.error());
        return std::nullopt;
    }
    const std::string& text = decided.value().text;
    report.text += fmt::format("{}: {} claims, {} bytes\n", path, open.size(), text.size());
    return write_atomically(path, text);
}

// Proves the claims of one file and writes it.
std::optional<Error> write_group(Engine& engine, const std::string& path,
                                 const std::vector<GroupedClaim>& claims,
                                 const std::vector<std::size_t>& members, Progress& progress,
                                 GenerateReport& report) {
    std::vector<Claim> for_all;
    for (const std::size_t i : members) {
        if (claims[i].by_automata) {
            for_all.push_back(claims[i].claim);
        }
    }
    if (!for_all.empty()) {
        return for_all.size() == members.size()
                   ? write_all_group(engine, path, std::move(for_all), progress, report)
                   : invalid(path, "claims for all naturals need a certificate of their own");
    }
    std::vector<ClaimProof> proofs;
    for (const std::size_t i : members) {
        Result<ClaimProof> proof = prove_claim(engine, claims[i].text, {});
        progress.done(claims[i].text, proof.ok() ? "ok" : "failed");
        if (proof.ok()) {
            proofs.push_back(std::move(proof.value()));
        } else {
            report.errors.push_back(proof.error());
        }
    }
    if (proofs.empty()) {
        return std::nullopt;
    }
    const std::size_t count = proofs.size();
    const Result<std::string> text = certificate_text(engine, std::move(proofs));
    if (!text.ok()) {
        report.errors.push_back(text.error());
        return std::nullopt;
    }
    report.text += fmt::format("{}: {} claims, {} bytes\n", path, count, text.value().size());
    return write_atomically(path, text.value());
}

}  // namespace

Result<GenerateReport> generate_certificates(Engine& engine, const GenerateOptions& options) {
    const Result<std::vector<GroupedClaim>> claims = read_claims(engine, options.claims);
    if (!claims.ok()) {
        return claims.error();
    }
    Groups groups;
    const std::string directory = options.output.empty() ? "." : options.output;
    if (is_single_file(options.output)) {
        std::vector<std::size_t>& all = groups[options.output];
        all.resize(claims.value().size());
        std::iota(all.begin(), all.end(), std::size_t{0});
    } else {
        std::error_code code;
        std::filesystem::create_directories(directory, code);
        if (code) {
            return invalid(directory, code.message());
        }
        groups = group_claims(engine.spec, claims.value());
    }
    GenerateReport report;
    Progress progress(options.claims.size(), options.progress);
    for (const auto& [name, members] : groups) {
        const std::string path =
            is_single_file(options.output) ? name : fmt::format("{}/{}", directory, name);
        if (options.resume && is_up_to_date(path, claims.value(), members)) {
            report.text += fmt::format("{}: {} claims, kept\n", path, members.size());
            for (const std::size_t i : members) {
                progress.done(claims.value()[i].text, "kept");
            }
            continue;
        }
        if (std::optional<Error> error =
                write_group(engine, path, claims.value(), members, progress, report)) {
            return *error;
        }
    }
    return report;
}

}  // namespace mexcert
