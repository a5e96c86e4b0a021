// Teams: 32 consecutive lanes that work together, a whole warp or half of one of 64 lanes. What is
// written for teams computes the same on every device.
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab::gpu {

inline constexpr unsigned team_width = 32;

__device__ __forceinline__ unsigned team_lane() {
  return threadIdx.x % team_width;
}

/// The lanes of the caller's team.
__device__ __forceinline__ LaneMask team_mask() {
  if constexpr (warp_width == team_width) {
    return full_mask;
  } else {
    return LaneMask{0xffffffffu} << (lane() / team_width * team_width);
  }
}

/// `value` of a lane of the team. Every lane of the team must call it.
template <class T>
__device__ __forceinline__ T team_shuffle(T value, unsigned source) {
  return shuffle(value, lane() / team_width * team_width + source, team_mask());
}

/// The lanes of the team whose predicate holds, its first lane in bit 0. Every lane of the team
/// must call it.
__device__ __forceinline__ std::uint32_t team_ballot(bool predicate) {
  const LaneMask votes = ballot(predicate, team_mask());
  return static_cast<std::uint32_t>(votes >> (lane() / team_width * team_width));
}

/// Every lane of the team must call it: they wait for one another, and see what the others have
/// written to memory.
__device__ __forceinline__ void synchronise_team() {
  synchronise_warp(team_mask());
}

/// C += A B in double precision, where A is 8x4, B is 4x8 and C is 8x8. Every lane of the team must
/// call it. Lane l holds A[l/4][l%4], B[l%4][l/4] and C[l/4][2(l%4)], C[l/4][2(l%4)+1].
///
/// One instruction of the tensor cores from compute capability 8.0 on; elsewhere shuffles.
__device__ __forceinline__ void multiply_add_8x4x8(double a, double b, double (&c)[2]) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
      : "+d"(c[0]), "+d"(c[1])
      : "d"(a), "d"(b));
#else
  const unsigned row = team_lane() / 4;
  const unsigned column = 2 * (team_lane() % 4);
  for (unsigned k = 0; k < 4; ++k) {
    const double of_row = team_shuffle(a, 4 * row + k);
    c[0] += of_row * team_shuffle(b, 4 * column + k);
    c[1] += of_row * team_shuffle(b, 4 * column + 4 + k);
  }
#endif
}

}  // namespace sphlab::gpu
