#include "harness/verify/sight.hpp"

#include <cmath>
#include <cstdlib>

#include "harness/verify/oracle_cells.hpp"
#include "harness/verify/parallel_ranges.hpp"

namespace sphlab {

Sight Sight::of_list(const std::vector<float4>& built, double list_radius) {
  Sight sight(built);
  sight.radius2_ = list_radius * list_radius;
  return sight;
}

Sight Sight::of_cells(const std::vector<float4>& built, const Grid& grid) {
  Sight sight(built);
  sight.reach_ = static_cast<std::int32_t>(grid.reach);
  sight.cell_.resize(built.size());
  over_items(built.size(), [&](std::size_t i) {
    const auto c = cell_coordinates(grid, built[i]);
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
  const double x = static_cast<double>(a.x) - b.x;
  const double y = static_cast<double>(a.y) - b.y;
  const double z = static_cast<double>(a.z) - b.z;
  return x * x + y * y + z * z < radius2_;
}

bool Sight::in_cells(std::size_t i, std::size_t j) const {
  const auto near = [&](std::int32_t a, std::int32_t b) { return std::abs(a - b) <= reach_; };
  return near(cell_[i].x, cell_[j].x) && near(cell_[i].y, cell_[j].y) &&
         near(cell_[i].z, cell_[j].z);
}

}  // namespace sphlab
