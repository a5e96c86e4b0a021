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

/// Points along a length that is a number of spacings.
double points_along(double spacings, LatticePoints points) {
  return std::round(spacings) + (points == LatticePoints::corners ? 1 : 0);
}

std::array<std::int64_t, 3> domain_points(double spacing, const Box& domain, LatticePoints where,
                                          const std::string& source) {
  std::array<double, 3> points{};
  for (int axis = 0; axis < 3; ++axis)
    points[axis] = points_along(domain.size[axis] / spacing, where);
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

LatticeBox interior_of(const LatticeBox& domain, const Walls& walls, const std::string& source) {
  LatticeBox interior = domain;
  for (const std::string& face : walls.faces) {
    const auto axis = static_cast<std::size_t>(face[0] - 'x');
    face[1] == '-' ? interior.begin[axis] += walls.layers : interior.end[axis] -= walls.layers;
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

/// The domain up to where its walls end.
LatticeBox walled_part(const LatticeBox& domain, double spacing, const Walls& walls,
                       LatticePoints points, const std::string& source) {
  LatticeBox walled = domain;
  if (!walls.height) return walled;
  const double top = points_along(*walls.height / spacing, points);
  const bool has_roof =
      std::find(walls.faces.begin(), walls.faces.end(), "z+") != walls.faces.end();
  const auto most = static_cast<double>(domain.end[2]);
  if (!(top > walls.layers && top < most) || has_roof) {
    throw InputError(fmt::format(
        "{}: geometry.wall_height: walls that end at {:.6g} m have {:.0f} of the {:.0f} layers of "
        "points of the domain{}. Let them end above the floor and below the domain's upper face, "
        "with no wall \"z+\", or leave the key out.",
        source, *walls.height, top, most, has_roof ? ", which has a roof" : ""));
  }
  walled.end[2] = static_cast<std::int64_t>(top);
  return walled;
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
constexpr const char* obstacle_key = "geometry.obstacles";

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
  for (std::size_t j = 0; j < lattice.obstacles.size(); ++j) {
    if (!overlap(box, lattice.obstacles[j].outer)) continue;
    throw InputError(fmt::format("{}: overlaps {}[{}]. Part them.", where, obstacle_key, j));
  }
}

void require_below_top(const LatticeBox& box, const Lattice& lattice, const std::string& where) {
  if (box.end[2] <= lattice.walled.end[2]) return;
  throw InputError(fmt::format(
      "{}: its uppermost particles are {} spacings above the walls, which end at {:.6g} m: they "
      "would leave over the open top. Lower the box, or raise geometry.wall_height.",
      where, box.end[2] - lattice.walled.end[2], lattice.coordinate(2, lattice.walled.end[2] - 1)));
}

/// The points from face to face. @param where for messages.
LatticeBox obstacle_box(const Lattice& lattice, const Box& box, LatticePoints points,
                        const std::string& where) {
  LatticeBox rounded;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (box.size[axis] < lattice.spacing) {
      throw InputError(fmt::format(
          "{}.size: {:.6g} m along {} are thinner than the spacing of {:.6g} m. Raise the "
          "resolution, or make it thicker.",
          where, box.size[axis], "xyz"[axis], lattice.spacing));
    }
    const double begin = std::round(box.lower[axis] / lattice.spacing);
    const double end = points_along((box.lower[axis] + box.size[axis]) / lattice.spacing, points);
    if (!(begin >= 0 && end <= static_cast<double>(lattice.domain.end[axis]))) {
      throw InputError(fmt::format(
          "{}: reaches out of the domain along {}, of which it has the points {:.0f} to {:.0f} of "
          "0 to {}. Move it inside, or enlarge geometry.domain.",
          where, "xyz"[axis], begin, end - 1, lattice.domain.end[axis] - 1));
    }
    rounded.begin[axis] = static_cast<std::int64_t>(begin);
    rounded.end[axis] = static_cast<std::int64_t>(end);
  }
  return rounded;
}

/// A box without its outermost layers; without those above its lower face where it stands there.
LatticeBox hollow_of(const LatticeBox& outer, int layers) {
  LatticeBox inner = outer;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const bool stands = axis == 2 && outer.begin[axis] == 0;
    if (!stands) inner.begin[axis] += layers;
    inner.end[axis] -= layers;
  }
  return inner;
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

LatticeBox LatticeBox::common_with(const LatticeBox& other) const {
  LatticeBox common;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    common.begin[axis] = std::max(begin[axis], other.begin[axis]);
    common.end[axis] = std::min(end[axis], other.end[axis]);
  }
  return common;
}

std::uint64_t points_of(const std::vector<LatticeBox>& boxes) {
  std::uint64_t sum = 0;
  for (const LatticeBox& box : boxes) sum += box.points();
  return sum;
}

std::uint64_t Lattice::boundary_points() const {
  const auto walls_in = [&](const LatticeBox& box) {
    const LatticeBox part = box.common_with(walled);
    return part.points() - part.common_with(interior).points();
  };
  std::uint64_t points = walls_in(domain);
  for (const Obstacle& obstacle : obstacles) points += obstacle.points() - walls_in(obstacle.outer);
  return points;
}

bool Lattice::is_wall(const std::array<std::int64_t, 3>& point) const {
  if (!walled.contains(point) || interior.contains(point)) return false;
  return std::none_of(obstacles.begin(), obstacles.end(),
                      [&](const Obstacle& obstacle) { return obstacle.outer.contains(point); });
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

Lattice make_lattice(double spacing, const Box& domain, const Walls& walls,
                     const std::vector<Box>& fluid, const std::string& source,
                     LatticePoints points) {
  Lattice lattice;
  lattice.spacing = spacing;
  lattice.lower = domain.lower;
  if (points == LatticePoints::corners) {
    for (double& coordinate : lattice.lower) coordinate -= spacing / 2;
  }
  lattice.domain.end = domain_points(spacing, domain, points, source);
  check_precision(spacing, domain, source);
  lattice.interior = interior_of(lattice.domain, walls, source);
  lattice.walled = walled_part(lattice.domain, spacing, walls, points, source);
  lattice.wall_layers = walls.layers;
  add_boxes(lattice, &Lattice::fluid, fluid, fluid_key, source);
  return lattice;
}

void add_boxes(Lattice& lattice, std::vector<LatticeBox> Lattice::*boxes,
               const std::vector<Box>& added, const std::string& key, const std::string& source) {
  for (std::size_t i = 0; i < added.size(); ++i) {
    const std::string where = fmt::format("{}: {}[{}]", source, key, i);
    const LatticeBox box = rounded_box(lattice, added[i], where);
    require_apart(box, lattice, where);
    require_below_top(box, lattice, where);
    (lattice.*boxes).push_back(box);
  }
}

void add_obstacles(Lattice& lattice, const std::vector<Box>& added, const std::string& source,
                   LatticePoints points) {
  for (std::size_t i = 0; i < added.size(); ++i) {
    const std::string where = fmt::format("{}: {}[{}]", source, obstacle_key, i);
    const LatticeBox outer = obstacle_box(lattice, added[i], points, where);
    require_apart(outer, lattice, where);
    lattice.obstacles.push_back({outer, hollow_of(outer, lattice.wall_layers)});
  }
}

}  // namespace sphlab
