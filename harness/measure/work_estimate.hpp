// How much of a campaign is done, in time.
#pragma once

#include <array>
#include <cstddef>

#include "harness/suites/suite.hpp"

namespace sphlab {

/// What a campaign does with its contenders, in turns.
enum class WorkKind { tuning, verifying, blocks, stages_alone, calls_alone, runs, energy };
inline constexpr std::size_t kinds_of_work = 7;
using UnitsByKind = std::array<double, kinds_of_work>;

/// What one contender costs in a state, before anything is known of it: particles times cycles, by
/// kind of work. Only the ratios matter, and these only until a turn of a kind was timed.
/// @param tunes whether the contender is tuned, too: at the first state of its scenario.
UnitsByKind expected_work(const MeasuringPolicy& policy, std::size_t particles, bool tunes);

/// The share of the time of a campaign that has passed, as far as one can tell: what is left of
/// each kind of work at the speed that this kind has had, or at the mean speed where it had none
/// yet.
class WorkEstimate {
 public:
  /// Adds what is to be done in the section to come (a scenario in one state).
  void expect(const UnitsByKind& units);
  /// Begins with what expect() has added; what is left of the section before is dropped.
  void begin_section(const UnitsByKind& units);
  /// A turn is over, which took so many seconds.
  void done(WorkKind kind, double units, double seconds);
  /// So much needs not be done.
  void leave_out(WorkKind kind, double units);
  /// Nothing more of this kind is to be done in this section, whatever was expected.
  void end(WorkKind kind);
  /// 0 to 1, and never less than it has said before.
  /// @param elapsed_seconds since the campaign began.
  double fraction(double elapsed_seconds);
  /// Seconds that are left, as far as one can tell; 0 before anything was timed.
  double seconds_left() const;

 private:
  struct Kind {
    double expected = 0;  ///< units in the sections to come
    double left = 0;      ///< units in the present one
    double units = 0;     ///< timed
    double seconds = 0;   ///< of those
  };
  std::array<Kind, kinds_of_work> kinds_{};
  double said_ = 0;
};

}  // namespace sphlab
