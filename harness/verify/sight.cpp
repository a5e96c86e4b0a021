#include "harness/verify/sight.hpp"

#include <cmath>

#include "harness/verify/oracle_search.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

Sight Sight::of_list(const std::vector<float4>& built, double list_radius, const float3& period) {
  Sight sight(built, period);
  sight.radius2_ = list_radius * list_radius;
  return sight;
}

Sight Sight::of_cells(const std::vector<float4>& built, const Grid& grid, const float3& period) {
  Sight sight(built, period);
  sight.grid_ = grid;
  sight.cell_.resize(built.size());
  over_items(built.size(), [&](std::size_t i) {
    const auto c = cell_coordinates(grid, built[i], period);
    const auto whole = [](double coordinate) {
      return static_cast<std::int32_t>(std::floor(coordinate));
    };
    sight.cell_[i] = {whole(c[0]), whole(c[1]), whole(c[2])};
  });
  return sight;
}

bool Sight::in_list(std::size_t i, std::size_t j) const {
  const float4& a = (*built_)[i];
  const float4& b = (*built_)[j];
  return OracleSeparation(difference(a, b), period_).r2 < radius2_;
}

bool Sight::in_cells(std::size_t i, std::size_t j) const {
  return in_reach(grid_, period_, cell_[i], cell_[j]);
}

}  // namespace sphlab
