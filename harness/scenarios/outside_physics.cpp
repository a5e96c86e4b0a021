#include "harness/scenarios/outside_physics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <tuple>

#include "harness/scenarios/physics_schema.hpp"

namespace sphlab {
namespace {

/// A deque: pointers to its members stay.
std::deque<PhysicsKind>& all_outside() {
  static std::deque<PhysicsKind> all;
  return all;
}

bool same_pass(const PassDescription& a, const PassDescription& b) {
  return a.name == std::string(b.name) && a.kind == b.kind;
}

bool same_repetition(const PassDescription& a, const PassDescription& b) {
  return a.repeated == b.repeated;
}

bool same_constant(const ConstantDescription& a, const ConstantDescription& b) {
  const auto all_of = [](const ConstantDescription& c) {
    return std::tuple(std::string(c.key), std::string(c.unit), c.least, c.most, c.excludes_least,
                      c.excludes_most, c.is_optional, c.usual);
  };
  return all_of(a) == all_of(b);
}

/// Difference of two formulations of one name, "" when there is none.
std::string difference(const PhysicsKind& known, const PhysicsKind& other) {
  if (known.constants != other.constants) return "constants";
  if (!std::ranges::equal(known.all_own_constants(), other.all_own_constants(), same_constant))
    return "constants of its own";
  if ((known.sources & ~other.sources) != 0) return "types of its sources";
  if (known.targets != other.targets) return "types of its targets";
  if (!std::ranges::equal(known.all_passes(), other.all_passes(), same_pass)) return "passes";
  const bool repeats_alike =
      std::ranges::equal(known.all_passes(), other.all_passes(), same_repetition);
  return repeats_alike ? "" : "passes repeated";
}

}  // namespace

std::string add_outside_physics(const FormulationDescription& formulation) {
  const PhysicsKind kind{formulation, true};
  if (kind.geometry() == nullptr)
    return fmt::format("its physics '{}' takes constants that no scenario has", formulation.name);
  if (const PhysicsKind* known = find_physics(formulation.name)) {
    const std::string what = difference(*known, kind);
    if (what.empty()) return "";
    return fmt::format(
        "its physics '{}' differs in the {} from the one of that name that is known already: "
        "rename it",
        formulation.name, what);
  }
  for (const ConstantDescription& constant : kind.all_own_constants()) {
    if (!is_shared_constant(kind, constant.key)) continue;
    return fmt::format(
        "its physics '{}' has a constant '{}' of its own, and shares one of this key with others: "
        "rename it, or leave it out",
        formulation.name, constant.key);
  }
  all_outside().push_back(kind);
  return "";
}

std::vector<const PhysicsKind*> outside_physics() {
  std::vector<const PhysicsKind*> kinds;
  for (const PhysicsKind& outside : all_outside()) kinds.push_back(&outside);
  return kinds;
}

}  // namespace sphlab
