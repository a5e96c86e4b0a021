// How a cycle of a schedule is run: which of its phases, how often, and what the host knows of it.
#pragma once

#include <cstdint>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/event_trail.hpp"
#include "harness/stepping/schedule.hpp"

namespace sphlab {

/// Enqueues the phases of a schedule; nothing here waits, except where the schedule says so.
///
/// A cycle is a rebuild and the steps until the next; where displacements demand the rebuilds, each
/// step begins with a check, and a cycle is nothing but steps.
class Cycle {
 public:
  /// @param runtime outlives this.
  explicit Cycle(Runtime& runtime) : runtime_(runtime) {}
  Cycle(const Cycle&) = delete;
  Cycle& operator=(const Cycle&) = delete;
  virtual ~Cycle() = default;

  virtual const Schedule& schedule() const = 0;
  virtual std::uint32_t steps_per_cycle() const = 0;
  /// What the check leaves on the device: not 0 where a rebuild is due. Asked for where the
  /// schedule has a check.
  virtual const std::uint32_t* demanded() const = 0;
  /// Which of two copies of the state, 0 or 1, holds it. A rebuild goes over to the other, but not
  /// where displacements demand it.
  virtual int& copy() = 0;
  /// Enqueues a small kernel that may run however often.
  virtual void run_small_kernel() const = 0;

  /// Whether a displacement demands a rebuild.
  void check(const StageMarker& mark) const { schedule().run(Phase::check, mark); }
  void rebuild(const StageMarker& mark);
  void step(const StageMarker& mark);
  /// A step, and before it the rebuild that it may demand.
  void demanding_step(const StageMarker& mark);
  /// A whole cycle; behind it calls mark(nullptr). Throws Interrupted between two steps where a
  /// stop is requested.
  void run(const StageMarker& mark);

  std::uint32_t steps_since_rebuild = 0;
  /// Counts those of a fixed interval; the device counts the others.
  std::uint64_t scheduled_rebuilds = 0;

 protected:
  Runtime& runtime_;
};

}  // namespace sphlab
