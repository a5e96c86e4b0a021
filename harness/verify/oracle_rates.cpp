#include "harness/verify/oracle_rates.hpp"

#include <algorithm>
#include <cmath>

#include "harness/verify/oracle_outside.hpp"
#include "harness/verify/wall_repulsion.hpp"

namespace sphlab {

namespace {

constexpr TypeMask fluid_only = mask_of(ParticleType::fluid);

// The artificial viscosity of Monaghan, Pi_ij.
double viscosity(const OracleMatter& a, const OracleMatter& b, double approach, double r2,
                 const WcsphConstants& k) {
  if (approach >= 0) return 0;
  const double h = k.smoothing_length;
  const double mu = h * approach / (r2 + 0.01 * h * h);
  return -k.artificial_viscosity * (a.sound_speed + b.sound_speed) * mu / (a.density + b.density);
}

// Monaghan's (2000) correction of the tensile instability: what of a pair's pressures is added to
// them, (W(r)/W(dp))^4 (R_i + R_j).
double tensile_share(double pressure_term, const TensileConstants& k) {
  return pressure_term > 0 ? k.pressure_share * pressure_term : -k.tension_share * pressure_term;
}
double tensile_correction(const OracleMatter& a, const OracleMatter& b, double r,
                          const OracleKernel& kernel, const WcsphConstants& k) {
  if (k.tensile.pressure_share == 0 && k.tensile.tension_share == 0) return 0;
  const double spacing = std::cbrt(static_cast<double>(k.particle_mass) / k.rest_density);
  const double h = k.smoothing_length;
  const double ratio = oracle_kernel_value(kernel, r, h) / oracle_kernel_value(kernel, spacing, h);
  return std::pow(ratio, 4) *
         (tensile_share(a.pressure_term, k.tensile) + tensile_share(b.pressure_term, k.tensile));
}

// What tells the formulations apart that share equations 8 and 9.
struct Formulation {
  TypeMask fluid_like;  // what is not is a Lennard-Jones wall
  const OracleKernel& kernel;
  bool integrates_density;
};

// The rates of one particle, summed over its neighbours by equations 8 and 9.
class Target {
 public:
  Target(const ParticleState& state, const std::vector<OracleMatter>& matter,
         const Formulation& formulation, const WcsphConstants& constants, std::size_t i)
      : state_(state), matter_(matter), formulation_(formulation), k_(constants), i_(i) {}

  void add(std::uint32_t j, const DoubleVector& d, double r2) {
    if (mask_of(type_of(state_.identity[j])) & formulation_.fluid_like) {
      add_fluid_like(j, d, r2);
    } else {
      walls_.add(d, r2);
    }
  }

  DoubleVector acceleration() const {
    if (!is_fluid(state_.identity[i_])) return {};
    return walls_.total(acceleration_);
  }
  double uncertainty() const { return walls_.uncertainty(); }
  double density_rate() const {
    return formulation_.integrates_density ? density_rate_ / k_.rest_density : 0;
  }

 private:
  void add_fluid_like(std::uint32_t j, const DoubleVector& d, double r2) {
    const OracleMatter& a = matter_[i_];
    const OracleMatter& b = matter_[j];
    const double approach = oracle_approach(state_, i_, j, d);
    const double m = k_.particle_mass;
    const double h = k_.smoothing_length;
    const double gradient = oracle_gradient_factor(formulation_.kernel, std::sqrt(r2), h);
    const double tensile = tensile_correction(a, b, std::sqrt(r2), formulation_.kernel, k_);
    add_scaled(
        acceleration_,
        -m * (a.pressure_term + b.pressure_term + tensile + viscosity(a, b, approach, r2, k_)) *
            gradient,
        d);
    const bool from_fluid = is_fluid(state_.identity[j]);
    const bool to_fluid = is_fluid(state_.identity[i_]);
    // Approaching particles (approach < 0) with a negative gradient raise the density.
    if (from_fluid || to_fluid) density_rate_ += m * approach * gradient;
    if (!from_fluid || !to_fluid) return;
    density_rate_ += 2 * k_.density_diffusion * h * k_.sound_speed * (a.density - b.density) *
                     gradient * m / b.density;
  }

  const ParticleState& state_;
  const std::vector<OracleMatter>& matter_;
  Formulation formulation_;
  const WcsphConstants& k_;
  std::size_t i_;
  WallRepulsion walls_{k_};
  DoubleVector acceleration_{};
  double density_rate_ = 0;  // d(rho)/dt
};

// The same, and the largest rate at which one of the pairs approaches, or parts: paper D, equation
// A.8, with the 0.01 h^2 of the viscosity. Of pairs that act, which two particles of walls or
// bodies do not.
class LimitingTarget : public Target {
 public:
  LimitingTarget(const ParticleState& state, const std::vector<OracleMatter>& matter,
                 const Formulation& formulation, const WcsphConstants& constants, std::size_t i)
      : Target(state, matter, formulation, constants, i),
        state_(state),
        i_(i),
        softening_(0.01 * constants.smoothing_length * constants.smoothing_length),
        radius2_(static_cast<double>(constants.influence_radius) * constants.influence_radius),
        borderline_(borderline_width(constants.influence_radius)) {}

