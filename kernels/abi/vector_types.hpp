// float4 and friends: the vendor's where a device compiler is at work, layout-identical ones
// elsewhere.
//
// The harness and the host executor include this header too, so that an array of float4 is the same
// bytes on both sides of a pack's C entry point.
#pragma once

#if defined(__CUDA__) || defined(__CUDACC__)
#include <vector_types.h>
#elif defined(__HIPCC__)
// Not hip_vector_types.h: before the runtime's header it declares other members of float4.
#include <hip/hip_runtime.h>
#else
struct float3 {
  float x, y, z;
};
struct alignas(16) float4 {
  float x, y, z, w;
};
struct uint3 {
  unsigned x, y, z;
};
#endif

static_assert(sizeof(float4) == 16 && alignof(float4) == 16, "float4 is one 16-byte access");
static_assert(sizeof(float3) == 12 && sizeof(uint3) == 12, "float3 and uint3 are packed");
