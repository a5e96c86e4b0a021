#include "harness/verify/oracle_formulas.hpp"

#include "harness/runtimes/fresh_memory.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

double oracle_pressure_term(double s, const WcsphConstants& constants, ParticleType type) {
  const FluidConstants own = fluid_constants(constants, type);
  const double gamma = constants.polytropic_exponent;
  const double pressure = own.rest_density * own.sound_speed * own.sound_speed / gamma *
                          std::expm1(gamma * std::log1p(s));
  const double density = own.rest_density * (1 + s);
  return pressure / (density * density);
}

const OracleKernel& oracle_kernel(const std::string& name) {
  return registered_oracle<OracleKernel>(name, "the oracle has no smoothing kernel '" + name + "'");
}

double oracle_kernel_value(const OracleKernel& kernel, double r, double h) {
  const double q = r / h;
  return q < 2 ? kernel.value(q) / cube(h) : 0;
}

double oracle_gradient_factor(const OracleKernel& kernel, double r, double h) {
  const double q = r / h;
  return q < 2 ? kernel.slope(q) / (h * h * cube(h)) : 0;
}

double oracle_wall_factor(double r2, const WcsphConstants& constants) {
  const double r0 = constants.wall_distance;
  if (r2 >= r0 * r0) return 0;
  const double ratio2 = r0 * r0 / r2;
  const double ratio4 = ratio2 * ratio2;
  return constants.wall_coefficient * (ratio4 * ratio4 * ratio4 - ratio4) / r2;
}

std::vector<OracleMatter> oracle_matter(const ParticleState& state, const WcsphConstants& constants,
                                        TypeMask with_density) {
  auto matter = touched_vector<OracleMatter>(state.size());
  const double gamma = constants.polytropic_exponent;
  over_items(state.size(), [&](std::size_t i) {
    const ParticleType type = type_of(state.identity[i]);
    if ((mask_of(type) & with_density) == 0) return;
    const FluidConstants own = fluid_constants(constants, type);
    const double s = state.velocity[i].w;
    matter[i] = {own.rest_density * (1 + s), oracle_pressure_term(s, constants, type),
                 own.sound_speed * std::pow(1 + s, (gamma - 1) / 2)};
  });
  return matter;
}

double oracle_approach(const ParticleState& state, std::size_t i, std::size_t j,
                       const DoubleVector& d) {
  const float4 ui = state.velocity[i];
  const float4 uj = state.velocity[j];
  return (static_cast<double>(ui.x) - uj.x) * d[0] + (static_cast<double>(ui.y) - uj.y) * d[1] +
         (static_cast<double>(ui.z) - uj.z) * d[2];
}

}  // namespace sphlab
