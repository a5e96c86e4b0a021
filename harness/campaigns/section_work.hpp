// The work of a campaign by sections: how much of it is over, and what a budget of time leaves out.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "harness/campaigns/time_budget.hpp"
#include "harness/measure/work_estimate.hpp"

namespace sphlab {

/// Counts the work of sections, each a scenario in one state, that begin one after another in the
/// order of expect(). Where there is a budget of time, decides between turns what is still done: a
/// section is left out, or has the blocks that an interval needs at least.
class SectionWork {
 public:
  using Tell = std::function<void(const std::string&)>;

  /// @param budget outlives this; nullptr: all the time that there is. @param tell receives lines
  /// for the reader.
  SectionWork(TimeBudget* budget, Tell tell) : budget_(budget), tell_(std::move(tell)) {}

  /// Adds a section. @param name for the reader. @param work of all its contenders.
  void expect(std::string name, const UnitsByKind& work, std::size_t contenders);
  /// Tells how much of the budget each contender has in each section.
  void tell_budget() const;

  /// Begins the next section, or leaves it out where, by the times of those before, the budget has
  /// no time for it. Returns whether it begins.
  /// @param together sections that are left out with it, itself included.
  bool begin(const MeasuringPolicy& policy, std::size_t together = 1);
  void end();

  /// Notes work of the section that is over. @param share of all of its kind. @param seconds that
  /// it took; nothing: it need not be done.
  void done(WorkKind kind, double share, std::optional<double> seconds);
  /// Notes that no more of a kind is done in the section.
  void end(WorkKind kind) { estimate_.end(kind); }
  /// Share of the campaign that is over, 0 to 1.
  double fraction();

  /// Throws BudgetUsedUp where it is. Call it before samples alone: behind enough of them the
  /// section is verified and recorded, however late it is.
  void require_time() const;
  /// Keeps so many seconds for what follows the samples of the section.
  void keep_back(double seconds);
  /// Whether there is time for more rounds of samples: TurnHooks::has_time. Throws BudgetUsedUp
  /// where there is none for blocks without which there is no interval.
  bool has_time(WorkKind kind, std::uint64_t done, std::uint64_t wanted);
  /// Whether there is time for the fewest runs that an energy needs.
  bool has_time_for_energy(const MeasuringPolicy& policy, std::size_t contenders) const;

  /// Samples of the section that were left out, as "6 of 20 blocks"; "": none.
  std::string samples_left_out() const;
  /// Leaves out the section that was begun, and all behind it.
  void leave_out_rest();
  /// Names of the sections that were left out.
  const std::vector<std::string>& sections_left_out() const { return left_out_; }
  /// Seconds that those would take.
  double seconds_left() const { return estimate_.seconds_left(); }

 private:
  struct Section {
    std::string name;
    UnitsByKind work;
  };

  double units(WorkKind kind) const;
  double share_of_section() const;
  double share_of_kind(WorkKind kind) const;
  double least_seconds(const MeasuringPolicy& policy) const;
  double seconds_if_timed(WorkKind kind, double units) const;
  void tell_estimate();

  TimeBudget* budget_;
  Tell tell_;
  std::vector<Section> sections_;
  std::size_t present_ = 0;       ///< or the next one, between two
  std::size_t measurements_ = 0;  ///< contenders, in all sections
  WorkEstimate estimate_;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::vector<std::string> left_out_;
  std::vector<std::string> samples_left_out_;  ///< of the present section
  bool told_estimate_ = false;
};

}  // namespace sphlab
