// Whether a step program can run: what it reads has been written.
#pragma once

#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/step_program.hpp"

namespace sphlab {

/// The name of the scheme of a scenario that names none.
inline constexpr const char* default_scheme = "predictor-corrector";

/// Throws Error(not_available) that names scheme, line and remedy for a program that reads a state
/// or rates which nothing wrote before, that never advances the state, or that has a stage which is
/// no part of a step.
void check_program(const SchemeDescription& scheme);

/// Throws Error(bad_input) where the state has a field that `declared` does not, or one of another
/// length.
void check_fields(const ParticleState& state, const std::vector<FieldDescription>& declared);

/// The state on which a step's last forces are computed.
StateSlot last_evaluated(const SchemeDescription& scheme);

}  // namespace sphlab
