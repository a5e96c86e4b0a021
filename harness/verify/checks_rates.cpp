#include "harness/verify/checks_rates.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/verify/comparison.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

namespace {

// A check that cannot be made because the device's array is too short.
Check too_short(const std::string& name, std::size_t size, std::size_t live) {
  Check check;
  check.name = name;
  check.norm = norms::oracle;
  check.detail = fmt::format("the device's array has {} entries for {} particles", size, live);
  return check;
}

bool is_of(TypeMask types, const ParticleState& state, std::size_t i) {
  return (mask_of(type_of(state.identity[i])) & types) != 0;
}

/// As vectors; of a deviation, what the oracle is uncertain of is left out.
Comparison compare_accelerations(const JudgedParticles& judged, const std::vector<float4>& rate,
                                 const OracleRates& oracle) {
  return merged_over_items<Comparison>(judged.count(), [&](Comparison& all, std::size_t k) {
    const std::size_t i = judged[k];
    const DoubleVector& a = oracle.acceleration[i];
    const double off = magnitude({rate[i].x - a[0], rate[i].y - a[1], rate[i].z - a[2]});
    const double allowed = oracle.uncertainty.empty() ? 0 : oracle.uncertainty[i];
    all.take(i, larger(off - allowed, 0), magnitude(a));
  });
}

}  // namespace

double rate_tolerance_of(const Simulation& simulation) {
  const double stated = simulation.stated_error();
  return stated > 0 ? stated : rate_tolerance;
}

Check accelerations_agree(const ParticleState& state, const JudgedParticles& judged,
                          const std::vector<float4>& rate, const OracleRates& oracle,
                          double tolerance) {
  const char* name = "accelerations";
  if (rate.size() < judged.live()) return too_short(name, rate.size(), judged.live());
  const Comparison found = compare_accelerations(judged, rate, oracle);
  return relative_check(name, found.deviation, found.scale, tolerance, state);
}

Check end_to_end_agrees(const ParticleState& state, const JudgedParticles& judged,
                        const std::vector<float4>& rate, const EndToEndRates& oracle) {
  const char* name = "accelerations end to end";
  if (rate.size() < judged.live()) return too_short(name, rate.size(), judged.live());
  const Comparison found = compare_accelerations(judged, rate, oracle.rates);
  const double of_densities = found.scale > 0 ? oracle.sensitivity / found.scale : 0;
  return relative_check(name, found.deviation, found.scale, rate_tolerance + of_densities, state);
}

Check density_rates_agree(const ParticleState& state, const JudgedParticles& judged,
                          const std::vector<float4>& rate, const OracleRates& oracle,
                          double tolerance) {
  const char* name = "density rates";
  if (rate.size() < judged.live()) return too_short(name, rate.size(), judged.live());
  const auto found =
      merged_over_items<Comparison>(judged.count(), [&](Comparison& all, std::size_t k) {
        const std::size_t i = judged[k];
        const double expected = oracle.density_rate[i];
        all.take(i, std::abs(rate[i].w - expected), std::abs(expected));
      });
  return relative_check(name, found.deviation, found.scale, tolerance, state);
}

Check approach_rates_agree(const ParticleState& state, const JudgedParticles& judged,
                           const std::vector<float>& rate, const OracleRates& oracle) {
  const char* name = "approach rates";
  if (rate.size() < judged.live()) return too_short(name, rate.size(), judged.live());
  const auto found =
      merged_over_items<Comparison>(judged.count(), [&](Comparison& all, std::size_t k) {
        const std::size_t i = judged[k];
        const double expected = oracle.approach_rate[i];
        const double off = std::abs(rate[i] - expected) - oracle.approach_uncertainty[i];
        all.take(i, larger(off, 0), expected);
      });
  return relative_check(name, found.deviation, found.scale, rate_tolerance, state);
}

Check boundary_rates_zero(const ParticleState& state, std::size_t live,
                          const std::vector<float4>& rate, TypeMask targets) {
  const char* name = "boundary rates";
  if (rate.size() < live) return too_short(name, rate.size(), live);
  const FaultyParticles faulty = faulty_particles(live, [&](std::size_t i) {
    const float4& r = rate[i];
    if (is_any_fluid(state.identity[i])) return false;
    const bool still = r.x == 0 && r.y == 0 && r.z == 0;
    return !(still && (r.w == 0 || is_of(targets, state, i)));
  });
  if (faulty.count == 0) return none_check(name, 0, "");
  const float4& r = rate[faulty.first];
  return none_check(name, faulty.count,
                    fmt::format("{} has the rates {:g}, {:g}, {:g}, {:g} where zeros belong",
                                particle_label(state, faulty.first), r.x, r.y, r.z, r.w));
}

Check pressure_terms_agree(const ParticleState& state, std::size_t live,
                           const WcsphConstants& constants, TypeMask targets) {
  const auto found = merged_over_items<Comparison>(live, [&](Comparison& all, std::size_t i) {
    if (!is_of(targets, state, i)) return;
    const double expected =
        oracle_pressure_term(state.velocity[i].w, constants, type_of(state.identity[i]));
    all.take(i, std::abs(state.position[i].w - expected), std::abs(expected));
  });
  return relative_check("pressure terms", found.deviation, found.scale, pressure_tolerance, state);
}

Check potentials_agree(const ParticleState& state, const JudgedParticles& judged,
                       const std::vector<float>& potential, const OraclePotential& oracle) {
  const char* name = "potentials";
  if (potential.size() < judged.live()) return too_short(name, potential.size(), judged.live());
  const auto found =
      merged_over_items<Comparison>(judged.count(), [&](Comparison& all, std::size_t number) {
        const std::size_t i = judged[number];
        const double excess =
            std::abs(potential[i] - oracle.value[i]) - oracle.borderline[i] - oracle.rounding[i];
        all.take(i, larger(excess, 0), std::abs(oracle.value[i]));
      });
  return relative_check(name, found.deviation, found.scale, rate_tolerance, state);
}

}  // namespace sphlab
