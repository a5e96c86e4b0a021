// Computes intervals of means of few values.
#pragma once

#include <vector>

namespace sphlab {

/// A mean with the half width of its interval.
struct MeanInterval {
  double mean = 0;
  double half_width = 0;
};

/// Confidence of the intervals here.
inline constexpr double student_confidence = 0.95;

/// The mean of values that scatter normally and independently, with the interval of Student's t.
/// @param values at least two.
MeanInterval student_interval(const std::vector<double>& values);

}  // namespace sphlab
