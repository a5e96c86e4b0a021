// What the device does and when, as CUPTI tells it.
#pragma once

#include <cstdint>

namespace sphlab::timeline {

/// Has CUPTI record every kernel, copy and fill from here on, or, where the environment's
/// SPHLAB_TIMELINE_GRAPHS is "whole", every launch of a graph and no part of it. Repeated calls do
/// nothing. What goes wrong is written into the journal.
void start_recording();

/// Writes all that has ended into the journal.
void write_recorded();

/// Now, on the clock of what is recorded [ns].
std::uint64_t now_ns();

}  // namespace sphlab::timeline
