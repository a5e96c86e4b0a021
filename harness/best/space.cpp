#include "harness/best/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

constexpr const char* life_axis = "list-life";
constexpr const char* tuning_axis = "tuning";
constexpr const char* minor_tuning_axis = "minor-tuning";
constexpr const char* format_axis = "list-format";
constexpr const char* builder_axis = "list";
constexpr const char* toolchain_axis = "toolchain";
constexpr const char* cells_axis = "cells";

/// Skins that displacements use up, from the middle outwards: a search may end before it has tried
/// all. And steps between rebuilds, where the scenario's are more.
constexpr double skins[] = {1.07, 1.04, 1.1, 1.02, 1.15, 1.2};
constexpr std::uint32_t short_intervals[] = {5, 2, 1};
/// Skins for rebuilds at an interval, by the steps of it: a fast particle uses up some 1 to 2 % of
/// the radius in a step.
struct SkinnedInterval {
  std::uint32_t interval;
  double skin;
};
constexpr SkinnedInterval skinned_intervals[] = {{5, 1.15}, {10, 1.2}, {2, 1.07}, {5, 1.1},
                                                 {10, 1.3}, {2, 1.04}, {5, 1.2},  {10, 1.1}};

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// Those behind `name` first, then those before it: neighbours in a table are alike.
std::vector<std::string> others_behind(std::vector<std::string> names, const std::string& name) {
  const auto now = std::find(names.begin(), names.end(), name);
  if (now == names.end()) return names;
  std::rotate(names.begin(), now, names.end());
  names.erase(names.begin());
  return names;
}

std::vector<std::string> format_names() {
  std::vector<std::string> names;
  for (const NamedListFormat& format : list_formats) names.emplace_back(format.name);
  return names;
}

const std::string& traversal_of(const SpacePoint& point) {
  return point.choice.variant.stages.at("forces").name;
}

StageNeeds forces_in(const Scenario& scenario, const std::string& format) {
  return {Stage::forces, scenario.physics, format};
}

const Strategy& traversal_in(const SpacePoint& point, const Scenario& scenario) {
  return find_strategy(*point.pack->pack, forces_in(scenario, point.choice.variant.list_format),
                       traversal_of(point));
}

/// What the list of a point needs of a stage.
StageNeeds of_list(const SpacePoint& point, const Scenario& scenario, Stage stage) {
  return {stage, "", point.choice.variant.list_format, traversal_in(point, scenario).types};
}

/// The strategy that makes the order of the cells.
std::string order_of(const Variant& variant) {
  const auto chosen = variant.stages.find("hash");
  return chosen == variant.stages.end() ? usual_order : chosen->second.name;
}

/// The point by another pack.
SpacePoint by_pack(SpacePoint point, const LoadedPack& pack) {
  point.pack = &pack;
  point.choice.runtime = pack.pack->runtime;
  point.choice.toolchains = {pack.pack->toolchain};
  return point;
}

/// Stages that a variant has whatever the other choices are: the others' tuning is forgotten where
/// another choice may take the stage itself away.
bool is_lasting(const std::string& stage) {
  const StageDescription& row = stage_named(stage);
  return row.time == StageTime::pass || row.presence == StagePresence::chosen ||
         row.stage == Stage::list || row.stage == Stage::hash;
}

/// The axis of a stage's tuning. Passes and the list are what a step spends its time in.
const char* axis_of(const std::string& stage) {
  return is_pass(stage) || stage == describe(Stage::list).name ? tuning_axis : minor_tuning_axis;
}

/// Whether a variant need not name this strategy, so that a point has one description.
bool goes_without_saying(const std::string& stage, const StrategyChoice& choice) {
  const StageDescription& row = stage_named(stage);
  if (row.stage == Stage::hash) return choice.name == usual_order;
  return row.stage != Stage::forces && row.stage != Stage::list &&
         row.presence != StagePresence::chosen;
}

SpacePoint without_passing_stages(SpacePoint point) {
  std::erase_if(point.choice.variant.stages,
                [](const auto& chosen) { return !is_lasting(chosen.first); });
  return point;
}

}  // namespace

std::vector<std::string> axis_names() {
  std::vector<std::string> names{life_axis,      tuning_axis, format_axis,      builder_axis,
                                 toolchain_axis, cells_axis,  minor_tuning_axis};
  for (const std::string& stage : chosen_stages()) names.push_back(stage);
  return names;
}

