#include "harness/scenarios/list_capacity.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "harness/error.hpp"
#include "kernels/abi/list_view.hpp"

namespace sphlab {

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
  const double sphere = 4.0 / 3.0 * std::numbers::pi * std::pow(radius_in_spacings, 3);
  return std::ceil(safety * sphere);
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