  void look_at(std::uint32_t j, const DoubleVector& d, double r2) {
    if (!is_fluid(state_.identity[i_]) && !is_fluid(state_.identity[j])) return;
    const double rate = std::abs(oracle_approach(state_, i_, j, d)) / (r2 + softening_);
    possible_ = std::max(possible_, rate);
    if (r2 < radius2_) largest_ = std::max(largest_, rate);
    if (r2 < radius2_ - borderline_) certain_ = std::max(certain_, rate);
  }

  double approach_rate() const { return largest_; }
  double approach_uncertainty() const {
    return std::max(possible_ - largest_, largest_ - certain_);
  }

 private:
  const ParticleState& state_;
  std::size_t i_;
  double softening_, radius2_, borderline_;
  double possible_ = 0, largest_ = 0, certain_ = 0;
};

template <class TargetOfPhysics = Target>
OracleRates rates(const ParticleState& state, const JudgedParticles& judged,
                  const WcsphConstants& constants, const Formulation& formulation, int threads) {
  const std::vector<OracleMatter> matter = oracle_matter(state, constants, formulation.fluid_like);
  return oracle_sums(
      state, judged, constants.influence_radius, formulation.fluid_like, threads,
      [&](std::size_t i) { return TargetOfPhysics(state, matter, formulation, constants, i); });
}

// Paper A equations 3, 8 and 9. Fluid-fluid: momentum with the artificial viscosity of Monaghan,
// continuity with the diffusion of Molteni and Colagrossi. Fluid-boundary: Lennard-Jones repulsion.
// Pressure comes from the density, not from the stored P/rho^2.
OracleRates lennard_jones_walls(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel) {
  return rates(state, judged, constants, {fluid_only, kernel, true}, threads);
}

// The force pass alone: the same accelerations with the densities of the state, as the density pass
// has left them (see oracle_density.hpp); density rates are zero.
OracleRates summed_density(const ParticleState& state, const JudgedParticles& judged,
                           const WcsphConstants& constants, int threads,
                           const OracleKernel& kernel) {
  return rates(state, judged, constants, {fluid_only, kernel, false}, threads);
}

// The same equations with all types as sources of fluid. Boundary and body particles have no
// acceleration, and a density rate by continuity with the fluid alone; diffusion is between fluid
// particles.
OracleRates dynamic_boundaries(const ParticleState& state, const JudgedParticles& judged,
                               const WcsphConstants& constants, int threads,
                               const OracleKernel& kernel) {
  return rates(state, judged, constants, {physics_kind("wcsph-dynamic").sources, kernel, true},
               threads);
}

// The same of a physics whose pairs limit the time step.
OracleRates limiting_boundaries(const ParticleState& state, const JudgedParticles& judged,
                                const WcsphConstants& constants, int threads,
                                const OracleKernel& kernel) {
  return rates<LimitingTarget>(state, judged, constants,
                               {physics_kind("wcsph-dynamic").sources, kernel, true}, threads);
}

const RegisterOracle<RatesOracle> wcsph_lj("wcsph-lj", lennard_jones_walls);
const RegisterOracle<RatesOracle> wcsph_lj_summed("wcsph-lj-summed", summed_density);
const RegisterOracle<RatesOracle> wcsph_dynamic("wcsph-dynamic", dynamic_boundaries);
const RegisterOracle<RatesOracle> wcsph_dynamic_limited("wcsph-dynamic-limited",
                                                        limiting_boundaries);

}  // namespace

OracleRates oracle_rates_of(const std::string& physics, const ParticleState& state,
                            const JudgedParticles& judged, const WcsphConstants& constants,
                            int threads) {
  const PhysicsKind& kind = physics_kind(physics);
  if (kind.brings_oracle()) return oracle_outside_rates(kind, state, judged, constants);
  const RatesOracle rates_of = registered_oracle<RatesOracle>(
      kind.oracle_name(), kind.is_outside
                              ? "the physics '" + physics +
                                    "' of a pack from outside brings no oracle: give "
                                    "each of its passes a type Oracle (docs/own-pack.md)"
                              : "the oracle has no rates for the physics '" + physics + "'");
  return rates_of(state, judged, constants, threads, oracle_kernel(kind.smoothing_kernel));
}

std::vector<DoubleVector> oracle_wall_reaction(const ParticleState& state, std::size_t live,
                                               const WcsphConstants& constants, int threads) {
  std::vector<DoubleVector> force(state.size());
  const double reach = std::min(constants.wall_distance, constants.influence_radius);
  const CellSearch search(state, live, reach);
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time)
  for (std::size_t i = 0; i < live; ++i) {
    if (is_fluid(state.identity[i])) continue;
    search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
      if (!is_fluid(state.identity[j]) || r2 >= reach * reach) return;
      const double factor = oracle_wall_factor(r2, constants);
      force[i][0] += factor * dx;
      force[i][1] += factor * dy;
      force[i][2] += factor * dz;
    });
  }
  stop_if_requested();
  return force;
}

}  // namespace sphlab
