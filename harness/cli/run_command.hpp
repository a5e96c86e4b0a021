// sphlab run: measures, and keeps every finished record.
#pragma once

#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"
#include "harness/scenarios/rebuild_policy.hpp"

namespace sphlab {

struct RunOptions {
  std::string target;  ///< a suite or a scenario
  std::map<std::string, double> overrides;
  std::filesystem::path output;  ///< "": results/<device>/<suite>.jsonl
  bool resume = false;
  std::vector<std::string> toolchains;  ///< patterns; empty: the suite's
  std::vector<std::string> variants;    ///< empty: the suite's
  std::vector<RebuildPolicy> policies;  ///< of rebuilds; empty: the suite's
  /// When the process began: `budget_s` counts from there.
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  std::optional<double> budget_s;  ///< most wall time [s]
  std::optional<double> energy;    ///< seconds of a run for it, in place of the suite's
  int device = 0;
};

/// Measures and prints what the whole steps took. Throws as run_session(), and for a suite, a
/// toolchain, a variant or, where it is asked for, an energy counter that is not there;
/// Error(usage) where the budget had no time for all states of all scenarios.
void run_run(const Laboratory& laboratory, const RunOptions& options, const Style& style);

}  // namespace sphlab
