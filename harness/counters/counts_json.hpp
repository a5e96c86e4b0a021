// Counts as JSON: the lines of docs/counters.md.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "harness/counters/count_stages.hpp"

namespace sphlab {

/// Name of a kind of access in the lines: "global_load", "shared_store", ...
const char* name_of(AccessKind kind);

/// What a line tells beside the counts.
struct CountedRun {
  const Scenario& scenario;
  const LoadedPack& pack;
  const Variant& variant;
  std::uint64_t cycles;  ///< between the initial state and the one that was counted
};

/// One object a launch, in the order of the stages.
/// @param with_instructions tells of each instruction, too.
std::vector<nlohmann::ordered_json> counts_json(const CountedRun& run,
                                                const CountedVariant& counted,
                                                bool with_instructions);

}  // namespace sphlab
