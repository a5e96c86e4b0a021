#include "harness/scenarios/influence.hpp"

#include <fmt/format.h>

#include "harness/error.hpp"
#include "harness/scenarios/lattice.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {
namespace {

/// Influence radius over the spacing. Of a pair that is nearer to the radius, smoothing kernels
/// leave a thousandth of what they have at the particle, and of that single precision the rounding.
constexpr double least_influence_ratio = 1.1;

}  // namespace

const char* radius_key(const nlohmann::json& physics) {
  for (const char* key : {"cutoff", "smoothing_ratio", "particles_per_cell"}) {
    if (physics.contains(key)) return key;
  }
  return "influence_ratio";
}

void require_neighbours(const Scenario& scenario, const nlohmann::json& physics,
                        const std::string& source) {
  const double ratio = scenario.influence_radius / scenario.spacing;
  if (ratio >= least_influence_ratio) return;
  throw InputError(fmt::format(
      "{}: physics.{}: the influence radius of {:.4g} m, {:.4g} spacings, holds no neighbour of a "
      "particle on the lattice: the nearest is a spacing away, and must be well inside. Choose a "
      "radius of more than 1 spacing, at least {} and better 2.",
      source, radius_key(physics), scenario.influence_radius, ratio, least_influence_ratio));
}

void require_walls_in_reach(const Scenario& scenario, const std::string& source) {
  const double reach = scenario.wcsph.wall_distance;
  if (reach == 0) return;
  const std::string where = source + ": physics.wall_distance_ratio";
  if (reach > scenario.influence_radius) {
    throw InputError(fmt::format(
        "{}: walls push from {:.4g} m on, and nobody looks for them beyond the influence radius of "
        "{:.4g} m. Choose at most {:.4g}.",
        where, reach, scenario.influence_radius, scenario.influence_radius / scenario.spacing));
  }
  if (reach * min_steps_per_spacing >= scenario.spacing) return;
  throw InputError(fmt::format(
      "{}: walls push from {:.4g} m on, and single precision need not tell places so near from "
      "each other at a spacing of {:.4g} m. Choose at least {:.2g}, usually 1.",
      where, reach, scenario.spacing, 1 / min_steps_per_spacing));
}

}  // namespace sphlab
