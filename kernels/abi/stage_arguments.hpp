// What each stage reads and writes, as plain data.
//
// Every pointer belongs to the harness. All are device pointers of the pack's runtime, except
// PhysicsConstants::data and DevicePrimitives, which are the host's. `const` says what a stage only
// reads.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/clock.hpp"
#include "kernels/abi/constants.hpp"
#include "kernels/abi/device_primitives.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/abi/grid.hpp"
#include "kernels/abi/host_device.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/particle_type.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/abi/rebuild_demand.hpp"
#include "kernels/abi/repetition.hpp"
#include "kernels/abi/stages.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

/// Arguments, and the box that the particles are in. Behind all others, so that a strategy which
/// serves open boxes alone takes the arguments without it.
template <class Arguments>
struct InBox : Arguments {
  /// Along an axis on which the box is periodic, its width [m], which begins at 0: positions are in
  /// [0, period) at a rebuild, and leave it until the next. 0 of an open one.
  float3 period;
};

/// Whether a box is periodic along any axis.
SPHLAB_HOST_DEVICE constexpr bool is_periodic(const float3& period) {
  return period.x > 0 || period.y > 0 || period.z > 0;
}

/// displacement: does any particle's displacement demand a rebuild?
struct DisplacementArguments {
  std::uint32_t particles;       ///< particles allocated, lost ones included
  const float4* position;        ///< [particles]
  const float4* velocity;        ///< [particles]
  const float4* built_position;  ///< [particles] positions at the last rebuild
  const std::uint32_t* live;     ///< [1] particles that are not lost: the first ones
  RebuildDemand* demand;         ///< `demanded` may be raised
  float displacement_limit;      ///< since the last rebuild, half a step ahead included [m]
  float fixed_dt;                ///< length of every step [s]; 0 where it is adaptive
  PhysicsConstants constants;
};

/// hash: the key of each particle's cell, or of its cuboid where the order cuts the cells.
struct HashArguments {
  std::uint32_t particles;
  const float4* position;  ///< [particles]
  std::uint32_t* keys;     ///< [particles] written
  std::uint32_t* order;    ///< [particles] written: 0, 1, ...
  Grid grid;
};

/// sort: brings keys into ascending order and carries `order` along. Where the order cuts the
/// cells, `grid` counts their cuboids, and cell_begin are the offsets of those; for stage cells,
/// too.
struct SortArguments {
  std::uint32_t particles;
  std::uint32_t* keys;         ///< [particles]
  std::uint32_t* order;        ///< [particles]
  std::uint32_t* spare_keys;   ///< [particles] to use
  std::uint32_t* spare_order;  ///< [particles] to use
  std::uint32_t* cell_begin;   ///< [grid.count + 2] written, see CellsArguments
  Grid grid;
  const DevicePrimitives* primitives;
};

/// cells: where each cell begins.
struct CellsArguments {
  std::uint32_t particles;
  const std::uint32_t* keys;  ///< [particles] ascending
  /// [grid.count + 2] written: cell c holds the particles [cell_begin[c], cell_begin[c + 1]), and
  /// the lost ones follow from cell_begin[grid.count].
  std::uint32_t* cell_begin;
  Grid grid;
};

/// tiles: from the cuboids of an order that cuts the cells to the cells.
struct TilesArguments {
  std::uint32_t particles;
  const std::uint32_t* tile_keys;   ///< [particles] ascending
  const std::uint32_t* tile_begin;  ///< [tile_count(grid) + 2]
  std::uint32_t* keys;              ///< [particles] written: keys of the cells
  std::uint32_t* cell_begin;        ///< [grid.count + 2] written
  Grid grid;
};

/// cell-sort: orders the particles inside each cell.
struct CellSortArguments {
  std::uint32_t particles;
  const std::uint32_t* identity;    ///< [particles] in the order before the sort
  const std::uint32_t* keys;        ///< [particles] ascending
  const std::uint32_t* order;       ///< [particles] as the sort left it
  const std::uint32_t* cell_begin;  ///< [grid.count + 2]
  std::uint32_t* cell_order;        ///< [particles] written: `order`, permuted within each cell
  Grid grid;
};

