// The order of a cycle: one list of items, by which it is run, counted, isolated and named.
#pragma once

#include <functional>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/event_trail.hpp"
#include "kernels/abi/strategy.hpp"

namespace sphlab {

/// Part of a cycle. Where displacements demand rebuilds, a check before each step decides on them;
/// else a cycle is a rebuild and the steps until the next.
enum class Phase { check, rebuild, step };

/// A stage, a preparation or a copy in a cycle. What its functions refer to outlives the schedule.
struct ScheduleItem {
  std::string name;      ///< in variants and records
  std::string timed_as;  ///< name of its samples; several items may share one
  Phase phase;
  int times;          ///< in a cycle; what runs on demand counts once, what has no launch never
  const Runtime* on;  ///< the device whose stream it is enqueued on
  bool is_awaited;    ///< whether the host waits for that device behind it
  /// Choices of a variant that it stands for: {{"list", "per-particle"}, ...}; none where there is
  /// nothing to choose.
  std::vector<std::pair<std::string, std::string>> choices;
  /// Names of what it reads and writes, by which the schedule checks its order.
  std::vector<std::string> needs, makes;
  /// Enqueues it. Throws what the launch throws.
  std::function<void(void* stream)> enqueue;
  /// Enqueues one invocation that leaves the state as it was; empty: it cannot run alone.
  std::function<void(void* stream)> enqueue_alone = {};
  /// Lists the kernels that an invocation launches; empty: none of a pack.
  std::function<std::vector<KernelLaunch>()> kernels = {};
  /// Whether it is due; empty: always. What is not due leaves no mark.
  std::function<bool()> is_due = {};
  std::size_t line = 0;  ///< of the step's program
};

/// The items of a cycle in the order in which they are enqueued.
class Schedule {
 public:
  /// Throws Error(not_available) where an item needs what nothing before it makes and `given`, what
  /// there is before the first, does not have. The message names the item that makes it later, or
  /// the circle where the two need each other. @param of whose schedule it is, for that message.
  Schedule(const std::string& of, std::vector<ScheduleItem> items,
           const std::set<std::string>& given);

  std::span<const ScheduleItem> items() const { return items_; }

  /// Enqueues every item of a phase; calls mark(timed_as) before each.
  void run(Phase phase, const StageMarker& mark) const;
  /// Enqueues one item likewise.
  static void run(const ScheduleItem& item, const StageMarker& mark);

  /// Enqueues one invocation of the items that have this name, or are timed as it: in a rebuild all
  /// of them, in a step the last. Throws std::invalid_argument where none of them runs alone.
  void run_alone(const std::string& stage) const;

  /// Lists the kernels of one invocation of every item that has this name or is timed as it.
  std::vector<KernelLaunch> kernels(const std::string& stage) const;

  /// Names of the samples of a cycle and how often each is taken, in order of first execution.
  std::vector<std::pair<std::string, int>> counts() const;

  /// Lists the choices of each item, in order of first execution.
  std::vector<std::pair<std::string, std::string>> choices() const;

  /// Whether displacements demand the rebuilds.
  bool is_on_demand() const;
  /// Whether every item that is timed so is part of a rebuild on demand.
  bool runs_on_demand(const std::string& timed_as) const;
  /// Whether the items run on several devices: events of one do not tell how long they take.
  bool is_split() const;

  /// Items of different names that are timed so, at least 1.
  int parts(const std::string& timed_as) const;

 private:
  /// Leaves out items that a step invokes again.
  std::vector<const ScheduleItem*> distinct() const;

  std::vector<ScheduleItem> items_;
};

}  // namespace sphlab
