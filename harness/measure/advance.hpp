// Bringing a simulation to a later state.
#pragma once

#include <cstdint>

#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// Runs `cycles` whole cycles and waits for them, in parts of about a fifth of a second: between
/// two of them it asks whether a stop is requested, and whether the run is still one. Returns the
/// clock behind the last. Throws CapacityExceeded, Diverged, Interrupted, DeviceError.
RunState advance_cycles(const Runtime& runtime, Simulation& simulation, std::uint64_t cycles);

}  // namespace sphlab
