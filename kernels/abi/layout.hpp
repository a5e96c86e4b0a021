// A hash of the layout of everything that crosses between a pack and the harness. Two builds whose
// hashes differ would read each other's memory wrongly.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/abi/kernel_pack.hpp"

namespace sphlab {
namespace detail {

constexpr std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
  for (int byte = 0; byte < 8; ++byte) hash = (hash ^ (word >> (8 * byte) & 0xff)) * 0x100000001b3;
  return hash;
}

/// A name is hashed by its text, so that renaming a stage changes the layout.
constexpr std::uint64_t mixed(std::uint64_t hash, const char* text) {
  for (; *text != 0; ++text) hash = mixed(hash, static_cast<std::uint64_t>(*text));
  return hash;
}

template <class... Words>
constexpr std::uint64_t mixed_all(std::uint64_t hash, Words... words) {
  ((hash = mixed(hash, static_cast<std::uint64_t>(words))), ...);
  return hash;
}

/// Stages by name, in their order.
constexpr std::uint64_t hash_of_stages(std::uint64_t hash) {
  for (const StageDescription& row : stage_table) hash = mixed(hash, row.name);
  return hash;
}

}  // namespace detail

/// Sizes of every type, and where the members lie that a change of order would exchange unseen.
constexpr std::uint64_t layout_hash() {
  std::uint64_t hash = detail::hash_of_stages(0xcbf29ce484222325);
  hash = detail::mixed_all(
      hash, sizeof(DisplacementArguments), sizeof(InBox<HashArguments>), sizeof(SortArguments),
      sizeof(CellsArguments), sizeof(TilesArguments), sizeof(CellSortArguments),
      sizeof(InBox<ReorderArguments>), sizeof(InBox<ListArguments>), sizeof(RememberArguments),
      sizeof(PairArguments), sizeof(DensityArguments), sizeof(QuantityArguments),
      sizeof(ForceArguments), sizeof(ConvergenceArguments), sizeof(TimeStepArguments),
      sizeof(IntegrateArguments), sizeof(StepForceArguments), sizeof(DevicePrimitives),
      sizeof(MeasuredCapacity), sizeof(Grid), sizeof(ListView), sizeof(ListArrays),
      sizeof(ParticleView), sizeof(PassView), sizeof(ParticleArrays), sizeof(FieldMove),
      sizeof(FieldAdvance), sizeof(Repetition), sizeof(RepetitionLimits), sizeof(Clock),
      sizeof(RebuildDemand), sizeof(PhysicsConstants), sizeof(WcsphConstants),
      sizeof(LjPotentialConstants), sizeof(Strategy), sizeof(Preparation), sizeof(TuningParameter),
      sizeof(KernelLaunch), sizeof(KernelAttributes), sizeof(DeclaredWork), sizeof(PreparationNote),
      sizeof(Task), sizeof(TaskSink), sizeof(SchemeDescription), sizeof(ProgramStep),
      sizeof(FieldDescription), sizeof(PassDescription), sizeof(FormulationDescription),
      sizeof(ConstantDescription), sizeof(ConstantsQuestions), sizeof(OwnConstants),
      sizeof(OracleParticle), sizeof(OracleSum), sizeof(PairOracle), sizeof(KernelPack));
  return detail::mixed_all(
      hash, offsetof(HashArguments, keys), offsetof(HashArguments, order),
      offsetof(SortArguments, keys), offsetof(SortArguments, order),
      offsetof(SortArguments, spare_keys), offsetof(SortArguments, cell_begin),
      offsetof(TilesArguments, keys), offsetof(Task, targets), offsetof(Task, x_min),
      offsetof(CellSortArguments, order), offsetof(CellSortArguments, cell_order),
      offsetof(ListArguments, keys), offsetof(ListArguments, cell_begin),
      offsetof(ListArguments, types), offsetof(ListArguments, targets),
      offsetof(PairArguments, state), offsetof(PairArguments, keys),
      offsetof(PairArguments, cell_begin), offsetof(PairArguments, grid),
      offsetof(PairArguments, clock), offsetof(PairArguments, list),
      offsetof(PairArguments, influence_radius), offsetof(PairArguments, list_radius),
      offsetof(PairArguments, workspace), offsetof(PairArguments, capacity),
      offsetof(PairArguments, follows), offsetof(PassView, fields), offsetof(PassView, arrays),
      offsetof(IntegrateArguments, position), offsetof(IntegrateArguments, velocity),
      offsetof(IntegrateArguments, rate), offsetof(IntegrateArguments, clock),
      offsetof(IntegrateArguments, fields), offsetof(IntegrateArguments, advances),
      offsetof(IntegrateArguments, records), offsetof(Preparation, written_by_schemes),
      offsetof(FormulationDescription, own_constants), offsetof(FormulationDescription, fields),
      offsetof(FormulationDescription, arrays), offsetof(PassDescription, arrays),
      offsetof(PassDescription, reads), offsetof(PassDescription, rates),
      offsetof(PassDescription, fields), offsetof(PassDescription, oracle),
      offsetof(ConstantDescription, unit), offsetof(ConstantDescription, usual),
      offsetof(ConstantsQuestions, derived), offsetof(OracleParticle, arrays),
      offsetof(OracleParticle, id), offsetof(Repetition, largest_error),
      offsetof(OracleParticle, velocity), offsetof(OracleParticle, density_excess),
      offsetof(Strategy, pass), offsetof(Strategy, launch), offsetof(Strategy, describe),
      offsetof(Strategy, preparation), offsetof(WcsphConstants, second_fluid),
      offsetof(WcsphConstants, body), offsetof(WcsphConstants, surface),
      offsetof(WcsphConstants, drift), offsetof(WcsphConstants, planes),
      offsetof(WcsphConstants, repetition), offsetof(WcsphConstants, prediction),
      offsetof(WcsphConstants, tensile), offsetof(WcsphConstants, own),
      offsetof(LjPotentialConstants, own), offsetof(TimeStepArguments, approach_rate),
      offsetof(FormulationDescription, limits_step), offsetof(Clock, dt),
      offsetof(Clock, step_begin), offsetof(Clock, swing_share), offsetof(Grid, tile),
      offsetof(Grid, rank_of_cell), offsetof(Strategy, stated_error));
}

}  // namespace sphlab
