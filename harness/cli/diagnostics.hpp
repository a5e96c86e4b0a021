// The history of a run: energy, momentum, extremes and front, as CSV.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// The particles of `state` that lie inside the grid; lost ones may be anywhere, or not a number.
ParticleState live_particles(const ParticleState& state, const Grid& grid);

/// Collects one row per frame. The header names each column's unit.
class History {
 public:
  /// Takes the rows of `file`, which write() has written, that are before `time` [s]. Returns their
  /// times. Throws InputError that names the file and the line where it is none such, or has a row
  /// behind `time`.
  std::vector<double> take_before(double time, const std::filesystem::path& file);
  /// Throws Diverged when the fluid's state is not finite, or no fluid is left.
  /// @param live the live particles at `time` [s]. @param lost particles that have left.
  void add(double time, const ParticleState& live, std::size_t lost,
           const WcsphConstants& constants);
  /// Writes all rows. Throws Error(output).
  void write(const std::filesystem::path& file) const;

 private:
  std::string rows_;
};

}  // namespace sphlab
