// What a profiler is given to look at: named ranges with nothing else in them.
#pragma once

#include <string>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// Throws Error(not_available) where no profiler can be told what to look at.
void require_ranges(const Runtime& runtime);

/// Runs a stage alone once, so that it is loaded and the cache is warm, and again in a profiler's
/// range of that name.
void profile_stage(Runtime& runtime, Simulation& simulation, const std::string& stage,
                   const std::string& range);

}  // namespace sphlab
