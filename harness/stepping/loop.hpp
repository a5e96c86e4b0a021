// What a step is: the stages of a run in the order in which they are enqueued, with their
// arguments.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/event_trail.hpp"
#include "harness/stepping/list_plan.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "harness/stepping/pass_mirror.hpp"
#include "harness/stepping/pass_observer.hpp"
#include "harness/stepping/stage_selection.hpp"

namespace sphlab {

/// Enqueues stages on the runtime's stream; nothing here waits, except where it says so.
///
/// A rebuild is: hash, sort, cells (unless the sort is a pack's, which finds the offsets of the
/// cells itself), tiles (where the order cuts the cells), cell-sort (where the variant has it),
/// reorder, what the passes prepare, and list and list-order where a pass reads a list. A step is
/// what the scheme's program says. A cycle is a rebuild and the steps until the next; where
/// displacements demand the rebuilds, each step begins with displacement (the check), and a cycle
/// is nothing but steps. A scenario without time stepping has cycles of a rebuild and one
/// evaluation of the passes.
///
/// Where the passes run on another device than all other stages, a rebuild ends with an upload of
/// what it has changed, each evaluation begins with one unless it follows a rebuild, and ends with
/// a download of its rates. The loop then waits for that device at the end of each of these, of the
/// pass and of what it prepares: times between marks are those of a clock on the wall.
class Loop {
 public:
  /// All arguments outlive this. @param of_passes the runtime of the passes: `runtime`, or that of
  /// a device beside it, whose one pass is the forces, without arrays or fields.
  Loop(Runtime& runtime, const Scenario& scenario, const ListPlan& plan,
       const StageSelection& stages, Runtime& of_passes);

  /// What a run needs, workspaces included. Throws Refused, DeviceError.
  BufferSizes sizes() const;
  /// @param buffers of sizes(). @param least_bytes of each array that it makes beside them.
  void work_in(std::shared_ptr<ParticleBuffers> buffers, std::size_t least_bytes = 0);
  /// Gives its buffers up: nothing can be enqueued until it works in others.
  void give_up_buffers() {
    buffers_.reset();
    mirror_.reset();
  }
  /// Whether the passes run on a device beside that of all other stages.
  bool is_split() const { return &of_passes_ != &runtime_; }
  /// The arrays on that device; nullptr where there is none.
  PassMirror* mirror() const { return mirror_.get(); }

  /// Takes the measure of the state at hand for what the passes prepare, and leaves the particles
  /// in another order. Waits. Returns whether launches will differ from those before.
  bool measure_preparations();
  bool has_preparations() const;
  /// Measures and prepares anew after the tuning of a pass has changed, in workspaces of new sizes.
  /// What the passes leave for each other is gone. Waits. Throws Refused.
  void prepare_again();
  /// Makes room for as many cuboids as the order now cuts the cells into, after its tuning has
  /// changed, and rebuilds where they are others than before. Throws Refused.
  void cut_again();

  void rebuild(const StageMarker& mark);
  /// Every pass of the formulation on a state, and those that are repeated as often as there may be
  /// need. @param observe is told before and after each launch; what waits in it separates them.
  void evaluate(StateSlot state, const StageMarker& mark,
                const PassObserver& observe = unobserved) const;
  /// Whether a displacement demands a rebuild.
  void check(const StageMarker& mark) const;
  void step(const StageMarker& mark);
  /// A step, and before it the rebuild that it may demand.
  void demanding_step(const StageMarker& mark);
  void cycle(const StageMarker& mark);

  /// One invocation of a stage, of the runtime's sort, or of a preparation, that leaves the state
  /// as it was and can be repeated. Throws std::invalid_argument where there is no such stage, as
  /// for the copies of a split loop.
  void run_isolated(const std::string& stage) const;
  /// The kernels that one invocation of a stage launches; of "euler" those of all parts.
  std::vector<PlannedKernel> kernels(const std::string& stage) const;
  /// cells, which reads keys and writes the same offsets again, however often it runs.
  void run_cells() const;

  /// Names of the stages of a cycle and how often each runs in it, in order of first execution. One
  /// that runs on demand is counted once.
  std::vector<std::pair<std::string, int>> stage_counts() const;

