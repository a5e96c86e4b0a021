// The density of a fluid as a sum over its particles: the first pass of a formulation that does not
// integrate it.
#pragma once

#include <cmath>

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/particles/type_list.hpp"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/pair_share.cuh"

namespace sphlab {

/// Sum of W over a cubic lattice of `spacing`, around one of its points and itself included
/// [1/m^3].
template <class Kernel>
double lattice_sum(float smoothing_length, double spacing) {
  const auto value = Kernel::Value::prepare(smoothing_length, 1.0f);
  const int reach = static_cast<int>(2.0 * static_cast<double>(smoothing_length) / spacing) + 1;
  double sum = 0;
  for (int x = -reach; x <= reach; ++x) {
    for (int y = -reach; y <= reach; ++y) {
      for (int z = -reach; z <= reach; ++z)
        sum += value.at(spacing * std::sqrt(static_cast<double>(x * x + y * y + z * z)));
    }
  }
  return sum;
}

/// With the sums over the fluid, the particle itself included, and over the lattice on which one
/// particle has the volume m / rho0:
/// ```
///     rho_i / rho0 = max(1, sum_j W_ij / sum_lattice W)
/// ```
/// The lattice's sum takes the place of rho0 / m, from which it differs by some thousandths,
/// according to h over the spacing: as a pressure, that is rho0 c0^2 times as much, more than the
/// water's own weight.
///
/// Walls that repel have no mass, and a free surface has nothing above it: there the sum is too
/// small, and Cole's equation of state would turn that into a tension under which the particles
/// clump. So nothing is thinner than at rest, and no pressure negative (as in Ihmsen et al., SPH
/// Fluids in Computer Graphics, 2014). The price: fluid packs closer along a wall, until its own
/// particles carry the pressure. Counting a wall's particles, too, would be worse: they raise the
/// pressure of the fluid beside them without taking a share of the force, and still water then
/// boils instead of coming to rest.
///
/// Reads of sources nothing but x, y and z, and writes of a target nothing but w: while one
/// target's result is stored, others may still read its position.
///
/// Sums are of W_ij over the lattice's sum, the particle itself left out.
template <class Kernel>
struct SummedDensity : SharesOfKernel {
  static constexpr const char* pass = "density";
  static constexpr PassKind pass_kind = PassKind::density;
  static constexpr TypeMask targets = mask_of(ParticleType::fluid);
  using Groups = TypeList<SourceTypes<ParticleType::fluid>>;
  using Constants = WcsphConstants;
  using Matter = OneFluid;
  /// A smoothing kernel is clamped at its radius.
  static constexpr bool has_compact_support = true;
  static constexpr bool reciprocal = true;

  static constexpr double flops_per_pair = 8 + 3 + Kernel::Value::flops + 1;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 2 * 4;

  struct Coefficients {
    typename Kernel::Value kernel;  ///< normalised by the sum over the lattice
    float own;                      ///< what a particle adds to its own sum
    OneFluid matter;
  };

  static Coefficients prepare(const Constants& c) {
    const double spacing =
        std::cbrt(static_cast<double>(c.particle_mass) / static_cast<double>(c.rest_density));
    const double factor = 1 / lattice_sum<Kernel>(c.smoothing_length, spacing);
    const auto kernel = Kernel::Value::prepare(c.smoothing_length, static_cast<float>(factor));
    return {kernel, kernel.at(0.0f), OneFluid::prepare(c)};
  }

  /// The density, and the P/rho^2 that goes with it.
  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const DensityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float excess = Math<float>::maximum(sum.value + (c.own - 1.0f), 0.0f);
    arguments.velocity[i].w = excess;
    arguments.position[i].w = c.matter.pressure_over_density2(arguments.state, i, excess);
  }
  /// The density of other particles than those of fluid is not computed.
  __device__ static __forceinline__ void store_nothing(const DensityArguments&, std::uint32_t) {}
};

}  // namespace sphlab
