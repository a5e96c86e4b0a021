// The formulae that the oracles of weakly compressible SPH share, in double precision.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/verify/double_vector.hpp"
#include "harness/verify/judged_particles.hpp"
#include "harness/verify/neighbour_spread.hpp"
#include "harness/verify/oracle_registry.hpp"
#include "harness/verify/oracle_search.hpp"

namespace sphlab {

/// Whether a particle is of the first fluid.
inline bool is_fluid(std::uint32_t identity) {
  return type_of(identity) == ParticleType::fluid;
}

/// P/rho^2 [m^5/(kg s^2)] of Cole's equation of state, P = B ((rho/rho0)^gamma - 1) with
/// B = rho0 c0^2 / gamma, from the centred relative density s = rho/rho0 - 1. Without cancellation.
/// @param type whose rest density and speed of sound count.
double oracle_pressure_term(double s, const WcsphConstants& constants,
                            ParticleType type = ParticleType::fluid);

/// A smoothing kernel for h = 1, of q = r/h in [0, 2): a file of its own registers it.
struct OracleKernel {
  double (*value)(double q);  ///< W
  double (*slope)(double q);  ///< (1/q) dW/dq, finite at q = 0
};

/// The smoothing kernel of this name. Throws Error(verification) for one that the oracle lacks.
const OracleKernel& oracle_kernel(const std::string& name);

/// W(r) of a smoothing kernel [1/m^3], 0 from 2 h on.
double oracle_kernel_value(const OracleKernel& kernel, double r, double h);

/// (1/r) dW/dr of it [1/m^5], 0 from 2 h on.
double oracle_gradient_factor(const OracleKernel& kernel, double r, double h);

/// x^n by products: std::pow at every pair took a quarter of the oracle's time.
constexpr double whole_power(double x, int n) {
  double power = 1;
  for (int k = 0; k < n; ++k) power *= x;
  return power;
}

inline double cube(double x) {
  return x * x * x;
}

/// Acceleration by a Lennard-Jones wall over x_ij [1/s^2], exponents 12 and 4.
double oracle_wall_factor(double r2, const WcsphConstants& constants);

/// Density, P/rho^2 and speed of sound of one particle.
struct OracleMatter {
  double density = 0, pressure_term = 0, sound_speed = 0;
  double pressure() const { return pressure_term * density * density; }
};

/// The matter of every particle of the types of `with_density`; zero for the others.
std::vector<OracleMatter> oracle_matter(const ParticleState& state, const WcsphConstants& constants,
                                        TypeMask with_density);

/// (u_i - u_j) . d [m^2/s].
double oracle_approach(const ParticleState& state, std::size_t i, std::size_t j,
                       const DoubleVector& d);

/// Rates of change of every judged particle, in the order of the state; all zero for those that are
/// no targets, and for lost ones.
struct OracleRates {
  std::vector<DoubleVector> acceleration;  ///< [m/s^2]
  std::vector<double> density_rate;        ///< d(rho/rho0)/dt [1/s]
  /// How far rounding may put an acceleration off, beside what all float sums lose [m/s^2]: where a
  /// term is steep, or acts above a threshold, say. Empty for physics without such terms.
  std::vector<double> uncertainty;
  /// Largest rate of each particle's pairs, where these limit the time step [1/s], and by how much
  /// pairs within a rounding of the radius may decide on it. Else empty.
  std::vector<double> approach_rate, approach_uncertainty;
  /// Pairs (target, source of any type) with r < R; where a sample is judged, what its own come to
  /// over all.
  std::uint64_t accepted_pairs = 0;
  NeighbourSpread neighbours;  ///< the same, over the targets judged
};

/// Sums over the neighbours of every judged particle of the types of `targets`.
///
/// @param make_target make_target(i) -> an object with add(j, d, r2), called once for every source
/// j within the influence radius, d = x_i - x_j; acceleration() and density_rate(), called
/// thereafter, and uncertainty() where it has one. One that limits the step has approach_rate() and
/// approach_uncertainty(), and look_at(j, d, r2), called for sources within borderline_reach(),
/// too.
/// @param threads OpenMP threads, >= 1.
template <class MakeTarget>
OracleRates oracle_sums(const ParticleState& state, const JudgedParticles& judged, double radius,
                        TypeMask targets, int threads, MakeTarget&& make_target) {
  OracleRates rates;
  resize_touched(rates.acceleration, state.size());
  resize_touched(rates.density_rate, state.size());
  constexpr bool is_uncertain = requires(decltype(make_target(0)) target) {
    target.uncertainty();
  };
  if constexpr (is_uncertain) resize_touched(rates.uncertainty, state.size());
  constexpr bool limits_step = requires(decltype(make_target(0)) target) {
    target.approach_rate();
  };
  if constexpr (limits_step) {
    resize_touched(rates.approach_rate, state.size());
    resize_touched(rates.approach_uncertainty, state.size());
  }
  const double reach = limits_step ? borderline_reach(static_cast<float>(radius)) : radius;
  const CellSearch search(state, judged, reach);
  std::vector<std::uint32_t> neighbours(judged.count(), no_target);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, targets_at_a_time) \
    reduction(+ : pairs)
  for (std::size_t k = 0; k < judged.count(); ++k) {
    const std::size_t i = judged[k];
    if ((mask_of(type_of(state.identity[i])) & targets) == 0) continue;
    auto target = make_target(i);
    std::uint32_t accepted = 0;
    search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
      if constexpr (limits_step) {
        target.look_at(j, DoubleVector{dx, dy, dz}, r2);
      }
      if (r2 >= radius * radius) return;
      ++accepted;
      target.add(j, DoubleVector{dx, dy, dz}, r2);
    });
    rates.acceleration[i] = target.acceleration();
    rates.density_rate[i] = target.density_rate();
    if constexpr (is_uncertain) rates.uncertainty[i] = target.uncertainty();
    if constexpr (limits_step) {
      rates.approach_rate[i] = target.approach_rate();
      rates.approach_uncertainty[i] = target.approach_uncertainty();
    }
    neighbours[k] = accepted;
    pairs += accepted;
  }
  stop_if_requested();
  rates.accepted_pairs = judged.over_all(pairs);
  rates.neighbours = spread_of(neighbours);
  return rates;
}

}  // namespace sphlab
