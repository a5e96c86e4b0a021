// How a thread computes with floating-point numbers: rounding, and what becomes of denormals. A
// library may change it, by a call or by being linked with -ffast-math.
#pragma once

#include <cfenv>
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace sphlab {

/// The mode of the calling thread when this was made. Costs two reads of registers.
class FloatingPointMode {
 public:
  bool is_of_now() const { return rounding_ == std::fegetround() && vectors_ == vectors_now(); }

  void restore() const {
    std::fesetround(rounding_);
#if defined(__SSE__)
    _mm_setcsr((_mm_getcsr() & met_exceptions) | vectors_);
#elif defined(__aarch64__)
    __builtin_aarch64_set_fpcr(vectors_);
#endif
  }

 private:
  static constexpr unsigned met_exceptions = 0x3f;  ///< of MXCSR: what was met, not how to compute

  static unsigned vectors_now() {
#if defined(__SSE__)
    return _mm_getcsr() & ~met_exceptions;
#elif defined(__aarch64__)
    return __builtin_aarch64_get_fpcr();
#else
    return 0;
#endif
  }

  int rounding_ = std::fegetround();
  unsigned vectors_ = vectors_now();
};

}  // namespace sphlab
