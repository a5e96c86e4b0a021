// The seam between kernels and how particles are kept: kernels say which particle, and these
// functions know where its numbers lie. A kernel subscripts no array of the state and no offset of
// the cells itself, so that another storage of positions, a part of the targets, or a box that
// wraps around is a change here, and of nothing that computes.
//
// What a function takes as `a` are the arguments of a stage (kernels/abi/stage_arguments.hpp), with
// the state that they read as `state`, or a view of such a state. Every function is inlined, and
// compiles to the access that it stands for: what is returned by reference is read where it is
// used.
//
// Beside these stand separation() of kernels/physics/pair.cuh, and the particles of the cells
// around one, which the order of the cells knows: kernels/grid/cell_order.cuh.
#pragma once

#include <cstdint>

#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/particles/type_list.hpp"

namespace sphlab {

/// Particles [first, last), contiguous in memory.
struct ParticleRange {
  std::uint32_t first, last;
};

/// How many particles are not lost: they are the first ones, and the lost follow.
template <class Arguments>
__device__ __forceinline__ std::uint32_t live(const Arguments& a) {
  if constexpr (requires { a.cell_begin; }) {
    return a.cell_begin[a.grid.count];
  } else {
    return *a.live;
  }
}

/// The first particle that a stage is computed for.
template <class Arguments>
__device__ __forceinline__ std::uint32_t first_target(const Arguments&) {
  return 0;
}

/// The particles that a stage is computed for, whether the physics forms a sum for each or not: all
/// that live. Launches have a thread, or a part of a warp, for each of a.particles, which is no
/// less.
template <class Arguments>
__device__ __forceinline__ ParticleRange targets(const Arguments& a) {
  return {first_target(a), live(a)};
}

/// The target of the calling thread, where a thread takes one: there is none where it is not below
/// targets(a).last.
template <class Arguments>
__device__ __forceinline__ std::uint32_t target_of_thread(const Arguments& a) {
  return first_target(a) + blockIdx.x * blockDim.x + threadIdx.x;
}

/// The first particle of the cell at place `key` of the order of the cells; at grid.count, where no
/// cell is, the first of the lost.
template <class Arguments>
__device__ __forceinline__ std::uint32_t first_of_cell(const Arguments& a, std::uint32_t key) {
  return a.cell_begin[key];
}

/// The particles of the cell at place `key` of the order of the cells, below grid.count.
template <class Arguments>
__device__ __forceinline__ ParticleRange particles_of_cell(const Arguments& a, std::uint32_t key) {
  const std::uint32_t last = first_of_cell(a, key + 1);
  return {first_of_cell(a, key), last};
}

/// x, y, z: position of particle i [m]; w as in ParticleView.
template <class From>
__device__ __forceinline__ const float4& position(const From& a, std::uint32_t i) {
  if constexpr (requires { a.state; }) {
    return a.state.position[i];
  } else {
    return a.position[i];
  }
}

/// x, y, z: velocity of particle i [m/s]; w: its centred relative density, as in ParticleView.
template <class From>
__device__ __forceinline__ const float4& velocity(const From& a, std::uint32_t i) {
  if constexpr (requires { a.state; }) {
    return a.state.velocity[i];
  } else {
    return a.velocity[i];
  }
}

/// Type and permanent id of particle i, in one word.
template <class From>
__device__ __forceinline__ std::uint32_t identity(const From& a, std::uint32_t i) {
  if constexpr (requires { a.state; }) {
    return a.state.identity[i];
  } else {
    return a.identity[i];
  }
}

/// Type of particle i.
template <class From>
__device__ __forceinline__ ParticleType type_of(const From& a, std::uint32_t i) {
  return type_of(identity(a, i));
}

/// Whether particle i is of one of `types`.
template <class From>
__device__ __forceinline__ bool is_of(const From& a, std::uint32_t i, TypeMask types) {
  return (mask_of(type_of(a, i)) & types) != 0;
}

/// Whether the physics forms a sum for particle i.
template <class Physics, class From>
__device__ __forceinline__ bool is_target(const From& a, std::uint32_t i) {
  return is_of(a, i, Physics::targets);
}

/// Type of source j as a mask, where the physics does not treat all types alike: else nothing is
/// read, and it is of all types.
template <class Physics, class From>
__device__ __forceinline__ TypeMask source_mask(const From& a, std::uint32_t j) {
  return asks_for_type<Physics> ? mask_of(type_of(a, j)) : all_types;
}

/// What the physics keeps of particle i, whose position has been read already: its Particle<float>,
/// or what it derives one from (kernels/physics/derived_particle.cuh).
template <class Physics, class From>
__device__ __forceinline__ auto load(const From& a, std::uint32_t i, const float4& position) {
  if constexpr (requires { a.state; }) {
    return Physics::load(a.state, i, position);
  } else {
    return Physics::load(a, i, position);
  }
}

/// What the physics keeps of particle i.
template <class Physics, class From>
__device__ __forceinline__ auto load(const From& a, std::uint32_t i) {
  if constexpr (requires { a.state; }) {
    return Physics::load(a.state, i, position(a, i));
  } else {
    return Physics::load(a, i, position(a, i));
  }
}

}  // namespace sphlab
