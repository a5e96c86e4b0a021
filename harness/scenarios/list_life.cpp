#include "harness/scenarios/list_life.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/error.hpp"

namespace sphlab {
namespace {

void require_consistent(const ListLife& life, const std::string& where) {
  if (life.trigger == RebuildTrigger::interval) return;
  if (life.interval) {
    throw InputError(
        fmt::format("{}.interval: a list that lives until a displacement ends it has no interval. "
                    "Leave it out, or use the trigger \"interval\".",
                    where));
  }
  if (!(life.expansion >= least_displacement_expansion)) {
    throw InputError(
        fmt::format("{}.expansion: the trigger \"displacement\" needs at least {}, found {}: "
                    "without a skin the list would be rebuilt in every step, which is an interval "
                    "of 1.",
                    where, least_displacement_expansion, life.expansion));
  }
}

}  // namespace

const char* trigger_name(RebuildTrigger trigger) {
  switch (trigger) {
    case RebuildTrigger::interval:
      return "interval";
    case RebuildTrigger::displacement:
      return "displacement";
  }
  return "";
}

std::string ListLife::name() const {
  std::string text = trigger == RebuildTrigger::displacement ? "displacement" : "";
  if (interval) text = fmt::format("every-{}", *interval);
  if (expansion == 1) return text;
  return fmt::format("{}{}x{:g}", text, text.empty() ? "" : "-", expansion);
}

std::optional<ListLife> list_life_named(const std::string& name) {
  double expansion = 1;
  if (const auto x = name.rfind('x'); x != std::string::npos)
    expansion = std::strtod(name.c_str() + x + 1, nullptr);
  std::vector<ListLife> lives = {{RebuildTrigger::displacement, std::nullopt, expansion},
                                 {RebuildTrigger::interval, std::nullopt, expansion}};
  for (std::uint32_t interval = 1; interval <= longest_list_interval; ++interval)
    lives.push_back({.interval = interval, .expansion = expansion});
  const auto found = std::find_if(lives.begin(), lives.end(),
                                  [&](const ListLife& life) { return life.name() == name; });
  if (name.empty() || found == lives.end()) return std::nullopt;
  const bool on_demand = found->trigger == RebuildTrigger::displacement;
  const double least = on_demand ? least_displacement_expansion : 1;
  const bool is_possible = expansion >= least && expansion <= largest_list_expansion;
  return is_possible ? std::optional(*found) : std::nullopt;
}

ListLife read_list_life(const nlohmann::json& object, const std::string& where) {
  ListLife life;
  if (object.value("trigger", "interval") == trigger_name(RebuildTrigger::displacement))
    life.trigger = RebuildTrigger::displacement;
  if (object.contains("interval")) life.interval = object.at("interval").get<std::uint32_t>();
  life.expansion = object.value("expansion", 1.0);
  require_consistent(life, where);
  return life;
}

nlohmann::json list_life_json(const ListLife& life) {
  nlohmann::json object = {{"trigger", trigger_name(life.trigger)}, {"expansion", life.expansion}};
  if (life.interval) object["interval"] = *life.interval;
  return object;
}

}  // namespace sphlab
