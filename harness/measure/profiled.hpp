// Runs stages and cycles in named ranges of a profiler.
#pragma once

#include <cstdint>
#include <string>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/system.hpp"

namespace sphlab {

/// Throws Error(not_available) where the runtime has no ranges for profilers.
void require_ranges(const Runtime& runtime);

/// Runs a stage alone once, so that it is loaded and the cache is warm, and again in a profiler's
/// range of that name.
void profile_stage(Runtime& runtime, System& system, const std::string& stage,
                   const std::string& range);

/// Replays `warmup` cycles, and `cycles` more in a profiler's range of that name. Then enqueues one
/// without a graph, each invocation of a stage in a range "<range>/<stage>": its kernels, the same
/// in the same order, tell of which stage each replayed kernel is. Rebuilds must come at a fixed
/// interval.
void profile_loop(Runtime& runtime, System& system, std::uint64_t warmup, std::uint64_t cycles,
                  const std::string& range);

}  // namespace sphlab
