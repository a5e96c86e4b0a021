// What can be measured: something that runs in cycles of stages.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "harness/stepping/event_trail.hpp"
#include "harness/stepping/schedule.hpp"
#include "kernels/abi/repetition.hpp"
#include "kernels/abi/strategy.hpp"

namespace sphlab {

/// What a system has done since it began.
struct RunCounts {
  std::uint64_t rebuilds = 0;
  Repetition repetition{};  ///< of what is repeated until an error is small; all zero where nothing
};

/// How far a run is.
struct RunClock {
  double time = 0;  ///< simulated [s]
  double dt = 0;    ///< last step [s]
  std::uint64_t steps = 0;
};

/// Has a system begin at the state that samples are taken from, whatever it has done before.
using Start = std::function<void()>;

/// A run that is measured: SPH of one variant on one device is one (Simulation). Sampling, tuning
/// and recording ask for nothing else; what a state is, the system alone knows.
class System {
 public:
  virtual ~System() = default;

  /// What a cycle consists of.
  virtual const Schedule& schedule() const = 0;
  virtual std::uint32_t steps_per_cycle() const = 0;

  /// Enqueues `cycles` whole cycles; returns when they are enqueued, not when done. Throws
  /// Interrupted where a stop is requested: the state is then of no use.
  virtual void run_cycles(std::uint64_t cycles) = 0;
  /// Runs one cycle with an event at every stage boundary and waits for it: every invocation of
  /// every stage in the order of execution, as the events tell, mark_cost() included.
  virtual std::vector<StageSample> instrumented_cycle() = 0;
  /// Enqueues one cycle without a graph. Calls `mark` before each invocation of a stage with its
  /// name, and once after the last with nullptr: waiting in it separates them.
  virtual void marked_cycle(const StageMarker& mark) = 0;
  /// Seconds that an event between two stages adds to the time between its neighbours. The next
  /// thing to do is to begin anew.
  virtual double mark_cost() = 0;
  /// Enqueues a rebuild without a step, so that stages that run alone have what they read.
  virtual void rebuild() = 0;
  /// Enqueues an evaluation without a step, to the same end.
  virtual void evaluate() = 0;

  /// Frees its memory and allocates other, about `gap` bytes away where there is so much: how fast
  /// a stage is depends on where its arrays lie. The next thing to do is to begin anew. Throws
  /// OutOfMemory or DeviceError where another process has taken the memory meanwhile: the system is
  /// of no use then.
  virtual void relocate(std::size_t gap) = 0;

  virtual RunCounts counts() const = 0;
  /// Where it is behind all that was enqueued. Waits for the device.
  virtual RunClock clock() const = 0;
  /// Measures anew, between two cycles, what the preparations of its stages need: it may be more
  /// than where it began. Waits. Throws Refused, DeviceError.
  virtual void measure_preparations() = 0;
  /// Returns clock(). Throws CapacityExceeded, Diverged or DeviceError where further cycles would
  /// mean nothing. Waits for the device.
  virtual RunClock require_going() const = 0;
  /// Throws the same where what was done since the begin was not computed as it should, though it
  /// may go on.
  virtual void require_sound() const = 0;

  /// Every stage that has tuning parameters, with the values in use.
  virtual std::map<std::string, std::map<std::string, std::uint32_t>> tuning() const = 0;
  /// The tuning parameters that a stage's strategy was compiled for.
  virtual std::vector<TuningParameter> tuning_parameters(const std::string& stage) const = 0;
  /// The stages whose strategies have one tuning with that of a stage: itself, and those that share
  /// a preparation with it, in the order in which they run.
  virtual std::vector<std::string> tuned_together(const std::string& stage) const = 0;
  /// Replaces the tuning of a stage and of those tuned together with it; parameters not named take
  /// their defaults. Throws Error(not_available) for a value that is not there; after Refused the
  /// stage can be retuned, but not run.
  virtual void retune(const std::string& stage,
                      const std::map<std::string, std::uint32_t>& tuning) = 0;

  /// Counts, strategies and kernels of the schedule, and one of its stages run alone.
  std::vector<std::pair<std::string, int>> stage_counts() const { return schedule().counts(); }
  std::vector<std::pair<std::string, std::string>> strategies() const {
    return schedule().choices();
  }
  std::vector<KernelLaunch> kernels(const std::string& stage) const {
    return schedule().kernels(stage);
  }
  void run_stage_isolated(const std::string& stage) { schedule().run_alone(stage); }
};

/// The order in memory of what a system computes.
struct MemoryOrder {
  std::vector<std::uint32_t> identities;
  /// Mean distance of two that follow each other: what a sort keeps of the order before shows in
  /// it, and it is the same on a busy machine. Not finite where a position is not.
  double distance = 0;
};

/// A system whose rebuilds sort what it computes.
class SortedSystem : public System {
 public:
  /// Waits for the device.
  virtual MemoryOrder memory_order() const = 0;
  /// Whether all cycles do as much as each other, so that their times tell of the order: those with
  /// a rebuild on demand and those without are two populations.
  virtual bool has_even_cycles() const = 0;
};

}  // namespace sphlab
