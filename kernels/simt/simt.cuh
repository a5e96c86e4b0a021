// The dialect on the host: CUDA kernel source, compiled by an ordinary C++ compiler, run on the
// CPU.
//
// SPHLAB_WARP_WIDTH is 32 or 64, or 1 where kernels have no warps. Blocks run on OpenMP threads,
// one block at a time each, so that a block's `__shared__` arrays are thread-local statics. As on a
// GPU they keep what the previous block left in them.
//
// Stricter than a GPU, on purpose: every thread of a block must reach the same __syncthreads, and
// every lane named in a mask that exists must reach the same collective; a thread that has returned
// counts as missing. What a device leaves undefined is made visible: a shuffle out of a lane that
// is not in the mask gives bytes of 0xff (a NaN), and so does dynamic shared memory before it is
// written. A thread that spins until another thread of its own block acts never ends.
#pragma once

// The counting tells instructions apart by their place in the code, and so needs a kernel in one
// piece.
#ifdef SPHLAB_SIMT_COUNTING
#define __global__ __attribute__((flatten))
#else
#define __global__
#endif
#define __device__
#define __host__
// Inlining is forced where a kernel's speed is measured or its accesses counted. Where it is tested
// the compiler may do as it likes, and takes half the time.
#if defined(SPHLAB_SIMT_COUNTING) || (SPHLAB_WARP_WIDTH == 1 && !defined(__SANITIZE_ADDRESS__))
#define __forceinline__ inline __attribute__((always_inline))
#else
#define __forceinline__ inline
#endif
#define __launch_bounds__(...)
#define __shared__ static thread_local

#include "kernels/simt/atomics.cuh"
#include "kernels/simt/bulk_copy.cuh"
#include "kernels/simt/launch.cuh"
#include "kernels/simt/math.cuh"
#include "kernels/simt/vectors.cuh"
#include "kernels/simt/warp.cuh"
