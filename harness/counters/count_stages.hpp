// What the kernels of a variant ask of the memory, stage by stage (docs/counters.md).
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

/// One stage of a cycle.
struct CountedStage {
  std::string stage;  ///< "predict" and "correct" apart
  std::string strategy;
  std::map<std::string, std::uint32_t> tuning;
  std::vector<CountedLaunch> launches;  ///< in their order
};

/// A variant in the state that its simulation holds.
struct CountedVariant {
  PairCounts pairs;  ///< of one force pass
  std::vector<CountedStage> stages;
};

/// Verifies the state that `simulation` holds, and counts each stage of a cycle on it; the sort is
/// the runtime's, and not counted.
///
/// @param table of the simulation's pack.
/// Throws Error(verification) with the first check that failed, and what Simulation throws.
CountedVariant count_stages(Simulation& simulation, const CountingTable& table,
                            const Scenario& scenario);

}  // namespace sphlab
