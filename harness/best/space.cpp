#include "harness/best/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "harness/error.hpp"
#include "harness/scenarios/json_document.hpp"
#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/variant_axes.hpp"
#include "harness/suites/variant_document.hpp"

namespace sphlab {
namespace {

constexpr const char* rebuild_axis = "list-life";
constexpr const char* tuning_axis = "tuning";
constexpr const char* minor_tuning_axis = "minor-tuning";
constexpr const char* format_axis = "list-format";
constexpr const char* builder_axis = "list";
constexpr const char* toolchain_axis = "toolchain";

/// Skins that displacements use up, from the middle outwards, since a search may end before it has
/// tried all; and steps between rebuilds, where the scenario's are more.
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

const std::string& traversal_of(const SpacePoint& point) {
  return point.choice.variant.stages.at("forces").name;
}

StageNeeds forces_in(const Scenario& scenario, const std::string& format) {
  return {Stage::pass, scenario.physics, format};
}

const Strategy& traversal_in(const SpacePoint& point, const Scenario& scenario) {
  return find_strategy(*point.pack->pack, forces_in(scenario, point.choice.variant.list_format),
                       traversal_of(point));
}

/// Requirements of a point's list on a stage.
StageNeeds of_list(const SpacePoint& point, const Scenario& scenario, Stage stage) {
  return {stage, "", point.choice.variant.list_format, traversal_in(point, scenario).types};
}

/// The strategy that makes the order of the cells.
std::string order_of(const Variant& variant) {
  const auto chosen = variant.stages.find("hash");
  return chosen == variant.stages.end() ? usual_order : chosen->second.name;
}

/// Makes the point with another pack.
SpacePoint by_pack(SpacePoint point, const LoadedPack& pack) {
  point.pack = &pack;
  point.choice.runtime = pack.pack->runtime;
  point.choice.toolchains = {pack.pack->toolchain};
  return point;
}

/// Stages that a variant has whatever the other choices are: the others' tuning is forgotten where
/// another choice may take the stage itself away.
bool is_lasting(const std::string& stage) {
  const StageDescription& row = row_of(stage);
  return row.time == StageTime::pass || row.presence == StagePresence::chosen ||
         row.stage == Stage::list || row.stage == Stage::hash;
}

/// The axis of a stage's tuning. Passes and the list are what a step spends its time in.
const char* axis_of(const std::string& stage) {
  const Stage row = row_of(stage).stage;
  return row == Stage::pass || row == Stage::list ? tuning_axis : minor_tuning_axis;
}

/// Whether a variant need not name this strategy, so that a point has one description.
bool goes_without_saying(const std::string& stage, const StrategyChoice& choice) {
  const StageDescription& row = row_of(stage);
  if (row.stage == Stage::hash) return choice.name == usual_order;
  return stage != forces_pass && row.stage != Stage::list && row.presence != StagePresence::chosen;
}

/// Whether a variant says something of a list.
bool asks_for_list(const Variant& variant) {
  const auto is_of_list = [](const auto& chosen) {
    const StageDescription& row = row_of(chosen.first);
    return row.has_list && row.time == StageTime::rebuild;
  };
  return variant.list_format != default_list_format ||
         std::any_of(variant.stages.begin(), variant.stages.end(), is_of_list);
}

SpacePoint without_passing_stages(SpacePoint point) {
  std::erase_if(point.choice.variant.stages,
                [](const auto& chosen) { return !is_lasting(chosen.first); });
  return point;
}

/// Axes of a search beside tuning: those of the list first, since what pays for one format need not
/// pay for another.
std::vector<std::string> varied_axes() {
  std::vector<std::string> names{format_axis, builder_axis, rebuild_axis, toolchain_axis, "cells"};
  for (const Axis& axis : variant_axes()) {
    if (!axis.varied_as.empty() && !contains(names, axis.varied_as))
      names.push_back(axis.varied_as);
  }
  return names;
}

/// The point with each value of a row of the table of axes; where that is its own, as it is.
std::vector<SpacePoint> with_each_value(const SpacePoint& point, const Axis& row,
                                        const std::string& physics) {
  std::vector<SpacePoint> points;
  const std::string now = row.print(point.choice.variant);
  for (const nlohmann::json& value : row.values(*point.pack->pack, physics)) {
    points.push_back(point);
    Variant& variant = points.back().choice.variant;
    row.set(variant, value, row.key);
    const std::string part = row.print(variant);
    if (part == now) {
      points.back() = point;
    } else if (part.empty()) {
      row.set(variant, nullptr, row.key);  // so that a point has one description
    }
  }
  return points;
}

/// Points that differ from `from`: those behind it first, then those before it, since neighbours in
/// a table are alike.
std::vector<SpacePoint> behind(std::vector<SpacePoint> points, const SpacePoint& from) {
  const std::string name = from.choice.variant.name();
  const auto is_it = [&](const SpacePoint& point) { return point.choice.variant.name() == name; };
  const auto now = std::find_if(points.begin(), points.end(), is_it);
  std::rotate(points.begin(), now, points.end());
  std::erase_if(points, is_it);
  return points;
}

}  // namespace

std::vector<std::string> axis_names() {
  std::vector<std::string> names = varied_axes();
  names.insert(names.end(), {tuning_axis, minor_tuning_axis});
  return names;
}

std::vector<RebuildPolicy> policies_to_try(const Scenario& scenario, bool is_exact) {
  std::vector<RebuildPolicy> policies;
  if (scenario.time_stepping == TimeStepping::none) return policies;
  const bool takes_skins =
      static_cast<double>(scenario.wcsph.wall_distance) <= scenario.influence_radius;
  if (takes_skins) {
    for (const double skin : skins)
      policies.push_back({RebuildTrigger::displacement, std::nullopt, skin});
    for (const auto& [interval, skin] : skinned_intervals) {
      if (interval <= scenario.list_interval)
        policies.push_back({.interval = interval, .expansion = skin});
    }
  }
  if (is_exact && takes_skins) return policies;
  for (const std::uint32_t interval : short_intervals) {
    if (interval < scenario.list_interval) policies.push_back({.interval = interval});
  }
  return policies;
}

Space::Space(std::vector<const LoadedPack*> packs, const Scenario& scenario, SpaceLimits limits)
    : packs_(std::move(packs)),
      scenario_(scenario),
      limits_(std::move(limits)),
      policies_(policies_to_try(scenario, limits_.is_exact)) {
  require_known(limits_);
  find_starts();
  if (starts_.empty() && !left_out_.empty())
    throw Error(ExitCode::not_available, left_out_text(left_out_));
}

std::string left_out_text(const std::vector<LeftOut>& left_out) {
  std::string text;
  for (const LeftOut& each : left_out) {
    text += fmt::format(
        "{}{} is left out: its rates err by up to {:.3g} of the largest; --error "
        "{:.3g} ranks it",
        text.empty() ? "" : ". ", each.traversal, each.stated_error, each.stated_error);
  }
  return text;
}

void Space::require_known(const SpaceLimits& limits) const {
  for (const std::string& axis : limits.axes) {
    if (!contains(axis_names(), axis))
      throw Error(ExitCode::usage, fmt::format("--vary: there is no axis '{}'. {}", axis,
                                               suggestion(axis, axis_names())));
  }
  std::vector<std::string> known;
  for (const LoadedPack* pack : packs_) {
    for (const std::string& format : list_format_names()) {
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
    std::vector<std::string> formats = list_format_names();
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
        start = by_pack(start, *pack);
        if (leaves_out(start) || add_start(start)) seen.insert(traversal);
      }
    }
  }
}

