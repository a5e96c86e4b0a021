// tiles/whole-cells: key and offset of each cell from those of its cuboids (paper E, equation 5).
#include <algorithm>

#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads tile_keys and tile_begin; writes keys, and cell_begin[0 .. grid.count + 1].
__global__ void tiles_whole_cells(TilesArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t tiles = tiles_per_cell(a.grid);
  if (i < a.particles) a.keys[i] = a.tile_keys[i] / tiles;
  if (i <= a.grid.count) a.cell_begin[i] = a.tile_begin[i * tiles];
  if (i == a.grid.count) a.cell_begin[i + 1] = a.particles;
}

namespace {

struct WholeCells : AnyCells {
  static constexpr Stage stage = Stage::tiles;
  static constexpr const char* name = "whole-cells";
  static constexpr bool is_default = true;
  static constexpr DeclaredWork work{.bytes_per_particle = 4 + 4};

  template <class Run>
  static int launches(const TilesArguments& a, const std::uint32_t* tuning, Run& run) {
    const std::uint32_t items = std::max(a.particles, a.grid.count + 1);
    return run.kernel(small_kernel<tiles_whole_cells>, per_item(items, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_whole_cells = register_stage<WholeCells>();

}  // namespace
}  // namespace sphlab
