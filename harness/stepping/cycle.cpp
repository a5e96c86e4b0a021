#include "harness/stepping/cycle.hpp"

#include "harness/interrupt.hpp"

namespace sphlab {

void Cycle::rebuild(const StageMarker& mark) {
  schedule().run(Phase::rebuild, mark);
  steps_since_rebuild = 0;
  ++scheduled_rebuilds;
}

void Cycle::step(const StageMarker& mark) {
  schedule().run(Phase::step, mark);
  ++steps_since_rebuild;
}

void Cycle::demanding_step(const StageMarker& mark) {
  check(mark);
  runtime_.enqueue_if(demanded(), [&] { rebuild(mark); });
  step(mark);
}

void Cycle::run(const StageMarker& mark) {
  const bool on_demand = schedule().is_on_demand();
  if (!on_demand) rebuild(mark);
  for (std::uint32_t k = 0; k < steps_per_cycle(); ++k) {
    stop_if_requested();
    on_demand ? demanding_step(mark) : step(mark);
  }
  mark(nullptr);
}

}  // namespace sphlab
