// Runs the schedule of one variant on its arrays.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/arguments.hpp"
#include "harness/stepping/cycle.hpp"
#include "harness/stepping/list_setup.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "harness/stepping/pass_observer.hpp"
#include "harness/stepping/preparations.hpp"
#include "harness/stepping/schedule.hpp"
#include "harness/stepping/stage_selection.hpp"

namespace sphlab {

/// Enqueues stages on the runtime's stream, as sph_schedule() orders them, and waits for the device
/// of the passes where that is another one. A scenario without time stepping has cycles of a
/// rebuild and one evaluation of the passes.
class Loop : public Cycle {
 public:
  /// All arguments outlive this. @param of_passes the runtime of the passes: `runtime`, or that of
  /// a device beside it, whose one pass is the forces, without arrays or fields.
  /// Throws Error(not_available) as Schedule does.
  Loop(Runtime& runtime, const Scenario& scenario, const ListSetup& setup,
       const StageSelection& stages, Runtime& of_passes);

  /// Sizes of the arrays that a run needs, workspaces included. Throws Refused, DeviceError.
  BufferSizes sizes() const;
  /// Takes `buffers`, of sizes(), to work in. @param least_bytes of each array that it allocates
  /// beside them.
  void work_in(std::shared_ptr<ParticleBuffers> buffers, std::size_t least_bytes = 0);
  /// Gives its buffers up: nothing can be enqueued until it works in others.
  void give_up_buffers() {
    inputs_.buffers.reset();
    inputs_.mirror.reset();
  }
  /// Has rebuilds at an interval read these positions, of the memory of somebody else's, in place
  /// of the current copy's: [particles], until told of others. nullptr: the copy's.
  void read_positions_of(const float4* positions) { inputs_.given_positions = positions; }
  /// Whether the passes run on a device beside that of all other stages.
  bool is_split() const { return &of_passes_ != &runtime_; }
  /// The arrays on that device; nullptr where there is none.
  PassMirror* mirror() const { return inputs_.mirror.get(); }

  const Schedule& schedule() const override { return schedule_; }
  const Preparations& preparations() const { return preparations_; }

  /// Measures the capacities that preparations need in the state at hand, and leaves the particles
  /// in another order. Waits. Returns whether launches will differ from those before.
  bool measure_preparations();
  /// See Preparations.
  void prepare_again() { preparations_.prepare_again(); }
  /// Allocates offsets of the cuboids into which the order, with another tuning, now cuts the
  /// cells, and rebuilds where their number has changed. Throws Refused.
  void cut_again();

  /// Enqueues every pass on the current state, repeated ones as often as may be needed.
  /// @param observe called before and after each; waiting in it separates them.
  void evaluate(const StageMarker& mark, const PassObserver& observe = unobserved) const;
  /// Enqueues stage cells, in the schedule or not, which writes the same offsets again.
  void run_small_kernel() const override;

  /// Whether the scheme writes the sources of the forces beside the state.
  bool schemes_write_sources() const {
    return schemes_write(inputs_, inputs_.stages.preparing_pass(inputs_.stages.passes.size() - 1));
  }

  /// The largest error that a strategy of a pass states.
  double stated_error() const {
    double largest = 0;
    for (const BoundPass& pass : inputs_.stages.passes)
      largest = std::max(largest, stage_of(pass).strategy().stated_error);
    return largest;
  }

  bool stepping() const { return inputs_.stages.scheme != nullptr; }
  /// Where nothing moves, each step rebuilds, as paper C times its passes; but not where somebody's
  /// particles stand for a run of his, whose lists serve as many steps as he says.
  std::uint32_t steps_per_cycle() const override {
    const bool keeps_lists = stepping() || is_given(inputs_.scenario);
    return keeps_lists ? inputs_.list_setup.interval : 1;
  }
  const std::uint32_t* demanded() const override {
    return &inputs_.buffers->demand.data()->demanded;
  }
  int& copy() override { return inputs_.buffers->current; }

 private:
  void require_keys() const;
  void fill_ranks() const;
  std::unique_ptr<PassMirror> make_mirror(std::size_t least_bytes) const;

  Runtime& of_passes_;
  StageInputs inputs_;
  Preparations preparations_;
  Schedule schedule_;
};

}  // namespace sphlab
