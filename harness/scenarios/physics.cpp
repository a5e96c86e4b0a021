#include "harness/scenarios/physics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "harness/scenarios/outside_physics.hpp"

namespace sphlab {
namespace {

constexpr TypeMask fluid = mask_of(ParticleType::fluid);
constexpr TypeMask boundary = mask_of(ParticleType::boundary);
constexpr TypeMask body = mask_of(ParticleType::body);
constexpr TypeMask second_fluid = mask_of(ParticleType::second_fluid);

constexpr const char* forces_alone[] = {"forces"};
constexpr const char* density_then_forces[] = {"density", "forces"};
constexpr const char* passes_of_mixture[] = {"density", "drift", "fractions", "forces"};

constexpr const char* viscosity_then_corrections[] = {"viscosity", "prediction", "forces"};
constexpr const char* density_strain_forces[] = {"density", "strain", "forces"};

constexpr PhysicsKind kinds[] = {
    {"wcsph-lj", "wcsph-lj", fluid | boundary, fluid, "lattice", forces_alone},
    {"wcsph-lj-cubic-spline", "wcsph-lj", fluid | boundary, fluid, "lattice", forces_alone,
     "cubic-spline"},
    {"wcsph-lj-summed", "wcsph-lj-summed", fluid | boundary, fluid, "lattice", density_then_forces},
    {"wcsph-lj-viscous", "wcsph-lj-viscous", fluid | boundary, fluid, "lattice", forces_alone},
    {"wcsph-lj-volumes", "wcsph-lj-volumes", fluid | boundary, fluid, "lattice", forces_alone},
    {"wcsph-dynamic", "wcsph-dynamic", fluid | boundary | body, fluid | boundary | body, "lattice",
     forces_alone},
    {"wcsph-dynamic-cubic-spline", "wcsph-dynamic-limited", fluid | boundary | body,
     fluid | boundary | body, "lattice", forces_alone, "cubic-spline"},
    {"wcsph-dynamic-quadratic", "wcsph-dynamic-limited", fluid | boundary | body,
     fluid | boundary | body, "lattice", forces_alone, "quadratic"},
    {"wcsph-two-fluids", "wcsph-two-fluids", all_types, fluid | second_fluid, "lattice",
     forces_alone},
    {"wcsph-summed", "wcsph-summed", fluid, fluid, "lattice", density_then_forces},
    {"mixture", "mixture", fluid, fluid, "lattice", passes_of_mixture},
    {.name = "pcisph",
     .equations = "pcisph",
     .types = fluid,
     .targets = fluid,
     .geometry = "lattice",
     .passes = viscosity_then_corrections,
     .first_repeated = "prediction"},
    {"elastic", "elastic", fluid, fluid, "lattice", density_strain_forces},
    {"lj-potential", "lj-potential", fluid | boundary, fluid | boundary, "random", forces_alone},
    {"lj-potential-uncut", "lj-potential", fluid | boundary, fluid | boundary, "random",
     forces_alone},
    {"lj-potential-168", "lj-potential", fluid | boundary, fluid | boundary, "random",
     forces_alone},
    {"lj-potential-168-uncut", "lj-potential", fluid | boundary, fluid | boundary, "random",
     forces_alone},
    {"position-sum", "lj-potential", fluid | boundary, fluid | boundary, "random", forces_alone},
    {"position-sum-uncut", "lj-potential", fluid | boundary, fluid | boundary, "random",
     forces_alone},
    {.name = pair_count_physics,
     .equations = pair_count_physics,
     .types = fluid | boundary,
     .targets = fluid | boundary,
     .geometry = "lattice",
     .passes = forces_alone,
     .is_for_scenarios = false},
};

}  // namespace

bool PhysicsKind::sums_density() const {
  return std::any_of(passes.begin(), passes.end(),
                     [](const char* pass) { return pass == std::string("density"); });
}

std::vector<const PhysicsKind*> all_physics() {
  std::vector<const PhysicsKind*> all;
  for (const PhysicsKind& kind : kinds) {
    if (kind.is_for_scenarios) all.push_back(&kind);
  }
  for (const PhysicsKind* kind : outside_physics()) all.push_back(kind);
  return all;
}

const PhysicsKind* find_physics(const std::string& name) {
  for (const PhysicsKind& kind : kinds) {
    if (!kind.is_for_scenarios && kind.name == name) return &kind;
  }
  const std::vector<const PhysicsKind*> all = all_physics();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const PhysicsKind* kind) { return kind->name == name; });
  return found == all.end() ? nullptr : *found;
}

const PhysicsKind& physics_kind(const std::string& name) {
  if (const PhysicsKind* kind = find_physics(name)) return *kind;
  throw Error(ExitCode::not_available, fmt::format("there is no physics '{}'", name));
}

std::string physics_for(const std::string& geometry) {
  std::string names;
  for (const PhysicsKind* kind : all_physics()) {
    if (kind->geometry != geometry) continue;
    names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", kind->name);
  }
  return names;
}

FluidConstants fluid_constants(const WcsphConstants& constants, ParticleType type) {
  if (type == ParticleType::second_fluid) {
    const SecondFluidConstants& second = constants.second_fluid;
    return {second.particle_mass, second.rest_density, second.sound_speed,
            second.artificial_viscosity};
  }
  return {constants.particle_mass, constants.rest_density, constants.sound_speed,
          constants.artificial_viscosity};
}

bool is_any_fluid(std::uint32_t identity) {
  const ParticleType type = type_of(identity);
  return type == ParticleType::fluid || type == ParticleType::second_fluid;
}

}  // namespace sphlab
