#include "harness/scenarios/penalty_planes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "harness/error.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// A plane as the kernels take it. @param where file and key.
float4 read_plane(const json& plane, const Vector& lower, const std::string& where) {
  const Vector point = vector(plane, "point");
  const Vector direction = vector(plane, "normal");
  const double length = std::hypot(direction[0], direction[1], direction[2]);
  if (!(length > 0)) {
    throw InputError(fmt::format(
        "{}.normal: must point from the plane into the fluid, found a vector without a direction.",
        where));
  }
  Vector normal{};
  double offset = 0;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    normal[axis] = direction[axis] / length;
    offset += normal[axis] * (point[axis] + lower[axis]);
  }
  const float3 n = to_float3(normal, where + ".normal");
  return {n.x, n.y, n.z, to_float(offset, where + ".point")};
}

/// The stroke of a plane that swings, with the others; 0 of one that stands. @param where file and
/// key of the plane.
float read_stroke(const json& plane, const std::string& where, PenaltyPlanes& planes) {
  if (!plane.contains("motion")) return 0;
  const json& motion = plane.at("motion");
  const std::string place = where + ".motion";
  const float frequency = to_float(1 / scalar(motion, "period"), place + ".period");
  const float phase =
      motion.contains("phase") ? to_float(scalar(motion, "phase"), place + ".phase") : 0.0f;
  const bool is_first = planes.frequency == 0;
  if (!is_first && (frequency != planes.frequency || phase != planes.phase)) {
    throw InputError(fmt::format(
        "{}: swings with another period or phase than a plane before it. Give all the same.",
        place));
  }
  planes.frequency = frequency;
  planes.phase = phase;
  return to_float(scalar(motion, "stroke"), place + ".stroke");
}

/// Planes and their stiffness come together.
void require_both(const json& geometry, const json& physics, const std::string& source) {
  const bool has_planes = geometry.contains("planes");
  if (has_planes == physics.contains("plane_stiffness")) return;
  throw InputError(
      has_planes
          ? fmt::format("{}: geometry.planes: nothing says how hard they push. Give \"physics\" "
                        "plane_stiffness and plane_damping, which \"wcsph-summed\", "
                        "\"mixture\" and \"pcisph\" have, or leave the planes out.",
                        source)
          : fmt::format("{}: physics.plane_stiffness: there is no plane that would push. Give "
                        "\"geometry\" planes, or leave plane_stiffness and plane_damping out.",
                        source));
}

}  // namespace

PenaltyPlanes read_penalty_planes(const json& geometry, const json& physics, const Vector& lower,
                                  const std::string& source) {
  require_both(geometry, physics, source);
  PenaltyPlanes planes{};
  if (!geometry.contains("planes")) return planes;
  for (const json& plane : geometry.at("planes")) {
    const std::string where = fmt::format("{}: geometry.planes[{}]", source, planes.count);
    planes.stroke[planes.count] = read_stroke(plane, where, planes);
    planes.plane[planes.count++] = read_plane(plane, lower, where);
  }
  const auto number = [&](const char* key) {
    return to_float(scalar(physics, key), fmt::format("{}: physics.{}", source, key));
  };
  planes.stiffness = number("plane_stiffness");
  planes.damping = number("plane_damping");
  return planes;
}

void require_scheme_of_planes(const PenaltyPlanes& planes, const std::string& scheme,
                              const std::string& source) {
  if (planes.frequency == 0 || scheme == "symplectic-euler") return;
  throw InputError(fmt::format(
      "{}: time_stepping.integrator: planes swing by the time at the start of a step, and \"{}\" "
      "evaluates forces at others, too. Use \"symplectic-euler\", or let the planes stand.",
      source, scheme));
}

SwingOfPlanes swing_at(const PenaltyPlanes& planes, double time) {
  if (planes.frequency == 0) return {};
  const double angular = std::numbers::pi * static_cast<double>(planes.frequency);
  const double phase = angular * time + std::numbers::pi * static_cast<double>(planes.phase);
  return {std::pow(std::sin(phase), 2), angular * std::sin(2 * phase)};
}

double longest_step(const PenaltyPlanes& planes) {
  if (planes.count == 0) return std::numeric_limits<double>::infinity();
  const double stiffness = planes.stiffness;
  const double damping = planes.damping;
  return 4 / (damping + std::sqrt(damping * damping + 4 * stiffness));
}

}  // namespace sphlab
