#include "harness/scenarios/list_life.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <nlohmann/json.hpp>
#include <regex>

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
  static const std::regex pattern(R"((?:(displacement)|every-([0-9]{1,9}))?-?(?:x([0-9.]{1,9}))?)");
  std::smatch parts;
  if (!std::regex_match(name, parts, pattern)) return std::nullopt;
  ListLife life;
  if (parts[1].matched) life.trigger = RebuildTrigger::displacement;
  if (parts[2].matched) life.interval = static_cast<std::uint32_t>(std::stoul(parts[2]));
  if (parts[3].matched) life.expansion = std::strtod(parts[3].str().c_str(), nullptr);
  const double least =
      life.trigger == RebuildTrigger::displacement ? least_displacement_expansion : 1;
  const std::uint32_t interval = life.interval.value_or(1);
  const bool is_possible = interval > 0 && interval <= longest_list_interval &&
                           life.expansion >= least && life.expansion <= largest_list_expansion;
  return is_possible && life.name() == name ? std::optional(life) : std::nullopt;
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

}  // namespace sphlab
