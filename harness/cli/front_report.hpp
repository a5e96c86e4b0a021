// Prints the front of a dam break beside the experiment of Martin and Moyce.
#pragma once

#include <string>

#include "harness/cli/style.hpp"
#include "harness/verify/martin_moyce.hpp"

namespace sphlab {

/// For each scale of time, one row per reading: T, Z of the experiment, Z of the run, and Z of the
/// run with the gate's delay; and the mean deviations. Reported, not judged.
std::string front_report(const FrontReport& report, const Style& style);

}  // namespace sphlab
