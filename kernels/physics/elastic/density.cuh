// The compression of an elastic body: the first of its passes.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/physics/elastic/body.cuh"
#include "kernels/physics/pair_share.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab {

/// The density is a sum over the neighbours, relative to what the sum was when the run began:
/// ```
///     rho_i / rho0 = sum_j W_ij / (sum_j W_ij at the beginning),  j = i included
/// ```
/// Relative to that of a full neighbourhood, as in Yan et al. (2016), the surface of a body would
/// be thin, and under a tension that tears bodies of few particles apart; so what a body begins
/// with is without stress. A body that comes near another one has more neighbours than it began
/// with, and the pressure of that pushes them apart.
///
/// Sums are of W_ij, the particle itself left out [1/m^3].
struct ElasticDensity : ElasticPass, SharesOfKernel {
  static constexpr const char* pass = "density";
  static constexpr PassKind pass_kind = PassKind::density;
  static constexpr std::uint32_t writes_fields = bits_of(rest_sum);

  static constexpr double flops_per_pair = 8 + 3 + WendlandC2::Value::flops + 1;
  static constexpr double bytes_per_source = 16;
  static constexpr double bytes_per_target = 16 + 4 + 2 * 4 + 2 * 4;

  struct Coefficients {
    WendlandC2::Value kernel;
    float own;  ///< what a particle adds to its own sum [1/m^3]
    ElasticMatter matter;
  };

  static Coefficients prepare(const Constants& c) {
    const auto kernel = WendlandC2::Value::prepare(c.smoothing_length, 1.0f);
    return {kernel, kernel.at(0.0f), ElasticMatter::prepare(c)};
  }

  /// The density, and the P/rho^2 that goes with it. A sum of 0 at the beginning is one that is not
  /// known yet.
  __device__ static __forceinline__ void store(const Coefficients& c,
                                               const DensityArguments& arguments, std::uint32_t i,
                                               const Sum<float>& sum) {
    const float now = c.own + sum.value;
    const float known = arguments.state.fields[rest_sum][i];
    const float rest = known > 0.0f ? known : now;
    const float excess = (now - rest) / rest;
    arguments.fields[rest_sum][i] = rest;
    arguments.velocity[i].w = excess;
    arguments.position[i].w = c.matter.pressure_over_density2(arguments.state, i, excess);
  }
  /// There are no other particles.
  __device__ static __forceinline__ void store_nothing(const DensityArguments&, std::uint32_t) {}
};

}  // namespace sphlab
