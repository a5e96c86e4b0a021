// The front of a collapsing water column against the experiment of Martin and Moyce (1952).
#pragma once

#include <array>
#include <vector>

#include "harness/stepping/simulation.hpp"

namespace sphlab {

/// A reading of the experiment: dimensionless time and front position.
struct FrontReading {
  double time;   ///< T = t sqrt(n^2 g / a)
  double front;  ///< Z = distance of the front from the back wall / a
};

/// Martin and Moyce, Phil. Trans. R. Soc. A 244 (1952): square section, n^2 = 2, a = 2.25 in.
extern const std::array<FrontReading, 15> martin_moyce_readings;

/// Delay of the experiment's clock, since its gate takes time to open [in T].
inline constexpr double gate_delay = 0.175;

/// A column of water as wide as `width` along x, standing at a back wall.
struct WaterColumn {
  double back;       ///< x of the back wall [m]
  double width;      ///< a [m]
  double height;     ///< n^2 a [m]
  double gravity;    ///< |g| [m/s^2]
  double end;        ///< x of the wall that the front runs towards [m]
  double scale = 0;  ///< n^2 of the time scale; 0: the column's own

  double aspect() const { return height / width; }
  /// T from a time [s]: t sqrt(n^2 g / a). With the column's own n^2, columns of other aspects may
  /// be compared with that of the experiment; with the experiment's, T is its literal t sqrt(2 g /
  /// a).
  double dimensionless_time(double time) const;
};

/// The column that the fluid of a scenario makes in its initial state, half a spacing around it.
/// Throws InputError when there is no fluid or no gravity.
WaterColumn initial_column(const Scenario& scenario);

/// Position of the front at one time.
struct FrontSample {
  double time;      ///< [s]
  double position;  ///< largest x of the fluid [m]
};

/// A reading beside the run.
struct FrontPoint {
  FrontReading experiment;
  double run;          ///< Z of the run at the same T
  double run_delayed;  ///< Z of the run at T - gate_delay
};

/// Deviations of the run from the experiment. Reported, not judged.
struct FrontComparison {
  WaterColumn column;
  std::vector<FrontPoint> points;     ///< readings that the run reaches before its end wall
  double mean_deviation = 0;          ///< mean of |Z run - Z experiment|; 0 without points
  double mean_deviation_delayed = 0;  ///< the same with the gate's delay
};

/// @param samples in ascending order of time, the first at or before the first reading.
FrontComparison compare_front(const WaterColumn& column, const std::vector<FrontSample>& samples);

/// n^2 of the experiment's column.
inline constexpr double experiment_aspect = 2;

/// A run beside the experiment, with both scales of time.
struct FrontReport {
  FrontComparison own_scale;         ///< T with the column's own n^2
  FrontComparison experiment_scale;  ///< T with the experiment's
  std::vector<FrontSample> samples;  ///< of the run, one a cycle
};

/// Runs a scenario until the front reaches the far wall or the readings end, a sample each cycle.
/// Throws Error(verification) for a scenario without time stepping, and what Simulation throws.
FrontReport martin_moyce(Runtime& runtime, const LoadedPack& pack, const Scenario& scenario,
                         const Variant& variant);

}  // namespace sphlab
