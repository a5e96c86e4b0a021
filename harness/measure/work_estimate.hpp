// Estimates how much of a campaign's time has passed.
#pragma once

#include <array>
#include <cstddef>
#include <limits>

#include "harness/suites/suite.hpp"

namespace sphlab {

/// Kinds of work that a campaign does with its contenders, in turns.
enum class WorkKind { tuning, verifying, blocks, stages_alone, calls_alone, runs, energy };
inline constexpr std::size_t kinds_of_work = 7;
using UnitsByKind = std::array<double, kinds_of_work>;

/// What the verification behind the samples takes, over the one before them: usually, as the median
/// variant of two recorded suites in three, and at most, as 96 of 100 records do. The first tells
/// what a search has time for, the second what a campaign keeps back so that it gets its records.
inline constexpr double usual_confirmation = 0.3;
inline constexpr double most_confirmation = 1.25;

/// Expected work of one contender in a state: particles times cycles, by kind of work. Only the
/// ratios matter, and these only until a turn of a kind was timed.
/// @param tunes whether the contender is tuned, too: at the first state of its scenario.
UnitsByKind expected_work(const MeasuringPolicy& policy, std::size_t particles, bool tunes);

/// Estimates the share of a campaign's time that has passed: what is left of each kind of work
/// takes the speed that this kind has had, or the mean speed where it had none yet.
class WorkEstimate {
 public:
  /// Adds the work of a section to come (a scenario in one state).
  void expect(const UnitsByKind& units);
  /// Begins with what expect() has added; what is left of the section before is dropped.
  void begin_section(const UnitsByKind& units);
  /// Notes a turn that took so many seconds.
  void done(WorkKind kind, double units, double seconds);
  /// Takes off work that need not be done.
  void leave_out(WorkKind kind, double units);
  /// Takes off all work of this kind that is left in this section.
  void end(WorkKind kind);
  /// Share that has passed, 0 to 1, never less than it was before.
  /// @param elapsed_seconds since the campaign began. @param most_left seconds that it may still
  /// take.
  double fraction(double elapsed_seconds,
                  double most_left = std::numeric_limits<double>::infinity());
  /// Seconds of so much work of a kind; 0 before anything was timed.
  double seconds_of(WorkKind kind, double units) const;
  bool is_timed(WorkKind kind) const;
  /// Seconds that are left; 0 before anything was timed.
  double seconds_left() const;

 private:
  struct Kind {
    double expected = 0;  ///< units in the sections to come
    double left = 0;      ///< units in the present one
    double units = 0;     ///< timed
    double seconds = 0;   ///< of those
  };
  /// Mean seconds of a unit of all that was timed; 0 before.
  double mean_speed() const;

  std::array<Kind, kinds_of_work> kinds_{};
  double said_ = 0;
};

}  // namespace sphlab
