#include "harness/scenarios/placement.hpp"

#include "harness/scenarios/quantity.hpp"

namespace sphlab {

Placement read_placement(const nlohmann::json& geometry) {
  if (!geometry.contains("placement")) return {};
  const nlohmann::json& placement = geometry.at("placement");
  const auto seed = placement.at("seed").get<std::uint64_t>();
  if (placement.at("law") == "random") return {PlacementLaw::random, 0, seed};
  return {PlacementLaw::jittered, scalar(placement, "reach"), seed};
}

PlacedPoints::PlacedPoints(const Placement& placement, const Lattice& lattice)
    : placement_(placement), lattice_(lattice), draws_(placement.seed, 1) {}

float3 PlacedPoints::next(const LatticeBox& box, const std::array<std::int64_t, 3>& point) {
  const float3 draw =
      placement_.law == PlacementLaw::lattice ? float3{0.5f, 0.5f, 0.5f} : draws_.next();
  const double fractions[3] = {draw.x, draw.y, draw.z};
  const auto along = [&](int axis) {
    const double begin = lattice_.coordinate(axis, box.begin[axis]) - 0.5 * lattice_.spacing;
    const double extent = static_cast<double>(box.end[axis] - box.begin[axis]) * lattice_.spacing;
    if (placement_.law == PlacementLaw::random)
      return static_cast<float>(begin + fractions[axis] * extent);
    const double off = placement_.reach * (fractions[axis] - 0.5) * lattice_.spacing;
    return static_cast<float>(lattice_.coordinate(axis, point[axis]) + off);
  };
  return {along(0), along(1), along(2)};
}

}  // namespace sphlab
