#include "harness/scenarios/list_capacity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "harness/error.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {
namespace {

/// Particles, one in a cube of a spacing.
double in_sphere(double radius_in_spacings) {
  return 4.0 / 3.0 * std::numbers::pi * std::pow(radius_in_spacings, 3);
}

}  // namespace

std::uint32_t list_slots(double neighbours, const std::string& source) {
  constexpr double end_markers = 2;
  constexpr double most_slots = 65536;
  const double slots = std::ceil((neighbours + end_markers) / list_batch) * list_batch;
  if (!(slots <= most_slots)) {
    throw InputError(fmt::format(
        "{}: physics: {:.3g} neighbours a particle, more than the {:.0f} slots of a list. Shrink "
        "the influence radius, or give list.capacity.",
        source, neighbours, most_slots));
  }
  return static_cast<std::uint32_t>(slots);
}

double lattice_neighbours(double radius_in_spacings) {
  constexpr double safety = 1.5;
  return std::ceil(safety * in_sphere(radius_in_spacings));
}

double placed_neighbours(const Placement& placement, double radius_in_spacings, double particles,
                         bool moves) {
  const double lattice = lattice_neighbours(radius_in_spacings);
  // Particles a quarter of a spacing from their points at most are spread far more evenly than at
  // random: the safety of the lattice is enough for them.
  const bool as_random = placement.law == PlacementLaw::random || placement.reach > 0.5;
  if (!as_random) return lattice;
  const double random = random_neighbours(in_sphere(radius_in_spacings), particles);
  return moves ? std::max(lattice, random) : random;
}

double random_neighbours(double mean, double particles) {
  constexpr double accepted_risk = 1e-9;
  // Beyond the mean the terms of the tail fall faster than a geometric series of ratio mean /
  // count.
  for (double count = std::floor(mean) + 1;; ++count) {
    const double log_term = count * std::log(mean) - mean - std::lgamma(count + 1);
    const double tail = std::exp(log_term) * mean / (count + 1 - mean);
    if (particles * tail < accepted_risk) return count;
  }
}

}  // namespace sphlab
