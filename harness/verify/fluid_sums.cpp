#include "harness/verify/fluid_sums.hpp"

#include <algorithm>
#include <cmath>

#include "harness/scenarios/physics.hpp"

namespace sphlab {

namespace {

// Integral of P/rho^2 over the density, from rest [J/kg]: with x = rho/rho0 it is
// c0^2/gamma ((x^(gamma-1) - 1)/(gamma-1) + 1/x - 1), whose first term is ln x where gamma is 1.
double specific_compressive_energy(double s, double gamma, double c0) {
  const double logarithm = std::log1p(s);
  const double power = gamma == 1 ? logarithm : std::expm1((gamma - 1) * logarithm) / (gamma - 1);
  return c0 * c0 / gamma * (power - s / (1 + s));
}

}  // namespace

FluidSums fluid_sums(const ParticleState& state, const WcsphConstants& constants) {
  FluidSums sums;
  const float3 g = constants.gravity;
  for (std::size_t i = 0; i < state.size(); ++i) {
    if (!is_any_fluid(state.identity[i])) continue;
    const FluidConstants own = fluid_constants(constants, type_of(state.identity[i]));
    const double m = own.particle_mass;
    const DoubleVector x{state.position[i].x, state.position[i].y, state.position[i].z};
    const DoubleVector v{state.velocity[i].x, state.velocity[i].y, state.velocity[i].z};
    const double s = state.velocity[i].w;
    for (std::size_t axis = 0; axis < 3; ++axis) sums.momentum[axis] += m * v[axis];
    sums.kinetic_energy += m * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]) / 2;
    sums.potential_energy -= m * (g.x * x[0] + g.y * x[1] + g.z * x[2]);
    sums.compressive_energy +=
        m * specific_compressive_energy(s, constants.polytropic_exponent, own.sound_speed);
    const double density = own.rest_density * (1 + s);
    sums.mass += m;
    const bool first = sums.particles++ == 0;
    sums.least_density = first ? density : std::min(sums.least_density, density);
    sums.greatest_density = first ? density : std::max(sums.greatest_density, density);
    sums.front = first ? x[0] : std::max(sums.front, x[0]);
  }
  return sums;
}

}  // namespace sphlab
