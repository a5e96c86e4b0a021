// Device functions that the C library lacks. The C library's own (fmaf, sqrtf, fminf, ...) come
// with <math.h>. Reciprocal square roots and __fdividef are correctly rounded quotients here, not
// the device's approximations.
#pragma once

#include <math.h>

#include <bit>

inline float rsqrtf(float x) {
  return 1.0f / sqrtf(x);
}
inline double rsqrt(double x) {
  return 1.0 / sqrt(x);
}
inline float __fdividef(float x, float y) {
  return x / y;
}

/// x between 0 and 1; 0 where it is not a number, as on the device.
inline float __saturatef(float x) {
  return fminf(fmaxf(x, 0.0f), 1.0f);
}

/// sin(pi x); the argument is reduced before it is multiplied, as on the device.
inline float sinpif(float x) {
  return static_cast<float>(sin(M_PI * fmod(static_cast<double>(x), 2.0)));
}

inline unsigned __float_as_uint(float x) {
  return std::bit_cast<unsigned>(x);
}
inline float __uint_as_float(unsigned x) {
  return std::bit_cast<float>(x);
}
inline int __float_as_int(float x) {
  return std::bit_cast<int>(x);
}
inline float __int_as_float(int x) {
  return std::bit_cast<float>(x);
}

/// The upper word of the two after a shift to the left.
inline unsigned __funnelshift_l(unsigned lower, unsigned upper, unsigned shift) {
  shift %= 32;
  return shift == 0 ? upper : upper << shift | lower >> (32 - shift);
}

/// The lower word of the two after a shift to the right.
inline unsigned __funnelshift_r(unsigned lower, unsigned upper, unsigned shift) {
  shift %= 32;
  return shift == 0 ? lower : lower >> shift | upper << (32 - shift);
}

inline int __popc(unsigned x) {
  return std::popcount(x);
}
inline int __popcll(unsigned long long x) {
  return std::popcount(x);
}
inline int __clz(int x) {
  return std::countl_zero(static_cast<unsigned>(x));
}
inline int __ffs(int x) {
  return __builtin_ffs(x);
}
inline int __ffsll(long long x) {
  return __builtin_ffsll(x);
}

template <typename T>
inline T __ldg(const T* address) {
  return *address;
}

// Overloads instead of a template: as in CUDA, an int and a float convert instead of failing to
// deduce. CUDA's mixed int/unsigned overloads are left out, they hide a conversion.
constexpr int min(int a, int b) {
  return b < a ? b : a;
}
constexpr int max(int a, int b) {
  return a < b ? b : a;
}
constexpr unsigned min(unsigned a, unsigned b) {
  return b < a ? b : a;
}
constexpr unsigned max(unsigned a, unsigned b) {
  return a < b ? b : a;
}
constexpr unsigned long long min(unsigned long long a, unsigned long long b) {
  return b < a ? b : a;
}
constexpr unsigned long long max(unsigned long long a, unsigned long long b) {
  return a < b ? b : a;
}
// A NaN loses against a number, as on the device.
inline float min(float a, float b) {
  return fminf(a, b);
}
inline float max(float a, float b) {
  return fmaxf(a, b);
}
inline double min(double a, double b) {
  return fmin(a, b);
}
inline double max(double a, double b) {
  return fmax(a, b);
}
