// Counts as JSON: the lines of docs/counters.md.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "harness/counters/count_stages.hpp"

namespace sphlab {

/// Name of a kind of access in the lines: "global_load", "shared_store", ...
const char* name_of(AccessKind kind);

/// Content of a line beside the counts.
struct CountedRun {
  const Scenario& scenario;
  const LoadedPack& pack;
  const Variant& variant;
  std::uint64_t cycles;  ///< between the initial state and the one that was counted
};

/// 16 hex digits that a stage of a run has in common with the same by every other pack: of the
/// scenario's configuration, the cycles, the variant, the stage and its tuning.
std::string counts_id(const CountedRun& run, const StageInUse& stage);

/// One object per launch, in the order of the stages.
/// @param with_instructions tells of each instruction, too.
std::vector<nlohmann::ordered_json> counts_json(const CountedRun& run,
                                                const CountedVariant& counted,
                                                bool with_instructions);

}  // namespace sphlab
