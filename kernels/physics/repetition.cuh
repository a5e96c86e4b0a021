// Passes that are repeated until an error is small enough: what a traversal and a pair physics ask.
#pragma once

#include "kernels/gpu/gpu.cuh"
#include "kernels/numerics/magnitude_bits.cuh"
#include "kernels/physics/pass.hpp"

namespace sphlab {

/// Whether a launch has nothing to do because its pass was repeated often enough: for a kernel to
/// ask before anything else. Alike for all threads, and no instruction where the pass is not
/// repeated. A traversal whose kernels ask declares `ends_repetitions`.
template <class Physics>
__device__ __forceinline__ bool is_over(const PassArguments<Physics>& a) {
  if constexpr (is_repeated<Physics>) return a.repetition->done != 0;
  return false;
}

/// Raises the largest error of this repetition. What is not a number is larger than any.
/// @param error of one particle; its magnitude counts.
__device__ __forceinline__ void raise_error(Repetition& repetition, float error) {
  const std::uint32_t bits = bits_of_magnitude(error);
  // most particles are below what some other has raised it to: they need no atomic
  if (bits > repetition.largest_error) atomicMax(&repetition.largest_error, bits);
}

}  // namespace sphlab
