// Chooses the tuning of a strategy: tries every combination that it was compiled for.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "harness/records/record.hpp"
#include "harness/stepping/system.hpp"

namespace sphlab {

/// Tries all combinations of a stage's tuning parameters, alone with a warm cache, keeps the one
/// with the smallest median in `system`, and appends what was tried to `sweep`, and what the
/// strategy refused. Throws Refused when it refuses every combination.
///
/// @param system rebuilt, at the state to tune for. @param fixed parameters not to be swept.
/// @param samples of each combination, at least 1; fewer of one that is far behind the best, and of
/// one whose samples are long.
void sweep_stage(Runtime& runtime, System& system, const std::string& stage,
                 const std::map<std::string, std::uint32_t>& fixed, std::size_t samples,
                 std::vector<Record::SweepPoint>& sweep);

}  // namespace sphlab
