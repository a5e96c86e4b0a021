// What a wrong traversal does otherwise than the right one. A mutant is a row of these in a table,
// whose functions are called on the host: by the packs of a CPU and of the host executor.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/grid/linear_order.cuh"

namespace sphlab::mutants {

/// What a mutant has kept since it was called first.
struct Memory {
  unsigned calls = 0;  ///< before this one
  unsigned rebuilds = 0;
  std::vector<std::uint32_t> identity;  ///< in the order of the last call
  unsigned kept_at = 0;                 ///< rebuild whose positions are kept
  std::vector<float4> position, velocity, mixed, rate;
};

/// A pair that a target is about to add.
struct Candidate {
  const PairArguments& a;
  const Memory& memory;
  PassKind kind;
  std::uint32_t i, j;  ///< target and source
  ParticleRange cell;  ///< that holds the source
  float r2;            ///< [m^2]

  float radius2() const { return a.influence_radius * a.influence_radius; }
  ParticleType type(std::uint32_t particle) const { return type_of(a.state.identity[particle]); }
  std::uint32_t id(std::uint32_t particle) const { return id_of(a.state.identity[particle]); }
  bool both_are(ParticleType wanted) const { return type(i) == wanted && type(j) == wanted; }
  /// Of the pair, whatever the order of particles; spread evenly.
  std::uint32_t number() const { return (id(i) * 2654435761u) ^ (id(j) * 2246822519u); }
};

/// A mutant: each member that a row leaves out is right.
struct Mutant {
  const char* name;
  /// Whether a pair is left out.
  bool (*skips)(const Candidate&) = nullptr;
  /// Whether nothing is computed of a particle: what its entry held stays there.
  bool (*leaves)(const PairArguments&, std::uint32_t i) = nullptr;
  /// Changes the constants of the physics.
  void (*constants)(WcsphConstants&) = nullptr;
  void (*potential)(LjPotentialConstants&) = nullptr;
  /// Changes what sources are read from.
  void (*sources)(PassView&, Memory&, const PairArguments&) = nullptr;
  /// Changes the velocity of a source [m/s].
  void (*velocity)(float& vx, float& vy, float& vz) = nullptr;
  /// Changes each number of a sum, after each pair.
  void (*number)(float&) = nullptr;
  /// Whether pairs are added two by two, and what is left then is not.
  bool by_twos = false;
  /// Whether cells beyond the border of the grid are those at it.
  bool clamps = false;
  /// Faces of a periodic box across which, all at once, sources are looked for.
  int most_faces = 3;
  /// Whether it computes nothing at all.
  bool (*idle)(const Memory&) = nullptr;
  /// Changes the rates that are computed.
  void (*rates)(const ForceArguments&, Memory&) = nullptr;
};

}  // namespace sphlab::mutants
