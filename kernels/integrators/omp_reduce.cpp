// time-step/omp-reduce: the largest acceleration and speed of signals, by OpenMP.
#include <algorithm>
#include <array>

#include "kernels/abi/constants.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {
namespace {

/// Reads rate, velocity.w, approach_rate where there is one, and live; raises the maxima of clock.
void raise_maxima(const TimeStepArguments& a) {
  const auto signal_speed = SignalSpeed::prepare(constants_of<WcsphConstants>(a.constants));
  std::uint32_t acceleration2 = a.clock->max_acceleration2;
  std::uint32_t fastest = a.clock->max_signal_speed;
#pragma omp parallel for schedule(static) reduction(max : acceleration2, fastest)
  for (std::uint32_t i = 0; i < live(a); ++i) {
    acceleration2 = std::max(acceleration2, bits_of_acceleration2(a.rate[i]));
    fastest = std::max(fastest, bits_of_magnitude(signal_speed.of(a, i)));
  }
  a.clock->max_acceleration2 = acceleration2;
  a.clock->max_signal_speed = fastest;
}

struct OmpReduce : AnyCells {
  static constexpr Stage stage = Stage::time_step;
  static constexpr const char* name = "omp-reduce";
  static constexpr bool is_default = true;
  static constexpr ConstantsKind constants = ConstantsKind::wcsph;
  static constexpr std::array<TuningParameter, 0> parameters{};
  static constexpr DeclaredWork work{.bytes_per_particle = 2 * 16};

  template <class Run>
  static int launches(const TimeStepArguments& a, const std::uint32_t*, Run& run) {
    return run.loop(work, [&] { raise_maxima(a); });
  }
};

[[maybe_unused]] const bool registered_omp_reduce = register_stage<OmpReduce>();

}  // namespace
}  // namespace sphlab
