// The files of a simulation: a frame at a time, what describes the frames, and the run's state.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "harness/cli/atomic_file.hpp"
#include "harness/cli/diagnostics.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// The name of the file in a simulation's folder that has its state as of the last frame.
inline constexpr const char* state_file_name = "state.particles";

/// Writes the frames of a run, its history and its state.
class Frames {
 public:
  /// Reserves `folder`, and makes it. @param from the state file that the run goes on from, if any,
  /// and `time` its time [s]: where it is the folder's own, the frames go on behind those before
  /// that time.
  /// Throws Error(output) where the folder holds another simulation or cannot be written, and
  /// InputError where it holds frames behind the state.
  Frames(std::filesystem::path folder, const Scenario& scenario,
         const std::optional<std::filesystem::path>& from, double time);

  /// Writes the state, then its frame, then what lists the frames: wherever that ends, a run can go
  /// on from the state without losing a frame. Throws Error(output), and Diverged before it has
  /// written anything.
  void write(const Simulation& simulation, const RunState& run);

  std::size_t count() const { return frames_.size(); }
  /// Particles that have left the domain by the last frame: those that the run itself counts are of
  /// its last rebuild.
  std::size_t lost() const { return lost_; }

 private:
  std::string next_name() const;

  std::filesystem::path folder_;
  ReservedFolder reserved_;
  const Scenario& scenario_;
  History history_;
  std::vector<std::pair<double, std::string>> frames_;
  std::size_t lost_ = 0;
};

}  // namespace sphlab
