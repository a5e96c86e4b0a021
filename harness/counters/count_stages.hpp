// Counts what the kernels of a variant ask of the memory, stage by stage (docs/counters.md).
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/packs/counting_table.hpp"
#include "harness/stepping/simulation.hpp"
#include "harness/verify/verify.hpp"

namespace sphlab {

/// One launch, with its own copy of the counts of its instructions.
struct CountedLaunch {
  KernelCounts counts{};  ///< without instructions
  std::vector<InstructionCounts> instructions;
};

/// A stage that can be counted, with what runs in it.
struct StageInUse {
  std::string stage;  ///< "predict" and "correct" apart
  std::string strategy;
  std::map<std::string, std::uint32_t> tuning;
};

/// One stage of a cycle.
struct CountedStage : StageInUse {
  bool is_pass = false;                 ///< of the formulation
  std::vector<CountedLaunch> launches;  ///< in their order
};

/// A variant in the state that its simulation holds.
struct CountedVariant {
  PairCounts pairs;  ///< of one force pass
  std::vector<CountedStage> stages;
};

/// The stages of a cycle that a pack's kernels do: all but the sort, where that is the runtime's.
std::vector<StageInUse> stages_in_use(const Simulation& simulation);

/// Rebuilds and verifies the state that `simulation` holds, which is then ready for its stages to
/// run alone. Throws Error(verification) with the first check that failed.
PairCounts verified_pairs(Simulation& simulation, const Scenario& scenario);

/// Verifies the state that `simulation` holds, and counts each stage of a cycle on it.
///
/// @param table of the simulation's pack.
/// Throws Error(verification) with the first check that failed, and what Simulation throws.
CountedVariant count_stages(Simulation& simulation, const CountingTable& table,
                            const Scenario& scenario);

}  // namespace sphlab
