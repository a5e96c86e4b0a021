#include "harness/stepping/stage_selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>

#include "harness/error.hpp"
#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/refused.hpp"
#include "harness/stepping/step_program.hpp"
#include "harness/stepping/variant_axes.hpp"

namespace sphlab {
namespace {

/// The name under which a variant chooses the strategy of a stage.
const char* name_of(Stage stage) {
  return describe(stage).name;
}

/// Names of strategies that could stand in the place of `strategy`, and of which `is_right` holds.
template <class Test>
std::set<std::string> names_in_place_of(const Strategy& strategy, const KernelPack& pack,
                                        const Test& is_right) {
  std::set<std::string> names;
  for (const Strategy& other : std::span(pack.strategies, pack.strategy_count)) {
    if (std::string_view(stage_name(other)) == stage_name(strategy) &&
        std::string_view(other.physics) == strategy.physics && is_right(other))
      names.insert(other.name);
  }
  return names;
}

/// "those that do: rows, x-pencil"
std::string those_named(const std::set<std::string>& names) {
  if (names.empty()) return "none of this stage does";
  return fmt::format("those that do: {}", fmt::join(names, ", "));
}

/// What the pack says of a physics; of one that it does not describe, forces alone.
FormulationDescription formulation_of(const KernelPack& pack, const std::string& physics) {
  if (const FormulationDescription* found = find_formulation(pack, physics)) return *found;
  static constexpr PassDescription forces_alone[] = {{forces_pass, PassKind::forces}};
  FormulationDescription undescribed{};
  undescribed.passes = forces_alone;
  undescribed.pass_count = 1;
  return undescribed;
}

/// Whether the scheme, the rebuild policy or the runtime may do without the stage.
bool is_left_to_scenario(const StageDescription& row) {
  return row.time == StageTime::step || row.time == StageTime::check ||
         row.stage == Stage::remember || row.stage == Stage::sort;
}

const Variant& with_known_stages(const Variant& variant, const KernelPack& of_passes) {
  for (const auto& [stage, choice] : variant.stages) require_stage(of_passes, stage);
  return variant;
}

/// Every stage of a selection, passes and parts of the scheme in their order; const where the
/// selection is.
template <class Selection, class Found = std::conditional_t<std::is_const_v<Selection>,
                                                            const BoundStage, BoundStage>>
std::vector<Found*> stages_of(Selection& selection) {
  std::vector<Found*> stages = {&selection.hash, &selection.reorder};
  const auto add = [&](auto& bound) {
    if (bound) stages.push_back(&*bound);
  };
  add(selection.sort);
  if (!selection.sort) stages.push_back(&selection.cells);
  add(selection.tiles);
  add(selection.cell_sort);
  add(selection.list);
  add(selection.list_order);
  add(selection.remember);
  add(selection.displacement);
  for (auto& pass : selection.passes)
    stages.push_back(std::visit([](auto& bound) -> Found* { return &bound; }, pass));
  add(selection.convergence);
  add(selection.time_step);
  for (auto& bound : selection.parts) stages.push_back(&bound);
  return stages;
}

}  // namespace

const BoundStage& stage_of(const BoundPass& pass) {
  return std::visit([](const auto& bound) -> const BoundStage& { return bound; }, pass);
}

StageSelection::StageSelection(const KernelPack& pack, const KernelPack& of_passes,
                               const Scenario& scenario, const Variant& variant,
                               const ListSetup& setup)
    : hash(pack, {Stage::hash, "", variant.list_format}, with_known_stages(variant, of_passes)),
      cells(pack, {Stage::cells, "", variant.list_format}, variant),
      reorder(pack, {Stage::reorder, "", variant.list_format}, variant),
      variant_(variant),
      formulation_(formulation_of(of_passes, scenario.physics)) {
  require_served(variant_axes(), of_passes, scenario.physics, variant);
  if (names_stage(Stage::sort) && variant.stages.at(name_of(Stage::sort)).name != runtime_sort)
    sort.emplace(pack, needs(Stage::sort), variant);
  if (hash.strategy().tile != nullptr) tiles.emplace(pack, needs(Stage::tiles), variant);
  if (names_stage(Stage::cell_sort)) cell_sort.emplace(pack, needs(Stage::cell_sort), variant);
  choose_passes(of_passes, scenario);
  require_one_tuning();
  choose_list(pack);
  if (first_repeated() < passes.size())
    convergence.emplace(pack, needs(Stage::convergence), variant);
  if (scenario.time_stepping != TimeStepping::none) choose_scheme(pack, scenario);
  require_ended_steps(of_passes);
  if (scenario.time_stepping == TimeStepping::adaptive && !is_done_in_forces(Stage::time_step))
    time_step.emplace(pack, needs(Stage::time_step), variant);
  if (setup.on_demand()) {
    remember.emplace(pack, needs(Stage::remember), variant);
    if (!is_done_in_forces(Stage::displacement))
      displacement.emplace(pack, needs(Stage::displacement), variant);
  }
  require_agreement();
  require_cells_served(pack, of_passes);
  if (is_periodic(scenario.period)) require_box_served(pack, of_passes);
  require_fresh_cells(setup);
}

/// Of a stage that knows neither physics nor list.
StageNeeds StageSelection::needs(Stage stage) const {
  return {stage, "", variant_.list_format};
}

StageNeeds StageSelection::needs_of_list(Stage stage) const {
  return {stage, "", variant_.list_format, list_shape().types};
}

bool StageSelection::names_stage(Stage stage) const {
  return variant_.stages.contains(name_of(stage));
}

void StageSelection::choose_passes(const KernelPack& pack, const Scenario& scenario) {
  const auto needs_of = [&](const char* pass) {
    return StageNeeds{Stage::pass, scenario.physics, variant_.list_format, 0, pass};
  };
  const auto names = [&](const char* pass) { return variant_.stages.contains(pass); };
  const Bound<StepForceArguments> forces(pack, needs_of(forces_pass), variant_);
  for (const PassDescription& pass : std::span(formulation_.passes, formulation_.pass_count)) {
    Variant with_pass = variant_;
    if (!names(pass.name)) with_pass.stages[pass.name] = {forces.strategy().name, {}};
    if (pass.kind == PassKind::forces) {
      passes.emplace_back(forces);
    } else if (pass.kind == PassKind::density) {
      Bound<DensityArguments> density(pack, needs_of(pass.name), with_pass);
      if (!names(pass.name) && names(forces_pass) && density.shares_with(forces)) {
        with_pass.stages[pass.name].tuning = variant_.stages.at(forces_pass).tuning;
        density = Bound<DensityArguments>(pack, needs_of(pass.name), with_pass);
      }
      passes.emplace_back(density);
    } else {
      passes.emplace_back(Bound<QuantityArguments>(pack, needs_of(pass.name), with_pass));
    }
  }
}

void StageSelection::choose_list(const KernelPack& pack) {
  if (list_shape().types == 0) return;
  list.emplace(pack, needs_of_list(Stage::list), variant_);
  if (names_stage(Stage::list_order))
    list_order.emplace(pack, needs_of_list(Stage::list_order), variant_);
}

void StageSelection::choose_scheme(const KernelPack& pack, const Scenario& scenario) {
  scheme = &find_scheme(pack, scenario.scheme);
  check_program(*scheme);
  euler_interval(*scheme, scenario);  // throws where the scheme has no use for the scenario's
  require_advanced_fields();
  for (const ProgramStep& step : std::span(scheme->steps, scheme->step_count)) {
    if (step.stage == Stage::pass || step.stage == Stage::time_step) continue;
    if (is_done_in_forces(step.stage)) continue;
    Variant of_scheme = variant_;
    StrategyChoice& choice = of_scheme.stages[name_of(step.stage)];
    if (!choice.name.empty() && choice.name != scheme->name) {
      throw Error(ExitCode::not_available,
                  fmt::format("the variant names '{}' for stage '{}', and the scenario's scheme is "
                              "'{}': name that, or none",
                              choice.name, name_of(step.stage), scheme->name));
    }
    choice.name = scheme->name;
    parts.emplace_back(pack, StageNeeds{step.stage, scenario.physics}, of_scheme);
  }
}

bool StageSelection::is_done_in_forces(Stage stage) const {
  return scheme != nullptr && stage_of(passes.back()).strategy().ends_steps_of != nullptr &&
         (stage == Stage::time_step || stage == Stage::correct || stage == Stage::displacement);
}

/// A strategy that ends steps does so for one scheme, and leaves nothing of it to others.
void StageSelection::require_ended_steps(const KernelPack& of_passes) const {
  const Strategy& forces = stage_of(passes.back()).strategy();
  if (scheme == nullptr || forces.ends_steps_of == nullptr) return;
  if (std::string_view(forces.ends_steps_of) != scheme->name) {
    const auto others = names_in_place_of(forces, of_passes, [&](const Strategy& other) {
      return std::string_view(other.list_format) == forces.list_format &&
             other.ends_steps_of == nullptr;
    });
    throw Refused(
        fmt::format("the traversal '{}' does the end of steps of the scheme '{}' within its pass, "
                    "and the scenario's is '{}'; take one that leaves them to the scheme: {}",
                    forces.name, forces.ends_steps_of, scheme->name, fmt::join(others, ", ")));
  }
  for (const Stage stage : {Stage::time_step, Stage::correct, Stage::displacement}) {
    if (!names_stage(stage)) continue;
    throw Error(ExitCode::not_available,
                fmt::format("the traversal '{}' does the stage '{}' within its pass, and the "
                            "variant names '{}' for it; leave that out",
                            forces.name, name_of(stage), variant_.stages.at(name_of(stage)).name));
  }
}

/// A field that has a rate must be advanced by it.
void StageSelection::require_advanced_fields() const {
  const std::size_t all = scheme->field_count + formulation_.field_count;
  if (all > most_fields) {
    throw Error(ExitCode::not_available,
                fmt::format("the scheme '{}' and the formulation '{}' have {} fields together, and "
                            "a state has {} at most",
                            scheme->name, formulation_.name, all, most_fields));
  }
  if (scheme->advances_fields) return;
  for (std::size_t number = 0; number < formulation_.field_count; ++number) {
    if (!has_rate(number)) continue;
    throw Error(ExitCode::not_available,
                fmt::format("the formulation '{}' has the field '{}', which changes at a rate, and "
                            "the scheme '{}' advances none: let the scenario choose an "
                            "\"integrator\" that does, \"symplectic-euler\"",
                            formulation_.name, formulation_.fields[number].name, scheme->name));
  }
}

/// What a variant names must be part of the run: what is measured under a name does what it says.
/// A variant may be for scenarios of several schemes, and stand with several rebuild policies: it
/// may name what one of them does without.
void StageSelection::require_stages_in_use() const {
  const std::vector<const BoundStage*> in_use = all();
  for (const auto& [stage, choice] : variant_.stages) {
    const auto is_it = [&, &name = stage](const BoundStage* bound) {
      return name == bound->stage_name();
    };
    if (is_left_to_scenario(row_of(stage)) || std::any_of(in_use.begin(), in_use.end(), is_it))
      continue;
    const Stage named = row_of(stage).stage;
    const bool is_of_list = named == Stage::list || named == Stage::list_order;
    throw Error(ExitCode::not_available,
                fmt::format("a variant with the traversal '{}' has no stage '{}' in this scenario, "
                            "and names '{}' for it{}; leave that out",
                            stage_of(passes.back()).strategy().name, stage, choice.name,
                            is_of_list ? ": it reads no list" : ""));
  }
  if (list || variant_.list_format == default_list_format) return;
  throw Error(ExitCode::not_available,
              fmt::format("a variant with the traversal '{}' reads no list, and names the format "
                          "'{}' for one: leave that out",
                          stage_of(passes.back()).strategy().name, variant_.list_format));
}

/// What a variant asks for must have something to act on.
void StageSelection::require_agreement() const {
  if (sort && names_stage(Stage::cells)) {
    throw Error(ExitCode::not_available,
                fmt::format("the sort '{}' finds the cells' offsets itself: a variant with it "
                            "has no stage 'cells'; leave that out",
                            sort->strategy().name));
  }
  if (tiles && cell_sort) {
    throw Error(ExitCode::not_available,
                fmt::format("the order '{}' orders the particles inside each cell: a variant with "
                            "it has no stage 'cell-sort'; leave that out",
                            hash.strategy().name));
  }
  if (!tiles && names_stage(Stage::tiles)) {
    throw Error(ExitCode::not_available,
                fmt::format("the order '{}' cuts no cells: a variant with it has no stage 'tiles'; "
                            "leave that out",
                            hash.strategy().name));
  }
  require_stages_in_use();
  if (sort || !names_stage(Stage::sort)) return;
  const StrategyChoice& of_runtime = variant_.stages.at(name_of(Stage::sort));
  if (!of_runtime.tuning.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("the sort '{}' is the runtime's and has no tuning parameter '{}'",
                            runtime_sort, of_runtime.tuning.begin()->first));
  }
}

