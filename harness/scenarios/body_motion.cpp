#include "harness/scenarios/body_motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "harness/error.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// The spacing of the floats just below the power of two that no coordinate on the grid reaches:
/// all of them, and all coarser ones, are multiples of it.
float quantum_of(const Grid& grid) {
  const double side = 1.0 / static_cast<double>(grid.inverse_side);
  const auto farthest = [&](float origin, unsigned cells) {
    return std::max(std::abs(static_cast<double>(origin)), std::abs(origin + side * cells));
  };
  int exponent = 0;
  std::frexp(std::max({farthest(grid.origin.x, grid.cells.x), farthest(grid.origin.y, grid.cells.y),
                       farthest(grid.origin.z, grid.cells.z)}),
             &exponent);
  return std::ldexp(1.0f, exponent - std::numeric_limits<float>::digits);
}

Vector components(float3 v) {
  return {v.x, v.y, v.z};
}

double fastest(const BodyMotion& motion) {
  const Vector velocity = components(motion.velocity);
  const Vector stroke = components(motion.stroke);
  double speed2 = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double speed = std::abs(velocity[axis]) + std::numbers::pi *
                                                        static_cast<double>(motion.frequency) *
                                                        std::abs(stroke[axis]);
    speed2 += speed * speed;
  }
  return std::sqrt(speed2);
}

bool stays_inside(const LatticeBox& box, const Lattice& lattice, int axis, double moved) {
  const auto at = [&](std::int64_t index) { return lattice.coordinate(axis, index); };
  const double rounding = 1e-6 * lattice.spacing;
  return at(box.begin[axis]) + std::min(moved, 0.0) >=
             at(lattice.interior.begin[axis]) - rounding &&
         at(box.end[axis]) + std::max(moved, 0.0) <= at(lattice.interior.end[axis]) + rounding;
}

}  // namespace

BodyMotion read_body_motion(const json& motion, const Grid& grid, const std::string& source) {
  const std::string place = source + ": geometry.body.motion.";
  BodyMotion read{};
  read.quantum = quantum_of(grid);
  if (motion.at("law") == "uniform") {
    read.velocity = to_float3(vector(motion, "velocity"), place + "velocity");
  } else {
    read.stroke = to_float3(vector(motion, "stroke"), place + "stroke");
    read.frequency = to_float(1 / scalar(motion, "period"), place + "period");
  }
  return read;
}

void check_body_motion(const BodyMotion& motion, const Lattice& lattice, double end_time,
                       double sound_speed, const std::string& source) {
  const std::string place = source + ": geometry.body.motion";
  if (fastest(motion) > sound_speed / 10) {
    throw InputError(fmt::format(
        "{}: {:.3g} m/s is faster than a tenth of the speed of sound, {:.3g} m/s. Slow the body "
        "down, or raise physics.sound_speed.",
        place, fastest(motion), sound_speed / 10));
  }
  const Vector velocity = components(motion.velocity);
  const Vector stroke = components(motion.stroke);
  for (std::size_t k = 0; k < lattice.body.size(); ++k) {
    for (int axis = 0; axis < 3; ++axis) {
      const double moved = velocity[axis] * end_time + stroke[axis];
      if (stays_inside(lattice.body[k], lattice, axis, moved)) continue;
      throw InputError(fmt::format(
          "{}: carries geometry.body.boxes[{}] by {:.3g} m along {} until end_time, into a wall. "
          "Move it less, or begin elsewhere.",
          place, k, moved, "xyz"[axis]));
    }
  }
}

}  // namespace sphlab
