// The dialect in which every kernel is written: CUDA, HIP or the host executor behind one set of
// names.
//
// A kernel uses __global__, __device__, __shared__, threadIdx, __syncthreads and the usual atomics
// as in CUDA. What differs between devices lives in namespace gpu: the warp's width and masks,
// shuffles and votes, dynamic shared memory, launch and attributes. Nothing outside this folder
// asks which compiler is at work.
#pragma once

#if defined(__CUDA__) || defined(__CUDACC__)
#include "kernels/gpu/cuda.cuh"
#elif defined(__HIPCC__)
#include "kernels/gpu/hip.cuh"
#else
#include "kernels/simt/attributes.hpp"
#include "kernels/simt/simt.cuh"
#endif
