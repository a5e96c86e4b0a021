// The smoothing kernels against their formulas in double precision.
#define SPHLAB_WARP_WIDTH 32
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "kernels/physics/cubic_spline.cuh"
#include "kernels/physics/quadratic.cuh"
#include "kernels/physics/wendland_c2.cuh"

namespace sphlab::smoothing_kernels {
namespace {

constexpr double h = 0.125;

/// W(r) as it is printed.
double value_of(WendlandC2, double r) {
  const double q = r / h;
  return q < 2 ? 21 / (16 * std::numbers::pi * h * h * h) * std::pow(1 - q / 2, 4) * (2 * q + 1)
               : 0;
}
double value_of(CubicSpline, double r) {
  const double q = r / h;
  const double scale = 1 / (std::numbers::pi * h * h * h);
  if (q < 1) return scale * (1 - 1.5 * q * q + 0.75 * q * q * q);
  return q < 2 ? scale * 0.25 * std::pow(2 - q, 3) : 0;
}

double value_of(Quadratic, double r) {
  const double q = r / h;
  const double scale = 5 / (4 * std::numbers::pi * h * h * h);
  return q < 2 ? scale * (3.0 / 16 * q * q - 3.0 / 4 * q + 3.0 / 4) : 0;
}

template <class Kernel>
class SmoothingKernels : public testing::Test {
 protected:
  static constexpr float factor = 0.5f;
  const Kernel gradient = Kernel::prepare(static_cast<float>(h), factor);
  const typename Kernel::Value value = Kernel::Value::prepare(static_cast<float>(h), factor);
  const double largest_value = factor * value_of(Kernel{}, 0.0);
  const double largest_gradient = largest_value / (h * h);
};

using Kernels = testing::Types<WendlandC2, CubicSpline, Quadratic>;
TYPED_TEST_SUITE(SmoothingKernels, Kernels);

TYPED_TEST(SmoothingKernels, HaveTheirValue) {
  for (double r = 0; r < 0.3; r += 0.01)
    EXPECT_NEAR(this->value.at(static_cast<float>(r)), this->factor * value_of(TypeParam{}, r),
                1e-6 * this->largest_value)
        << r;
}

TYPED_TEST(SmoothingKernels, HaveTheDerivativeOfTheirValue) {
  constexpr double delta = 1e-6;
  for (double r = 0.01; r < 0.249; r += 0.01) {
    const double slope = (value_of(TypeParam{}, r + delta) - value_of(TypeParam{}, r - delta)) /
                         (2 * delta) * this->factor;
    EXPECT_NEAR(this->gradient.gradient_factor(static_cast<float>(r)), slope / r,
                3e-6 * std::max(this->largest_gradient, std::abs(slope / r)))
        << r;
  }
}

TYPED_TEST(SmoothingKernels, ServeEveryNumber) {
  for (const double r : {0.0, 0.05, 0.125, 0.2, 0.25, 0.4}) {
    const auto rounded = static_cast<float>(r);
    const double factor = this->gradient.gradient_factor(r);
    EXPECT_NEAR(factor, this->gradient.gradient_factor(rounded),
                2e-6 * std::max(this->largest_gradient, std::abs(factor)));
    EXPECT_NEAR(this->value.at(r), this->value.at(rounded), 2e-6 * this->largest_value);
  }
}

TYPED_TEST(SmoothingKernels, VanishBeyondTheirRadiusAndAreFiniteAtZero) {
  for (const float r : {0.25f, 3.0f}) {
    EXPECT_EQ(this->gradient.gradient_factor(r), 0.0f);
    EXPECT_EQ(this->value.at(r), 0.0f);
  }
  EXPECT_LT(this->gradient.gradient_factor(0.0f), 0.0f);
  EXPECT_TRUE(std::isfinite(this->gradient.gradient_factor(0.0f)));
}

/// Integral of g(r) 4 pi r^2 over the ball of radius 2 h.
template <class Function>
double integral(Function&& g) {
  constexpr int intervals = 1000;
  double sum = 0;
  for (int k = 0; k < intervals; ++k) {
    const double r = 2 * h * (k + 0.5) / intervals;
    sum += 4 * std::numbers::pi * r * r * static_cast<double>(g(static_cast<float>(r)));
  }
  return sum * 2 * h / intervals;
}

// With a value of unit integral, -1/3 of the integral of r^2 F(r) over space is 1, too.
TYPED_TEST(SmoothingKernels, AreNormalised) {
  EXPECT_NEAR(integral([&](float r) { return this->value.at(r); }), this->factor, 1e-5);
  EXPECT_NEAR(integral([&](float r) { return r * r * this->gradient.gradient_factor(r); }),
              -3 * this->factor, 3e-5);
}

}  // namespace
}  // namespace sphlab::smoothing_kernels