/// Passes that share a workspace must agree about what lies where in it.
void StageSelection::require_one_tuning() const {
  for (std::size_t number = 0; number < passes.size(); ++number) {
    const BoundStage& pass = stage_of(passes[number]);
    const BoundStage& first = stage_of(passes[preparing_pass(number)]);
    if (pass.tuning() == first.tuning()) continue;
    throw Error(
        ExitCode::not_available,
        fmt::format("the strategy '{}' of stages '{}' and '{}' has one workspace for both: "
                    "give them the same tuning, or name it for '{}' alone",
                    pass.strategy().name, first.stage_name(), pass.stage_name(), forces_pass));
  }
}

/// Every stage that looks at cells must serve those that stage hash makes of the list's grid.
void StageSelection::require_cells_served(const KernelPack& pack,
                                          const KernelPack& of_passes) const {
  const Strategy& order = hash.strategy();
  for (const BoundStage* bound : all()) {
    const Strategy& strategy = bound->strategy();
    if (serves_cells(strategy, order.orders, variant_.cells_per_radius)) continue;
    const bool is_of_pass = strategy.stage == Stage::pass;
    const auto those_that_do =
        names_in_place_of(strategy, is_of_pass ? of_passes : pack, [&](const Strategy& other) {
          return serves_cells(other, order.orders, variant_.cells_per_radius);
        });
    throw Error(ExitCode::not_available,
                fmt::format("the strategy '{}' of stage '{}' does not serve cells in the order "
                            "'{}' of 1/{} of the radius; {}",
                            strategy.name, bound->stage_name(), order.name,
                            variant_.cells_per_radius, those_named(those_that_do)));
  }
}

