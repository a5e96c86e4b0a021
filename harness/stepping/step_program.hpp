// Checks a step program, and the fields that it and a scenario's physics carry.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/step_program.hpp"

namespace sphlab {

/// Throws Error(not_available) that names scheme, line and remedy for a program that reads a state
/// or rates which nothing wrote before, that never advances the state, or that has a stage which is
/// no part of a step.
void check_program(const SchemeDescription& scheme);

/// Throws InputError with file and key where a scenario gives its particles a field that
/// `declared`, all that its physics and its scheme carry, has not, or has with other components.
void require_known_fields(const Scenario& scenario, const std::vector<FieldDescription>& declared);

/// Throws Error(bad_input) where a state has a field that `declared` does not, or one of another
/// length, or lacks one though it lies inside a run.
/// @param lengths of the state's fields, by name. @param particles of the state.
/// @param steps that were done before the state: fields begin as zero at 0 alone.
void check_fields(const std::map<std::string, std::size_t>& lengths, std::size_t particles,
                  const std::vector<FieldDescription>& declared, std::uint64_t steps);

/// @param state a ParticleState or StateOnDevice
template <class State>
void check_fields(const State& state, const std::vector<FieldDescription>& declared,
                  std::uint64_t steps) {
  std::map<std::string, std::size_t> lengths;
  for (const auto& [name, values] : state.fields) lengths[name] = values.size();
  check_fields(lengths, state.size(), declared, steps);
}

/// Steps from one Euler step to the next, by the scenario or by the scheme's own program; 1 for a
/// scheme without them. Throws Error(bad_input) where the scenario names an interval and the scheme
/// has no use for it.
std::uint32_t euler_interval(const SchemeDescription& scheme, const Scenario& scenario);

/// The state on which a step's last forces are computed.
StateSlot last_evaluated(const SchemeDescription& scheme);

}  // namespace sphlab
