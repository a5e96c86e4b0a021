// sphlab count: what kernels ask of the memory, and how their warps diverge, counted on the host.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

struct CountOptions {
  std::string scenario;
  std::map<std::string, double> overrides;
  std::vector<std::string> variants;  ///< empty: all with the default format of the list
  std::uint64_t cycles = 0;           ///< to run before the state that is counted
  bool instructions = false;          ///< tell of each instruction in the file
  std::filesystem::path output;       ///< of JSON lines; "": none
  std::string profiled;               ///< toolchain of a device that a profiler counts; "": none
  int device = 0;                     ///< of it
};

/// Counts every stage of a cycle of the variants, prints one row per launch, and writes one JSON
/// line per launch, see docs/counters.md. With the packs that count, which lie in the folder
/// counting/ of each folder of packs.
///
/// Where a toolchain is to be profiled, runs the same stages on the same particles by its pack
/// instead, each once in a profiler's range named "counts-<id>" by the line's id, and prints how
/// many.
///
/// Throws Error(not_available) without such a pack, or on a runtime that no profiler can be told
/// of; Error(verification) for a variant that computes something wrong, and what load_scenario and
/// Simulation throw.
void run_count(const CommonOptions& common, const CountOptions& options, const Style& style);

}  // namespace sphlab
