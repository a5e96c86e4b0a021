#include "harness/verify/checks_momentum.hpp"

#include <fmt/format.h>

#include <cmath>

namespace sphlab {

namespace {

DoubleVector residual_of(const MomentumBalance& balance) {
  DoubleVector residual{};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    residual[axis] =
        balance.change[axis] - balance.gravity_impulse[axis] - balance.wall_impulse[axis];
  }
  return residual;
}

}  // namespace

double relative_residual(const MomentumBalance& balance) {
  return magnitude(residual_of(balance)) / magnitude(balance.gravity_impulse);
}

Check momentum_balanced(const MomentumBalance& balance) {
  Check check;
  check.name = "momentum";
  check.norm = norms::gravity_impulse;
  check.tolerance = momentum_tolerance;
  const double scale = magnitude(balance.gravity_impulse);
  if (!(scale > 0)) {
    check.detail = "there is no impulse of gravity to compare with";
    return check;
  }
  const double relative = relative_residual(balance);
  if (!std::isnan(relative)) check.value = relative;
  check.passed = check.value <= check.tolerance;
  check.detail = fmt::format(
      "momentum change {:.6g} kg m/s, impulse of gravity {:.6g}, of the walls {:.6g}, residual "
      "{:.3g}",
      magnitude(balance.change), scale, magnitude(balance.wall_impulse),
      magnitude(residual_of(balance)));
  return check;
}

}  // namespace sphlab
