// Sources of the teams of a block in its shared memory, for any lane of a team to read any of its
// team's.
#pragma once

#include <cstring>

#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Room for a number of sources: what the physics needs of each, cut into pieces of 16 bytes that
/// lie in an array each, and a byte for its type where the physics does not treat alike all types
/// that are its sources: others are not to be put there. In an array of whole particles of 32 bytes, lanes that read one piece each would meet in half
/// of the banks.
template <class Physics>
class SourceTile {
 public:
  using Particle = typename Physics::template Particle<float>;

  /// Bytes of shared memory, 16-byte aligned, for `capacity` sources, a multiple of 16.
  __host__ __device__ static constexpr std::size_t bytes(std::size_t capacity) {
    return capacity * (pieces * sizeof(float4) + (has_types ? 1 : 0));
  }

  __device__ SourceTile(unsigned char* memory, std::uint32_t capacity)
      : pieces_(reinterpret_cast<float4*>(memory)),
        types_(memory + capacity * pieces * sizeof(float4)),
        capacity_(capacity) {}

  __device__ __forceinline__ void put(std::uint32_t place, const Particle& particle,
                                      TypeMask type) const {
    float4 cut[pieces];
    std::memcpy(cut, &particle, sizeof particle);
#pragma unroll
    for (unsigned k = 0; k < pieces; ++k) pieces_[k * capacity_ + place] = cut[k];
    if constexpr (has_types) types_[place] = static_cast<unsigned char>(type);
  }

  __device__ __forceinline__ Particle particle(std::uint32_t place) const {
    float4 cut[pieces];
#pragma unroll
    for (unsigned k = 0; k < pieces; ++k) cut[k] = pieces_[k * capacity_ + place];
    Particle particle;
    std::memcpy(&particle, cut, sizeof particle);
    return particle;
  }

  __device__ __forceinline__ TypeMask type(std::uint32_t place) const {
    if constexpr (has_types) return types_[place];
    return source_types<Physics>;
  }

 private:
  static constexpr bool has_types = group_count<Physics> > 1;
  static constexpr unsigned pieces = (sizeof(Particle) + sizeof(float4) - 1) / sizeof(float4);

  float4* pieces_;
  unsigned char* types_;
  std::uint32_t capacity_;
};

}  // namespace sphlab
