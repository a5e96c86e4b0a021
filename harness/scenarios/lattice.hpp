// Particles on a cubic lattice: boxes of fluid and of a body inside a box whose faces may be walls.
//
// docs/write-a-scenario.md draws the layout. Lattice points are cell centres: point i of an axis is
// at lower + (i + 1/2) dp; where the points are to be the corners, the lattice begins half a
// spacing lower. A wall is the outermost layers of points of its face, up to where it ends.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "harness/scenarios/quantity.hpp"

namespace sphlab {

/// Positions are stored in single precision: neighbours must stay this many of its steps apart.
inline constexpr double min_steps_per_spacing = 128;

/// A box in metres.
struct Box {
  Vector lower{};
  Vector size{};
};

/// Lattice points begin <= (i, j, k) < end.
struct LatticeBox {
  std::array<std::int64_t, 3> begin{};
  std::array<std::int64_t, 3> end{};
  std::uint64_t points() const;
  bool contains(const std::array<std::int64_t, 3>& point) const;
  /// The points that both have.
  LatticeBox common_with(const LatticeBox& other) const;
};

/// Places of the lattice's points: in the middle of its cells, or at their corners, the faces of
/// the domain included.
enum class LatticePoints { centres, corners };

/// Walls of the domain.
struct Walls {
  std::vector<std::string> faces = {};  ///< "x-", "z+", ...
  int layers = 1;                       ///< of points that make a wall, from 1 on
  std::optional<double> height = {};    ///< above the domain's lower face, if they end below it [m]
};

/// A hollow box of boundary points. What stands on the lower face of the domain is open there, and
/// there is no floor in it.
struct Obstacle {
  LatticeBox outer;
  LatticeBox inner;  ///< points inside that carry no particle
  std::uint64_t points() const { return outer.points() - inner.points(); }
};

/// Heights of fluid above a lattice point, up to the surface [m].
struct FluidColumn {
  double first = 0;
  double second = 0;
  bool operator==(const FluidColumn&) const = default;
};

/// Which lattice points carry particles. The boxes are disjoint and inside the interior.
struct Lattice {
  double spacing = 0;   ///< dp [m]
  Vector lower{};       ///< lower corner of the domain [m]
  LatticeBox domain;    ///< from 0 to the number of points along each axis
  LatticeBox interior;  ///< the domain without its walls
  LatticeBox walled;    ///< the part of the domain up to which its walls reach
  int wall_layers = 1;
  std::vector<LatticeBox> fluid;
  std::vector<LatticeBox> second_fluid;
  std::vector<LatticeBox> body;
  std::vector<Obstacle> obstacles;

  /// Number of points of walls and obstacles.
  std::uint64_t boundary_points() const;
  /// Whether a wall has this point, which is none of an obstacle and not inside one.
  bool is_wall(const std::array<std::int64_t, 3>& point) const;
  /// Coordinate of point `index` along an axis [m], in double precision.
  double coordinate(int axis, std::int64_t index) const {
    return lower[axis] + (static_cast<double>(index) + 0.5) * spacing;
  }
  /// The fluids met when going up from a point of fluid until there is none; half a spacing of the
  /// point's own layer.
  FluidColumn column_above(const std::array<std::int64_t, 3>& point) const;
};

/// Points of all boxes.
std::uint64_t points_of(const std::vector<LatticeBox>& boxes);

/// Rounds the boxes to whole spacings.
///
/// @param domain the box, walls included. @param fluid boxes measured from the lower corner of the
/// interior; what reaches into a wall is cut off. @param source the file, for messages.
/// Throws InputError when walls leave no interior, or end above the domain or at its floor, a fluid
/// box holds no point, overlaps another or stands higher than walls that end below the domain, or
/// there are more points than single-precision coordinates or this program can tell apart.
Lattice make_lattice(double spacing, const Box& domain, const Walls& walls,
                     const std::vector<Box>& fluid, const std::string& source,
                     LatticePoints points = LatticePoints::centres);

/// Adds boxes of the second fluid or of the body as make_lattice() does those of fluid.
/// @param boxes the lattice's own to which they are added. @param key of `added` in the file.
/// Throws InputError when one of them holds no point or overlaps another box of the lattice.
void add_boxes(Lattice& lattice, std::vector<LatticeBox> Lattice::*boxes,
               const std::vector<Box>& added, const std::string& key, const std::string& source);

/// Adds obstacles, whose shells are as thick as the walls.
/// @param added boxes measured from the lower corner of the domain; their faces are rounded to
/// points.
/// Throws InputError when one is thinner than the spacing, reaches out of the domain, or overlaps
/// another box of the lattice.
void add_obstacles(Lattice& lattice, const std::vector<Box>& added, const std::string& source,
                   LatticePoints points);

}  // namespace sphlab
