// Brings a system to a later moment of its run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/system.hpp"

namespace sphlab {

/// Receives how far a run is, from time to time.
using OnTheWay = std::function<void(const RunClock&)>;

/// Runs `cycles` whole cycles and waits for them, in parts of about a fifth of a second. Between
/// two of them, stops where that is requested or the system cannot go on, and measures its
/// preparations. Returns the clock behind the last. Throws CapacityExceeded, Diverged, Refused,
/// Interrupted, DeviceError.
RunClock advance_cycles(
    const Runtime& runtime, System& system, std::uint64_t cycles,
    const OnTheWay& on_the_way = [](const RunClock&) {});

/// A moment of a run: a step, or a time.
struct Moment {
  std::uint64_t step = 0;
  std::optional<double> time = {};  ///< [s]; where there is one, `step` counts for nothing
};

/// Runs whole cycles from `now`, where the system is, to a later moment: the last cycle that ends
/// at or before the step, or the first that ends at or after the time. Returns the clock there.
///
/// Throws Error(bad_input) where a time would take more than a million steps, and what
/// advance_cycles() does. @param name of the moment, for that message.
RunClock reach(const Runtime& runtime, System& system, RunClock now, const Moment& wanted,
               const std::string& name, const OnTheWay& on_the_way);

}  // namespace sphlab
