// The oracle's neighbour searches: every pair within reach, in double precision.
//
// Two of them, so that each can be held against the other: an exact cell search, and all pairs.
// They share no code with the kernels, nor the grid of the run.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/interrupt.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/verify/double_vector.hpp"
#include "harness/verify/judged_particles.hpp"
#include "harness/verify/search_cells.hpp"

namespace sphlab {

/// How far a squared distance may lie from radius^2 [m^2] and still fall on either side of it in
/// float arithmetic: six roundings of 2^-24 each. The difference of two floats rounds once and
/// counts twice in its square, the product rounds once, the two sums once each, and radius^2 once.
///
/// In a periodic box a coordinate is shifted by its period, and a difference formed that may be as
/// large: up to three roundings of half a unit of the period, which move a squared distance by
/// twice the radius each.
///
/// A pair inside this band is borderline: the device may or may not count it.
/// @param period of the box, as ParticleState::period [m].
double borderline_width(float radius, const float3& period = {});

/// Distance within which a search must look to see all accepted and all borderline pairs [m].
double borderline_reach(float radius, const float3& period = {});

/// A coordinate of a distance to the nearest image of a particle [m]. @param period 0: of an axis
/// that is open.
inline double oracle_nearest(double difference, double period) {
  if (!(period > 0) || std::abs(difference) <= period / 2) return difference;
  return difference > 0 ? difference - period : difference + period;
}

/// A distance to the nearest image of a particle [m], and its square [m^2].
struct OracleSeparation {
  double dx, dy, dz, r2;

  /// @param between the positions, as they are. @param period of the box.
  OracleSeparation(const DoubleVector& between, const float3& period)
      : dx(oracle_nearest(between[0], period.x)),
        dy(oracle_nearest(between[1], period.y)),
        dz(oracle_nearest(between[2], period.z)),
        r2(dx * dx + dy * dy + dz * dz) {}
};

/// The particles [0, live) of a state in cubic cells of their own. Keeps a reference to the state,
/// which must outlive it. Particles from `live` on are lost and nobody's neighbours. Those of one
/// cell are visited in the order of the state.
///
/// Once a stop is requested, targets have no neighbours, so that sums over millions end at once:
/// who has made them asks stop_if_requested() before they are used.
class CellSearch {
 public:
  /// @param judged says how many are live, and which pairs are seen.
  /// @param reach largest distance that visit() has to find [m], > 0.
  /// Throws std::invalid_argument that names the particle when a live position is not finite.
  CellSearch(const ParticleState& state, const JudgedParticles& judged, double reach);

  /// Calls visit(j, dx, dy, dz, r2) once for every live j != target in sight with r2 <= reach^2,
  /// where d = x_target - x_j [m]. `target` need not be live; the order is that of the cells.
  template <class Visit>
  void visit(std::size_t target, Visit&& visit) const;

 private:
  void sort_into_cells(std::size_t live);
  /// Threads bring the particles of a cell in any order: puts them into that of the state.
  void order_cells(std::size_t live);
  void put_position(std::size_t entry);
  bool is_seen(std::size_t i, std::size_t j) const {
    return sight_ == nullptr || sight_->sees(i, j);
  }

  const ParticleState& state_;
  const Sight* sight_;
  double reach2_;
  SearchCells cells_;
  std::vector<std::size_t> begin_;    // first entry of each cell, and the end
  std::vector<std::uint32_t> index_;  // particle of each entry
  std::vector<double> x_, y_, z_;     // its position
};

/// Finds neighbours by trying all pairs; for small cases.
class BruteForceSearch {
 public:
  BruteForceSearch(const ParticleState& state, std::size_t live, double reach)
      : state_(state), live_(live), reach2_(reach * reach) {}

  /// Visits like CellSearch::visit, in ascending order of j.
  template <class Visit>
  void visit(std::size_t target, Visit&& visit) const;

 private:
  const ParticleState& state_;
  std::size_t live_;
  double reach2_;
};

template <class Visit>
void CellSearch::visit(std::size_t target, Visit&& visit) const {
  if (stop_requested()) return;
  const float4& here = state_.position[target];
  cells_.visit_lines(here, [&](std::size_t first, std::size_t last) {
    const std::size_t end = begin_[last + 1];
    for (std::size_t k = begin_[first]; k < end; ++k) {
      const OracleSeparation to({here.x - x_[k], here.y - y_[k], here.z - z_[k]}, state_.period);
      if (to.r2 <= reach2_ && index_[k] != target && is_seen(target, index_[k]))
        visit(index_[k], to.dx, to.dy, to.dz, to.r2);
    }
  });
}

template <class Visit>
void BruteForceSearch::visit(std::size_t target, Visit&& visit) const {
  const float4 here = state_.position[target];
  for (std::size_t j = 0; j < live_; ++j) {
    const OracleSeparation to(difference(here, state_.position[j]), state_.period);
    if (j != target && to.r2 <= reach2_)
      visit(static_cast<std::uint32_t>(j), to.dx, to.dy, to.dz, to.r2);
  }
}

}  // namespace sphlab
