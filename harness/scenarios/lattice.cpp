#include "harness/scenarios/lattice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

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
                       const std::string& source) {
  LatticeBox interior = domain;
  for (const std::string& face : walls) {
    const auto axis = static_cast<std::size_t>(face[0] - 'x');
    face[1] == '-' ? ++interior.begin[axis] : --interior.end[axis];
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

LatticeBox fluid_box(const Lattice& lattice, const Box& box, const std::string& where) {
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

std::uint64_t Lattice::fluid_points() const {
  std::uint64_t sum = 0;
  for (const LatticeBox& box : fluid) sum += box.points();
  return sum;
}

double Lattice::depth(const std::array<std::int64_t, 3>& point) const {
  std::array<std::int64_t, 3> above = point;
  const auto holds_it = [&](const LatticeBox& box) { return box.contains(above); };
  for (auto box = std::find_if(fluid.begin(), fluid.end(), holds_it); box != fluid.end();
       box = std::find_if(fluid.begin(), fluid.end(), holds_it)) {
    above[2] = box->end[2];
  }
  return (static_cast<double>(above[2] - point[2]) - 0.5) * spacing;
}

Lattice make_lattice(double spacing, const Box& domain, const std::vector<std::string>& walls,
                     const std::vector<Box>& fluid, const std::string& source) {
  Lattice lattice;
  lattice.spacing = spacing;
  lattice.lower = domain.lower;
  lattice.domain.end = domain_points(spacing, domain, source);
  check_precision(spacing, domain, source);
  lattice.interior = interior_of(lattice.domain, walls, source);
  for (std::size_t i = 0; i < fluid.size(); ++i) {
    const std::string where = fmt::format("{}: geometry.fluid[{}]", source, i);
    const LatticeBox box = fluid_box(lattice, fluid[i], where);
    for (std::size_t j = 0; j < i; ++j) {
      if (overlap(box, lattice.fluid[j])) {
        throw InputError(fmt::format("{}: overlaps geometry.fluid[{}]. Part them.", where, j));
      }
    }
    lattice.fluid.push_back(box);
  }
  return lattice;
}

}  // namespace sphlab
