// How many steps a run takes, and how many no run takes.
#pragma once

#include <optional>
#include <string>

namespace sphlab {

struct Scenario;

/// A device that takes a tenth of a millisecond for a step is busy for three hours with so many.
inline constexpr double longest_run_steps = 1e8;

/// No step of the scenario is longer [s]: its fixed one, or the adaptive one of a fluid at rest,
/// which sound alone limits. 0 where nothing moves.
double longest_step(const Scenario& scenario);

/// An adaptive step below this has collapsed [s]: within one such step the forces speed a particle
/// up to hundreds of times the speed of sound. 0 where steps are fixed, or nothing moves.
double least_step(const Scenario& scenario);

/// Why a run of `seconds` would not end, with the steps that it would take; nothing where it would.
std::optional<std::string> too_many_steps(const Scenario& scenario, double seconds);

}  // namespace sphlab
