// Sources of the teams of a block in its shared memory, for any lane of a team to read any of its
// team's.
#pragma once

#include <cstring>

#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

/// Room for `capacity` sources, a multiple of 16: what a pair needs of each, cut into pieces
/// of 16 bytes that lie in an array each, and a byte for its type where the physics does not treat
/// alike all types that are its sources: others are not to be put there. In an array of whole
/// particles of 32 bytes, lanes that read one piece each would meet in half of the banks.
/// @tparam SourceOf what is kept of a source: numbers alone.
template <class Physics, class SourceOf, std::uint32_t capacity>
class SourceTile {
 public:
  using Source = SourceOf;
  /// A place in it. It points at the first piece: a place that moves from source to source is then
  /// an address already.
  using Place = const float4*;

  /// Bytes of shared memory, 16-byte aligned.
  static constexpr std::size_t bytes() {
    return capacity * (pieces * sizeof(float4) + (has_types ? 1 : 0));
  }

  __device__ explicit SourceTile(unsigned char* memory)
      : pieces_(reinterpret_cast<float4*>(memory)) {}

  __device__ __forceinline__ void put(std::uint32_t number, const Source& source,
                                      TypeMask type) const {
    float4 cut[pieces];
    std::memcpy(cut, &source, sizeof source);
#pragma unroll
    for (unsigned k = 0; k < pieces; ++k) pieces_[k * capacity + number] = cut[k];
    if constexpr (has_types) types()[number] = static_cast<unsigned char>(type);
  }

  __device__ __forceinline__ Place place(std::uint32_t number) const {
    return pieces_ + number;
  }

  __device__ __forceinline__ Source load(Place place) const {
    float4 cut[pieces];
#pragma unroll
    for (unsigned k = 0; k < pieces; ++k) cut[k] = place[k * capacity];
    Source source;
    std::memcpy(&source, cut, sizeof source);
    return source;
  }

  __device__ __forceinline__ TypeMask type(Place place) const {
    if constexpr (has_types) return types()[place - pieces_];
    return source_types<Physics>;
  }

 private:
  static constexpr bool has_types = group_count<Physics> > 1;
  static constexpr unsigned pieces = (sizeof(Source) + sizeof(float4) - 1) / sizeof(float4);

  __device__ __forceinline__ unsigned char* types() const {
    return reinterpret_cast<unsigned char*>(pieces_ + pieces * capacity);
  }

  float4* pieces_;
};

}  // namespace sphlab
