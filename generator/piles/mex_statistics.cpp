#include "piles/mex_statistics.hpp"

#include <algorithm>

namespace mexcert::piles {
namespace {

constexpr std::uint64_t kBetweenTold = std::uint64_t{1} << 20;

}  // namespace

Result<MexStatistics> mex_statistics(const std::vector<std::uint64_t>& at,
                                     const std::function<void(std::uint64_t)>& told) {
    MexStatistics statistics;
    MexTriples triples(at.empty() ? 0 : at.back());
    std::uint64_t ratio_sum = 0;
    std::uint64_t next_told = kBetweenTold;
    for (const std::uint64_t n : at) {
        while (triples.n() < n) {
            const auto terms = triples.next(n - triples.n());
            if (!terms.ok()) {
                return terms.error();
            }
            std::uint64_t i = triples.n() - terms.value().size();
            for (const Triple& v : terms.value()) {
                ratio_sum += (v.c << kRatioBits) / ++i;
            }
            if (triples.n() >= next_told) {
                told(triples.n());
                next_told += kBetweenTold;
            }
        }
        if (const auto error = triples.count_members()) {
            return *error;
        }
        MexRow row{n, triples.last(), triples.kappa_counts(), ratio_sum};
        --row.kappas[0];  // kappa(0)
        ++row.kappas[triples.kappa()];
        statistics.rows.push_back(row);
    }
    statistics.steps = triples.steps();
    statistics.bytes = triples.bytes();
    return statistics;
}

}  // namespace mexcert::piles
