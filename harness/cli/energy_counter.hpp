// Asks for a device's energy counter before anything is measured.
#pragma once

#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// Throws Error(not_available) with the reason and the remedy where the runtime's device has no
/// energy counter that can be read.
void require_energy_counter(const Runtime& runtime);

}  // namespace sphlab
