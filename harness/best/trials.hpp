// Prepares, times and verifies the points of a space as variants on a device.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "harness/best/course.hpp"
#include "harness/best/space.hpp"
#include "harness/campaigns/contender.hpp"
#include "harness/measure/advance.hpp"
#include "harness/measure/energy.hpp"
#include "harness/measure/sampling.hpp"

namespace sphlab {

/// Bounds of what a trial may take and miss.
struct TrialLimits {
  std::optional<std::uint64_t> memory;  ///< of one variant [B]; nothing: what the device has
  double missed = 0;  ///< share of the pairs that a list may miss when it is oldest
};

/// Seconds of trials by what they went into; the rest of a search's went into loading and choosing.
struct TrialSeconds {
  double preparing = 0;  ///< allocating, tuning, capturing
  double timing = 0;     ///< blocks, from the state on
  double verifying = 0;  ///< the oracle included
  double ordering = 0;   ///< stepping into own orders
};

/// Makes simulations when their points are measured, and gives them up, the one that has waited
/// longest first, where another needs the memory. All begin at one state.
class Trials : public Course {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param begun when the budget did. All others outlive this.
  Trials(Runtime& runtime, const Scenario& scenario, Space& space, const TrialLimits& limits,
         Clock::time_point begun);

  double now() override;
  std::vector<Point> starts() override { return space_.starts(); }
  const std::string& traversal(Point point) const override { return space_.at(point).traversal; }
  std::string label(Point point) const override;
  const std::string& trouble(Point point) const override;
  const std::vector<std::vector<Point>>& axes(Point point) override { return space_.axes(point); }
  std::optional<double> measure(Point point, const BlockWanted& block) override;
  bool verify(Point point) override;
  bool confirm(Point point) override;

  /// Takes one sample_energy() of `seconds`. Returns whether the point has run to its end; its kept
  /// blocks are lost where not. Throws Interrupted, EnergyCounterFailure.
  bool count_energy(Point point, std::uint64_t round, double seconds, EnergyMeter& meter);

  /// Steps to the state at which measurements begin, with the first start that can; without it that
  /// is the initial state. Call it before anything is measured. The way is no part of the budget:
  /// now() leaves it out afterwards. Throws Error(bad_input) where none can, or the scenario has no
  /// such state; Interrupted.
  void advance_to(const SuiteState& wanted, const OnTheWay& on_way);

  /// Seconds of the way to the state.
  double seconds_on_way() const { return seconds_on_way_; }
  const TrialSeconds& spent() const { return spent_; }
  const Runtime& runtime() const { return runtime_; }
  const SavedState& state() const { return state_; }
  /// Load of the machine in blocks that were not kept, numbered as they came.
  const Record::Load& load_of_search() const { return load_of_search_; }
  /// Contender of a point that was measured, with the samples of blocks that were kept. It may have
  /// no simulation at present.
  const Contender& contender(Point point) const { return trials_.at(point).contender; }
  /// contender() with its simulation. Throws what making it throws.
  const Contender& prepared_contender(Point point);

 private:
  struct Trial {
    Contender contender;
    std::size_t bytes = 0;  ///< of device memory, as predicted
    std::uint64_t last_used = 0;
    std::optional<double> cycle_seconds;  ///< as the last block has timed it
    /// ContenderSamples::cycles_of_periods by cycles_per_block
    std::map<std::uint32_t, std::uint64_t> cycles_of_periods = {};
  };

  /// Steps to the state; returns whether it got there.
  bool reach_with(Point start, const SuiteState& wanted, const OnTheWay& on_way);
  Trial& trial(Point point);
  /// Makes the simulation where it is not there; returns whether it is.
  bool make(Point point);
  /// Lets the trial's blocks begin in its own order, see own_order(): where they are kept, where a
  /// trial that sorts alike has it already, or where it costs little of the time that has passed.
  void order(Trial& trial, bool is_kept);
  void forget_orders();
  /// Returns whether there was a simulation but that of `wanted`.
  bool give_up_oldest(const Trial& wanted);
  void free_memory_for(const Trial& wanted);
  /// Refuses a contender whose list misses more than is allowed.
  void require_exact(Contender& contender) const;
  /// require_exact() before the verification, where its rebuild policy is known to miss too much.
  void require_exact_list(Contender& contender) const;
  void require_allowed(const Trial& trial) const;
  MeasuringPolicy policy_for(const Trial& trial, double least_seconds, bool is_kept) const;
  /// Does `work` for a trial; failures of the variant become its status.
  void attempt_for(Trial& trial, const std::function<void()>& work);
  /// attempt_for() under attempt(). Where memory lacks, the others give theirs up, one after
  /// another, and the work is done again; it is refused where that is not enough.
  void take_its_errors(Trial& trial, const std::function<void()>& work);

  Runtime& runtime_;
  const Scenario& scenario_;
  Space& space_;
  TrialLimits limits_;
  Clock::time_point begun_;
  double seconds_on_way_ = 0;
  TrialSeconds spent_;
  SavedState state_;
  std::optional<Oracle> oracle_;
  std::optional<MovingState> moving_;
  MissedByPolicy missed_;
  OwnOrders orders_;  ///< of state_
  SampleCounter counter_;
  Record::Load load_of_search_;
  std::uint64_t uses_ = 0;
  std::map<Point, Trial> trials_;
};

}  // namespace sphlab
