// SPHLAB_HOST_DEVICE marks small functions that the harness and the kernels share.
#pragma once

#if defined(__CUDA__) || defined(__CUDACC__)
#define SPHLAB_HOST_DEVICE __host__ __device__
#elif defined(__HIPCC__)
#include <hip/hip_runtime.h>
#define SPHLAB_HOST_DEVICE __host__ __device__
#else
#define SPHLAB_HOST_DEVICE
#endif
