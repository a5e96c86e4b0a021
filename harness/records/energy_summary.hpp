// Summarises the energy of a step for its record.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/records/record.hpp"

namespace sphlab {

/// Joules of a step in each run.
std::vector<double> joules_per_step(const Record::EnergySamples& samples);

/// By which the mean of joules_per_step() may be wrong at most, since the counter moves in ticks
/// [J].
double energy_resolution(const Record::EnergySamples& samples);

/// Means of the runs. The interval is that of Student's t over the runs, widened by the counter's
/// resolution on both sides: an error of ticks need not average out.
///
/// @param samples of two runs at least. @param particles of the scenario.
Record::Energy summarise_energy(const std::string& counter, const Record::EnergySamples& samples,
                                std::uint64_t particles, std::optional<double> idle_power_w);

}  // namespace sphlab
