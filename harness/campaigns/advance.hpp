// Brings a simulation to a later state.
#pragma once

#include <cstdint>
#include <functional>

#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// Receives how far a run is, from time to time.
using OnTheWay = std::function<void(const RunState&)>;

/// Runs `cycles` whole cycles and waits for them, in parts of about a fifth of a second: between
/// two of them it checks for a request to stop and for divergence, and measures what passes
/// prepare. Returns the clock behind the last. Throws CapacityExceeded, Diverged, Interrupted,
/// DeviceError.
RunState advance_cycles(
    const Runtime& runtime, Simulation& simulation, std::uint64_t cycles,
    const OnTheWay& on_the_way = [](const RunState&) {});

}  // namespace sphlab
