// Which pairs a traversal can see between two rebuilds: those that its list, or its cells, held.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "harness/scenarios/scenario.hpp"
#include "harness/verify/oracle_cells.hpp"

namespace sphlab {

/// Pairs as of the last rebuild. Since then particles have moved: a pair that has come within the
/// influence radius meanwhile is seen only where a skin, or the cells, had it. A traversal that
/// leaves out a pair which is seen is wrong; one that lacks another pair is not.
class Sight {
 public:
  /// Sees what a list holds. @param built positions at the rebuild, in the order of the state that
  /// is judged; outlives this. @param list_radius of the list [m]. @param period of the box, as
  /// ParticleState::period.
  static Sight of_list(const std::vector<float4>& built, double list_radius,
                       const float3& period = {});
  /// Sees pairs in cells that are at most `grid.reach` apart along each axis.
  static Sight of_cells(const std::vector<float4>& built, const Grid& grid,
                        const float3& period = {});

  bool sees(std::size_t i, std::size_t j) const {
    return cell_.empty() ? in_list(i, j) : in_cells(i, j);
  }

 private:
  Sight(const std::vector<float4>& built, const float3& period) : built_(&built), period_(period) {}
  bool in_list(std::size_t i, std::size_t j) const;
  bool in_cells(std::size_t i, std::size_t j) const;

  const std::vector<float4>* built_;
  float3 period_;
  double radius2_ = 0;
  Grid grid_{};
  std::vector<CellCoordinates> cell_;  ///< of each particle; empty for a list
};

}  // namespace sphlab
