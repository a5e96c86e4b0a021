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

/// Throws InputError that names the file where it cannot be read, is no such document, or is of
/// another device.
LimitRates load_limit_rates(const std::filesystem::path& file, const std::string& device);

/// The least times that the limits leave the stages of a step, each times its calls, over the
/// measured step. Nothing where stages that declare no work take more than a twentieth of the step.
/// @param records of one contender, as build_records() makes them: the step first.
std::optional<double> limit_share(const std::vector<Record>& records, const LimitRates& rates);

}  // namespace sphlab