/// Every stage that looks at cells or pairs must find what is across the faces of a periodic box.
void StageSelection::require_box_served(const KernelPack& pack, const KernelPack& of_passes) const {
  if (variant_.cells_per_radius > 1) {
    throw Error(
        ExitCode::not_available,
        fmt::format("cells_per_radius is {}, and a periodic box is searched in cells of the "
                    "whole radius; leave it at 1",
                    variant_.cells_per_radius));
  }
  for (const BoundStage* bound : all()) {
    const Strategy& strategy = bound->strategy();
    if (strategy.serves_periodic) continue;
    const bool is_of_pass = strategy.stage == Stage::pass;
    const auto those_that_do =
        names_in_place_of(strategy, is_of_pass ? of_passes : pack, [&](const Strategy& other) {
          return other.serves_periodic &&
                 (!has_list(strategy) ||
                  std::string_view(other.list_format) == strategy.list_format);
        });
    throw Error(ExitCode::not_available,
                fmt::format("the strategy '{}' of stage '{}' does not reach across the faces of a "
                            "periodic box; {}",
                            strategy.name, bound->stage_name(), those_named(those_that_do)));
  }
}

/// A strategy that narrows relies on where the particles were at the last rebuild.
void StageSelection::require_fresh_cells(const ListSetup& setup) const {
  if (scheme == nullptr || setup.interval == 1 || setup.expansion > 1) return;
  for (const BoundStage* bound : all()) {
    if (!bound->strategy().narrows) continue;
    throw Error(ExitCode::not_available,
                fmt::format("the strategy '{}' of stage '{}' would miss neighbours that come "
                            "within the radius between two rebuilds, {} steps apart; rebuild every "
                            "step, or give the list_life an expansion above 1",
                            bound->strategy().name, bound->stage_name(), setup.interval));
  }
}

