// A pair whose distance is the smoothing length, 0.1 m, by Wendland's kernel.
#pragma once

#include <gtest/gtest.h>

#include <cmath>

namespace sphlab::test {

/// F of the pair: q = 1, (1 - q/2)^3 = 1/8, 105 / (16 pi 1e-5) = 208890.7..., F = -26111.3
inline const double gradient_at_h = -105.0 / (16 * M_PI * 1e-5) / 8;

inline void expect_close(double value, double expected) {
  EXPECT_NEAR(value, expected, 1e-6 * std::abs(expected));  // the constants are floats
}

}  // namespace sphlab::test
