#include "harness/verify/oracle_planes.hpp"

#include <cmath>

namespace sphlab {
namespace {

// With a plane: the depth behind it and its rounding [m], the speed along its normal [m/s].
struct Meeting {
  DoubleVector normal;
  double depth, rounding, speed;
};

Meeting meeting(const ParticleState& state, std::size_t i, const float4& plane) {
  const float4 x = state.position[i];
  const float4 v = state.velocity[i];
  const DoubleVector n = {plane.x, plane.y, plane.z};
  const double terms[] = {n[0] * x.x, n[1] * x.y, n[2] * x.z};
  const double magnitudes = std::abs(terms[0]) + std::abs(terms[1]) + std::abs(terms[2]);
  return {n, plane.w - (terms[0] + terms[1] + terms[2]),
          4 * 0x1p-24 * (magnitudes + std::abs(plane.w)), n[0] * v.x + n[1] * v.y + n[2] * v.z};
}

}  // namespace

DoubleVector oracle_planes_push(const ParticleState& state, std::size_t i,
                                const PenaltyPlanes& planes) {
  DoubleVector sum{};
  for (std::uint32_t k = 0; k < planes.count; ++k) {
    const Meeting with = meeting(state, i, planes.plane[k]);
    if (with.depth <= 0) continue;
    const double push = planes.stiffness * with.depth - planes.damping * with.speed;
    for (std::size_t axis = 0; axis < 3; ++axis) sum[axis] += push * with.normal[axis];
  }
  return sum;
}

double oracle_planes_uncertainty(const ParticleState& state, std::size_t i,
                                 const PenaltyPlanes& planes) {
  double sum = 0;
  for (std::uint32_t k = 0; k < planes.count; ++k) {
    const Meeting with = meeting(state, i, planes.plane[k]);
    if (with.depth < -with.rounding) continue;
    sum += planes.stiffness * with.rounding;
    if (with.depth <= with.rounding) sum += std::abs(planes.damping * with.speed);
  }
  return sum;
}

}  // namespace sphlab
