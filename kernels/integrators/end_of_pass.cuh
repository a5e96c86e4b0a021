// What a pass over pairs may do in place of kernels behind it, with what its threads have in
// registers: the maxima that limit the time step, the second half of a step, and whether the step
// has moved a particle so far that the list must be rebuilt.
//
// They are those of time-step/block-reduce, of the scheme's correct and of displacement/any-moved,
// to the bit. correct writes the state at the beginning of the step, of which a pass over the
// midpoint reads nothing.
#pragma once

#include "kernels/abi/constants.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/correct.cuh"
#include "kernels/integrators/displacement.cuh"
#include "kernels/integrators/time_step.cuh"
#include "kernels/strategy/constants.hpp"

namespace sphlab {

/// Bytes a particle of what either pass of a step ends with: the mean of those of the time step and
/// of the correction, velocity records left out.
inline constexpr double bytes_of_end_of_pass = (16.0 + (2 * 16 + 2 * 16)) / 2;

/// What a pass does behind its sums, and with what. A parameter of kernels.
template <class Physics>
struct EndOfPass {
  bool has_time_step, has_correct, has_displacement;
  TimeStepArguments time_step;
  SignalSpeed signal_speed;
  IntegrateArguments correct;
  typename Physics::Matter matter;
  BodyMotion motion;
  DisplacementArguments displacement;
  HalfStepBound half_step;

  /// Velocity records are left to the caller.
  static EndOfPass of(const StepForceArguments& a) {
    const auto& c = constants_of<WcsphConstants>(a.constants);
    EndOfPass end{a.ends_with_time_step,
                  a.ends_with_correct,
                  a.ends_with_displacement,
                  a.time_step,
                  SignalSpeed::prepare(c),
                  a.correct,
                  Physics::Matter::prepare(c),
                  c.body,
                  a.displacement,
                  HalfStepBound::prepare(a.displacement.fixed_dt, c)};
    end.correct.records = nullptr;
    return end;
  }
};

/// The maxima of a block, in its shared memory.
struct StepMaxima {
  std::uint32_t acceleration2, signal_speed;
};

/// One thread of a block must call it, before any calls raise_maxima() and with a barrier between.
__device__ __forceinline__ void begin_maxima(StepMaxima& of_block) {
  of_block = {0, 0};
}

/// Raises the clock's maxima to those of the block. Every thread of the block must call it.
/// @param counts whether the thread has a particle, i, whose rate is `rate`.
__device__ __forceinline__ void raise_maxima(const TimeStepArguments& a,
                                             const SignalSpeed& signal_speed, StepMaxima& of_block,
                                             bool counts, std::uint32_t i, const float4& rate) {
  if (counts) {
    gpu::raise(&of_block.acceleration2, bits_of_acceleration2(rate));
    gpu::raise(&of_block.signal_speed, bits_of_magnitude(signal_speed.of(a, i)));
  }
  __syncthreads();
  if (threadIdx.x != 0) return;
  gpu::raise(&a.clock->max_acceleration2, of_block.acceleration2);
  gpu::raise(&a.clock->max_signal_speed, of_block.signal_speed);
}

}  // namespace sphlab
