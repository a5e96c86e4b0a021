// Passes that are repeated until an error is small enough, as the device keeps count of them.
#pragma once

#include <cstdint>

namespace sphlab {

/// When passes have been repeated often enough; all zero where none are.
struct RepetitionLimits {
  float error;          ///< that the largest error must not exceed, in the unit of the error
  std::uint32_t least;  ///< times that the passes run, however small the error is
  std::uint32_t most;   ///< times that they are launched
};

/// One object in device memory. Launches behind the last repetition that was needed find `done` and
/// end at once, so that one captured graph serves however many it takes; nothing is read back.
struct Repetition {
  std::uint32_t done;           ///< whether the passes have nothing more to do in this evaluation
  std::uint32_t times;          ///< that they have run in this evaluation
  std::uint32_t largest_error;  ///< bits of the largest error that a pass has met this time, >= 0
  float last_error;             ///< of the last time that they ran
  std::uint64_t evaluations;    ///< that have ended since the run began
  std::uint64_t total_times;    ///< that the passes have run in all of them
  std::uint64_t not_converged;  ///< evaluations whose last error was above the limit
};

}  // namespace sphlab
