// The few functions that pair physics needs of a number, so that one source serves a GPU thread
// (T = float) and a SIMD lane group of the CPU (T = a vector of floats, see lanes.hpp).
#pragma once

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// Specialised for every number type that a pair physics is evaluated with. What the host needs,
/// too, to prepare coefficients, is of both.
template <class T>
struct Math;

template <>
struct Math<float> {
  using Mask = bool;
  __device__ static __forceinline__ float square_root(float x) { return sqrtf(x); }
  __device__ static __forceinline__ float reciprocal(float x) { return 1.0f / x; }
  /// a - b b with one rounding.
  __device__ static __forceinline__ float minus_square(float a, float b) { return fmaf(-b, b, a); }
  __host__ __device__ static __forceinline__ float maximum(float a, float b) { return fmaxf(a, b); }
  __host__ __device__ static __forceinline__ float minimum(float a, float b) { return fminf(a, b); }
  __device__ static __forceinline__ float magnitude(float x) { return fabsf(x); }
  /// x <= 1, and 0 where it is less: GPUs clamp to 0...1 as they add or multiply.
  __device__ static __forceinline__ float clamped(float x) { return __saturatef(x); }
  __device__ static __forceinline__ float select(bool condition, float yes, float no) {
    return condition ? yes : no;
  }
};

template <>
struct Math<double> {
  using Mask = bool;
  __device__ static __forceinline__ double square_root(double x) { return sqrt(x); }
  __device__ static __forceinline__ double reciprocal(double x) { return 1.0 / x; }
  /// a - b b with one rounding.
  __device__ static __forceinline__ double minus_square(double a, double b) {
    return fma(-b, b, a);
  }
  __host__ __device__ static __forceinline__ double maximum(double a, double b) {
    return fmax(a, b);
  }
  __host__ __device__ static __forceinline__ double minimum(double a, double b) {
    return fmin(a, b);
  }
  __device__ static __forceinline__ double magnitude(double x) { return fabs(x); }
  __host__ __device__ static __forceinline__ double clamped(double x) { return fmax(x, 0.0); }
  __device__ static __forceinline__ double select(bool condition, double yes, double no) {
    return condition ? yes : no;
  }
};

}  // namespace sphlab