bool Space::leaves_out(const SpacePoint& start) {
  const double stated = traversal_in(start, scenario_).stated_error;
  if (stated <= limits_.error) return false;
  left_out_.push_back({start.traversal, stated});
  return true;
}

/// False where the pack has no builder for its list, or serves no cells that it does.
bool Space::add_start(SpacePoint start) {
  const KernelPack& pack = *start.pack->pack;
  Variant& variant = start.choice.variant;
  const Strategy& traversal = traversal_in(start, scenario_);
  if (traversal.narrows) variant.rebuild = RebuildPolicy{.interval = 1};
  if (limits_.is_exact && !policies_.empty() && policies_.front().expansion > 1)
    variant.rebuild = policies_.front();
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
    const Choices served = neighbours(start, "cells");
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
  if (!is_offered(pack, scenario_.physics, variant)) return false;
  const Strategy& traversal = traversal_in(point, scenario_);
  if (!has_list(traversal) && asks_for_list(variant)) return false;
  const Strategy& order = find_strategy(pack, {Stage::hash}, order_of(variant));
  std::vector<const Strategy*> strategies{&order, &traversal};
  if (const auto builder = variant.stages.find("list"); builder != variant.stages.end())
    strategies.push_back(
        &find_strategy(pack, of_list(point, scenario_, Stage::list), builder->second.name));
  return std::all_of(strategies.begin(), strategies.end(), [&](const Strategy* strategy) {
    return serves_cells(*strategy, order.orders, variant.cells_per_radius) &&
           serves_box(*strategy, is_periodic(scenario_.period), variant.cells_per_radius);
  });
}