/// reorder: moves the particles into the sorted order, and those that have left a periodic box to
/// where they come in again.
struct ReorderArguments {
  std::uint32_t particles;
  const std::uint32_t* order;  ///< [particles] where each particle is to come from
  ParticleView from;
  ParticleArrays to;
  std::uint32_t field_count;
  FieldMove fields[most_fields];  ///< the first field_count are there
};

/// list and list-order: builds the list, or permutes its entries.
struct ListArguments {
  std::uint32_t particles;
  ParticleView state;
  const std::uint32_t* keys;        ///< [particles] ascending
  const std::uint32_t* cell_begin;  ///< [grid.count + 2]
  Grid grid;
  ListArrays list;
  TypeMask types;     ///< types that the list holds neighbours of
  TypeMask targets;   ///< types for which the list is built
  float list_radius;  ///< the influence radius and a skin [m]
};

/// remember: the end of a rebuild that a displacement has demanded.
struct RememberArguments {
  std::uint32_t particles;
  const float4* position;     ///< [particles]
  const std::uint32_t* live;  ///< [1]
  float4* built_position;     ///< [particles] written
  RebuildDemand* demand;      ///< lowered and counted
};

/// What a strategy's preparation has measured of the state that a run began with, and launches are
/// made for, see Preparation::measure. The strategy's own to read.
struct MeasuredCapacity {
  std::uint32_t values[4];
};

/// What every pass over pairs reads.
struct PairArguments {
  std::uint32_t particles;
  PassView state;
  const std::uint32_t* keys;        ///< [particles] ascending
  const std::uint32_t* cell_begin;  ///< [grid.count + 2], and behind them see tile_begin()
  Grid grid;
  const Clock* clock;      ///< of the state where a scheme evaluates once a step
  ListView list;           ///< no regions unless the strategy reads a list
  TypeMask types;          ///< types that the list holds neighbours of
  float influence_radius;  ///< radius of interaction [m]
  float list_radius;       ///< the influence radius and a skin [m]
  PhysicsConstants constants;
  const DevicePrimitives* primitives;
  void* workspace;            ///< as many bytes as the strategy's preparation asked for
  MeasuredCapacity capacity;  ///< of the strategy's preparation
  bool moves;                 ///< whether particles move between rebuilds
  /// Of a strategy whose preparation is shared: whether an earlier pass has left in the workspace
  /// what it found of the same state, and whether a later one will look for it.
  bool follows, is_followed;
  /// Whether integration schemes keep up to date, in this run, what the strategy has prepared:
  /// where its preparation is written_by_schemes.
  bool schemes_write;
};

/// A pass of kind quantities: what a formulation computes on the way to its forces; the other kinds
/// write such quantities, too. Of each kind those that the pass declares
/// to write are there, by their place among those of the formulation; the others are null.
struct QuantityArguments : PairArguments {
  float* arrays[most_arrays];  ///< [particles * components] for the passes behind it to gather
  float* rates[most_fields];  ///< [particles * components] of fields, by which schemes advance them
  float* fields[most_fields];  ///< [particles * components] state.fields, which no scheme advances
  Repetition* repetition;      ///< of a pass that is repeated; null of others
};

/// A pass of kind density: sums up densities. What a neighbour reads of a particle in this pass,
/// its position, stays as it is; the fourth components of position and velocity are written.
struct DensityArguments : QuantityArguments {
  float4* position;  ///< [particles] state.position: w is written, see ParticleView
  float4* velocity;  ///< [particles] state.velocity: w is written
};

/// A pass of kind forces: the rates of change, or a potential.
struct ForceArguments : QuantityArguments {
  float4* rate;      ///< [particles] written: dv/dt [m/s^2], w: d(rho/rho0)/dt [1/s]
  float* potential;  ///< [particles] written by physics of potentials: Lennard-Jones potential [J]
  /// [particles] written by physics that limit the step by it, see FormulationDescription: largest
  /// |u_ij . x_ij| / (r^2 + 0.01 h^2) of a particle's pairs [1/s]
  float* approach_rate;
};

