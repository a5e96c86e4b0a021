#include "harness/verify/oracle_step.hpp"

namespace sphlab {
namespace {

// v and rho by the rates at the midpoint, r by the mean of the old and the new velocity (paper A,
// 2.2).
OracleStep predictor_corrector_step(const ObservedStep& step) {
  return {oracle_half_step(step), oracle_whole_step(step, WayBy::mean_velocity)};
}

const RegisterOracle<StepOracle> predictor_corrector("predictor-corrector",
                                                     predictor_corrector_step);

}  // namespace
}  // namespace sphlab
