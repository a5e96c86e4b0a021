#include "harness/verify/oracle_outside.hpp"

#include <fmt/format.h>

#include <cmath>
#include <span>

#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {
namespace {

const PairOracle& oracle_of(const PhysicsKind& physics, const PassDescription& pass) {
  if (pass.oracle.add != nullptr && pass.oracle.finish != nullptr) return pass.oracle;
  throw Error(ExitCode::verification,
              fmt::format("the pass '{}' of the physics '{}' of a pack from outside brings no "
                          "oracle: give it a type Oracle (docs/own-pack.md)",
                          pass.name, physics.name));
}

const PassDescription& forces_of(const PhysicsKind& physics) {
  return physics.all_passes().back();
}

/// The particles of a state as the oracle of a physics reads them.
class OutsideParticles {
 public:
  OutsideParticles(const PhysicsKind& physics, const ParticleState& state) : state_(state) {
    add({physics.fields, physics.field_count}, fields_);
    add({physics.arrays, physics.array_count}, arrays_);
  }

  OracleParticle operator[](std::size_t i) const {
    const float4& x = state_.position[i];
    const float4& v = state_.velocity[i];
    const std::uint32_t identity = state_.identity[i];
    OracleParticle particle{
        {x.x, x.y, x.z}, {v.x, v.y, v.z}, v.w, type_of(identity), id_of(identity), {}, {}};
    read(fields_, i, particle.fields);
    read(arrays_, i, particle.arrays);
    return particle;
  }

 private:
  /// Values of all particles, nullptr where the state has none.
  struct Values {
    const float* values;
    std::uint32_t components;
  };

  void add(std::span<const FieldDescription> descriptions, std::vector<Values>& all) {
    for (const FieldDescription& each : descriptions) {
      const auto found = state_.fields.find(each.name);
      all.push_back(
          {found == state_.fields.end() ? nullptr : found->second.data(), each.components});
    }
  }
  static void read(const std::vector<Values>& all, std::size_t i, double (*to)[4]) {
    for (std::size_t k = 0; k < all.size(); ++k) {
      for (std::uint32_t c = 0; all[k].values != nullptr && c < all[k].components; ++c)
        to[k][c] = all[k].values[all[k].components * i + c];
    }
  }

  const ParticleState& state_;
  std::vector<Values> fields_, arrays_;
};

/// A source where the target sees it, of a periodic box its nearest image.
/// @param between from the image to the target [m].
OracleParticle seen_by(const OracleParticle& target, OracleParticle source,
                       const DoubleVector& between) {
  for (std::size_t axis = 0; axis < 3; ++axis)
    source.position[axis] = target.position[axis] - between[axis];
  return source;
}

/// The sum of one target, as oracle_sums() takes it.
class OutsideTarget {
 public:
  OutsideTarget(const PairOracle& oracle, const OutsideParticles& particles,
                const WcsphConstants& constants, TypeMask sources, std::size_t i)
      : oracle_(oracle),
        particles_(particles),
        constants_(constants),
        sources_(sources),
        target_(particles[i]) {}

  void add(std::uint32_t j, const DoubleVector& between, double) {
    const OracleParticle source = seen_by(target_, particles_[j], between);
    if ((mask_of(source.type) & sources_) != 0) oracle_.add(&constants_, target_, source, sum_);
  }
  const OracleSum& finished() {
    oracle_.finish(&constants_, target_, sum_);
    return sum_;
  }
  DoubleVector acceleration() {
    finished();
    return {sum_.values[0], sum_.values[1], sum_.values[2]};
  }
  /// After acceleration().
  double density_rate() const { return sum_.values[3]; }

