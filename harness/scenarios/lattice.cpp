#include "harness/scenarios/lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "harness/error.hpp"

namespace sphlab {
namespace {

/// Far above what any memory holds, and low enough that products of counts fit into 64 bits.
constexpr double max_points = 1099511627776.0;  // 2^40

/// Positions are stored in single precision: neighbours must stay this many of its steps apart.
constexpr double min_steps_per_spacing = 128;

std::array<std::int64_t, 3> domain_points(double spacing, const Box& domain,
                                          const std::string& source) {
  std::array<double, 3> points{};
  for (int axis = 0; axis < 3; ++axis) points[axis] = std::round(domain.size[axis] / spacing);
  const double total = points[0] * points[1] * points[2];
  if (!(total <= max_points)) {
    throw InputError(
        fmt::format("{}: geometry.domain: has {:.3g} lattice points at a spacing of {:.6g} m, more "
                    "than {:.3g}. "
                    "Lower the resolution.",
                    source, total, spacing, max_points));
  }
  const auto whole = [](double count) { return static_cast<std::int64_t>(count); };
  return {whole(points[0]), whole(points[1]), whole(points[2])};
}

void check_precision(double spacing, const Box& domain, const std::string& source) {
  double farthest = 0;
  for (int axis = 0; axis < 3; ++axis) {
    farthest = std::max(
        {farthest, std::abs(domain.lower[axis]), std::abs(domain.lower[axis] + domain.size[axis])});
  }
  const double step = farthest * std::numeric_limits<float>::epsilon();
  if (spacing < min_steps_per_spacing * step) {
    throw InputError(fmt::format(
        "{}: geometry.domain: single precision does not resolve a spacing of {:.6g} m at {:.6g} m "
        "from the origin. Move the domain to the origin, or lower the resolution.",
        source, spacing, farthest));
  }
}

LatticeBox interior_of(const LatticeBox& domain, const std::vector<std::string>& walls,
                       int wall_layers, const std::string& source) {
  LatticeBox interior = domain;
  for (const std::string& face : walls) {
    const auto axis = static_cast<std::size_t>(face[0] - 'x');
    face[1] == '-' ? interior.begin[axis] += wall_layers : interior.end[axis] -= wall_layers;
  }
  for (int axis = 0; axis < 3; ++axis) {
    if (interior.begin[axis] >= interior.end[axis]) {
      throw InputError(fmt::format(
          "{}: geometry.domain: only {} lattice points along {}: no room inside the walls. Raise "
          "the resolution or the size.",
          source, domain.end[axis], "xyz"[axis]));
    }
  }
  return interior;
}

LatticeBox rounded_box(const Lattice& lattice, const Box& box, const std::string& where) {
  LatticeBox rounded;
  for (int axis = 0; axis < 3; ++axis) {
    const auto low = static_cast<double>(lattice.interior.begin[axis]);
    const auto high = static_cast<double>(lattice.interior.end[axis]);
    const double begin = low + std::round(box.lower[axis] / lattice.spacing);
    const double end = begin + std::round(box.size[axis] / lattice.spacing);
    rounded.begin[axis] = static_cast<std::int64_t>(std::clamp(begin, low, high));
    rounded.end[axis] = static_cast<std::int64_t>(std::clamp(end, low, high));
  }
  if (rounded.points() == 0) {
    throw InputError(fmt::format(
        "{}: holds no particle at a spacing of {:.6g} m. Raise the resolution, or move the box "
        "inside the walls.",
        where, lattice.spacing));
  }
  return rounded;
}

bool overlap(const LatticeBox& a, const LatticeBox& b) {
  for (int axis = 0; axis < 3; ++axis) {
    if (a.end[axis] <= b.begin[axis] || b.end[axis] <= a.begin[axis]) return false;
  }
  return true;
}

constexpr const char* fluid_key = "geometry.fluid";

void require_apart(const LatticeBox& box, const Lattice& lattice, const std::string& where) {
  const std::pair<const char*, const std::vector<LatticeBox>&> placed[] = {
      {fluid_key, lattice.fluid},
      {"geometry.second_fluid", lattice.second_fluid},
      {"geometry.body.boxes", lattice.body}};
  for (const auto& [key, others] : placed) {
    for (std::size_t j = 0; j < others.size(); ++j) {
      if (!overlap(box, others[j])) continue;
      throw InputError(fmt::format("{}: overlaps {}[{}]. Part them.", where, key, j));
    }
  }
}

}  // namespace

std::uint64_t LatticeBox::points() const {
  std::uint64_t product = 1;
  for (int axis = 0; axis < 3; ++axis) {
    product *= static_cast<std::uint64_t>(std::max<std::int64_t>(0, end[axis] - begin[axis]));
  }
  return product;
}

bool LatticeBox::contains(const std::array<std::int64_t, 3>& point) const {
  for (int axis = 0; axis < 3; ++axis) {
    if (point[axis] < begin[axis] || point[axis] >= end[axis]) return false;
  }
  return true;
}

std::uint64_t points_of(const std::vector<LatticeBox>& boxes) {
  std::uint64_t sum = 0;
  for (const LatticeBox& box : boxes) sum += box.points();
  return sum;
}

FluidColumn Lattice::column_above(const std::array<std::int64_t, 3>& point) const {
  std::array<std::int64_t, 3> above = point;
  // in layers; the first one counts from the point, at its middle
  FluidColumn layers;
  double own_half = 0.5;
  const auto climb = [&](const std::vector<LatticeBox>& boxes, double& height) {
    const auto box = std::find_if(boxes.begin(), boxes.end(),
                                  [&](const LatticeBox& b) { return b.contains(above); });
    if (box == boxes.end()) return false;
    height += static_cast<double>(box->end[2] - above[2]) - std::exchange(own_half, 0.0);
    above[2] = box->end[2];
    return true;
  };
  while (climb(fluid, layers.first) || climb(second_fluid, layers.second)) {
  }
  return {layers.first * spacing, layers.second * spacing};
}

Lattice make_lattice(double spacing, const Box& domain, const std::vector<std::string>& walls,
                     const std::vector<Box>& fluid, const std::string& source, int wall_layers) {
  Lattice lattice;
  lattice.spacing = spacing;
  lattice.lower = domain.lower;
  lattice.domain.end = domain_points(spacing, domain, source);
  check_precision(spacing, domain, source);
  lattice.interior = interior_of(lattice.domain, walls, wall_layers, source);
  add_boxes(lattice, &Lattice::fluid, fluid, fluid_key, source);
  return lattice;
}

void add_boxes(Lattice& lattice, std::vector<LatticeBox> Lattice::*boxes,
               const std::vector<Box>& added, const std::string& key, const std::string& source) {
  for (std::size_t i = 0; i < added.size(); ++i) {
    const std::string where = fmt::format("{}: {}[{}]", source, key, i);
    const LatticeBox box = rounded_box(lattice, added[i], where);
    require_apart(box, lattice, where);
    (lattice.*boxes).push_back(box);
  }
}

}  // namespace sphlab
