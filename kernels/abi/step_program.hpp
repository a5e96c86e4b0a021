// An integration scheme as data: what a step does, in order.
#pragma once

#include <cstdint>

#include "kernels/abi/field.hpp"
#include "kernels/abi/stages.hpp"

namespace sphlab {

/// Steps between two Euler steps of a scheme that takes them, where a scenario does not say.
inline constexpr std::uint32_t usual_euler_interval = 40;

/// The states that a step knows.
enum class StateSlot : std::uint8_t {
  now,       ///< the state at the beginning of the step, which holds its end when it is over
  midpoint,  ///< a state inside the step, lost with the next reordering
};

/// One line of a step program.
struct ProgramStep {
  /// pass: every pass of the formulation, in their order. time_step: only where the step is
  /// adaptive. Otherwise a part of the scheme: the strategy that has the scheme's name.
  Stage stage;
  StateSlot reads;
  StateSlot writes;  ///< of passes and time_step: as `reads`
  /// The part does something else on every n-th step, told on the device by Clock::steps so that
  /// one captured cycle serves all steps; 1: it does not. A scenario may choose another interval
  /// where this is above 1.
  std::uint32_t every;
};

/// A scheme that a pack has the parts of. Strings and arrays live as long as the pack.
struct SchemeDescription {
  const char* name;  ///< "predictor-corrector"
  const ProgramStep* steps;
  std::uint32_t step_count;
  const FieldDescription* fields;  ///< that it needs beyond position, velocity and identity
  std::uint32_t field_count;
  bool advances_fields = false;  ///< whether it advances a formulation's fields by their rates
};

}  // namespace sphlab
