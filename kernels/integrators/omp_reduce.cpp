// time-step/omp-reduce: the largest acceleration and speed of sound, by OpenMP.
#include <algorithm>

#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/physics/cole.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {
namespace {

struct OmpReduce {
  static constexpr const char* stage = "time-step";
  static constexpr const char* name = "omp-reduce";
  static constexpr DeclaredWork work{0, 0, 0, 0, 32};

  /// Reads rate, state.velocity.w and cell_begin; writes the maxima of clock.
  static int launch(const StageArguments* a, const std::uint32_t*, void*) {
    const float sound_speed =
        largest_sound_speed(*static_cast<const WcsphConstants*>(a->constants));
    const std::uint32_t live = a->cell_begin[a->grid.count];
    std::uint32_t acceleration2 = 0;
    std::uint32_t largest_sound_speed = 0;
#pragma omp parallel for schedule(static) reduction(max : acceleration2, largest_sound_speed)
    for (std::uint32_t i = 0; i < live; ++i) {
      const float4 rate = a->rate[i];
      const float c = sound_speed * Cole::relative_sound_speed(a->state.velocity[i].w);
      acceleration2 = std::max(
          acceleration2, bits_of_magnitude(rate.x * rate.x + rate.y * rate.y + rate.z * rate.z));
      largest_sound_speed = std::max(largest_sound_speed, bits_of_magnitude(c));
    }
    a->clock->max_acceleration2 = acceleration2;
    a->clock->max_sound_speed = largest_sound_speed;
    return 0;
  }
  static int attributes(const StageArguments*, const std::uint32_t*, KernelAttributes* out) {
    return gpu::attributes(&launch, 0, 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<OmpReduce>();

}  // namespace
}  // namespace sphlab
