// What every part of an integration scheme ends with: a particle written, and the clock moved.
#pragma once

#include "kernels/abi/clock.hpp"
#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/integrators/body_motion.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/physics/formulation.hpp"
#include "kernels/storage/record_24.cuh"
#include "kernels/storage/source_record.cuh"

namespace sphlab {

/// One particle, before an update and after it. `to_position.w` follows from the density.
struct ParticleUpdate {
  float4 position, velocity;
  float4 to_position, to_velocity;
};

/// Writes where the update brings particle i; the body's where its motion has it.
template <class Physics>
__device__ __forceinline__ void write_particle(const IntegrateArguments& a,
                                               const typename Physics::Matter& matter,
                                               const BodyUpdate& body, std::uint32_t i,
                                               ParticleUpdate update) {
  if constexpr (requires { matter.held_density(a.state, i, 0.0f); })
    update.to_velocity.w = matter.held_density(a.state, i, update.to_velocity.w);
  update.to_position.w = matter.pressure_over_density2(a.state, i, update.to_velocity.w);
  if constexpr (!integrates_density<Physics>) {
    update.to_velocity.w = update.velocity.w;
    update.to_position.w = update.position.w;
  }
  if constexpr (Physics::has_body) {
    if (type_of(a, i) == ParticleType::body)
      move_body(body, update.position, update.to_position, update.to_velocity);
  }
  a.position[i] = update.to_position;
  a.velocity[i] = update.to_velocity;
  if constexpr (has_record_24<Physics> && schemes_write_records) {
    if (a.records != nullptr) write_record(a.records, i, update.to_position, update.to_velocity);
  }
}

/// Moves the clock to `end`, and takes back the maxima of the step that is over.
__device__ __forceinline__ void end_step(Clock& clock, double end) {
  clock.time = end;
  clock.steps += 1;
  clock.max_acceleration2 = 0;
  clock.max_signal_speed = 0;
}

}  // namespace sphlab
