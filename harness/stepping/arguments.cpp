#include "harness/stepping/arguments.hpp"

#include <type_traits>

#include "harness/scenarios/physics.hpp"
#include "harness/stepping/step_program.hpp"

namespace sphlab {
namespace {

std::uint32_t particles_in(const ParticleBuffers& buffers) {
  return static_cast<std::uint32_t>(buffers.sizes.particles);
}

/// The offsets of what the keys tell apart.
std::uint32_t* begin_of_keys(const StageInputs& in) {
  std::uint32_t* cell_begin = in.buffers->cell_begin.data();
  return in.stages.tiles ? tile_begin(in.list_setup.grid, cell_begin) : cell_begin;
}

const std::uint32_t* live_in(const StageInputs& in) {
  return in.buffers->cell_begin.data() + in.list_setup.grid.count;
}

const float4* unsorted_positions(const StageInputs& in, const StateBuffers& copy) {
  return in.given_positions != nullptr ? in.given_positions : copy.position.data();
}

ParticleArrays arrays_of(const StageInputs& in, StateSlot state) {
  return state == StateSlot::now ? in.buffers->now() : in.buffers->midpoint();
}

/// Points at the fields of the scheme, and at those that it advances, which it writes into `to`.
void point_at_fields(IntegrateArguments& a, const StageInputs& in, const StateBuffers& to) {
  const ParticleBuffers& b = *in.buffers;
  const std::size_t of_scheme = in.stages.scheme_fields();
  for (std::size_t k = 0; k < of_scheme; ++k) a.fields[k] = to.fields[k].data();
  for (std::size_t k = 0; k < b.sizes.rates.size(); ++k) {
    if (!in.stages.has_rate(k)) continue;
    a.advances[a.advance_count++] = {b.current_copy().fields[of_scheme + k].data(),
                                     b.field_rates[k].data(), to.fields[of_scheme + k].data(),
                                     b.sizes.rates[k]};
  }
}

/// What schemes write beside the state: what the forces have prepared. Alone, they leave it as it
/// is.
void* records_of_schemes(const StageInputs& in, StageRun run) {
  const std::size_t forces = in.stages.preparing_pass(in.stages.passes.size() - 1);
  if (run == StageRun::alone || !schemes_write(in, forces)) return nullptr;
  return in.buffers->workspaces[forces].data();
}

/// Points at what the pass declares to write. Alone, it leaves fields and counts as they are.
void point_at_written(QuantityArguments& a, const StageInputs& in, std::size_t number,
                      StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  const PassDescription& pass = in.stages.described(number);
  const StateBuffers& copy = run == StageRun::in_loop ? b.current_copy() : b.other_copy();
  for (std::size_t k = 0; k < b.arrays.size(); ++k)
    a.arrays[k] = (pass.arrays >> k & 1) != 0 ? b.arrays[k].data() : nullptr;
  for (std::size_t k = 0; k < b.field_rates.size(); ++k) {
    a.rates[k] = (pass.rates >> k & 1) != 0 ? b.field_rates[k].data() : nullptr;
    a.fields[k] =
        (pass.fields >> k & 1) != 0 ? copy.fields[in.stages.scheme_fields() + k].data() : nullptr;
  }
  if (!pass.repeated) return;
  a.repetition = run == StageRun::in_loop ? b.repetition.data() : b.idle_repetition.data();
}

/// Adds what the scheme does behind the evaluation of a state, as far as the forces do it.
void add_end_of_step(StepForceArguments& a, const StageInputs& in, StateSlot state, StageRun run) {
  bool is_behind = false;
  for (const ProgramStep& line : in.stages.program()) {
    if (line.stage == Stage::pass) is_behind = line.reads == state;
    if (!is_behind || !in.stages.is_done_in_forces(line.stage)) continue;
    if (line.stage == Stage::correct) {
      a.ends_with_correct = true;
      a.correct = integrate_arguments(in, line, run);
      a.ends_with_displacement = in.list_setup.on_demand();
      if (a.ends_with_displacement) a.displacement = displacement_arguments(in, run);
    } else if (in.scenario.time_stepping == TimeStepping::adaptive) {
      a.ends_with_time_step = true;
      a.time_step = time_step_arguments(in, state, run);
    }
  }
}

}  // namespace

bool schemes_write(const StageInputs& in, std::size_t preparing) {
  if (in.mirror != nullptr || !in.stages.prepares(preparing)) return false;
  return stage_of(in.stages.passes[preparing]).preparation().written_by_schemes();
}

Grid ordered_grid(const StageInputs& in) {
  Grid grid = in.list_setup.grid;
  grid.tile = in.stages.tile();
  if (in.buffers->sizes.ranks > 0) {
    grid.rank_of_cell = in.buffers->rank_of_cell.data();
    grid.cell_of_rank = in.buffers->cell_of_rank.data();
  }
  return grid;
}

Grid grid_of_keys(const StageInputs& in) {
  Grid keys = ordered_grid(in);
  keys.count = tile_count(keys);
  return keys;
}

InBox<HashArguments> hash_arguments(const StageInputs& in) {
  const ParticleBuffers& b = *in.buffers;
  return {{particles_in(b), unsorted_positions(in, b.current_copy()), b.keys.data(), b.order.data(),
           ordered_grid(in)},
          in.scenario.period};
}

SortArguments sort_arguments(const StageInputs& in) {
  const ParticleBuffers& b = *in.buffers;
  return {.particles = particles_in(b),
          .keys = b.keys.data(),
          .order = b.order.data(),
          .spare_keys = b.keys_alt.data(),
          .spare_order = b.order_alt.data(),
          .cell_begin = begin_of_keys(in),
          .grid = grid_of_keys(in),
          .primitives = &b.primitives};
}

CellsArguments cells_arguments(const StageInputs& in) {
  const ParticleBuffers& b = *in.buffers;
  return {particles_in(b), b.keys.data(), begin_of_keys(in), grid_of_keys(in)};
}

TilesArguments tiles_arguments(const StageInputs& in) {
  const ParticleBuffers& b = *in.buffers;
  return {.particles = particles_in(b),
          .tile_keys = b.keys.data(),
          .tile_begin = begin_of_keys(in),
          .keys = b.cell_keys.data(),
          .cell_begin = b.cell_begin.data(),
          .grid = ordered_grid(in)};
}

CellSortArguments cell_sort_arguments(const StageInputs& in) {
  const ParticleBuffers& b = *in.buffers;
  return {.particles = particles_in(b),
          .identity = b.now().identity,
          .keys = b.keys_of_cells().data(),
          .order = b.order.data(),
          .cell_begin = b.cell_begin.data(),
          .cell_order = b.order_alt.data(),
          .grid = ordered_grid(in)};
}

InBox<ReorderArguments> reorder_arguments(const StageInputs& in, const StateBuffers& from,
                                          const StateBuffers& to) {
  const ParticleBuffers& b = *in.buffers;
  // the sort's spare array holds the order that cell-sort has made of the sort's
  InBox<ReorderArguments> a{
      {.particles = particles_in(b),
       .order = in.stages.cell_sort ? b.order_alt.data() : b.order.data(),
       .from = {unsorted_positions(in, from), from.velocity.data(), from.identity.data()},
       .to = {to.position.data(), to.velocity.data(), to.identity.data()},
       .field_count = static_cast<std::uint32_t>(b.sizes.fields.size()),
       .fields = {}},
      in.scenario.period};
  for (std::size_t k = 0; k < b.sizes.fields.size(); ++k)
    a.fields[k] = {from.fields[k].data(), to.fields[k].data(), b.sizes.fields[k]};
  return a;
}

InBox<ListArguments> list_arguments(const StageInputs& in) {
  const ParticleBuffers& b = *in.buffers;
  return {{.particles = particles_in(b),
           .state = b.now().view(),
           .keys = b.keys_of_cells().data(),
           .cell_begin = b.cell_begin.data(),
           .grid = ordered_grid(in),
           .list = b.list_arrays(),
           .types = b.sizes.list.types,
           .targets = physics_kind(in.scenario.physics).targets,
           .list_radius = static_cast<float>(in.list_setup.radius)},
          in.scenario.period};
}

RememberArguments remember_arguments(const StageInputs& in, StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  return {particles_in(b), b.now().position, live_in(in), b.built_position.data(),
          run == StageRun::in_loop ? b.demand.data() : b.idle_demand.data()};
}

DisplacementArguments displacement_arguments(const StageInputs& in, StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  return {.particles = particles_in(b),
          .position = b.now().position,
          .velocity = b.now().velocity,
          .built_position = b.built_position.data(),
          .live = live_in(in),
          .demand = run == StageRun::in_loop ? b.demand.data() : b.idle_demand.data(),
          .displacement_limit = static_cast<float>(in.list_setup.displacement_limit),
          .fixed_dt = static_cast<float>(in.scenario.fixed_dt),
          .constants = in.scenario.constants()};
}

TimeStepArguments time_step_arguments(const StageInputs& in, StateSlot state, StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  return {.particles = particles_in(b),
          .velocity = arrays_of(in, state).velocity,
          .rate = b.rate.data(),
          .approach_rate = in.stages.limits_step() ? b.approach_rate.data() : nullptr,
          .live = live_in(in),
          .clock = run == StageRun::in_loop ? b.clock.data() : b.idle_clock.data(),
          .constants = in.scenario.constants()};
}

IntegrateArguments integrate_arguments(const StageInputs& in, const ProgramStep& line,
                                       StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  const bool alone = run == StageRun::alone;
  const StateBuffers& copy = alone ? b.other_copy() : b.current_copy();
  const ParticleArrays to = arrays_of(in, alone ? StateSlot::midpoint : line.writes);
  IntegrateArguments a{
      .particles = particles_in(b),
      .state = arrays_of(in, line.reads).view(),
      .midpoint = b.midpoint().view(),
      .position = to.position,
      .velocity = to.velocity,
      .rate = b.rate.data(),
      .live = live_in(in),
      .clock = alone ? b.idle_clock.data() : b.clock.data(),
      .constants = in.scenario.constants(),
      .every = line.every == 1 ? 1 : euler_interval(*in.stages.scheme, in.scenario),
      .fields = {},
      .advance_count = 0,
      .advances = {},
      .records = records_of_schemes(in, run)};
  point_at_fields(a, in, copy);
  return a;
}

ConvergenceArguments convergence_arguments(const StageInputs& in, bool begins, StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  return {run == StageRun::in_loop ? b.repetition.data() : b.idle_repetition.data(),
          in.scenario.wcsph.repetition, begins};
}

template <class Arguments>
Arguments pass_arguments(const StageInputs& in, std::size_t number, StateSlot state, StageRun run) {
  const ParticleBuffers& b = *in.buffers;
  const StageSelection& stages = in.stages;
  const ParticleArrays of_state = arrays_of(in, state);
  Arguments a{};
  a.particles = particles_in(b);
  a.state.position = of_state.position;
  a.state.velocity = of_state.velocity;
  a.state.identity = of_state.identity;
  for (std::size_t k = 0; k < b.field_rates.size(); ++k)
    a.state.fields[k] = b.current_copy().fields[stages.scheme_fields() + k].data();
  const std::uint32_t read = stages.described(number).reads;
  for (std::size_t k = 0; k < b.arrays.size(); ++k)
    a.state.arrays[k] = (read >> k & 1) != 0 ? b.arrays[k].data() : nullptr;
  a.keys = b.keys_of_cells().data();
  a.cell_begin = b.cell_begin.data();
  a.grid = ordered_grid(in);
  a.clock = b.clock.data();
  a.list = b.list_view();
  a.types = b.sizes.list.types;
  a.influence_radius = static_cast<float>(in.scenario.influence_radius);
  a.list_radius = static_cast<float>(in.list_setup.radius);
  a.constants = in.scenario.constants();
  a.primitives = &b.primitives;
  const std::size_t preparing = stages.preparing_pass(number);
  a.workspace = b.workspaces[preparing].data();
  a.capacity = in.capacities[preparing];
  a.moves = stages.scheme != nullptr;
  a.follows = preparing != number;
  a.is_followed = stages.is_followed(number);
  a.schemes_write = schemes_write(in, preparing);
  point_at_written(a, in, number, run);
  if constexpr (std::is_same_v<Arguments, DensityArguments>) {
    a.position = of_state.position;
    a.velocity = of_state.velocity;
  }
  if constexpr (std::is_same_v<Arguments, StepForceArguments>) {
    a.rate = b.rate.data();
    a.potential = b.potential.data();
    a.approach_rate = b.approach_rate.data();
    if (in.mirror) in.mirror->stand_in(a);
    add_end_of_step(a, in, state, run);
  }
  return a;
}

template DensityArguments pass_arguments(const StageInputs&, std::size_t, StateSlot, StageRun);
template QuantityArguments pass_arguments(const StageInputs&, std::size_t, StateSlot, StageRun);
template StepForceArguments pass_arguments(const StageInputs&, std::size_t, StateSlot, StageRun);

}  // namespace sphlab
