// hash/morton: the cell key of every particle, where the cells are numbered along the curve of
// Morton (catalogue O1; paper B, 4.3.1): cells that are close in space are mostly close in memory.
//
// The ranks are dense, whatever the shape of the grid: there are as many offsets of cells as in the
// linear order.
#include <algorithm>
#include <bit>

#include "kernels/grid/linear_order.cuh"
#include "kernels/grid/morton_curve.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position; writes keys and order.
__global__ void hash_morton(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t cell = linear_key_of(a.grid, position(a, i));
  a.keys[i] = cell == lost_key(a.grid) ? cell : a.grid.rank_of_cell[cell];
  a.order[i] = i;
}

namespace {

struct Morton {
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "morton";
  static constexpr std::uint32_t orders = ranked_order;
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4 + 4};

  static void rank_cells(const Grid& grid, std::uint32_t* rank_of_cell) {
    std::uint32_t next = 0;
    rank_cube(grid, {0, 0, 0}, std::bit_ceil(std::max({grid.cells.x, grid.cells.y, grid.cells.z})),
              rank_of_cell, next);
  }

  template <class Run>
  static int launches(const HashArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<hash_morton>, per_item(a.particles, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_morton = register_stage<Morton>();

}  // namespace
}  // namespace sphlab
