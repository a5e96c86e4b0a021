// Sources that wait in shared memory until a team has gathered enough of them to be busy.
#pragma once

#include "kernels/neighbours/cell_surroundings.cuh"

namespace sphlab {

/// Positions [m], and behind each a word that identifies the source to its owner.
class WaitingSources {
 public:
  /// @param staged room for `capacity` sources, a multiple of the team's width.
  __device__ __forceinline__ WaitingSources(float4* staged, std::uint32_t capacity)
      : staged_(staged), capacity_(capacity) {}

  /// Whether all that are loaded at once fit.
  __device__ __forceinline__ bool fits_next() const { return count_ + stride_in_row <= capacity_; }
  __device__ __forceinline__ std::uint32_t count() const { return count_; }
  __device__ __forceinline__ float4 operator[](std::uint32_t k) const { return staged_[k]; }

  /// Appends the sources of the lanes that ask for it. Every lane of the team must call it, with
  /// room for all.
  __device__ __forceinline__ void push(float4 source, std::uint32_t word, bool wanted) {
    const std::uint32_t pushed = gpu::team_ballot(wanted);
    source.w = __uint_as_float(word);
    if (wanted) staged_[count_ + lanes_below(pushed)] = source;
    count_ += gpu::population(pushed);
  }

  /// Fills the last window with sources out of anybody's reach, and shows all to every lane.
  __device__ __forceinline__ void close() {
    const std::uint32_t k = count_ + gpu::team_lane();
    if (k < (count_ + gpu::team_width - 1) / gpu::team_width * gpu::team_width) {
      staged_[k] = make_float4(far_away, far_away, far_away, 0.0f);
    }
    gpu::synchronise_team();
  }

  /// Drops all, once every lane of the team has read them.
  __device__ __forceinline__ void clear() {
    gpu::synchronise_team();
    count_ = 0;
  }

  /// The lanes of the team before the caller's that are in `lanes`.
  __device__ static __forceinline__ std::uint32_t lanes_below(std::uint32_t lanes) {
    return gpu::population(lanes & ((1u << gpu::team_lane()) - 1));
  }

 private:
  float4* staged_;
  std::uint32_t capacity_;
  std::uint32_t count_ = 0;
};

}  // namespace sphlab
