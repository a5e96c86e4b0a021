#include "harness/verify/oracle_planes.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>

namespace sphlab {
namespace {

// Planes that swing, at some time: the share of their stroke that they are along their normals, and
// the rate at which that grows [1/s]. Not by swing_at(), which a run's clock begins with.
struct Swing {
  double share = 0, rate = 0;
};

Swing swing(const PenaltyPlanes& planes, double time) {
  if (planes.frequency == 0) return {};
  const double phase = std::numbers::pi * (planes.frequency * time + planes.phase);
  const double sine = std::sin(phase);
  return {sine * sine, std::numbers::pi * planes.frequency * std::sin(2 * phase)};
}

// What rounding of the phase and of a sine may do to a share, and over the frequency to its rate.
constexpr double swing_rounding = 0x1p-20;

// With one plane: the depth behind it and its rounding [m], the speed along its normal against the
// plane's own and its rounding [m/s].
struct Meeting {
  DoubleVector normal;
  double depth, rounding, speed, speed_rounding;
};

Meeting meeting(const PenaltyPlanes& planes, std::uint32_t k, const Swing& at, const float4& x,
                const float4& v) {
  const float4& plane = planes.plane[k];
  const double stroke = planes.stroke[k];
  const DoubleVector n = {plane.x, plane.y, plane.z};
  const double terms[] = {n[0] * x.x, n[1] * x.y, n[2] * x.z};
  const double place = plane.w + stroke * at.share;
  const double magnitudes = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
  const double swings = std::abs(stroke) * swing_rounding;
  return {n, place - (terms[0] + terms[1] + terms[2]),
          4 * 0x1p-24 * (magnitudes + std::abs(place)) + swings,
          n[0] * v.x + n[1] * v.y + n[2] * v.z - stroke * at.rate,
          std::numbers::pi * planes.frequency * swings};
}

}  // namespace

OraclePlanes oracle_planes(const PenaltyPlanes& planes, double time, const float4& position,
                           const float4& velocity) {
  const Swing at = swing(planes, time);
  OraclePlanes all;
  for (std::uint32_t k = 0; k < planes.count; ++k) {
    const Meeting with = meeting(planes, k, at, position, velocity);
    if (with.depth < -with.rounding) continue;
    all.uncertainty += planes.stiffness * with.rounding + planes.damping * with.speed_rounding;
    if (with.depth <= with.rounding) all.uncertainty += std::abs(planes.damping * with.speed);
    if (with.depth <= 0) continue;
    const double push = planes.stiffness * with.depth - planes.damping * with.speed;
    add_scaled(all.acceleration, push, with.normal);
  }
  return all;
}

}  // namespace sphlab
