#include "harness/scenarios/rebuild_policy.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <vector>

#include "harness/error.hpp"

namespace sphlab {
namespace {

void require_consistent(const RebuildPolicy& rebuild, const std::string& where) {
  if (rebuild.trigger == RebuildTrigger::interval) return;
  if (rebuild.interval) {
    throw InputError(fmt::format(
        "{}.interval: a list that is rebuilt when a displacement demands it has no interval. "
        "Leave it out, or use the trigger \"interval\".",
        where));
  }
  if (!(rebuild.expansion >= least_displacement_expansion)) {
    throw InputError(
        fmt::format("{}.expansion: the trigger \"displacement\" needs at least {}, found {}: "
                    "without a skin the list would be rebuilt in every step, which is an interval "
                    "of 1.",
                    where, least_displacement_expansion, rebuild.expansion));
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

std::string RebuildPolicy::name() const {
  std::string text = trigger == RebuildTrigger::displacement ? "displacement" : "";
  if (interval) text = fmt::format("every-{}", *interval);
  if (expansion == 1) return text;
  return fmt::format("{}{}x{:g}", text, text.empty() ? "" : "-", expansion);
}

std::optional<RebuildPolicy> rebuild_policy_named(const std::string& name) {
  double expansion = 1;
  if (const auto x = name.rfind('x'); x != std::string::npos)
    expansion = std::strtod(name.c_str() + x + 1, nullptr);
  std::vector<RebuildPolicy> policies = {{RebuildTrigger::displacement, std::nullopt, expansion},
                                         {RebuildTrigger::interval, std::nullopt, expansion}};
  for (std::uint32_t interval = 1; interval <= longest_list_interval; ++interval)
    policies.push_back({.interval = interval, .expansion = expansion});
  const auto found =
      std::find_if(policies.begin(), policies.end(),
                   [&](const RebuildPolicy& rebuild) { return rebuild.name() == name; });
  if (name.empty() || found == policies.end()) return std::nullopt;
  const bool on_demand = found->trigger == RebuildTrigger::displacement;
  const double least = on_demand ? least_displacement_expansion : 1;
  const bool is_possible = expansion >= least && expansion <= largest_list_expansion;
  return is_possible ? std::optional(*found) : std::nullopt;
}

RebuildPolicy read_rebuild_policy(const nlohmann::json& object, const std::string& where) {
  RebuildPolicy rebuild;
  if (object.value("trigger", "interval") == trigger_name(RebuildTrigger::displacement))
    rebuild.trigger = RebuildTrigger::displacement;
  if (object.contains("interval")) rebuild.interval = object.at("interval").get<std::uint32_t>();
  rebuild.expansion = object.value("expansion", 1.0);
  require_consistent(rebuild, where);
  return rebuild;
}

nlohmann::json rebuild_policy_json(const RebuildPolicy& rebuild) {
  nlohmann::json object = {{"trigger", trigger_name(rebuild.trigger)},
                           {"expansion", rebuild.expansion}};
  if (rebuild.interval) object["interval"] = *rebuild.interval;
  return object;
}

}  // namespace sphlab
