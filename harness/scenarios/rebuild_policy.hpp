// When a neighbour list is rebuilt, and how far it reaches (catalogue L4).
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

namespace sphlab {

/// What makes the loop rebuild the list, and with it the order of the particles.
enum class RebuildTrigger {
  interval,     ///< a number of steps
  displacement  ///< the largest displacement since the last rebuild, checked before every step
};

/// The name that files and records use: "interval", "displacement".
const char* trigger_name(RebuildTrigger trigger);

/// When a list is rebuilt (paper A, 2.3): after a number of steps, or when a displacement demands
/// it, and the radius within which it holds neighbours. Made by read_rebuild_policy().
struct RebuildPolicy {
  RebuildTrigger trigger = RebuildTrigger::interval;
  std::optional<std::uint32_t> interval;  ///< steps between rebuilds; nothing: the scenario's
  double expansion = 1;  ///< radius of the list over the influence radius; what is above 1: a skin

  /// "every-5", "every-5-x1.05", "displacement-x1.05": part of a variant's name.
  std::string name() const;
};

/// The policy that RebuildPolicy::name() calls so, within the bounds below; nothing where there is
/// none.
std::optional<RebuildPolicy> rebuild_policy_named(const std::string& name);

/// A suite's "list_life" (the schema's keys, checked by the schema already), with what the schema
/// cannot say: a displacement demands a rebuild only where there is a skin for it to use up, and
/// then nothing counts steps.
/// @param where file and path of the key. Throws InputError that names file, key and remedy.
RebuildPolicy read_rebuild_policy(const nlohmann::json& object, const std::string& where);

/// The inverse of read_rebuild_policy(), with the interval where there is one.
nlohmann::json rebuild_policy_json(const RebuildPolicy& rebuild);

/// Bounds of RebuildPolicy, the same as those of suite.schema.json.
inline constexpr std::uint32_t longest_list_interval = 1000;
inline constexpr double largest_list_expansion = 2;

/// The thinnest skin that a displacement may be measured against.
inline constexpr double least_displacement_expansion = 1.001;

}  // namespace sphlab
