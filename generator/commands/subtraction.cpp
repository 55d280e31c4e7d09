// `subtraction`: a finite subtraction set as a statement file of its own, with a certificate.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>

#include "automata/decide_all.hpp"
#include "certificate/writer.hpp"
#include "commands/commands.hpp"
#include "commands/progress.hpp"
#include "language/loader.hpp"
#include "subtraction/move_set.hpp"
#include "subtraction/nim_values.hpp"
#include "subtraction/period.hpp"

namespace mexcert {
namespace {

using subtraction::MoveSet;
using subtraction::Period;

constexpr std::uint64_t kUsualRange = std::uint64_t{1} << 20;
constexpr std::uint64_t kGreatestRange = std::uint64_t{1} << 24;
constexpr std::uint64_t kGreatestBase = 10;  // spec/automata.md 1
constexpr std::string_view kPrefix = "S=";

struct Game {
    MoveSet moves;
    std::vector<std::uint16_t> nim;   // from 0
    std::vector<std::uint16_t> move;  // 0: cold; else the least move to a cold position
    Period nim_period;
    Period move_period;
};

// The least moves to positions of nim-value 0.
std::vector<std::uint16_t> winning_moves(const MoveSet& moves,
                                         const std::vector<std::uint16_t>& nim) {
    std::vector<std::uint16_t> least(nim.size(), 0);
    for (std::size_t n = 0; n < nim.size(); ++n) {
        for (std::size_t i = 0; i < moves.size() && moves[i] <= n && least[n] == 0; ++i) {
            if (nim[n - moves[i]] == 0) {
                least[n] = static_cast<std::uint16_t>(moves[i]);
            }
        }
    }
    return least;
}

Result<Game> solve(const SubtractionOptions& options) {
    if (!options.moves.starts_with(kPrefix)) {
        return invalid("", fmt::format("`{}` does not begin with `S=`", options.moves));
    }
    const std::uint64_t size = options.to.value_or(kUsualRange);
    if (size > kGreatestRange) {
        return invalid("--to", fmt::format("{} is more than {}", size, kGreatestRange));
    }
    auto moves = subtraction::parse_moves(options.moves.substr(kPrefix.size()), UINT16_MAX);
    if (!moves.ok()) {
        return moves.error();
    }
    const std::uint64_t greatest = moves.value().back();
    if (greatest >= size) {
        return declined("--to", fmt::format("the move {} is possible at no n < {}: a range beyond "
                                            "it is needed to see a period",
                                            greatest, size));
    }
    auto nim = subtraction::nim_values(moves.value(), size);
    if (!nim.ok()) {
        return nim.error();
    }
    const auto period = subtraction::least_period(nim.value(), greatest);
    if (!period) {
        return declined("--to", fmt::format("no {} consecutive values recur at n < {}: the period "
                                            "is not seen",
                                            greatest, size));
    }
    Game game{std::move(moves.value()), std::move(nim.value()), {}, *period, *period};
    // A winning move depends on the values before it: it is periodic from preperiod + greatest on.
    const std::uint64_t enough = period->preperiod + greatest + 2 * period->period;
    const auto option_before = [&](std::uint64_t n) {
        return n < game.nim.size()
                   ? game.nim[n]
                   : game.nim[period->preperiod + (n - period->preperiod) % period->period];
    };
    std::vector<std::uint16_t> longer;
    for (std::uint64_t n = 0; n < enough; ++n) {
        longer.push_back(option_before(n));
    }
    game.nim = std::move(longer);
    game.move = winning_moves(game.moves, game.nim);
    game.move_period.preperiod = subtraction::preperiod_for(game.move, period->period);
    return game;
}

// What is wrong with a period that was asked for.
std::optional<Error> wrong_period(const Game& game, const SubtractionOptions& options) {
    const auto [preperiod, period] = game.nim_period;
    const auto false_claim = [](std::string message) {
        return Error{Outcome::kClaimFalse, "", std::move(message)};
    };
    const auto value = [&, preperiod = preperiod, period = period](std::uint64_t n) {
        return game.nim[n < preperiod ? n : preperiod + (n - preperiod) % period];
    };
    if (options.period && *options.period % period != 0) {
        std::uint64_t n = preperiod;
        while (value(n) == value(n + *options.period)) {
            ++n;
        }
        return false_claim(fmt::format("{} is no period: the values at {} and {} are {} and {}",
                                       *options.period, n, n + *options.period, value(n),
                                       value(n + *options.period)));
    }
    if (options.period && *options.period != period) {
        return false_claim(
            fmt::format("{} is a period, but not the least one, {}", *options.period, period));
    }
    if (options.preperiod && *options.preperiod < preperiod) {
        const std::uint64_t n = preperiod - 1;
        return false_claim(
            fmt::format("the values do not recur from {} on: those at {} and {} are {} and {}",
                        *options.preperiod, n, n + period, value(n), value(n + period)));
    }
    if (options.preperiod && *options.preperiod != preperiod) {
        return false_claim(fmt::format("the values recur from {} on, and from {} on before",
                                       *options.preperiod, preperiod));
    }
    return std::nullopt;
}

// A base whose last digits tell the residue, if there is one.
std::uint64_t base_for(std::uint64_t period) {
    if (period <= kGreatestBase) {
        return std::max<std::uint64_t>(period, 2);
    }
    for (std::uint64_t base = kGreatestBase; base > 2; --base) {
        if (period % base == 0) {
            return base;
        }
    }
    return 2;
}

std::string text_of(const Game& game) {
    const auto [preperiod, period] = game.nim_period;
    const std::uint64_t base = base_for(period);
    std::vector<std::string> excluded;
    for (const std::uint64_t s : game.moves) {
        excluded.push_back(fmt::format("    ({0} <= n => m != subtraction.nim(n - {0}))", s));
    }
    const auto dfao = [&](std::string_view name, const std::vector<std::uint16_t>& values,
                          const Period& own) {
        return fmt::format("dfao subtraction.{} over subtraction.base = [{}]\n", name,
                           subtraction::dfao_states(values, own, base));
    };
    std::string text = fmt::format(
        "language mex 1\n"
        "# One pile; a move removes s tokens, s in {{{0}}}. The nim-values have preperiod {1}, "
        "period {2}.\n"
        "numeration subtraction.base = [[{3}]]\n"
        "def subtraction.nim(n) measure n = least m with\n{4}\n"
        "# A state for each n below preperiod + period.\n{5}"
        "statement subtraction.periodic: forall n: subtraction.nim(n) = subtraction.values(n)\n",
        fmt::join(game.moves, ", "), preperiod, period, fmt::join(std::vector<int>(base, 0), ", "),
        fmt::join(excluded, " and\n"), dfao("values", game.nim, game.nim_period));
    text += "# Neither is greater than need be.\nstatement subtraction.least: ";
    if (preperiod > 0) {
        text += fmt::format("subtraction.nim({}) != subtraction.nim({}) and\n    ",
                            preperiod - 1 + period, preperiod - 1);
    }
    text += fmt::format(
        "forall p: 1 <= p and p < {1} =>\n        exists n: {0} <= n and n < {2} and "
        "subtraction.nim(n + p) != subtraction.nim(n)\n"
        "# From each hot position this move of S leads to a cold one; 0: the position is cold.\n",
        preperiod, period, preperiod + period);
    text += dfao("move", game.move, game.move_period);
    return text + fmt::format(
                      "statement subtraction.strategy: forall n:\n"
                      "    (subtraction.move(n) = 0 <=> subtraction.nim(n) = 0) and\n"
                      "    (subtraction.move(n) > 0 => subtraction.move(n) in {{{}}} and\n"
                      "        subtraction.move(n) <= n and "
                      "subtraction.nim(n - subtraction.move(n)) = 0)\n",
                      fmt::join(game.moves, ", "));
}

std::vector<std::string> claims_of(const Game& game) {
    std::vector<std::string> claims = {"subtraction.periodic: all", "subtraction.strategy: all"};
    if (game.nim_period.period > 1) {
        claims.insert(claims.begin() + 1, "subtraction.least: all");
    }
    return claims;
}

// Decides the claims and writes their certificate.
std::optional<Error> certify(const std::string& file, const std::vector<std::string>& texts,
                             const std::string& certificate, const SubtractionOptions& options) {
    const auto spec = load_spec(options.spec_dir, file);
    if (!spec.ok()) {
        return spec.error();
    }
    std::vector<Claim> claims;
    for (const std::string& text : texts) {
        const Result<Claim> claim = parse_claim(text);
        if (!claim.ok()) {
            return claim.error();
        }
        claims.push_back(claim.value());
    }
    Engine engine(*spec.value());
    Progress progress(0, options.progress);
    const Monitored<Engine> monitored(engine, progress);
    progress.begin(options.moves);
    const Result<DecidedClaims> decided = decide_all(engine, claims);
    if (!decided.ok()) {
        return decided.error();
    }
    for (std::size_t i = 0; i < decided.value().verdicts.size(); ++i) {
        if (!decided.value().verdicts[i].holds) {
            return false_claim(engine.spec, decided.value().claims[i], decided.value().verdicts[i]);
        }
    }
    return write_atomically(certificate, decided.value().text);
}

constexpr std::size_t kMostShown = 60;  // values on a line

// The values; of more than a few the first, how many there are, and how to get all.
std::string values_line(const std::vector<std::uint16_t>& values, std::size_t first,
                        const std::string& file) {
    if (values.size() <= kMostShown) {
        return values.empty() ? "none" : fmt::format("{}", fmt::join(values, " "));
    }
    return fmt::format("{} .. ({} values; all: mexcert table subtraction.values {}..{} --spec {})",
                       fmt::join(values.begin(), values.begin() + kMostShown, " "), values.size(),
                       first, first + values.size() - 1, file);
}

Printout printed(const Game& game, const std::vector<std::string>& claims, const std::string& file,
                 const std::string& certificate) {
    const auto [preperiod, period] = game.nim_period;
    const auto at = game.nim.begin() + static_cast<std::ptrdiff_t>(preperiod);
    const std::vector<std::uint16_t> before(game.nim.begin(), at);
    const std::vector<std::uint16_t> recurring(at, at + static_cast<std::ptrdiff_t>(period));
    Printout printout;
    printout.text = fmt::format(
        "nim-values, n < {}: {}\nthen, again and again: {}\nTRUE for all naturals\nclaim: "
        "{}\nstatements: {}\ncertificate: {}\n",
        preperiod, values_line(before, 0, file), values_line(recurring, preperiod, file),
        fmt::join(claims, "\nclaim: "), file, certificate);
    printout.json = {{"preperiod", std::to_string(preperiod)},
                     {"period", std::to_string(period)},
                     {"before", decimals(before)},
                     {"recurring", decimals(recurring)},
                     {"claims", claims},
                     {"statements", file},
                     {"certificate", certificate}};
    return printout;
}

}  // namespace

Result<Printout> certify_subtraction(const SubtractionOptions& options) {
    const std::filesystem::path file = options.output.empty() ? "subtraction.mex" : options.output;
    if (file.extension() != ".mex") {
        return invalid("-o", fmt::format("`{}` does not end with `.mex`", file.string()));
    }
    const Result<Game> game = solve(options);
    if (!game.ok()) {
        return game.error();
    }
    if (const auto error = wrong_period(game.value(), options)) {
        return *error;
    }
    const std::vector<std::string> claims = claims_of(game.value());
    const std::string certificate = std::filesystem::path(file).replace_extension(".cert").string();
    if (const auto error = write_atomically(file.string(), text_of(game.value()))) {
        return *error;
    }
    if (const auto error = certify(file.string(), claims, certificate, options)) {
        return *error;
    }
    return printed(game.value(), claims, file.string(), certificate);
}

}  // namespace mexcert