std::vector<ListLife> lives_to_try(const Scenario& scenario, bool is_exact) {
  std::vector<ListLife> lives;
  if (scenario.time_stepping == TimeStepping::none) return lives;
  const bool takes_skins =
      static_cast<double>(scenario.wcsph.wall_distance) <= scenario.influence_radius;
  if (takes_skins) {
    for (const double skin : skins)
      lives.push_back({RebuildTrigger::displacement, std::nullopt, skin});
    for (const auto& [interval, skin] : skinned_intervals) {
      if (interval <= scenario.list_interval)
        lives.push_back({.interval = interval, .expansion = skin});
    }
  }
  if (is_exact && takes_skins) return lives;
  for (const std::uint32_t interval : short_intervals) {
    if (interval < scenario.list_interval) lives.push_back({.interval = interval});
  }
  return lives;
}

Space::Space(std::vector<const LoadedPack*> packs, const Scenario& scenario, SpaceLimits limits)
    : packs_(std::move(packs)),
      scenario_(scenario),
      limits_(std::move(limits)),
      lives_(lives_to_try(scenario, limits_.is_exact)) {
  require_known(limits_);
  find_starts();
}

void Space::require_known(const SpaceLimits& limits) const {
  for (const std::string& axis : limits.axes) {
    if (!contains(axis_names(), axis))
      throw Error(ExitCode::usage, fmt::format("--vary: there is no axis '{}'. {}", axis,
                                               suggestion(axis, axis_names())));
  }
  std::vector<std::string> known;
  for (const LoadedPack* pack : packs_) {
    for (const std::string& format : format_names()) {
      for (const std::string& name : strategy_names(*pack->pack, forces_in(scenario_, format))) {
        if (!contains(known, name)) known.push_back(name);
      }
    }
  }
  if (known.empty()) {
    throw Error(ExitCode::not_available,
                fmt::format("no pack that can run here computes physics '{}' of scenario '{}'; see "
                            "'sphlab list packs' and 'sphlab list strategies'",
                            scenario_.physics, scenario_.name));
  }
  for (const std::string& name : limits.traversals) {
    if (!contains(known, name))
      throw Error(ExitCode::not_available,
                  fmt::format("no pack that can run here has the traversal '{}' for physics '{}'. "
                              "{}",
                              name, scenario_.physics, suggestion(name, known)));
  }
}

bool Space::varies(const std::string& axis) const {
  return limits_.axes.empty() || limits_.axes.contains(axis);
}

void Space::find_starts() {
  std::set<std::string> seen;
  for (const LoadedPack* pack : packs_) {
    // the default format first, then those of traversals that it does not have
    std::vector<std::string> formats = format_names();
    formats.insert(formats.begin(), default_list_format);
    for (const std::string& format : formats) {
      for (const std::string& traversal :
           strategy_names(*pack->pack, forces_in(scenario_, format))) {
        const bool wanted = limits_.traversals.empty() || contains(limits_.traversals, traversal);
        if (!wanted || seen.contains(traversal)) continue;
        SpacePoint start;
        start.traversal = traversal;
        start.choice.variant.list_format = format;
        start.choice.variant.stages["forces"] = {traversal, {}};
        if (add_start(by_pack(start, *pack))) seen.insert(traversal);
      }
    }
  }
}

/// False where the pack has no builder for its list, or serves no cells that it does.
bool Space::add_start(SpacePoint start) {
  const KernelPack& pack = *start.pack->pack;
  Variant& variant = start.choice.variant;
  const Strategy& traversal = traversal_in(start, scenario_);
  if (traversal.narrows) variant.life = ListLife{.interval = 1};
  if (limits_.is_exact && !lives_.empty() && lives_.front().expansion > 1)
    variant.life = lives_.front();
  if (has_list(traversal)) {
    const StageNeeds needs = of_list(start, scenario_, Stage::list);
    const std::vector<std::string> builders = strategy_names(pack, needs);
    if (builders.empty()) return false;
    variant.stages["list"] = {builders.front(), {}};
    for (const std::string& builder : builders) {
      if (find_strategy(pack, needs, builder).is_default) variant.stages["list"].name = builder;
    }
  } else {
    variant.list_format = default_list_format;
  }
  if (!is_served(start)) {
    const Choices served = other_cells(start);
    if (served.empty()) return false;
    start = served.front();
  }
  starts_.push_back(meet(std::move(start)));
  return true;
}

