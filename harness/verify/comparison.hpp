// Deviations of a device's numbers from an oracle's, and the scale that they are judged by.
#pragma once

#include <cmath>
#include <cstddef>

#include "harness/verify/check.hpp"

namespace sphlab {

/// Keeps what is not a number, where std::max would drop it.
inline double larger(double a, double b) {
  return a > b || std::isnan(a) ? a : b;
}

/// Deviations, and the largest magnitude of what they are from.
struct Comparison {
  LargestDeviation deviation;
  double scale = 0;
  void take(std::size_t particle, double off, double magnitude_of_reference) {
    deviation.take(particle, off);
    scale = larger(scale, magnitude_of_reference);
  }
  void merge(const Comparison& behind) {
    deviation.merge(behind.deviation);
    scale = larger(scale, behind.scale);
  }
};

}  // namespace sphlab