std::uint32_t StageSelection::tile() const {
  return tiles ? hash.strategy().tile(hash.tuning().data()) : 1;
}

const Bound<IntegrateArguments>& StageSelection::part(Stage stage) const {
  for (const Bound<IntegrateArguments>& bound : parts) {
    if (bound.strategy().stage == stage) return bound;
  }
  throw std::invalid_argument(fmt::format("the scheme has no part '{}'", name_of(stage)));
}

std::vector<const BoundStage*> StageSelection::all() const {
  return stages_of(*this);
}

const BoundStage* StageSelection::find(const std::string& name) const {
  const BoundStage* found = nullptr;
  for (const BoundStage* stage : all()) {
    if (name == stage->stage_name()) return stage;
    if (name == timed_as(stage->strategy())) found = stage;
  }
  return found;
}

const BoundStage& StageSelection::require(const std::string& name) const {
  if (const BoundStage* found = find(name)) return *found;
  throw std::invalid_argument("this variant has no stage " + name);
}

void StageSelection::retune(const std::string& name,
                            const std::map<std::string, std::uint32_t>& tuning) {
  const BoundStage& named = require(name);
  for (BoundStage* stage : stages_of(*this)) {
    if (stage != &named && !stage->shares_with(named)) continue;
    stage->retune(tuning);
    variant_.stages[stage->stage_name()] = {stage->strategy().name, tuning};
  }
}