void Space::learn_tuning(Point point, const System& system) {
  std::map<std::string, std::string>& strategies = strategies_[point];
  for (const auto& [stage, strategy] : system.strategies()) strategies[stage] = strategy;
  std::vector<Parameter>& parameters = parameters_[point];
  parameters.clear();
  for (const auto& [stage, tuning] : system.tuning()) {
    const std::vector<std::string> together = system.tuned_together(stage);
    if (together.front() != stage) continue;
    for (const TuningParameter& parameter : system.tuning_parameters(stage)) {
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
  for (const std::string& axis : varied_axes()) {
    if (varies(axis)) add(neighbours(from, axis));
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

Space::Choices Space::neighbours(const SpacePoint& from, const std::string& axis) const {
  if (axis == rebuild_axis) return other_policies(from);
  if (axis == toolchain_axis) return other_toolchains(from);
  Choices points{without_passing_stages(from)};
  for (const Axis& row : variant_axes()) {
    if (row.varied_as != axis) continue;
    Choices all;
    for (const SpacePoint& point : points) {
      const Choices each = with_each_value(point, row, scenario_.physics);
      all.insert(all.end(), each.begin(), each.end());
    }
    points = std::move(all);
  }
  Choices choices;
  for (const SpacePoint& point : behind(points, from)) {
    if (is_served(point)) {
      choices.push_back(point);
    } else if (axis == format_axis) {
      // where its builder lacks the format, those that have it are neighbours: a fast builder of
      // one format would keep a search from all the others
      const Choices rebuilt = neighbours(point, builder_axis);
      choices.insert(choices.end(), rebuilt.begin(), rebuilt.end());
    }
  }
  return choices;
}

Space::Choices Space::other_policies(const SpacePoint& from) const {
  Choices choices;
  const std::string now = from.choice.variant.rebuild.value_or(RebuildPolicy{}).name();
  std::vector<std::optional<RebuildPolicy>> policies(policies_.begin(), policies_.end());
  if (!limits_.is_exact || policies_.empty() || policies_.front().expansion == 1)
    policies.emplace_back(std::nullopt);
  const bool narrows = traversal_in(from, scenario_).narrows;
  for (const std::optional<RebuildPolicy>& rebuild : policies) {
    const RebuildPolicy used = rebuild.value_or(RebuildPolicy{});
    const bool is_fresh = used.expansion > 1 || used.interval == 1u;
    if (used.name() == now || (narrows && !is_fresh)) continue;
    choices.push_back(without_passing_stages(from));
    choices.back().choice.variant.rebuild = rebuild;
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

Space::Choices Space::other_toolchains(const SpacePoint& from) const {
  Choices choices;
  for (const LoadedPack* pack : packs_) {
    if (pack == from.pack) continue;
    if (SpacePoint point = by_pack(from, *pack); is_served(point)) choices.push_back(point);
  }
  return choices;
}

}  // namespace sphlab