Point Space::meet(SpacePoint point) {
  const std::string what = point.pack->file.string() + "\n" + variant_json(point.choice).dump();
  const auto [number, is_new] = numbers_.emplace(what, points_.size());
  if (is_new) points_.push_back(std::move(point));
  return number->second;
}

bool Space::is_served(const SpacePoint& point) const {
  const KernelPack& pack = *point.pack->pack;
  const Variant& variant = point.choice.variant;
  const Strategy& order = find_strategy(pack, {Stage::hash}, order_of(variant));
  std::vector<const Strategy*> strategies{&order, &traversal_in(point, scenario_)};
  if (const auto builder = variant.stages.find("list"); builder != variant.stages.end())
    strategies.push_back(
        &find_strategy(pack, of_list(point, scenario_, Stage::list), builder->second.name));
  return std::all_of(strategies.begin(), strategies.end(), [&](const Strategy* strategy) {
    return serves_cells(*strategy, order.orders, variant.cells_per_radius);
  });
}

void Space::learn_tuning(Point point, const Simulation& simulation) {
  std::map<std::string, std::string>& strategies = strategies_[point];
  for (const auto& [stage, strategy] : simulation.strategies()) strategies[stage] = strategy;
  std::vector<Parameter>& parameters = parameters_[point];
  parameters.clear();
  for (const auto& [stage, tuning] : simulation.tuning()) {
    const std::vector<std::string> together = simulation.tuned_together(stage);
    if (together.front() != stage) continue;
    for (const TuningParameter& parameter : simulation.tuning_parameters(stage)) {
      parameters.push_back({together,
                            parameter.name,
                            {parameter.values, parameter.values + parameter.value_count},
                            parameter.default_value});
    }
  }
}

const std::vector<std::vector<Point>>& Space::axes(Point point) {
  if (const auto known = axes_.find(point); known != axes_.end()) return known->second;
  const SpacePoint& from = at(point);
  std::vector<std::vector<Point>> axes;
  const auto add = [&](const Choices& choices) {
    std::vector<Point> axis;
    for (const SpacePoint& choice : choices) axis.push_back(meet(choice));
    axes.push_back(std::move(axis));
  };
  // what a list is comes first: what pays for one format need not pay for another
  if (varies(format_axis)) add(other_formats(from));
  if (varies(builder_axis)) add(other_builders(from));
  if (varies(life_axis)) add(other_lives(from));
  if (varies(toolchain_axis)) add(other_toolchains(from));
  if (varies(cells_axis)) add(other_cells(from));
  for (const std::string& stage : chosen_stages()) {
    if (varies(stage)) add(other_strategies(from, stage));
  }
  // behind all others, since they differ from one traversal to the next
  const auto add_tuning = [&](const char* axis) {
    for (const Parameter& parameter : parameters_[point]) {
      if (varies(axis) && axis_of(parameter.stages.front()) == axis)
        add(other_values(point, parameter));
    }
  };
  add_tuning(tuning_axis);
  add_tuning(minor_tuning_axis);
  return axes_[point] = std::move(axes);
}

Space::Choices Space::other_lives(const SpacePoint& from) const {
  Choices choices;
  const std::string now = from.choice.variant.life.value_or(ListLife{}).name();
  std::vector<std::optional<ListLife>> lives(lives_.begin(), lives_.end());
  if (!limits_.is_exact || lives_.empty() || lives_.front().expansion == 1)
    lives.emplace_back(std::nullopt);
  const bool narrows = traversal_in(from, scenario_).narrows;
  for (const std::optional<ListLife>& life : lives) {
    const ListLife used = life.value_or(ListLife{});
    const bool is_fresh = used.expansion > 1 || used.interval == 1u;
    if (used.name() == now || (narrows && !is_fresh)) continue;
    choices.push_back(without_passing_stages(from));
    choices.back().choice.variant.life = life;
  }
  return choices;
}

