// The wall time that a campaign may take, and what of it each part has.
#pragma once

#include <functional>
#include <optional>

#include "harness/interrupt.hpp"
#include "harness/measure/work_estimate.hpp"

namespace sphlab {

/// The budget has no time left for the fewest samples that a record needs.
class BudgetUsedUp : public Interrupted {};

/// Shares out a budget of time: each section (a scenario in one state) has of what is left its
/// share of the work that is left, and so has each kind of samples of what is left of its section.
/// Its owner asks it between turns; it ends nothing by itself.
class TimeBudget {
 public:
  /// @param seconds of the budget. @param now seconds since it began.
  TimeBudget(double seconds, std::function<double()> now);

  double seconds() const { return seconds_; }
  /// Seconds left; 0 where it is used up.
  double left() const;
  /// Whether so many seconds are left.
  bool has_time_for(double seconds) const;

  /// Begins a section. @param share of the work left that it is, 0 to 1.
  void begin_section(double share);
  /// Keeps so many seconds of the section for what follows its samples.
  void keep_back(double seconds) { kept_back_ = seconds; }
  /// Whether the section has time for rounds of samples that it can do without.
  /// @param share of the work left in the section that the kind is, 0 to 1: counts at its first
  /// round. @param round_seconds that the rounds are expected to take.
  bool has_share_for(WorkKind kind, double share, double round_seconds);
  /// Whether the budget has time for rounds of samples, at the expense of later sections.
  bool has_time_for_needed(double round_seconds) const;

 private:
  double seconds_;
  std::function<double()> now_;
  double section_end_;
  double kept_back_ = 0;
  std::optional<WorkKind> kind_;
  double kind_end_ = 0;
};

}  // namespace sphlab