std::size_t StageSelection::preparing_pass(std::size_t number) const {
  for (std::size_t first = 0; first < number; ++first) {
    if (stage_of(passes[first]).shares_with(stage_of(passes[number]))) return first;
  }
  return number;
}

bool StageSelection::is_followed(std::size_t number) const {
  for (std::size_t later = number + 1; later < passes.size(); ++later) {
    if (preparing_pass(later) == preparing_pass(number)) return true;
  }
  return false;
}

bool StageSelection::prepares(std::size_t number) const {
  return stage_of(passes[number]).prepares() && preparing_pass(number) == number;
}

ListShape StageSelection::list_shape() const {
  ListShape shape{};
  for (const BoundPass& pass : passes) {
    const Strategy& strategy = stage_of(pass).strategy();
    if (!has_list(strategy)) continue;
    if (shape.types != 0 && shape.types != strategy.types) {
      throw Error(ExitCode::not_available,
                  fmt::format("the passes read lists of different types ({:#x} and {:#x})",
                              shape.types, strategy.types));
    }
    shape = {find_list_format(variant_.list_format), strategy.types};
  }
  return shape;
}

std::vector<FieldDescription> StageSelection::fields() const {
  std::vector<FieldDescription> all;
  if (scheme != nullptr) all.assign(scheme->fields, scheme->fields + scheme->field_count);
  all.insert(all.end(), formulation_fields().begin(), formulation_fields().end());
  return all;
}

std::span<const FieldDescription> StageSelection::formulation_fields() const {
  return {formulation_.fields, formulation_.field_count};
}

std::span<const FieldDescription> StageSelection::formulation_arrays() const {
  return {formulation_.arrays, formulation_.array_count};
}

bool StageSelection::has_rate(std::size_t number) const {
  const std::span all(formulation_.passes, formulation_.pass_count);
  return std::any_of(all.begin(), all.end(),
                     [&](const PassDescription& pass) { return (pass.rates >> number & 1) != 0; });
}

std::size_t StageSelection::first_repeated() const {
  const std::span all(formulation_.passes, formulation_.pass_count);
  const auto first = std::find_if(all.begin(), all.end(),
                                  [](const PassDescription& pass) { return pass.repeated; });
  return static_cast<std::size_t>(first - all.begin());
}

}  // namespace sphlab
