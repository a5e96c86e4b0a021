// How much of what a device can do at most a step reaches, as figures tell it (docs/limits.md).
#pragma once

#include <optional>
#include <vector>

#include "harness/records/limits_file.hpp"
#include "harness/records/record.hpp"

namespace sphlab {

/// The least times that the limits leave the stages of a step, each times its calls, over the
/// measured step. Nothing where stages that declare no work take more than a twentieth of the step.
/// @param records of one contender, as build_records() makes them: the step first.
std::optional<double> limit_share(const std::vector<Record>& records, const LimitRates& rates);

}  // namespace sphlab
