#include "harness/scenarios/outside_physics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <span>

namespace sphlab {
namespace {

/// What a PhysicsKind refers to lives beside it.
struct OutsideKind {
  std::vector<const char*> passes;
  PhysicsKind kind;
};

/// A deque: pointers to its members stay.
std::deque<OutsideKind>& all_outside() {
  static std::deque<OutsideKind> all;
  return all;
}

/// The arrangement whose scenarios fill such constants, nullptr for none.
const char* geometry_of(ConstantsKind constants) {
  if (constants == ConstantsKind::wcsph) return "lattice";
  return constants == ConstantsKind::lj_potential ? "random" : nullptr;
}

/// The definition of the schema that lists its constants.
const char* equations_of(const FormulationDescription& formulation) {
  if (formulation.constants == ConstantsKind::lj_potential) return "lj-potential";
  const bool has_second_fluid = (formulation.sources & mask_of(ParticleType::second_fluid)) != 0;
  return has_second_fluid ? "wcsph-two-fluids" : "wcsph-outside";
}

std::vector<const char*> names_of(const FormulationDescription& formulation) {
  std::vector<const char*> names;
  for (const PassDescription& pass : std::span(formulation.passes, formulation.pass_count))
    names.push_back(describe(pass.stage).name);
  return names;
}

/// The first of the passes that are repeated, nullptr for none.
const char* first_repeated_of(const FormulationDescription& formulation) {
  for (const PassDescription& pass : std::span(formulation.passes, formulation.pass_count)) {
    if (pass.repeated) return describe(pass.stage).name;
  }
  return nullptr;
}

bool same_text(const char* a, const char* b) {
  return a == nullptr || b == nullptr ? a == b : std::string(a) == b;
}

/// What two formulations of one name do not agree in, "" when there is nothing.
std::string difference(const PhysicsKind& known, const FormulationDescription& other,
                       const char* geometry) {
  if (known.geometry != std::string(geometry)) return "constants";
  if ((known.types & ~other.sources) != 0) return "types of its sources";
  if (known.targets != other.targets) return "types of its targets";
  const std::vector<const char*> passes = names_of(other);
  if (!std::equal(known.passes.begin(), known.passes.end(), passes.begin(), passes.end(),
                  same_text))
    return "passes";
  return same_text(known.first_repeated, first_repeated_of(other)) ? "" : "passes repeated";
}

}  // namespace

std::string add_outside_physics(const FormulationDescription& formulation) {
  const char* geometry = geometry_of(formulation.constants);
  if (geometry == nullptr) {
    return fmt::format("its physics '{}' takes constants that no scenario has", formulation.name);
  }
  if (const PhysicsKind* known = find_physics(formulation.name)) {
    const std::string what = difference(*known, formulation, geometry);
    if (what.empty()) return "";
    return fmt::format(
        "its physics '{}' differs in the {} from the one of that name that is known already: "
        "rename it",
        formulation.name, what);
  }
  OutsideKind& outside = all_outside().emplace_back();
  outside.passes = names_of(formulation);
  outside.kind = {.name = formulation.name,
                  .equations = equations_of(formulation),
                  .types = formulation.sources,
                  .targets = formulation.targets,
                  .geometry = geometry,
                  .passes = outside.passes,
                  .is_outside = true,
                  .first_repeated = first_repeated_of(formulation),
                  .oracle = formulation.oracle};
  return "";
}

std::vector<const PhysicsKind*> outside_physics() {
  std::vector<const PhysicsKind*> kinds;
  for (const OutsideKind& outside : all_outside()) kinds.push_back(&outside.kind);
  return kinds;
}

}  // namespace sphlab