/// convergence: whether passes are to be repeated once more.
struct ConvergenceArguments {
  Repetition* repetition;
  RepetitionLimits limits;
  bool begins;  ///< whether the passes have not run in this evaluation yet
};

/// time-step: the maxima that limit an adaptive step.
struct TimeStepArguments {
  std::uint32_t particles;
  const float4* velocity;      ///< [particles]
  const float4* rate;          ///< [particles]
  const float* approach_rate;  ///< [particles] of ForceArguments; null where it limits no step
  const std::uint32_t* live;   ///< [1]
  Clock* clock;                ///< its maxima are raised
  PhysicsConstants constants;
};

/// predict, correct, advance: the parts of an integration scheme.
struct IntegrateArguments {
  std::uint32_t particles;
  ParticleView state;         ///< what the part reads, see ProgramStep
  ParticleView midpoint;      ///< the state inside the step, where the program has written one
  float4* position;           ///< [particles] written; may be state.position
  float4* velocity;           ///< [particles] written; may be state.velocity
  const float4* rate;         ///< [particles] of the last pass
  const std::uint32_t* live;  ///< [1]
  Clock* clock;
  PhysicsConstants constants;
  std::uint32_t every;         ///< of the program's step, see ProgramStep
  float* fields[most_fields];  ///< of the scheme, in the order in which it declares them
  std::uint32_t advance_count;
  FieldAdvance advances[most_fields];  ///< the first advance_count are there: of the formulation
  /// The workspace of the forces' preparation where that is written by schemes, see
  /// Preparation::written_by_schemes; else null.
  void* records;
};

/// forces, as its strategies are handed it: with what the scheme does next, for those that do it
/// within the pass, see Strategy::ends_steps_of.
struct StepForceArguments : ForceArguments {
  bool ends_with_time_step;     ///< whether `time_step` is there
  bool ends_with_correct;       ///< whether `correct` is there
  bool ends_with_displacement;  ///< whether `displacement` is there: behind `correct` alone
  TimeStepArguments time_step;
  IntegrateArguments correct;
  DisplacementArguments displacement;
};

namespace detail {
template <Stage>
struct StageArguments;
template <>
struct StageArguments<Stage::displacement> {
  using type = DisplacementArguments;
};
template <>
struct StageArguments<Stage::hash> {
  using type = InBox<HashArguments>;
};
template <>
struct StageArguments<Stage::sort> {
  using type = SortArguments;
};
template <>
struct StageArguments<Stage::cells> {
  using type = CellsArguments;
};
template <>
struct StageArguments<Stage::tiles> {
  using type = TilesArguments;
};
template <>
struct StageArguments<Stage::cell_sort> {
  using type = CellSortArguments;
};
template <>
struct StageArguments<Stage::reorder> {
  using type = InBox<ReorderArguments>;
};
template <>
struct StageArguments<Stage::list> {
  using type = InBox<ListArguments>;
};
template <>
struct StageArguments<Stage::list_order> {
  using type = InBox<ListArguments>;
};
template <>
struct StageArguments<Stage::remember> {
  using type = RememberArguments;
};
template <>
struct StageArguments<Stage::convergence> {
  using type = ConvergenceArguments;
};
template <>
struct StageArguments<Stage::time_step> {
  using type = TimeStepArguments;
};
template <>
struct StageArguments<Stage::predict> {
  using type = IntegrateArguments;
};
template <>
struct StageArguments<Stage::correct> {
  using type = IntegrateArguments;
};
template <>
struct StageArguments<Stage::advance> {
  using type = IntegrateArguments;
};

template <PassKind>
struct PassKindArguments;
template <>
struct PassKindArguments<PassKind::density> {
  using type = DensityArguments;
};
template <>
struct PassKindArguments<PassKind::quantities> {
  using type = QuantityArguments;
};
template <>
struct PassKindArguments<PassKind::forces> {
  using type = ForceArguments;
};
}  // namespace detail

/// The arguments of a pass.
template <PassKind kind>
using ArgumentsOfKind = typename detail::PassKindArguments<kind>::type;

/// The arguments of a stage that is no pass.
template <Stage stage>
using ArgumentsOf = typename detail::StageArguments<stage>::type;

}  // namespace sphlab
