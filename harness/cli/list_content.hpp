// Collects the rows of `sphlab list` as JSON: its tables are made of them, and --json prints them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/cli/laboratory.hpp"

namespace sphlab {

/// Which rows are wanted.
struct ListFilter {
  std::vector<std::string> names;       ///< patterns, as a shell matches file names; empty: all
  std::vector<std::string> toolchains;  ///< patterns; empty: all
  std::vector<std::string> stages;      ///< of strategies; empty: all
  std::vector<std::string> physics;     ///< patterns, of strategies and variants; empty: all
  bool every_list_format = false;       ///< of variants: not the default format alone
};

/// Rows of one subject, objects that each have a `name`, and a line for each thing that could not
/// be read.
struct ListContent {
  nlohmann::json rows = nlohmann::json::array();
  std::vector<std::string> problems;
};

/// Kernel packs: name (of the toolchain), runtime, architectures, warp_width (0: no warps),
/// strategies (their number), and unusable: why it cannot run here, or null.
ListContent list_packs(const Laboratory& laboratory, const ListFilter& filter);
/// Strategies: name, stage, physics (null where it serves any), tuning (of each parameter name,
/// values and default) and toolchains. Two of one name whose tuning differs are two rows.
ListContent list_strategies(const Laboratory& laboratory, const ListFilter& filter);
/// Variants: name, physics and toolchains.
ListContent list_variants(const Laboratory& laboratory, const ListFilter& filter);
/// Pair physics and formulations: name, traversals (their names) and toolchains.
ListContent list_physics(const Laboratory& laboratory, const ListFilter& filter);
/// Formats of the list: name, contents (sections of one allocation are filled from both ends),
/// layout, bits and entry (the index of a neighbour, or its place in a row of three cells or in a
/// cell, with that where it changes), and default: docs/list-formats.md.
ListContent list_list_formats(const Laboratory& laboratory, const ListFilter& filter);
/// Devices: name, runtime, index, architecture, compute_units (or null), memory_bytes and version.
ListContent list_devices(const Laboratory& laboratory, const ListFilter& filter);
/// Scenarios: name, physics, runs_here (a pack that can run computes it), parameters (their
/// defaults), description and file. Throws InputError for a
/// folder that cannot be read.
ListContent list_scenarios(const Laboratory& laboratory, const ListFilter& filter);
/// Suites: name, device, runs_here (a pack that can run has a part in it), description and file.
/// Throws as list_scenarios().
ListContent list_suites(const Laboratory& laboratory, const ListFilter& filter);
/// Resources of kernels by their compilers: name, toolchain, architecture, registers, stack_bytes,
/// spill_bytes and shared_bytes, each a number or null.
ListContent list_resources(const Laboratory& laboratory, const ListFilter& filter);

}  // namespace sphlab
