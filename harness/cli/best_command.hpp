// sphlab best: which variant is the fastest for a scenario, within a budget of time.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/best/objective.hpp"
#include "harness/cli/laboratory.hpp"

namespace sphlab {

struct BestOptions {
  std::chrono::steady_clock::time_point begun = std::chrono::steady_clock::now();
  std::string scenario;          ///< or a particle file
  std::optional<double> radius;  ///< of a particle file's pairs, in its unit of length
  std::optional<std::uint32_t> list_interval;     ///< of a particle file
  bool takes_for_open = false;                    ///< a particle file's box that is periodic
  std::optional<double> flops_per_pair;           ///< of a particle file; without: the potential's
  std::optional<std::uint32_t> bytes_per_source;  ///< beside flops_per_pair; without: 16
  std::map<std::string, double> overrides;
  Objective objective = Objective::time;
  double budget_s = 60;                 ///< of wall time from `begun` on, less the way to a state
  std::optional<std::uint64_t> memory;  ///< that a variant may take [B]; nothing: all there is
  double missed = 0;  ///< share of the pairs that a list may miss when it is oldest
  double error = 0;   ///< that a traversal may state of its rates, of the largest
  std::vector<std::string> toolchains;  ///< patterns; empty: all that are made for speed
  std::vector<std::string> traversals;  ///< empty: all
  std::vector<std::string> axes;        ///< that variants may differ in; empty: all
  std::size_t top = 10;                 ///< variants to rank
  std::optional<double> time;           ///< of the state to measure [sqrt(H/g)]
  std::optional<std::uint64_t> after;   ///< steps before it, where no time is given
  std::filesystem::path json;           ///< "": none; "-": the standard output, and nothing else
  std::filesystem::path variant_file;   ///< "": none
  std::filesystem::path scenario_file;  ///< of a particle file; "": none
  std::filesystem::path limits;         ///< "": results/<device>/limits.json, where it is there
  std::uint64_t seed = 1;
  bool exhaustive = false;  ///< every variant, whatever the budget
  int device = 0;
};

/// Searches and prints a ranking, and writes the files that are asked for; after Ctrl-C what is
/// known by then. Throws Error: usage for a budget that is too small for one variant;
/// not_available, also for an energy counter; verification, output, interrupted; InputError;
/// DeviceError.
void run_best(const Laboratory& laboratory, const BestOptions& options, const Style& style);

}  // namespace sphlab
