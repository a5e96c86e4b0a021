#include "harness/verify/oracle_rates.hpp"

#include <omp.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/verify/oracle_search.hpp"

namespace sphlab {

namespace {

struct FluidState {
  double density, pressure_term, sound_speed;
};

FluidState fluid_state(double s, const WcsphConstants& k) {
  const double gamma = k.polytropic_exponent;
  return {k.rest_density * (1 + s), oracle_pressure_term(s, k),
          k.sound_speed * std::pow(1 + s, (gamma - 1) / 2)};
}

bool is_fluid(std::uint32_t identity) {
  return type_of(identity) == ParticleType::fluid;
}

// (1/r) dW/dr of Wendland's C2 kernel.
double wendland_gradient_factor(double r, double h) {
  const double q = r / h;
  if (q >= 2) return 0;
  const double a = 1 - q / 2;
  return -105.0 / (16.0 * std::numbers::pi * h * h * h * h * h) * a * a * a;
}

// Acceleration by the wall over x_ij.
double wall_factor(double r2, const WcsphConstants& k) {
  const double r0 = k.wall_distance;
  if (r2 >= r0 * r0) return 0;
  const double ratio2 = r0 * r0 / r2;
  const double ratio4 = ratio2 * ratio2;
  return k.wall_coefficient * (ratio4 * ratio4 * ratio4 - ratio4) / r2;
}

// The rates of one fluid particle, summed over its neighbours.
class FluidTarget {
 public:
  FluidTarget(const ParticleState& state, const std::vector<FluidState>& fluid,
              const WcsphConstants& constants, std::size_t i)
      : state_(state), fluid_(fluid), k_(constants), i_(i) {}

  void add(std::uint32_t j, double dx, double dy, double dz, double r2) {
    const double radius = k_.influence_radius;
    if (r2 >= radius * radius) return;
    ++pairs;
    if (is_fluid(state_.identity[j])) {
      add_fluid(j, {dx, dy, dz}, r2);
    } else {
      push({dx, dy, dz}, wall_factor(r2, k_));
    }
  }

  DoubleVector acceleration{};
  double density_rate = 0;  // d(rho)/dt
  std::uint64_t pairs = 0;

 private:
  void push(const DoubleVector& d, double factor) {
    for (std::size_t axis = 0; axis < 3; ++axis) acceleration[axis] += factor * d[axis];
  }

  void add_fluid(std::uint32_t j, const DoubleVector& d, double r2) {
    const FluidState& a = fluid_[i_];
    const FluidState& b = fluid_[j];
    const float4 ui = state_.velocity[i_];
    const float4 uj = state_.velocity[j];
    const double approach = (static_cast<double>(ui.x) - uj.x) * d[0] +
                            (static_cast<double>(ui.y) - uj.y) * d[1] +
                            (static_cast<double>(ui.z) - uj.z) * d[2];
    const double m = k_.particle_mass;
    const double h = k_.smoothing_length;
    const double gradient = wendland_gradient_factor(std::sqrt(r2), h);
    push(d, -m * (a.pressure_term + b.pressure_term + viscosity(a, b, approach, r2)) * gradient);
    // Approaching particles (approach < 0) with a negative gradient raise the density.
    density_rate += m * approach * gradient;
    density_rate += 2 * k_.density_diffusion * h * k_.sound_speed * (a.density - b.density) *
                    gradient * m / b.density;
  }

  double viscosity(const FluidState& a, const FluidState& b, double approach, double r2) const {
    if (approach >= 0) return 0;
    const double h = k_.smoothing_length;
    const double mu = h * approach / (r2 + 0.01 * h * h);
    return -k_.artificial_viscosity * (a.sound_speed + b.sound_speed) * mu /
           (a.density + b.density);
  }

  const ParticleState& state_;
  const std::vector<FluidState>& fluid_;
  const WcsphConstants& k_;
  std::size_t i_;
};

std::vector<FluidState> fluid_states(const ParticleState& state, const WcsphConstants& k) {
  std::vector<FluidState> fluid(state.size());
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (is_fluid(state.identity[i])) fluid[i] = fluid_state(state.velocity[i].w, k);
  }
  return fluid;
}

}  // namespace

double oracle_pressure_term(double s, const WcsphConstants& constants) {
  const double gamma = constants.polytropic_exponent;
  const double c0 = constants.sound_speed;
  const double pressure =
      constants.rest_density * c0 * c0 / gamma * std::expm1(gamma * std::log1p(s));
  const double density = constants.rest_density * (1 + s);
  return pressure / (density * density);
}

OracleRates oracle_rates(const ParticleState& state, std::size_t live,
                         const WcsphConstants& constants, int threads) {
  OracleRates rates;
  rates.acceleration.resize(state.size());
  rates.density_rate.resize(state.size());
  const std::vector<FluidState> fluid = fluid_states(state, constants);
  const CellSearch search(state, live, constants.influence_radius);
  std::uint64_t pairs = 0;
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256) reduction(+ : pairs)
  for (std::size_t i = 0; i < live; ++i) {
    if (!is_fluid(state.identity[i])) continue;
    FluidTarget target(state, fluid, constants, i);
    search.visit(i, [&target](auto... pair) { target.add(pair...); });
    rates.acceleration[i] = {target.acceleration[0] + constants.gravity.x,
                             target.acceleration[1] + constants.gravity.y,
                             target.acceleration[2] + constants.gravity.z};
    rates.density_rate[i] = target.density_rate / constants.rest_density;
    pairs += target.pairs;
  }
  rates.accepted_pairs = pairs;
  return rates;
}

std::vector<DoubleVector> oracle_wall_reaction(const ParticleState& state, std::size_t live,
                                               const WcsphConstants& constants, int threads) {
  std::vector<DoubleVector> force(state.size());
  const double reach = std::min(constants.wall_distance, constants.influence_radius);
  const CellSearch search(state, live, reach);
#pragma omp parallel for num_threads(threads) schedule(dynamic, 256)
  for (std::size_t i = 0; i < live; ++i) {
    if (is_fluid(state.identity[i])) continue;
    search.visit(i, [&](std::uint32_t j, double dx, double dy, double dz, double r2) {
      if (!is_fluid(state.identity[j]) || r2 >= reach * reach) return;
      const double factor = wall_factor(r2, constants);
      force[i][0] += factor * dx;
      force[i][1] += factor * dy;
      force[i][2] += factor * dz;
    });
  }
  return force;
}

int all_threads() {
  return omp_get_max_threads();
}

}  // namespace sphlab
