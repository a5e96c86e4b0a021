#include <numbers>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {
namespace {

double cubic_spline_value(double q) {
  const double value = q < 1 ? 1 - 1.5 * q * q + 0.75 * cube(q) : 0.25 * cube(2 - q);
  return value / std::numbers::pi;
}

double cubic_spline_slope(double q) {
  const double slope = q < 1 ? 2.25 * q - 3 : -0.75 * (2 - q) * (2 - q) / q;
  return slope / std::numbers::pi;
}

const RegisterOracle<OracleKernel> cubic_spline("cubic-spline",
                                                {cubic_spline_value, cubic_spline_slope});

}  // namespace
}  // namespace sphlab
