#include "harness/scenarios/hydrostatic.hpp"

#include <cmath>

namespace sphlab {

FluidState hydrostatic_state(double depth, double gravity, double rest_density, double sound_speed,
                             double exponent) {
  // P = rho0 c0^2 / gamma ((rho/rho0)^gamma - 1), solved for rho/rho0 - 1 without cancellation.
  const double compression = exponent * gravity * depth / (sound_speed * sound_speed);
  const double centred_density = std::expm1(std::log1p(compression) / exponent);
  const double density = rest_density * (1 + centred_density);
  return {centred_density, rest_density * gravity * depth / (density * density)};
}

}  // namespace sphlab
