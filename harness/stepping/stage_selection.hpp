// Chooses the strategy and the tuning of every stage of a run.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/bound_stage.hpp"
#include "harness/stepping/list_setup.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab {

/// One pass of a formulation.
using BoundPass =
    std::variant<Bound<DensityArguments>, Bound<QuantityArguments>, Bound<StepForceArguments>>;

/// The pass without its arguments' type.
const BoundStage& stage_of(const BoundPass& pass);

/// The stages of one run with their strategies. Passes that read the list agree on its types.
class StageSelection {
 public:
  /// Chooses out of `pack` what `variant` names, and defaults for the rest. Passes before the
  /// forces take the strategy of the forces' name, where none is named for them. Throws
  /// Error(not_available) for what the pack does not have or cannot combine, such as a strategy
  /// that does not serve the order of the cells, their size or a periodic box. @param of_passes the
  /// pack of the passes: `pack`, or that of a device beside it. Both outlive this.
  StageSelection(const KernelPack& pack, const KernelPack& of_passes, const Scenario& scenario,
                 const Variant& variant, const ListSetup& setup);

  Bound<ArgumentsOf<Stage::hash>> hash;
  Bound<CellsArguments> cells;  ///< runs unless `sort` finds the offsets of the cells itself
  std::optional<Bound<TilesArguments>> tiles;  ///< where the order cuts the cells
  Bound<InBox<ReorderArguments>> reorder;
  std::optional<Bound<SortArguments>> sort;  ///< nothing: the runtime's
  std::optional<Bound<CellSortArguments>> cell_sort;
  std::optional<Bound<ArgumentsOf<Stage::list>>> list, list_order;
  std::optional<Bound<RememberArguments>> remember;
  std::optional<Bound<DisplacementArguments>> displacement;
  std::vector<BoundPass> passes;  ///< in the order in which they run; the last one computes forces
  std::optional<Bound<ConvergenceArguments>> convergence;  ///< where passes are repeated
  std::optional<Bound<TimeStepArguments>> time_step;
  const SchemeDescription* scheme = nullptr;     ///< nullptr where nothing moves
  std::vector<Bound<IntegrateArguments>> parts;  ///< of the scheme, in the order of its program

  /// The scheme's steps, in order; none where nothing moves.
  std::span<const ProgramStep> program() const {
    if (scheme == nullptr) return {};
    return {scheme->steps, scheme->step_count};
  }

  /// Cuboids along each axis into which the order cuts a cell.
  std::uint32_t tile() const;

  /// The part of the scheme that is of this stage.
  const Bound<IntegrateArguments>& part(Stage stage) const;

  /// Whether the strategy of the forces does this stage of the scheme within its pass, so that the
  /// loop has none of it.
  bool is_done_in_forces(Stage stage) const;

  /// The stage of this name, or of the name under which it is timed: the last of those that share
  /// one; nullptr where the variant has none.
  const BoundStage* find(const std::string& name) const;
  /// Throws std::invalid_argument where the variant has no such stage.
  const BoundStage& require(const std::string& name) const;

  /// Replaces the tuning of one stage, and of the passes that prepare together with it; parameters
  /// not named take their default. Throws as the constructor, and std::invalid_argument where the
  /// variant has no such stage.
  void retune(const std::string& name, const std::map<std::string, std::uint32_t>& tuning);

  /// Lists every stage with a strategy of the pack; passes and parts of the scheme stand in their
  /// order, which the schedule alone has of the others.
  std::vector<const BoundStage*> all() const;

  /// Index of the pass whose preparation, if any, pass `number` reads: the first of those that
  /// share it.
  std::size_t preparing_pass(std::size_t number) const;
  /// Whether a later pass reads what pass `number` prepares.
  bool is_followed(std::size_t number) const;
  /// Whether pass `number` has a preparation, alone or as the first of those that share it.
  bool prepares(std::size_t number) const;

  /// The list that the passes read; no types: they read none.
  ListShape list_shape() const;
  /// Fields of the state beyond position, velocity and identity: the scheme's, then the
  /// formulation's.
  std::vector<FieldDescription> fields() const;
  /// How many of them are the scheme's.
  std::size_t scheme_fields() const { return scheme == nullptr ? 0 : scheme->field_count; }
  /// What the pack says of the scenario's physics.
  const FormulationDescription& formulation() const { return formulation_; }
  /// The description of a pass, by its place in the formulation.
  const PassDescription& described(std::size_t pass) const { return formulation_.passes[pass]; }
  /// The fields and the arrays of the formulation.
  std::span<const FieldDescription> formulation_fields() const;
  std::span<const FieldDescription> formulation_arrays() const;
  /// Whether the rates at which pairs approach limit an adaptive step.
  bool limits_step() const { return formulation_.limits_step; }
  /// Whether a pass computes the rate of the formulation's field `number`.
  bool has_rate(std::size_t number) const;
  /// The first of the passes that are repeated; passes.size() where none is.
  std::size_t first_repeated() const;
  /// What the variant asks for, with the tunings in use.
  const Variant& variant() const { return variant_; }

 private:
  void choose_passes(const KernelPack& pack, const Scenario& scenario);
  void choose_list(const KernelPack& pack);
  void choose_scheme(const KernelPack& pack, const Scenario& scenario);
  void require_ended_steps(const KernelPack& of_passes) const;
  void require_advanced_fields() const;
  StageNeeds needs(Stage stage) const;
  StageNeeds needs_of_list(Stage stage) const;
  bool names_stage(Stage stage) const;
  void require_agreement() const;
  void require_stages_in_use() const;
  void require_one_tuning() const;
  void require_cells_served(const KernelPack& pack, const KernelPack& of_passes) const;
  void require_box_served(const KernelPack& pack, const KernelPack& of_passes) const;
  void require_fresh_cells(const ListSetup& setup) const;

  Variant variant_;
  FormulationDescription formulation_;  ///< of the scenario's physics
};

}  // namespace sphlab
