// sphlab simulate: runs a scenario and writes frames to look at.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/scenarios/rebuild_policy.hpp"

namespace sphlab {

struct SimulateOptions {
  std::string scenario;
  std::map<std::string, double> overrides;
  /// State file to go on from, or the folder of a simulation that has one.
  std::optional<std::filesystem::path> from;
  std::optional<double> until;   ///< [s]; the scenario's end time when not given
  std::optional<double> every;   ///< between two frames [s]; a hundredth of the run when not given
  std::filesystem::path output;  ///< folder
  std::string toolchain;         ///< "" for the first of the best runtime
  std::string variant;           ///< "" for the pack's first
  /// Device memory of the variant auto-cells [B]; nothing: all that is free.
  std::optional<std::uint64_t> memory_budget;
  std::optional<RebuildPolicy> rebuild;  ///< nothing: the scenario's
  int device = 0;
};

/// Writes particles_NNNNN.vtp, particles.pvd, energy.csv and state.particles; each is whole at any
/// time. A frame is written at the end of the first cycle that reaches its time, and carries the
/// true time.
/// Throws as Laboratory, load_scenario and Simulation do; Error(interrupted) after Ctrl-C.
void run_simulate(const Laboratory& laboratory, const SimulateOptions& options);

}  // namespace sphlab
