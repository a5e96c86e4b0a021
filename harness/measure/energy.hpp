// Measures the energy of a device while it steps, by its own counter: docs/energy.md.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "harness/measure/sampling.hpp"
#include "harness/runtimes/runtime.hpp"

namespace sphlab {

/// The energy counter of a device failed: none of its numbers can be believed.
class EnergyCounterFailure : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Where the energies of a section come from.
struct EnergySource {
  std::string counter;                 ///< its name
  std::string absent;                  ///< why there are none; "" where there are
  std::optional<double> idle_power_w;  ///< before the first run; nothing where there was none
};

/// Describes the counter of the runtime's device.
EnergySource energy_source(const Runtime& runtime);

/// A reading of the counter.
struct EnergyPoint {
  std::uint64_t microjoules = 0;
  double at_s = 0;  ///< of the steady clock
};

/// Reads the counter of a device, and checks that it counts.
class EnergyMeter {
 public:
  /// @param patience_s after which a counter that has not moved is broken: the slowest moves ten
  /// times a second. @param runtime outlives this.
  explicit EnergyMeter(const Runtime& runtime, double patience_s = 5);

  /// Reads it. Throws EnergyCounterFailure where it is gone, has gone back, or has stood still for
  /// too long.
  EnergyPoint read();

 private:
  const Runtime& runtime_;
  double patience_s_;
  std::optional<EnergyPoint> moved_;  ///< when it was seen to move, or was read first
};

/// One run of many steps.
struct EnergyRun {
  double joules = 0;
  double seconds = 0;
  std::uint64_t steps = 0;
  double resolution_j = 0;  ///< by which `joules` may be wrong, since the counter moves in ticks
};

/// Runs steps for at least `seconds`, between two ticks of the counter, and begins at the start
/// again every two hundred. Throws EnergyCounterFailure, and as sample_run().
EnergyRun energy_of_steps(Runtime& runtime, System& system, const Start& start, double seconds,
                          EnergyMeter& meter);

/// Adds an energy_of_steps() of `seconds` to the samples of a contender. Throws as it does.
void sample_energy(Runtime& runtime, System& system, const Start& start, double seconds,
                   std::uint64_t round, EnergyMeter& meter, SampleCounter& counter,
                   ContenderSamples& samples);

/// Measures the mean power [W] while nothing runs, for at least `seconds`. Throws
/// EnergyCounterFailure, Interrupted.
double idle_power(const Runtime& runtime, double seconds, EnergyMeter& meter);

}  // namespace sphlab
