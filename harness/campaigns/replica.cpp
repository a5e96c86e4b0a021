#include "harness/campaigns/replica.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "harness/campaigns/own_order.hpp"
#include "harness/error.hpp"
#include "harness/measure/advance.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/variant_axes.hpp"

namespace sphlab {
namespace {

/// A parameter that the suite or the variant's rebuild policy adds to those of the scenario's file.
constexpr const char* interval_parameter = "rebuild_interval";

std::string describe(const Record& record) {
  return fmt::format("record {} ({}, {} particles, {}, {})", record.id, record.scenario.name,
                     record.scenario.particles, record.variant, record.toolchain.name);
}

RebuildPolicy recorded_rebuild(const Record::ListLife& recorded) {
  RebuildPolicy rebuild;
  if (recorded.trigger == trigger_name(RebuildTrigger::displacement))
    rebuild.trigger = RebuildTrigger::displacement;
  if (recorded.interval) rebuild.interval = static_cast<std::uint32_t>(*recorded.interval);
  rebuild.expansion = recorded.expansion;
  return rebuild;
}

/// Equal for records that were taken of one scenario.
std::string scenario_key(const Record& record) {
  const auto& s = record.scenario;
  return nlohmann::json{s.name, s.parameters, s.configuration_hash}.dump();
}

/// Equal for records that were taken of one simulation in one state.
std::string simulation_key(const Record& record) {
  const nlohmann::json key = {scenario_key(record), record.toolchain.name,
                              written_axes(variant_axes(), recorded_variant(record)),
                              record.scenario.state.label, record.scenario.state.step};
  return key.dump();
}

}  // namespace

Variant recorded_variant(const Record& record) {
  Variant variant;
  const PhysicsKind& kind = physics_kind(record.physics);
  for (const auto& [stage, strategy] : record.strategies) {
    if (stage == "list-format") {
      variant.list_format = strategy;
      continue;
    }
    // a preparation comes with its pass
    if (find_stage(stage) == nullptr && find_pass(kind, stage) == nullptr) continue;
    const auto tuning = record.tuning.find(stage);
    variant.stages[stage] = {strategy,
                             tuning == record.tuning.end() ? Record::Tuning{} : tuning->second};
  }
  variant.cells_per_radius = static_cast<std::uint32_t>(record.cells_per_radius);
  if (record.list_life) variant.rebuild = recorded_rebuild(*record.list_life);
  for (const auto& [key, value] : record.choices) {
    const Axis* axis = find_axis(variant_axes(), key);
    if (axis == nullptr || axis->has_own_place)
      throw InputError(
          fmt::format("{}: choices.{}: this build knows no such choice; use the "
                      "revision that recorded it",
                      describe(record), key));
    axis->set(variant, value, "choices." + key);
  }
  if (record.host_toolchain) variant.forces_only = ForcesOnly{record.host_toolchain->name};
  return variant;
}

Scenario recorded_scenario(const Record& record,
                           const std::vector<std::filesystem::path>& scenario_directories) {
  std::map<std::string, double> parameters = record.scenario.parameters;
  const auto interval = parameters.extract(interval_parameter);
  Scenario scenario =
      load_scenario(find_scenario(record.scenario.name, scenario_directories), parameters);
  if (scenario.configuration_hash != record.scenario.configuration_hash) {
    throw InputError(
        fmt::format("{}: its scenario was another: scenario '{}' has configuration {} now, and {} "
                    "when it was recorded; record again, or use the scenarios of that revision",
                    describe(record), scenario.name, scenario.configuration_hash,
                    record.scenario.configuration_hash));
  }
  if (!interval.empty()) scenario.list_interval = static_cast<std::uint32_t>(interval.mapped());
  return scenario;
}

ReplicaMaker::ReplicaMaker(Runtime& runtime,
                           std::vector<std::filesystem::path> scenario_directories)
    : runtime_(runtime), scenario_directories_(std::move(scenario_directories)) {}

Simulation& ReplicaMaker::make(const Record& record, const LoadedPack& pack) {
  const std::string key = simulation_key(record);
  if (simulation_ != nullptr && key == simulation_key_) return *simulation_;
  load_scenario_of(record);
  simulation_.reset();  // its memory may be needed for the next
  simulation_ = std::make_unique<Simulation>(runtime_, pack, *scenario_, recorded_variant(record));
  simulation_key_ = key;
  reach_state_of(record);
  simulation_->rebuild();
  simulation_->forces();
  simulation_->check_overflow();
  return *simulation_;
}

void ReplicaMaker::load_scenario_of(const Record& record) {
  const std::string key = scenario_key(record);
  if (scenario_ && key == scenario_key_) return;
  simulation_.reset();  // it refers to the scenario
  states_.clear();
  scenario_ = recorded_scenario(record, scenario_directories_);
  scenario_key_ = key;
}

void ReplicaMaker::reach_state_of(const Record& record) {
  const Record::State& wanted = record.scenario.state;
  Simulation& simulation = *simulation_;
  auto found = std::find_if(states_.begin(), states_.end(),
                            [&](const SavedState& state) { return state.step == wanted.step; });
  if (found == states_.end()) {
    simulation.restore(scenario_->initial, 0, 0);
    const RunClock reached =
        advance_cycles(runtime_, simulation, wanted.step / simulation.steps_per_cycle());
    states_.push_back({wanted.label, simulation.download(), reached.time, wanted.step});
    found = std::prev(states_.end());
  }
  const auto& own = record.own_order;
  begin_at(own ? order_after(runtime_, simulation, *found, own->steps) : *found, simulation);
}

}  // namespace sphlab
