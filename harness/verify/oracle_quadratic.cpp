#include <algorithm>
#include <numbers>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {
namespace {

double quadratic_value(double q) {
  return 5 / (4 * std::numbers::pi) * (3.0 / 16 * q * q - 3.0 / 4 * q + 3.0 / 4);
}

// Below 1/1024 that of 1/1024: the gradient of coinciding particles is zero.
double quadratic_slope(double q) {
  const double guarded = std::max(q, 1.0 / 1024);
  return 5 / (4 * std::numbers::pi) * (3.0 / 8 * guarded - 3.0 / 4) / guarded;
}

const RegisterOracle<OracleKernel> quadratic("quadratic", {quadratic_value, quadratic_slope});

}  // namespace
}  // namespace sphlab
