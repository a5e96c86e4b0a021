// Places the fluid of a lattice's boxes: on its points, near them, or anywhere in the box.
#pragma once

#include <array>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "harness/scenarios/lattice.hpp"
#include "harness/scenarios/random_points.hpp"
#include "kernels/abi/vector_types.hpp"

namespace sphlab {

enum class PlacementLaw { lattice, jittered, random };

/// How particles are placed, as many as a box has points and in their order.
struct Placement {
  PlacementLaw law = PlacementLaw::lattice;
  double reach = 0;  ///< of `jittered`: side of the cube around a point, over the spacing
  std::uint64_t seed = 0;
};

/// Reads "geometry.placement"; without it, the lattice.
Placement read_placement(const nlohmann::json& geometry);

/// Draws the places of fluid particles, one after the other: the same on every platform.
class PlacedPoints {
 public:
  /// @param lattice must outlive it.
  PlacedPoints(const Placement& placement, const Lattice& lattice);

  /// The place of the particle that stands for a point of a box [m].
  float3 next(const LatticeBox& box, const std::array<std::int64_t, 3>& point);

 private:
  Placement placement_;
  const Lattice& lattice_;
  RandomPoints draws_;
};

}  // namespace sphlab
