// Fields that a formulation carries, advanced by the rates that its passes have computed.
#pragma once

#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/strategy/launches.hpp"

namespace sphlab {

/// One thread per number of a field: f(n+1) = f(n) + dt df/dt(n). Reads the clock, which must not
/// have moved yet. A template, since nvcc takes no inline kernel.
template <class Limits>
__global__ void advance_field(FieldAdvance field, const std::uint32_t* live, const Clock* clock,
                              Limits limits) {
  const std::uint32_t k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= *live * field.components) return;
  field.to[k] = field.from[k] + limits.step(*clock) * field.rate[k];
}

/// A kernel for each field; none where the formulation has no field with a rate.
template <class Run>
int advance_fields(const IntegrateArguments& a, const TimeStepLimits& limits, std::uint32_t block,
                   Run& run) {
  for (std::uint32_t k = 0; k < a.advance_count; ++k) {
    const FieldAdvance& field = a.advances[k];
    const DeclaredWork work{.bytes_per_particle = 3.0 * 4.0 * field.components};
    const Launch launch = per_item(a.particles * field.components, block).with(work);
    if (const int error = run.kernel(small_kernel<advance_field<TimeStepLimits>>, launch, field,
                                     a.live, a.clock, limits))
      return error;
  }
  return 0;
}

}  // namespace sphlab
