// The density of a mixture: the first pass of Ren et al. (2014), as this laboratory has it.
#pragma once

#include "kernels/physics/mixture/phases.cuh"
#include "kernels/physics/poly6_density.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// The volume of a particle is the inverse of the sum of W around it, and rho/rho0 that at rest
/// over this one, where rho0 is the density of its own mixture at rest:
/// ```
///     rho_i / rho0_i = max((b_1 + b_2)_i V0 sum_j W_ij, 1)          the particle itself included
/// ```
/// Ren et al. sum the masses of the neighbours. Where the fractions are uniform that is the same.
/// Across an interface a sum of masses would find the mean of both densities on either side, and
/// with it pressures that are in neither fluid; this sum does not see the interface (Solenthaler
/// and Pajarola 2008).
///
/// The pressure is p = B ((rho/rho0)^7 - 1), with one B for both phases, and nowhere a tension: at
/// a free surface the sum sees half of a fluid, and phases would part there that are to mix.
struct MixtureDensity : Poly6Density {
  static constexpr double bytes_per_target = Poly6Density::bytes_per_target + 8;

  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const DensityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float2 phases =
        entry_of<float2>(arguments.state.fields[MixtureQuantities::phase_volumes], i);
    const float density = (phases.x + phases.y) * c.factor * (c.own + sum.value);
    const float excess = fmaxf(density - 1.0f, 0.0f);
    arguments.velocity[i].w = excess;
    arguments.position[i].w = c.matter.pressure_over_density2(arguments.state, i, excess);
  }
};

}  // namespace sphlab
