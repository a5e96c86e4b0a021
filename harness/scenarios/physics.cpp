#include "harness/scenarios/physics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "harness/scenarios/outside_physics.hpp"
#include "kernels/abi/laboratory.hpp"

namespace sphlab {
namespace {

const std::vector<PhysicsKind>& laboratory_physics() {
  static const std::vector<PhysicsKind> kinds = [] {
    std::vector<PhysicsKind> all;
    for (const FormulationDescription& formulation : laboratory_formulations())
      all.push_back({formulation});
    return all;
  }();
  return kinds;
}

/// Quotes the names of those that scenarios may name of which `is_right` holds.
template <class Test>
std::string names_of(const Test& is_right) {
  std::string names;
  for (const PhysicsKind* kind : all_physics()) {
    if (is_right(*kind)) names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ", kind->name);
  }
  return names;
}

}  // namespace

const char* PhysicsKind::geometry() const {
  if (constants == ConstantsKind::wcsph) return "lattice";
  return constants == ConstantsKind::lj_potential ? "random" : nullptr;
}

bool PhysicsKind::goes_with(const std::string& arrangement) const {
  return geometry() != nullptr && geometry() == (arrangement == "file" ? "random" : arrangement);
}

const PassDescription* PhysicsKind::density_pass() const {
  for (const PassDescription& pass : all_passes()) {
    if (pass.kind == PassKind::density) return &pass;
  }
  return nullptr;
}

double PhysicsKind::own(const std::string& key, const WcsphConstants& values) const {
  for (std::uint32_t place = 0; place < own_constant_count; ++place) {
    if (key == own_constants[place].key) return values.own[place];
  }
  throw std::out_of_range(fmt::format("the physics '{}' has no constant '{}'", name, key));
}

std::vector<const PhysicsKind*> all_physics() {
  std::vector<const PhysicsKind*> all;
  for (const PhysicsKind& kind : laboratory_physics()) {
    if (!kind.is_for_verification) all.push_back(&kind);
  }
  for (const PhysicsKind* kind : outside_physics()) all.push_back(kind);
  return all;
}

const PhysicsKind* find_physics(const std::string& name) {
  for (const PhysicsKind& kind : laboratory_physics()) {
    if (kind.name == name) return &kind;
  }
  const std::vector<const PhysicsKind*> outside = outside_physics();
  const auto found = std::find_if(outside.begin(), outside.end(),
                                  [&](const PhysicsKind* kind) { return kind->name == name; });
  return found == outside.end() ? nullptr : *found;
}

const PhysicsKind& physics_kind(const std::string& name) {
  if (const PhysicsKind* kind = find_physics(name)) return *kind;
  throw Error(ExitCode::not_available, fmt::format("there is no physics '{}'", name));
}

std::string physics_for(const std::string& geometry) {
  return names_of([&](const PhysicsKind& kind) { return kind.goes_with(geometry); });
}

std::string periodic_physics() {
  return names_of([](const PhysicsKind& kind) { return kind.is_periodic; });
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
