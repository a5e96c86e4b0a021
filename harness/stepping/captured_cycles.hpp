// Captures cycles as graphs, plain and with events at the stage boundaries.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/cycle.hpp"
#include "harness/stepping/event_trail.hpp"

namespace sphlab {

/// Graphs of cycles, captured when they are first run: one for each of the two copies of the state
/// that a cycle may start from, since a rebuild changes over to the other.
class CapturedCycles {
 public:
  /// Both arguments outlive this.
  CapturedCycles(Runtime& runtime, Cycle& cycle) : runtime_(runtime), cycle_(cycle) {}
  CapturedCycles(const CapturedCycles&) = delete;
  CapturedCycles& operator=(const CapturedCycles&) = delete;
  ~CapturedCycles() { drop(); }

  /// Whether a whole cycle can be captured: one that rebuilds on demand needs conditional nodes.
  bool possible() const;

  /// Enqueues a cycle, as a graph where that is possible.
  void run();

  /// Runs one cycle with an event at every stage boundary and waits for it: every invocation of
  /// every stage in the order of execution.
  std::vector<StageSample> run_instrumented();

  /// Seconds that an event between two kernels of a graph adds to the time between its neighbours:
  /// the difference between a chain of one small kernel with events and without, which noise may
  /// make negative. 0 where there are no graphs: there an event is a clock read.
  double mark_cost();

  /// Forgets every graph: what they captured has changed.
  void drop();

 private:
  /// Captured work with an event at every stage boundary.
  struct Instrumented {
    void* graph = nullptr;
    std::unique_ptr<EventTrail> trail;
  };
  struct OfCopy {
    void* plain = nullptr;
    Instrumented instrumented;
  };
  /// The parts of a cycle that rebuilds on demand: the host must know, for its events, which run.
  struct Pieces {
    Instrumented check, rebuild, step;
  };
  using Enqueue = std::function<void(const StageMarker&)>;

  void* capture(const std::function<void()>& enqueue);
  void* instrument(Instrumented& piece, const Enqueue& enqueue);
  void replay(void* graph);
  void replay_piece(Instrumented& piece, const Enqueue& enqueue, std::vector<StageSample>& samples);
  std::vector<StageSample> run_pieces();
  double seconds_of(void* graph) const;  ///< of one replay

  Runtime& runtime_;
  Cycle& cycle_;
  std::map<int, OfCopy> of_copy_;
  Pieces pieces_;
};

}  // namespace sphlab
