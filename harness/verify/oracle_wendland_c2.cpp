#include <numbers>

#include "harness/verify/oracle_formulas.hpp"

namespace sphlab {
namespace {

double wendland_c2_value(double q) {
  return 21 / (16 * std::numbers::pi) * (1 - q / 2) * cube(1 - q / 2) * (1 + 2 * q);
}

double wendland_c2_slope(double q) {
  return -105 / (16 * std::numbers::pi) * cube(1 - q / 2);
}

const RegisterOracle<OracleKernel> wendland_c2("wendland-c2",
                                               {wendland_c2_value, wendland_c2_slope});

}  // namespace
}  // namespace sphlab
