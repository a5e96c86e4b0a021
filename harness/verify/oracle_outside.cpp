#include "harness/verify/oracle_outside.hpp"

#include <fmt/format.h>

#include <cmath>

#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

const PairOracle& oracle_of(const PhysicsKind& physics) {
  if (physics.passes.size() > 1) {
    throw Error(ExitCode::verification,
                fmt::format("the physics '{}' of a pack from outside has passes before its forces, "
                            "which cannot be verified",
                            physics.name));
  }
  if (physics.oracle.add != nullptr && physics.oracle.finish != nullptr) return physics.oracle;
  throw Error(ExitCode::verification,
              fmt::format("the physics '{}' of a pack from outside brings no oracle: give it a "
                          "type Oracle (docs/own-pack.md)",
                          physics.name));
}

OracleParticle particle_of(const ParticleState& state, std::size_t i) {
  const float4& x = state.position[i];
  const float4& v = state.velocity[i];
  return {{x.x, x.y, x.z}, {v.x, v.y, v.z}, v.w, type_of(state.identity[i])};
}

/// The sum of one target, as oracle_sums() takes it.
class OutsideTarget {
 public:
  OutsideTarget(const PairOracle& oracle, const ParticleState& state,
                const WcsphConstants& constants, TypeMask sources, std::size_t i)
      : oracle_(oracle),
        state_(state),
        constants_(constants),
        sources_(sources),
        target_(particle_of(state, i)) {}

  void add(std::uint32_t j, const DoubleVector&, double) {
    const OracleParticle source = particle_of(state_, j);
    if ((mask_of(source.type) & sources_) != 0) oracle_.add(&constants_, target_, source, sum_);
  }
  DoubleVector acceleration() {
    oracle_.finish(&constants_, target_, sum_);
    return {sum_.values[0], sum_.values[1], sum_.values[2]};
  }
  /// After acceleration().
  double density_rate() const { return sum_.values[3]; }

 private:
  const PairOracle& oracle_;
  const ParticleState& state_;
  const WcsphConstants& constants_;
  TypeMask sources_;
  OracleParticle target_;
  OracleSum sum_{};
};

/// Potential, borderline share and rounding of one particle; returns its accepted pairs.
std::uint64_t add_potential(const PhysicsKind& physics, const ParticleState& state,
                            const CellSearch& search, const LjPotentialConstants& constants,
                            std::size_t i, OraclePotential& potential) {
  const double cutoff2 = static_cast<double>(constants.cutoff) * constants.cutoff;
  const double band = borderline_width(constants.cutoff);
  const OracleParticle target = particle_of(state, i);
  OracleSum sum{};
  double magnitude = 0;
  std::uint64_t pairs = 0;
  search.visit(i, [&](std::uint32_t j, double, double, double, double r2) {
    const OracleParticle source = particle_of(state, j);
    if ((mask_of(source.type) & physics.types) == 0) return;
    OracleSum term{};
    physics.oracle.add(&constants, target, source, term);
    const double size = std::abs(term.values[0]);
    if (std::abs(r2 - cutoff2) <= band) potential.borderline[i] += size;
    if (r2 >= cutoff2) return;
    sum.values[0] += term.values[0];
    magnitude += size;
    ++pairs;
  });
  physics.oracle.finish(&constants, target, sum);
  potential.value[i] = sum.values[0];
  potential.rounding[i] = static_cast<double>(pairs) * std::ldexp(magnitude, -24);
  return pairs;
}

}  // namespace

OracleRates oracle_outside_rates(const PhysicsKind& physics, const ParticleState& state,
                                 const JudgedParticles& judged, const WcsphConstants& constants) {
  const PairOracle& oracle = oracle_of(physics);
  return oracle_sums(
      state, judged, constants.influence_radius, physics.targets, all_threads(),
      [&](std::size_t i) { return OutsideTarget(oracle, state, constants, physics.types, i); });
}

OraclePotential oracle_outside_potential(const PhysicsKind& physics, const ParticleState& state,
                                         std::size_t live, const LjPotentialConstants& constants) {
  oracle_of(physics);
  OraclePotential potential = zero_potential(state.size());
  const CellSearch search(state, live, borderline_reach(constants.cutoff));
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(all_threads()) schedule(dynamic, 256) reduction(+ : pairs)
  for (std::size_t i = 0; i < live; ++i) {
    if ((mask_of(type_of(state.identity[i])) & physics.targets) == 0) continue;
    pairs += add_potential(physics, state, search, constants, i, potential);
  }
  stop_if_requested();
  potential.accepted_pairs = pairs;
  return potential;
}

}  // namespace sphlab
