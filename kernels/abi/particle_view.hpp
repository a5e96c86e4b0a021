// The particle arrays as a kernel sees them: a structure of arrays, packed by use (paper A, 2.2).
#pragma once

#include <cstdint>

#include "kernels/abi/field.hpp"
#include "kernels/abi/host_device.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// Non-owning view of one copy of the particle state, every array as long as the particle count.
/// The pointers are device pointers of the runtime that the kernel runs on.
struct ParticleView {
  /// x, y, z: global position [m]. w: P/rho^2 [m^5/(kg s^2)], kept up to date by whoever writes
  /// the density, so that the force kernels neither load nor compute the pressure.
  const float4* position;
  /// x, y, z: velocity [m/s]. w: centred relative density rho/rho0 - 1 [1]. Stored centred because
  /// the pressure of a weakly compressible fluid lives in its last digits (paper B, section 5).
  const float4* velocity;
  /// Type and permanent id, see particle_type.hpp.
  const std::uint32_t* identity;
};

/// What a pass over pairs reads of particles: their state, and what their formulation has beside
/// it, each by its place among those that the formulation declares; null where there is none.
struct PassView {
  const float4* position;            ///< as in ParticleView
  const float4* velocity;            ///< as in ParticleView
  const std::uint32_t* identity;     ///< as in ParticleView
  const float* fields[most_fields];  ///< [particles * components]
  const float* arrays[most_arrays];  ///< [particles * components] as passes before have left them

  SPHLAB_HOST_DEVICE operator ParticleView() const { return {position, velocity, identity}; }
};

/// The same arrays, to be written.
struct ParticleArrays {
  float4* position;
  float4* velocity;
  std::uint32_t* identity;

  ParticleView view() const { return {position, velocity, identity}; }
};

}  // namespace sphlab
