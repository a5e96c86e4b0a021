#include "harness/stepping/captured_cycles.hpp"

#include <algorithm>

namespace sphlab {

bool CapturedCycles::possible() const {
  return runtime_.has_graphs() && (!cycle_.schedule().is_on_demand() || runtime_.has_conditions());
}

void CapturedCycles::drop() {
  const auto destroy = [this](void* graph) {
    if (graph != nullptr) runtime_.call_unchecked(&RuntimeTable::graph_destroy, graph);
  };
  for (auto& [copy, graphs] : of_copy_) {
    destroy(graphs.plain);
    destroy(graphs.instrumented.graph);
  }
  of_copy_.clear();
  destroy(pieces_.check.graph);
  destroy(pieces_.rebuild.graph);
  destroy(pieces_.step.graph);
  pieces_ = {};
}

/// Leaves the host's view of the run unmoved.
void* CapturedCycles::capture(const std::function<void()>& enqueue) {
  const int copy = cycle_.copy();
  const std::uint64_t rebuilds = cycle_.scheduled_rebuilds;
  void* graph = runtime_.capture(enqueue);
  cycle_.copy() = copy;
  cycle_.scheduled_rebuilds = rebuilds;
  return graph;
}

/// Captures `enqueue` with its marks, where that has not been done.
void* CapturedCycles::instrument(Instrumented& piece, const Enqueue& enqueue) {
  if (piece.graph == nullptr) {
    piece.trail = std::make_unique<EventTrail>(runtime_);
    const StageMarker mark = [&](const char* stage) { piece.trail->mark(stage); };
    piece.graph = capture([&] { enqueue(mark); });
  }
  return piece.graph;
}

/// A cycle with a fixed interval rebuilds once, which swaps the copies.
void CapturedCycles::replay(void* graph) {
  runtime_.call(&RuntimeTable::graph_launch, "launch graph", graph);
  if (!cycle_.schedule().is_on_demand()) cycle_.copy() = 1 - cycle_.copy();
  cycle_.steps_since_rebuild = cycle_.steps_per_cycle();
  ++cycle_.scheduled_rebuilds;
}

void CapturedCycles::run() {
  if (!possible()) return cycle_.run(no_marks);
  void*& graph = of_copy_[cycle_.copy()].plain;
  if (graph == nullptr) graph = capture([&] { cycle_.run(no_marks); });
  replay(graph);
}

std::vector<StageSample> CapturedCycles::run_instrumented() {
  if (!possible()) {
    EventTrail trail(runtime_);
    cycle_.run([&](const char* stage) { trail.mark(stage); });
    runtime_.synchronize();
    return trail.samples();
  }
  if (cycle_.schedule().is_on_demand()) return run_pieces();
  Instrumented& cycle = of_copy_[cycle_.copy()].instrumented;
  replay(instrument(cycle, [&](const StageMarker& mark) { cycle_.run(mark); }));
  runtime_.synchronize();
  return cycle.trail->samples();
}

/// Replays one piece of a cycle, waits, and appends its samples.
void CapturedCycles::replay_piece(Instrumented& piece, const Enqueue& enqueue,
                                  std::vector<StageSample>& samples) {
  void* graph = instrument(piece, [&](const StageMarker& mark) {
    enqueue(mark);
    mark(nullptr);
  });
  runtime_.call(&RuntimeTable::graph_launch, "launch graph", graph);
  runtime_.synchronize();
  const std::vector<StageSample> of_piece = piece.trail->samples();
  samples.insert(samples.end(), of_piece.begin(), of_piece.end());
}

/// The instrumented cycle of a run with conditional nodes, which may not hold events: here the host
/// decides, between pieces.
std::vector<StageSample> CapturedCycles::run_pieces() {
  std::vector<StageSample> samples;
  for (std::uint32_t step = 0; step < cycle_.steps_per_cycle(); ++step) {
    replay_piece(
        pieces_.check, [&](const StageMarker& mark) { cycle_.check(mark); }, samples);
    runtime_.enqueue_if(cycle_.demanded(), [&] {
      replay_piece(
          pieces_.rebuild, [&](const StageMarker& mark) { cycle_.rebuild(mark); }, samples);
    });
    replay_piece(
        pieces_.step, [&](const StageMarker& mark) { cycle_.step(mark); }, samples);
  }
  return samples;
}

double CapturedCycles::seconds_of(void* graph) const {
  EventTrail around(runtime_);
  around.mark("graph");
  runtime_.call(&RuntimeTable::graph_launch, "launch graph", graph);
  around.mark(nullptr);
  runtime_.synchronize();
  return around.samples().front().seconds;
}

/// The chains are replayed in turns: a clock that changes between all replays of one and all of the
/// other would be taken for the cost of 32 events, in every stage of a contender alike.
double CapturedCycles::mark_cost() {
  if (!possible()) return 0;
  constexpr int kernels = 32, discarded = 2, replays = 15;
  EventTrail trail(runtime_);
  const auto chain = [&](bool marked) {
    return capture([&] {
      for (int k = 0; k < kernels; ++k) {
        if (marked) trail.mark(nullptr);
        cycle_.run_small_kernel();
      }
    });
  };
  void* const with = chain(true);
  void* const without = chain(false);
  std::vector<double> costs;
  for (int replay = 0; replay < discarded + replays; ++replay) {
    const double cost = seconds_of(with) - seconds_of(without);
    if (replay >= discarded) costs.push_back(cost / kernels);
  }
  for (void* graph : {with, without})
    runtime_.call(&RuntimeTable::graph_destroy, "destroy graph", graph);
  std::nth_element(costs.begin(), costs.begin() + replays / 2, costs.end());
  return costs[replays / 2];
}

}  // namespace sphlab
