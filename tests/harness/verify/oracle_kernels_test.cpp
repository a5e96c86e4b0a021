// The oracle's smoothing kernels: normalised, smooth, and each gradient that of its value.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {
namespace {

constexpr double h = 0.1;

TEST(OracleKernels, AreThere) {
  EXPECT_GE(oracle_registry<OracleKernel>().size(), 2u);
  EXPECT_THROW(oracle_kernel("gauss"), Error);
}

TEST(OracleKernels, HaveNamesOfTheirOwn) {
  EXPECT_THROW(RegisterOracle<OracleKernel>("wendland-c2", OracleKernel{}), std::logic_error);
}

TEST(OracleKernels, HaveAUnitIntegral) {
  for (const auto& [name, kernel] : oracle_registry<OracleKernel>()) {
    constexpr int intervals = 100000;
    double integral = 0;
    for (int k = 0; k < intervals; ++k) {
      const double r = 2 * h * (k + 0.5) / intervals;
      integral += 4 * std::numbers::pi * r * r * oracle_kernel_value(kernel, r, h);
    }
    EXPECT_NEAR(integral * 2 * h / intervals, 1, 1e-9) << name;
  }
}

TEST(OracleKernels, HaveTheGradientOfTheirValue) {
  for (const auto& [name, kernel] : oracle_registry<OracleKernel>()) {
    const double scale = oracle_kernel_value(kernel, 0, h) / (h * h);
    for (double r = 0.0025; r < 0.2; r += 0.005) {
      constexpr double delta = 1e-6;
      const double slope =
          (oracle_kernel_value(kernel, r + delta, h) - oracle_kernel_value(kernel, r - delta, h)) /
          (2 * delta);
      EXPECT_NEAR(oracle_gradient_factor(kernel, r, h), slope / r,
                  1e-7 * std::max(scale, std::abs(slope / r)))
          << name << " at " << r;
    }
  }
}

TEST(OracleKernels, AreContinuousAndEndAtTwoSmoothingLengths) {
  for (const auto& [name, kernel] : oracle_registry<OracleKernel>()) {
    const double value = oracle_kernel_value(kernel, 0, h);
    const double gradient = -oracle_gradient_factor(kernel, 0, h);
    EXPECT_GT(gradient, 0);
    for (const double joint : {h, 2 * h}) {
      const double before = joint - 1e-9;
      EXPECT_NEAR(oracle_kernel_value(kernel, joint, h), oracle_kernel_value(kernel, before, h),
                  1e-7 * value);
      EXPECT_NEAR(oracle_gradient_factor(kernel, joint, h),
                  oracle_gradient_factor(kernel, before, h), 1e-7 * gradient);
    }
    EXPECT_EQ(oracle_kernel_value(kernel, 2 * h, h), 0);
    EXPECT_EQ(oracle_gradient_factor(kernel, 3 * h, h), 0);
  }
}

}  // namespace
}  // namespace sphlab
