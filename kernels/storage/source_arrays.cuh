// What a kernel of the ladder reads of particles: arrays of the traversal's own, in its own order.
//
// Paper D, section 4, "reducing global memory accesses": six arrays of 40 bytes a particle, some of
// which hold what can be computed from others, against two of 16 bytes each.
//
// Arrays are a type that has
//   bytes_each, position_bytes          of a particle, and of what position() reads of it
//   put(coefficients, state, i, k)      copies particle i of the state to place k
//   position(k)                         x, y, z, and w where it lies beside them
//   load(k, position(k))                -> Particle<float>, as a physics' load() makes it
#pragma once

#include <cstddef>
#include <utility>

#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/separate.cuh"

namespace sphlab {

/// As the house's state: two float4. What the physics derives from them it computes for each pair.
template <class Physics>
class PackedArrays {
 public:
  static constexpr std::size_t bytes_each = 2 * sizeof(float4);
  static constexpr std::size_t position_bytes = sizeof(float4);

  __device__ PackedArrays(void* memory, std::uint32_t particles)
      : position_(static_cast<float4*>(memory)), velocity_(position_ + particles) {}

  __device__ __forceinline__ void put(const typename Physics::Coefficients&, const PassView& state,
                                      std::uint32_t i, std::uint32_t k) const {
    position_[k] = sphlab::position(state, i);
    velocity_[k] = velocity(state, i);
  }
  __device__ __forceinline__ float4 position(std::uint32_t k) const { return position_[k]; }
  __device__ __forceinline__ typename Physics::template Particle<float> load(
      std::uint32_t k, float4 position) const {
    return Physics::load({position_, velocity_, nullptr}, k, position);
  }

 private:
  float4* position_;
  float4* velocity_;
};

/// Whether a physics says how the numbers of its Particle are dealt to separate arrays:
/// `separate_arrays`, how many numbers each holds, in their order; x, y and z are the first.
template <class Physics>
inline constexpr bool has_separate_arrays = requires {
  Physics::separate_arrays;
};

namespace detail {

/// One of the arrays: the number of Particle with which it begins, and how many it holds.
struct SeparateArray {
  std::size_t first, width;
};

template <class Physics>
constexpr SeparateArray find_array(std::size_t number) {
  std::size_t first = 0;
  for (const std::size_t width : Physics::separate_arrays) {
    if (number < first + width) return {first, width};
    first += width;
  }
  return {first, 0};
}
/// That of a number of Particle. A variable, since nvcc calls no host function in device code.
template <class Physics, std::size_t number>
inline constexpr SeparateArray array_of = find_array<Physics>(number);

}  // namespace detail

/// An array for each quantity of the physics' Particle, whatever it was computed from: loading
/// computes nothing. Vectors lie as three numbers, which take three accesses.
template <class Physics>
class SeparateArrays {
  using Particle = typename Physics::template Particle<float>;
  static constexpr std::size_t numbers = sizeof(Particle) / sizeof(float);

 public:
  static constexpr std::size_t bytes_each = sizeof(Particle);
  static constexpr std::size_t position_bytes = 3 * sizeof(float);

  __device__ SeparateArrays(void* memory, std::uint32_t particles)
      : memory_(static_cast<float*>(memory)), particles_(particles) {}

  __device__ __forceinline__ void put(const typename Physics::Coefficients& coefficients,
                                      const PassView& state, std::uint32_t i,
                                      std::uint32_t k) const {
    const Particle particle = load_derived<Physics>(coefficients, state, i);
    each_number<0>([&]<std::size_t n>(std::integral_constant<std::size_t, n>) {
      place<n>(k) = reinterpret_cast<const float*>(&particle)[n];
    });
  }
  __device__ __forceinline__ float4 position(std::uint32_t k) const {
    return make_float4(place<0>(k), place<1>(k), place<2>(k), 0.0f);
  }
  __device__ __forceinline__ Particle load(std::uint32_t k, float4 position) const {
    Particle particle;
    particle.x = position.x;
    particle.y = position.y;
    particle.z = position.z;
    each_number<3>([&]<std::size_t n>(std::integral_constant<std::size_t, n>) {
      reinterpret_cast<float*>(&particle)[n] = place<n>(k);
    });
    return particle;
  }

 private:
  static_assert(detail::array_of<Physics, 0>.width == 3, "x, y and z are the first array");
  static_assert(detail::array_of<Physics, numbers>.first == numbers &&
                    detail::array_of<Physics, numbers>.width == 0,
                "separate_arrays deal all numbers of the Particle, and no others");

  template <std::size_t from, class Use>
  __device__ static __forceinline__ void each_number(Use&& use) {
    each_of<from>(use, std::make_index_sequence<numbers - from>{});
  }
  template <std::size_t from, class Use, std::size_t... n>
  __device__ static __forceinline__ void each_of(Use& use, std::index_sequence<n...>) {
    (use(std::integral_constant<std::size_t, from + n>{}), ...);
  }

  template <std::size_t n>
  __device__ __forceinline__ float& place(std::uint32_t k) const {
    constexpr detail::SeparateArray array = detail::array_of<Physics, n>;
    return memory_[array.first * particles_ + array.width * k + (n - array.first)];
  }

  float* memory_;
  std::size_t particles_;
};

}  // namespace sphlab
