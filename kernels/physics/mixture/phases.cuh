// What a particle of a mixture is made of, and what the passes of a mixture hand to each other.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// What a mixture carries from step to step, and what its passes leave for those behind them.
struct MixtureQuantities {
  enum Field : std::uint32_t { phase_volumes, acceleration };
  enum Array : std::uint32_t { flux, momentum };

  /// Volumes of the first and the second phase over V0, see MixtureShare [1]; dv/dt of the step
  /// before [m/s^2], and a number that is not used.
  static constexpr FieldDescription fields[] = {{"phase-volumes", 2}, {"acceleration", 4}};
  /// The volume of the first phase that drifts through an area and a time [m/s], and V/V0 [1];
  /// the root of the momentum that the drift carries, see MixtureDrift [Pa^(1/2)], and the
  /// viscosity of the mixture [Pa s].
  static constexpr FieldDescription arrays[] = {{"drift-flux", 4}, {"drift-momentum", 4}};
};

/// The phases' own constants. SI units.
struct MixturePhases {
  float first_density, second_density;      ///< rho_k at rest [kg/m^3]
  float first_viscosity, second_viscosity;  ///< mu_k [Pa s]

  static MixturePhases prepare(const WcsphConstants& c) {
    return {c.rest_density, c.second_fluid.rest_density, c.dynamic_viscosity,
            c.second_fluid.dynamic_viscosity};
  }
};

/// One particle's share of either phase, from the volumes that it carries: b_k, that of phase k at
/// rest over V0, the volume of a particle when it began. A particle moves with the mean velocity of
/// its mass, so that its mass stays, and what drifts in by volume need not be what drifts out.
struct MixtureShare {
  float volume;    ///< b_1 + b_2: that of the particle at rest over V0 [1]
  float fraction;  ///< alpha_1 = b_1 / (b_1 + b_2); alpha_2 is the rest [1]

  __device__ static __forceinline__ MixtureShare of(float2 phase_volumes) {
    const float volume = phase_volumes.x + phase_volumes.y;
    return {volume, phase_volumes.x / volume};
  }

  /// The mean of two phases' constants by their fractions.
  __device__ __forceinline__ float mean(float first, float second) const {
    return second + fraction * (first - second);
  }

  /// alpha_1 alpha_2, of a phase that is not there 0: at a sharp interface the discrete fluxes may
  /// for a while take a little more of a phase than there is.
  __device__ __forceinline__ float product() const {
    return fmaxf(fraction * (1.0f - fraction), 0.0f);
  }
};

}  // namespace sphlab
