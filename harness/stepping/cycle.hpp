// Runs a cycle of a schedule: which of its phases, and how often.
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
  /// Device memory where the check leaves whether a rebuild is due: not 0. Needed where the
  /// schedule has a check.
  virtual const std::uint32_t* demanded() const = 0;
  /// Index, 0 or 1, of the current copy of the state. A rebuild changes over to the other, but not
  /// one that displacements demand.
  virtual int& copy() = 0;
  /// Enqueues a small kernel that changes nothing.
  virtual void run_small_kernel() const = 0;

  /// Enqueues the check whether displacements demand a rebuild.
  void check(const StageMarker& mark) const { schedule().run(Phase::check, mark); }
  void rebuild(const StageMarker& mark);
  void step(const StageMarker& mark);
  /// Enqueues the check, the rebuild where that demands it, and a step.
  void demanding_step(const StageMarker& mark);
  /// Enqueues a whole cycle, then calls mark(nullptr). Throws Interrupted between two steps where a
  /// stop is requested.
  void run(const StageMarker& mark);

  std::uint32_t steps_since_rebuild = 0;
  /// Rebuilds at a fixed interval; the device counts those on demand.
  std::uint64_t scheduled_rebuilds = 0;

 protected:
  Runtime& runtime_;
};

}  // namespace sphlab
