// Parts of a verification as its file has them.
#pragma once

#include "harness/records/verification.hpp"
#include "harness/verify/check.hpp"
#include "harness/verify/martin_moyce.hpp"
#include "harness/verify/still_water.hpp"

namespace sphlab {

/// A check, whose name need not repeat the label of its state.
Verification::Check check_for_file(const Check& check);

/// Momentum and energies by step: at most as many steps as a figure shows, the last among them.
Verification::Curve still_water_curve(const StillWaterReport& report);

/// The front in both scales of time, beside the readings of the experiment.
Verification::Curve front_curve(const FrontReport& report);

}  // namespace sphlab
