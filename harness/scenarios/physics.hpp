// The pair physics that a scenario may name, and which particle types each knows.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "kernels/abi/formulation.hpp"

namespace sphlab {

/// What the harness has to know of a pair physics; the kernels know the rest.
struct PhysicsKind {
  const char* name;  ///< as in a scenario and in a pack's table
  /// Whose equations it solves: a definition of scenarios/scenario.schema.json, which lists their
  /// constants.
  const char* equations;
  TypeMask types;        ///< types that may take part
  TypeMask targets;      ///< types for which sums are formed, and for which a list is built
  const char* geometry;  ///< the arrangement that goes with it: "lattice" or "random"
  /// Stages that compute pairs, in the order in which they run.
  std::span<const char* const> passes;
  const char* smoothing_kernel = "wendland-c2";  ///< as the oracle calls it; where it has any
  bool is_outside = false;                       ///< a pack from outside has brought it
  /// The first of the passes that are repeated until an error is small enough; nullptr for none.
  const char* first_repeated = nullptr;
  PairOracle oracle{};  ///< of one from outside; null pointers: it brings none
  /// Whether a scenario may name it: not where it is for verification alone.
  bool is_for_scenarios = true;

  /// The name by which the oracle's formulas are registered.
  const char* oracle_name() const { return is_outside ? name : equations; }
  /// Whether its rates are those of the oracle that a pack from outside has brought: of passes
  /// before the forces that one tells nothing.
  bool brings_oracle() const { return is_outside && passes.size() == 1; }
  /// Whether a pass computes the density anew, which then is not integrated.
  bool sums_density() const;
  /// Whether it computes potentials, of particles that do not move.
  bool is_potential() const { return geometry == std::string("random"); }
};

/// Counts the pairs that a traversal accepts, for verification: kernels/physics/pair_count.cuh.
inline constexpr const char* pair_count_physics = "pair-count";

/// Lists what scenarios may name: the laboratory's physics, then those from outside.
std::vector<const PhysicsKind*> all_physics();

/// The physics of this name, of the laboratory or of a pack from outside, or nullptr; whether
/// scenarios may name it or not.
const PhysicsKind* find_physics(const std::string& name);

/// The physics of this name. Throws Error(not_available).
const PhysicsKind& physics_kind(const std::string& name);

/// Names of the physics that go with an arrangement: "\"wcsph-lj\", \"wcsph-dynamic\"".
std::string physics_for(const std::string& geometry);

/// What the fluid of a type is made of; walls and bodies count as the first fluid.
struct FluidConstants {
  double particle_mass, rest_density, sound_speed, artificial_viscosity;  ///< SI
};
FluidConstants fluid_constants(const WcsphConstants& constants, ParticleType type);

/// Whether the particle is of the first or the second fluid.
bool is_any_fluid(std::uint32_t identity);

}  // namespace sphlab
