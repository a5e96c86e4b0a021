// A variant: one strategy per stage, with its tuning.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenarios/rebuild_policy.hpp"
#include "kernels/abi/list_format.hpp"

namespace sphlab {

/// A strategy's name and the values of its tuning parameters; parameters not named take their
/// default.
struct StrategyChoice {
  std::string name;
  std::map<std::string, std::uint32_t> tuning;
};

/// Names of the optional stages, which a variant has only where it names a strategy for them, in
/// their order. The sort is among them: without a strategy it is the runtime's.
std::vector<std::string> chosen_stages();

/// The name of the runtime's own sort, which no pack offers.
inline constexpr const char* runtime_sort = "radix";

/// The order of the cells of a variant that names none: a strategy of stage hash.
inline constexpr const char* usual_order = "linear";

/// Cells, and a traversal of them, chosen by the memory that they take, see cell_mode.hpp.
struct AutomaticCells {
  /// Device memory that the run may take [B]; nothing: all that is free.
  std::optional<std::uint64_t> memory_budget;
};

/// Begins the name of a variant of automatic cells.
inline constexpr const char* automatic_cells_name = "auto-cells";

/// Paper D's partial implementation (section 4): a device computes the forces and nothing else, and
/// every other stage runs on the host.
struct ForcesOnly {
  std::string host_toolchain;  ///< of the pack that has the other stages, a CPU's
};

/// The name of that placement in suites, and the end of a variant's name.
inline constexpr const char* forces_only_name = "forces-only";

/// The strategies of a variant. Stages with a single strategy in the pack need not be named.
struct Variant {
  std::map<std::string, StrategyChoice> stages;   ///< by stage: "list", "forces", ...
  std::string list_format = default_list_format;  ///< of the list, where the traversal reads one
  std::optional<RebuildPolicy> rebuild;           ///< nothing: the scenario's
  /// Cells that fit into the radius of the list, from 1 to most_cells_per_radius: Grid::reach.
  std::uint32_t cells_per_radius = 1;
  /// Where it is set, it decides cells_per_radius and the strategy of the forces.
  std::optional<AutomaticCells> automatic_cells;
  /// Where it is set, the forces alone run on the device; nothing: all stages do.
  std::optional<ForcesOnly> forces_only;
  /// The readable name on a figure: the traversal, the list builder where there is one, its format
  /// where that is not the default, the strategies of optional stages (the runtime's sort goes
  /// without saying), the order of the cells and their size where they are not the usual, and the
  /// rebuild policy where that is not the scenario's, and where it is placed unless that is all on
  /// the device:
  /// "list-gather+per-particle", "par-part-noloop",
  /// "list-monolithic+warp-per-cell+unified-interleaved+type-id",
  /// "list-gather+per-particle+every-5", "par-part-noloop+morton+half-radius-cells",
  /// "cells-generic+every-1+forces-only".
  /// Of automatic cells "auto-cells", until memory has decided.
  std::string name() const;
};

}  // namespace sphlab