Space::Choices Space::other_values(Point point, const Parameter& parameter) const {
  Choices choices;
  const SpacePoint& from = at(point);
  const auto& chosen = from.choice.variant.stages;
  const auto stage = chosen.find(parameter.stages.front());
  std::uint32_t now = parameter.usual;
  if (stage != chosen.end() && stage->second.tuning.contains(parameter.name))
    now = stage->second.tuning.at(parameter.name);
  for (const std::uint32_t value : parameter.values) {
    if (value == now) continue;
    choices.push_back(from);
    auto& stages = choices.back().choice.variant.stages;
    for (const std::string& tuned : parameter.stages) {
      StrategyChoice& choice = stages[tuned];
      if (choice.name.empty()) choice.name = strategies_.at(point).at(tuned);
      choice.tuning.erase(parameter.name);
      if (value != parameter.usual) choice.tuning[parameter.name] = value;
      if (choice.tuning.empty() && goes_without_saying(tuned, choice)) stages.erase(tuned);
    }
  }
  return choices;
}

Space::Choices Space::other_formats(const SpacePoint& from) const {
  Choices choices;
  if (!has_list(traversal_in(from, scenario_))) return choices;
  const KernelPack& pack = *from.pack->pack;
  for (const std::string& format : others_behind(format_names(), from.choice.variant.list_format)) {
    if (!contains(strategy_names(pack, forces_in(scenario_, format)), traversal_of(from))) continue;
    SpacePoint point = without_passing_stages(from);
    point.choice.variant.list_format = format;
    const std::vector<std::string> builders =
        strategy_names(pack, of_list(point, scenario_, Stage::list));
    if (contains(builders, point.choice.variant.stages.at("list").name)) {
      choices.push_back(point);
      continue;
    }
    // where its builder lacks the format, those that have it are neighbours: a fast builder of one
    // format would keep a search from all the others
    for (const std::string& builder : builders) {
      SpacePoint rebuilt = point;
      rebuilt.choice.variant.stages["list"] = {builder, {}};
      if (is_served(rebuilt)) choices.push_back(rebuilt);
    }
  }
  return choices;
}

Space::Choices Space::other_builders(const SpacePoint& from) const {
  Choices choices;
  const auto& stages = from.choice.variant.stages;
  if (!stages.contains("list")) return choices;
  const std::vector<std::string> builders =
      strategy_names(*from.pack->pack, of_list(from, scenario_, Stage::list));
  for (const std::string& builder : others_behind(builders, stages.at("list").name)) {
    SpacePoint point = without_passing_stages(from);
    point.choice.variant.stages["list"] = {builder, {}};
    if (is_served(point)) choices.push_back(point);
  }
  return choices;
}

Space::Choices Space::other_toolchains(const SpacePoint& from) const {
  Choices choices;
  for (const LoadedPack* pack : packs_) {
    if (pack == from.pack) continue;
    SpacePoint point = by_pack(from, *pack);
    try {
      if (is_served(point)) choices.push_back(point);
    } catch (const Error&) {
      // the pack lacks a strategy of the point: then it has no such neighbour
    }
  }
  return choices;
}

Space::Choices Space::other_cells(const SpacePoint& from) const {
  Choices choices;
  const Variant& now = from.choice.variant;
  const std::string order = order_of(now);
  for (const std::string& name : strategy_names(*from.pack->pack, {Stage::hash})) {
    for (std::uint32_t size = 1; size <= most_cells_per_radius; ++size) {
      if (name == order && size == now.cells_per_radius) continue;
      SpacePoint point = without_passing_stages(from);
      Variant& variant = point.choice.variant;
      if (name != order) variant.stages.erase("hash");
      if (name != usual_order && name != order) variant.stages["hash"] = {name, {}};
      variant.cells_per_radius = size;
      if (is_served(point)) choices.push_back(point);
    }
  }
  return choices;
}

Space::Choices Space::other_strategies(const SpacePoint& from, const std::string& stage) const {
  Choices choices;
  const StageDescription& row = stage_named(stage);
  if (row.has_list && !has_list(traversal_in(from, scenario_))) return choices;
  const auto& stages = from.choice.variant.stages;
  const bool is_chosen = stages.contains(stage);
  if (is_chosen) {
    choices.push_back(without_passing_stages(from));
    choices.back().choice.variant.stages.erase(stage);
  }
  for (const std::string& name :
       strategy_names(*from.pack->pack, of_list(from, scenario_, row.stage))) {
    if (is_chosen && stages.at(stage).name == name) continue;
    choices.push_back(without_passing_stages(from));
    choices.back().choice.variant.stages[stage] = {name, {}};
  }
  return choices;
}

}  // namespace sphlab
