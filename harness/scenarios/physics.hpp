// The pair physics that a scenario may name: what packs describe, and the laboratory of its own.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/formulation.hpp"

namespace sphlab {

/// Description of a pair physics as far as the harness needs it; the kernels know the rest.
struct PhysicsKind : FormulationDescription {
  bool is_outside = false;  ///< a pack from outside has brought it

  std::span<const PassDescription> all_passes() const { return {passes, pass_count}; }
  std::span<const ConstantDescription> all_own_constants() const {
    return {own_constants, own_constant_count};
  }
  /// The arrangement that goes with it: "lattice" or "random", with which goes "file"; nullptr for
  /// none.
  const char* geometry() const;
  bool goes_with(const std::string& arrangement) const;
  /// The pass that computes the density anew, which then is not integrated; nullptr: none does.
  const PassDescription* density_pass() const;
  /// The name by which the oracle's formulas are registered.
  const char* oracle_name() const { return is_outside ? name : equations; }
  /// Whether the oracle of its passes stands in its folder, or came with its pack: else it is one
  /// that is registered.
  bool brings_oracle() const { return all_passes().back().oracle.add != nullptr; }
  /// Whether it computes potentials, of particles that do not move.
  bool is_potential() const { return constants == ConstantsKind::lj_potential; }
  /// A constant of its own, in its own unit. Throws std::out_of_range where there is none.
  double own(const std::string& key, const WcsphConstants& values) const;
};

/// Counts the pairs that a traversal accepts, for verification:
/// kernels/physics/pair_count/formulation.cuh.
inline constexpr const char* pair_count_physics = "pair-count";
/// The same for physics whose pairs reach across the faces of a periodic box.
inline constexpr const char* periodic_pair_count_physics = "pair-count-periodic";

/// Lists what scenarios may name: the laboratory's physics, then those from outside.
std::vector<const PhysicsKind*> all_physics();

/// The physics of this name, of the laboratory or of a pack from outside, or nullptr; whether
/// scenarios may name it or not.
const PhysicsKind* find_physics(const std::string& name);

/// The physics of this name. Throws Error(not_available).
const PhysicsKind& physics_kind(const std::string& name);

/// Names of the physics that go with an arrangement: "\"wcsph-lj\", \"wcsph-dynamic\"".
std::string physics_for(const std::string& geometry);

/// Names of the physics that scenarios may name whose pairs reach across the faces of a periodic
/// box, likewise.
std::string periodic_physics();

/// Constants of the fluid of a type; walls and bodies count as the first fluid.
struct FluidConstants {
  double particle_mass, rest_density, sound_speed, artificial_viscosity;  ///< SI
};
FluidConstants fluid_constants(const WcsphConstants& constants, ParticleType type);

/// Whether the particle is of the first or the second fluid.
bool is_any_fluid(std::uint32_t identity);

}  // namespace sphlab