  /// Why the room for a preparation no longer suffices, or "". Waits.
  std::string outgrown() const;
  /// Numbers that the preparations tell, by their name; of several passes, the last one's. Waits.
  std::map<std::string, double> notes() const;
  /// The tasks of each pass that has any. Waits.
  std::vector<DownloadedTasks> tasks() const;

  bool stepping() const { return stages_.scheme != nullptr; }
  std::uint32_t steps_per_cycle() const { return stepping() ? plan_.interval : 1; }
  const std::uint32_t* demanded() const { return &buffers_->demand.data()->demanded; }

  std::uint32_t steps_since_rebuild = 0;
  std::uint64_t planned_rebuilds = 0;  ///< those of a fixed interval; the device counts the others

 private:
  std::uint32_t particles() const;
  /// The plan's, with what the order of its cells is: places on a curve, cuboids.
  Grid grid() const;
  /// For the sort: its cells are what the keys tell apart.
  Grid grid_of_keys() const;
  /// The offsets of what the keys tell apart.
  std::uint32_t* begin_of_keys() const;
  void require_keys() const;
  const std::uint32_t* live() const;
  ParticleArrays arrays(StateSlot state) const;
  HashArguments hash_arguments() const;
  SortArguments sort_arguments() const;
  CellsArguments cells_arguments() const;
  TilesArguments tiles_arguments() const;
  CellSortArguments cell_sort_arguments() const;
  ReorderArguments reorder_arguments(const StateBuffers& from, const StateBuffers& to) const;
  ListArguments list_arguments() const;
  RememberArguments remember_arguments(RebuildDemand* demand) const;
  DisplacementArguments displacement_arguments(RebuildDemand* demand) const;
  TimeStepArguments time_step_arguments(StateSlot state, Clock* clock) const;
  IntegrateArguments integrate_arguments(const ProgramStep& line, Clock* clock) const;
  /// Those of the last part, to be run alone: what it writes goes where the next rebuild writes,
  /// too.
  IntegrateArguments isolated_part_arguments() const;
  ConvergenceArguments convergence_arguments(bool begins) const;
  void point_at_fields(IntegrateArguments& arguments, const StateBuffers& to) const;
  /// Whether a pass is part of an evaluation, or is run alone and leaves the state as it was.
  enum class PassRun { in_loop, alone };
  void point_at_written(QuantityArguments& arguments, std::size_t number, PassRun run) const;
  template <class Arguments>
  Arguments pass_arguments(std::size_t number, StateSlot state, PassRun run) const;
  /// Calls use(bound pass, its arguments) for a pass by its place in the formulation.
  template <class Use>
  void with_pass(std::size_t number, StateSlot state, PassRun run, Use&& use) const;
  /// Launches the passes [first, last).
  void run_passes(std::size_t first, std::size_t last, StateSlot state, const StageMarker& mark,
                  const PassObserver& observe) const;
  void converge(bool begins, const StageMarker& mark) const;
  /// The ends of an evaluation whose passes run on a device of their own.
  void hand_over(StateSlot state, const StageMarker& mark) const;
  void take_back(const StageMarker& mark) const;
  /// Waits for the device of the passes where that is not the loop's.
  void wait_for_passes() const;
  /// Calls use(bound stage, its arguments) for a stage with a strategy of the pack, as it is run
  /// alone.
  template <class Use>
  void with_stage(Stage stage, Use&& use) const;

  void sort() const;
  void reorder();
  void prepare(std::size_t number) const;
  void prepare(const StageMarker& mark) const;
  void forget_room(std::size_t number);
  void measure_rooms();
  /// Makes the workspace of a pass as large as its preparation wants it. Throws Refused.
  void fit_workspace(std::size_t number);
  void fill_ranks() const;
  std::unique_ptr<PassMirror> make_mirror(std::size_t least_bytes) const;

  Runtime& runtime_;
  Runtime& of_passes_;
  const Scenario& scenario_;
  const ListPlan& plan_;
  const StageSelection& stages_;
  std::shared_ptr<ParticleBuffers> buffers_;
  std::unique_ptr<PassMirror> mirror_;  ///< where it is_split()
  std::vector<MeasuredRoom> rooms_;     ///< of each pass
};

}  // namespace sphlab
