// Source particles in a block's shared memory.
#pragma once

#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

/// Room for a number of sources: what the physics needs of each, padded to 16 bytes so that
/// it is read in whole vectors, and a byte for its type where the physics does not treat all types
/// alike. Sources keep their order: those of a range of particles lie one after the other.
template <class Physics>
class StagedSources {
 public:
  /// Bytes of shared memory, 16-byte aligned, for `capacity` sources.
  __host__ __device__ static constexpr std::size_t bytes(std::size_t capacity) {
    return capacity * sizeof(Slot) + (asks_for_type<Physics> ? (capacity + 15) / 16 * 16 : 0);
  }

  /// The most sources that fit into `shared` bytes.
  static constexpr std::size_t capacity(std::size_t shared) {
    if (!asks_for_type<Physics>) return shared / sizeof(Slot);
    constexpr std::size_t sixteen = 16 * (sizeof(Slot) + 1);  // with the bytes of their types
    const std::size_t rest = shared % sixteen;
    return shared / sixteen * 16 + (rest > 16 ? (rest - 16) / sizeof(Slot) : 0);
  }

  __device__ StagedSources(unsigned char* memory, std::uint32_t capacity)
      : slots_(reinterpret_cast<Slot*>(memory)), types_(memory + capacity * sizeof(Slot)) {}

  /// Copies the particles `sources` of global memory to the places from `place` on: `threads`
  /// threads together, of which the caller is number `thread`. The block must synchronise before it
  /// reads.
  __device__ __forceinline__ void fill(const PassView& state, ParticleRange sources,
                                       std::uint32_t place, std::uint32_t thread,
                                       std::uint32_t threads) const {
    for (std::uint32_t j = sources.first + thread; j < sources.last; j += threads) {
      put(place + (j - sources.first), sphlab::load<Physics>(state, j),
          asks_for_type<Physics> ? identity(state, j) : 0u);
    }
  }

  /// The places from `place` on, to be filled with positions as they are in global memory.
  __device__ __forceinline__ float4* positions(std::uint32_t place) const {
    static_assert(sizeof(Slot) == sizeof(float4) && Physics::bytes_per_source == sizeof(float4) &&
                      !asks_for_type<Physics>,
                  "the physics needs more of a source than its position");
    return reinterpret_cast<float4*>(slots_ + place);
  }

  __device__ __forceinline__ void put(std::uint32_t place,
                                      const typename Physics::template Particle<float>& particle,
                                      std::uint32_t identity) const {
    slots_[place].particle = particle;
    if constexpr (asks_for_type<Physics>)
      types_[place] = static_cast<unsigned char>(mask_of(type_of(identity)));
  }

  __device__ __forceinline__ typename Physics::template Particle<float> load(
      std::uint32_t place) const {
    const Slot slot = slots_[place];  // in whole vectors
    return slot.particle;
  }

  /// As a mask.
  __device__ __forceinline__ TypeMask type(std::uint32_t place) const {
    return asks_for_type<Physics> ? types_[place] : all_types;
  }

 private:
  struct alignas(16) Slot {
    typename Physics::template Particle<float> particle;
  };

  Slot* slots_;
  unsigned char* types_;
};

}  // namespace sphlab
