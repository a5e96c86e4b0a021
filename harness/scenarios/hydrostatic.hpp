// Density and pressure of weakly compressible fluid at rest under gravity.
#pragma once

namespace sphlab {

/// The two thermodynamic numbers that a particle carries (see ParticleView).
struct FluidState {
  double centred_density = 0;                ///< rho/rho0 - 1 [1]
  double pressure_over_density_squared = 0;  ///< P/rho^2 [m^5/(kg s^2)]
};

/// State at `depth` [m] below a free surface, such that Cole's equation of state (paper A, 2.1)
/// gives exactly the pressure rho0 g depth of the water above, its compression neglected.
///
/// @param gravity magnitude of g [m/s^2]. @param rest_density rho0 [kg/m^3].
/// @param sound_speed c0 [m/s]. @param exponent gamma [1].
FluidState hydrostatic_state(double depth, double gravity, double rest_density, double sound_speed,
                             double exponent);

}  // namespace sphlab
