// The error of runs that have diverged.
#pragma once

#include <string>

#include "harness/error.hpp"

namespace sphlab {

struct RunState;

/// What was computed since the last sound state is of no use: Error(verification).
class Diverged : public Error {
 public:
  /// @param how what shows it.
  explicit Diverged(const std::string& how)
      : Error(ExitCode::verification, "the run has diverged: " + how) {}
};

/// Throws Diverged where the clock of a run that has made steps is not finite, does not advance, or
/// advances by a step that has collapsed (RunState::least_dt).
/// A run whose step is fixed has a sound clock whatever its particles do.
void require_advancing(const RunState& run);

}  // namespace sphlab
