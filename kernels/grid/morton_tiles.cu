// hash/morton-tiles: blocks of 4 x 4 x 4 cells one after the other, x fastest, the cells of each
// along the curve of Morton, and so the 4 x 4 x 4 cubes into which each cell is cut (catalogue O1;
// paper E, 5.2, where it stands for SPGrid): whoever looks around a cell visits 27 single cells.
//
// The paper does not tell more of it. Ranks are dense, as those of morton are.
#include "kernels/grid/cell_tiles.cuh"
#include "kernels/grid/morton_curve.hpp"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

namespace {

/// Cells of a block, and cubes of a cell, along each axis.
constexpr std::uint32_t tile_side = 4;

/// The place of a cube on the curve through those of its cell.
__device__ __forceinline__ std::uint32_t place_of_cube(TileIndex cube) {
  std::uint32_t place = 0;
  for (std::uint32_t bit = 0; bit < 2; ++bit) {
    place |= (cube.x >> bit & 1) << 3 * bit;
    place |= (cube.y >> bit & 1) << (3 * bit + 1);
    place |= (cube.z >> bit & 1) << (3 * bit + 2);
  }
  return place;
}

}  // namespace

/// Reads position; writes keys, of cubes, and order.
__global__ void hash_morton_tiles(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const float4 r = position(a, i);
  const std::uint32_t cell = linear_key_of(a.grid, r);
  const bool lost = cell == lost_key(a.grid);  // its cell's place is behind all others
  a.keys[i] = lost ? tile_key(a.grid, cell, 0)
                   : tile_key(a.grid, a.grid.rank_of_cell[cell], place_of_cube(tile_of(a.grid, r)));
  a.order[i] = i;
}

namespace {

struct MortonTiles {
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "morton-tiles";
  static constexpr std::uint32_t orders = ranked_order;
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4 + 4};

  static std::uint32_t tile(const std::uint32_t*) { return tile_side; }

  static void rank_cells(const Grid& grid, std::uint32_t* rank_of_cell) {
    std::uint32_t next = 0;
    for (std::uint32_t z = 0; z < grid.cells.z; z += tile_side)
      for (std::uint32_t y = 0; y < grid.cells.y; y += tile_side)
        for (std::uint32_t x = 0; x < grid.cells.x; x += tile_side)
          rank_cube(grid, {x, y, z}, tile_side, rank_of_cell, next);
  }

  template <class Run>
  static int launches(const HashArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<hash_morton_tiles>, per_item(a.particles, tuning[0]).with(work),
                      a);
  }
};

[[maybe_unused]] const bool registered_morton_tiles = register_stage<MortonTiles>();

}  // namespace
}  // namespace sphlab
