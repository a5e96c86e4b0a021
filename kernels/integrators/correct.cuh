// correct: the second half of a step of the predictor-corrector scheme.
#pragma once

#include "kernels/integrators/half_step.cuh"

namespace sphlab {

inline constexpr const char* predictor_corrector_name = "predictor-corrector";

/// Advances particle i, in a grid of a thread for each. Reads its state (at the beginning of the
/// step) and rate (at the half step), of the clock dt and step_begin; writes position and velocity,
/// which may be those of state. The thread of particle 0 moves the clock.
template <class Physics>
__device__ __forceinline__ void correct_particle(const IntegrateArguments& a,
                                                 const typename Physics::Matter& matter,
                                                 const BodyMotion& motion, std::uint32_t i) {
  const float dt = a.clock->dt;
  const double begin = a.clock->step_begin;
  const double end = begin + static_cast<double>(dt);
  if (i == 0) end_step(*a.clock, end);
  if (i < live(a)) advance<Physics>(a, matter, BodyUpdate{motion, begin, end}, i, dt, 0.5f);
}

}  // namespace sphlab
