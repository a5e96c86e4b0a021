// sphlab profile: runs recorded stages once more, under a profiler.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

struct ProfileOptions {
  std::filesystem::path records;
  std::vector<std::string> stages{"forces"};  ///< "all" among them: every one
  std::vector<std::string> scenarios;         ///< names; empty: all
  std::map<std::string, double> overrides;    ///< that the scenario's parameters must have
  std::vector<std::string> toolchains;        ///< patterns; empty: all
  std::vector<std::string> variants;          ///< names, or their traversals; empty: all
  bool loop = false;                          ///< whole cycles of steps, not stages alone
  int device = 0;
};

/// Runs what records were taken of once more for a profiler, and prints how many there were. For
/// each record of a stage alone with a warm cache that the options ask for, makes the same
/// simulation with the same tuning, and runs the stage once in a range named "record-<id>"; with
/// the loop, for each record of a step, cycles of it as profile_loop() runs them. Throws InputError
/// when no record fits, or one cannot be made again; Error(not_available) for a device that the
/// records are not of, a toolchain without a pack, or a runtime that no profiler can be told of; as
/// Simulation does.
void run_profile(const Laboratory& laboratory, const ProfileOptions& options);

}  // namespace sphlab
