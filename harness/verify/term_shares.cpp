#include "harness/verify/term_shares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "harness/verify/oracle_rates.hpp"
#include "harness/verify/parallel_ranges.hpp"
#include "harness/verify/terms_seen.hpp"

namespace sphlab {
namespace {

double along(const DoubleVector& a, const DoubleVector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/// Sums over the judged particles.
struct Projection {
  double of_deviation = 0;  ///< r.s
  double of_term = 0;       ///< s.s
  double scatter = 0;       ///< (r.s)^2
};

Projection project(const JudgedParticles& judged, const std::vector<float4>& rate,
                   const OracleRates& with, const OracleRates& without) {
  // not by threads: the order of the sum is part of it
  Projection all;
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    const DoubleVector& a = with.acceleration[i];
    const DoubleVector& b = without.acceleration[i];
    const DoubleVector term = {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
    const DoubleVector off = {rate[i].x - a[0], rate[i].y - a[1], rate[i].z - a[2]};
    // what rounding may make of a particle says nothing of a smaller term
    const double uncertain = with.uncertainty.empty() ? 0 : with.uncertainty[i];
    if (uncertain > 0 && uncertain * uncertain >= along(term, term)) continue;
    const double shared = along(off, term);
    all.of_deviation += shared;
    all.of_term += along(term, term);
    all.scatter += shared * shared;
  }
  return all;
}

}  // namespace

void check_shares(const Scenario& scenario, const ParticleState& state,
                  const JudgedParticles& judged, const std::vector<float4>& rate,
                  const OracleRates& oracle, LabelledChecks& checks) {
  constexpr double most_rounding = 0.2;
  for (const TermLeftOut& term : terms_left_out(physics_kind(scenario.physics), scenario.wcsph)) {
    const OracleRates without =
        oracle_rates_of(scenario.physics, state, judged, term.constants, all_threads());
    const Projection found = project(judged, rate, oracle, without);
    if (!(found.of_term > 0)) continue;
    const double rounding = 6 * std::sqrt(found.scatter) / found.of_term;
    const double off = std::abs(found.of_deviation) / found.of_term;
    // one particle that is wrong scatters, too, and is the accelerations' to find
    if (rounding > most_rounding && off < 1 - most_rounding) continue;
    // a power of two: variants that are alike have one tolerance
    const double tolerance = std::exp2(
        std::ceil(std::log2(std::max(share_tolerance, std::min(rounding, most_rounding)))));
    Check check{
        fmt::format("share of {}", term.name), off, tolerance, off <= tolerance, "", norms::term};
    if (!check.passed)
      check.detail = fmt::format("accelerations are off by {:.3g} of what the {} makes of them",
                                 found.of_deviation / found.of_term, term.name);
    checks.add(of_sample(std::move(check), judged));
  }
}

}  // namespace sphlab
