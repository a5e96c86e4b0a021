// Makes the arguments of each stage from a run's arrays and the setup of its list.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <variant>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/list_setup.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "harness/stepping/pass_mirror.hpp"
#include "harness/stepping/stage_selection.hpp"

namespace sphlab {

/// Sources of the arguments. Pointers into `buffers` are valid until these are given up, those to
/// the state until the next rebuild.
struct StageInputs {
  const Scenario& scenario;
  const ListSetup& list_setup;
  const StageSelection& stages;
  std::shared_ptr<ParticleBuffers> buffers = nullptr;  ///< nullptr: none to work in
  std::unique_ptr<PassMirror> mirror = nullptr;  ///< where passes run on a device beside the loop's
  std::vector<MeasuredCapacity> capacities = {};  ///< by the preparation of each pass
  /// [particles] read by rebuilds in place of the current copy's; nullptr: there is that alone.
  const float4* given_positions = nullptr;
};

/// Whether schemes write what pass `preparing` has prepared: not where passes run on another
/// device.
bool schemes_write(const StageInputs& inputs, std::size_t preparing);

/// The list's grid with the order of its cells: their places on a curve, the cuboids in them.
Grid ordered_grid(const StageInputs& inputs);
/// The grid of the sort: its cells are what the keys tell apart.
Grid grid_of_keys(const StageInputs& inputs);

InBox<HashArguments> hash_arguments(const StageInputs& inputs);
SortArguments sort_arguments(const StageInputs& inputs);
CellsArguments cells_arguments(const StageInputs& inputs);
TilesArguments tiles_arguments(const StageInputs& inputs);
CellSortArguments cell_sort_arguments(const StageInputs& inputs);
InBox<ReorderArguments> reorder_arguments(const StageInputs& inputs, const StateBuffers& from,
                                          const StateBuffers& to);
InBox<ListArguments> list_arguments(const StageInputs& inputs);

/// Tells an invocation in the loop from one that is run alone and leaves the state as it was.
enum class StageRun { in_loop, alone };

RememberArguments remember_arguments(const StageInputs& inputs, StageRun run);
DisplacementArguments displacement_arguments(const StageInputs& inputs, StageRun run);
TimeStepArguments time_step_arguments(const StageInputs& inputs, StateSlot state, StageRun run);
/// Run alone, the part writes where the next rebuild will write anyway.
IntegrateArguments integrate_arguments(const StageInputs& inputs, const ProgramStep& line,
                                       StageRun run);
/// @param begins whether it stands before the passes that are repeated.
ConvergenceArguments convergence_arguments(const StageInputs& inputs, bool begins, StageRun run);

/// Makes the arguments of a pass, by its place in the formulation, with the arrays and fields that
/// it declares to read and to write.
/// @param Arguments those that the pass is bound to.
template <class Arguments>
Arguments pass_arguments(const StageInputs& inputs, std::size_t number, StateSlot state,
                         StageRun run);

/// Calls use(bound pass, its arguments) for a pass by its place in the formulation.
template <class Use>
void with_pass(const StageInputs& inputs, std::size_t number, StateSlot state, StageRun run,
               Use&& use) {
  std::visit(
      [&](const auto& bound) {
        using Arguments = typename std::decay_t<decltype(bound)>::Arguments;
        use(bound, pass_arguments<Arguments>(inputs, number, state, run));
      },
      inputs.stages.passes[number]);
}

}  // namespace sphlab
