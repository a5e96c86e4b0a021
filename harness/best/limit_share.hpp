// How much of what a device can do at most a step reaches, as figures tell it (docs/limits.md).
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// Work a second, by the limit's name: the medians of a limits.json.
using LimitRates = std::map<std::string, double>;

/// What a limits.json says.
struct DeviceLimits {
  std::string device;  ///< its name
  LimitRates rates;
};

/// Throws InputError that names the file where it cannot be read or is no such document.
DeviceLimits load_device_limits(const std::filesystem::path& file);

/// The least times that the limits leave the stages of a step, each times its calls, over the
/// measured step. Nothing where stages that declare no work take more than a twentieth of the step.
/// @param records of one contender, as build_records() makes them: the step first.
std::optional<double> limit_share(const std::vector<Record>& records, const LimitRates& rates);

}  // namespace sphlab