 private:
  const PairOracle& oracle_;
  const OutsideParticles& particles_;
  const WcsphConstants& constants_;
  TypeMask sources_;
  OracleParticle target_;
  OracleSum sum_{};
};

/// Where numbers that a pass writes go from the values of its sums.
struct Destination {
  OracleQuantity* quantity;
  std::uint32_t components;
};

/// What a pass writes beside densities and accelerations, in the order of the values of its sums.
std::vector<Destination> written_by(const PhysicsKind& physics, const PassDescription& pass,
                                    std::size_t particles, OracleQuantities& made) {
  std::vector<Destination> all;
  const auto add = [&](std::uint32_t bits, std::span<const FieldDescription> descriptions,
                       std::map<std::string, OracleQuantity>& quantities) {
    for (std::size_t k = 0; k < descriptions.size(); ++k) {
      if ((bits >> k & 1) == 0) continue;
      OracleQuantity& quantity = quantities[descriptions[k].name];
      quantity.values.resize(particles * descriptions[k].components);
      all.push_back({&quantity, descriptions[k].components});
    }
  };
  add(pass.arrays, {physics.arrays, physics.array_count}, made.arrays);
  add(pass.rates, {physics.fields, physics.field_count}, made.rates);
  add(pass.fields, {physics.fields, physics.field_count}, made.fields);
  return all;
}

/// Potential, borderline share and rounding of one particle; returns its accepted pairs.
/// @param band as borderline_width().
std::uint64_t add_potential(const PhysicsKind& physics, const OutsideParticles& particles,
                            const CellSearch& search, const LjPotentialConstants& constants,
                            double band, std::size_t i, OraclePotential& potential) {
  const double cutoff2 = static_cast<double>(constants.cutoff) * constants.cutoff;
  const PairOracle& oracle = forces_of(physics).oracle;
  const OracleParticle target = particles[i];
  OracleSum sum{};
  double magnitude = 0;
  std::uint64_t pairs = 0;
  search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
    const OracleParticle source = seen_by(target, particles[j], {dx, dy, dz});
    if ((mask_of(source.type) & physics.sources) == 0) return;
    OracleSum term{};
    oracle.add(&constants, target, source, term);
    const double size = std::abs(term.values[0]);
    if (std::abs(r2 - cutoff2) <= band) potential.borderline[i] += size;
    if (r2 >= cutoff2) return;
    sum.values[0] += term.values[0];
    magnitude += size;
    ++pairs;
  });
  oracle.finish(&constants, target, sum);
  potential.value[i] = sum.values[0];
  potential.rounding[i] = static_cast<double>(pairs) * std::ldexp(magnitude, -24);
  return pairs;
}

}  // namespace

OracleRates oracle_outside_rates(const PhysicsKind& physics, const ParticleState& state,
                                 const JudgedParticles& judged, const WcsphConstants& constants) {
  const PairOracle& oracle = oracle_of(physics, forces_of(physics));
  const OutsideParticles particles(physics, state);
  return oracle_sums(state, judged, constants.influence_radius, physics.targets, all_threads(),
                     [&](std::size_t i) {
                       return OutsideTarget(oracle, particles, constants, physics.sources, i);
                     });
}

OracleQuantities oracle_outside_quantities(const PhysicsKind& physics, const PassDescription& pass,
                                           const ParticleState& state,
                                           const JudgedParticles& judged,
                                           const WcsphConstants& constants, int threads) {
  const PairOracle& oracle = oracle_of(physics, pass);
  const OutsideParticles particles(physics, state);
  OracleQuantities made;
  const std::vector<Destination> written = written_by(physics, pass, state.size(), made);
  const std::size_t before = pass.kind == PassKind::forces ? 4 : 0;
  const double radius2 =
      static_cast<double>(constants.influence_radius) * constants.influence_radius;
  const CellSearch search(state, judged, constants.influence_radius);
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if ((mask_of(type_of(state.identity[i])) & physics.targets) == 0) continue;
    OutsideTarget target(oracle, particles, constants, physics.sources, i);
    search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
      if (r2 < radius2) target.add(j, {dx, dy, dz}, r2);
    });
    const double* value = target.finished().values + before;
    for (const Destination& each : written) {
      for (std::uint32_t c = 0; c < each.components; ++c)
        each.quantity->values[each.components * i + c] = *value++;
    }
  }
  stop_if_requested();
  return made;
}

OraclePotential oracle_outside_potential(const PhysicsKind& physics, const ParticleState& state,
                                         const JudgedParticles& judged,
                                         const LjPotentialConstants& constants) {
  oracle_of(physics, forces_of(physics));
  const OutsideParticles particles(physics, state);
  OraclePotential potential = zero_potential(state.size());
  const CellSearch search(state, judged, borderline_reach(constants.cutoff, state.period));
  const double band = borderline_width(constants.cutoff, state.period);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(all_threads()) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if ((mask_of(type_of(state.identity[i])) & physics.targets) == 0) continue;
    pairs += add_potential(physics, particles, search, constants, band, i, potential);
  }
  stop_if_requested();
  potential.accepted_pairs = judged.over_all(pairs);
  return potential;
}

}  // namespace sphlab
