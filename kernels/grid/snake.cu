// hash/snake: cells in the linear order, each cut into slabs along x, these into columns along z,
// and those into cubes along y, as in `perpendicular`; but every other slab is gone through
// backwards, and every other column. Cubes that follow each other touch, and where the number of
// slabs is even those of neighbouring cells along x do, too: particles that follow each other are
// neighbours, and groups of them compact, which is what groups of targets want (catalogue O1, Z1).
#include "kernels/grid/cell_tiles.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position; writes keys, of cubes, and order.
__global__ void hash_snake(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const float4 r = position(a, i);
  const std::uint32_t cell = linear_key_of(a.grid, r);
  std::uint32_t cube = 0;  // of a lost particle, whose cell's place is behind all others
  if (cell != lost_key(a.grid)) {
    const std::uint32_t across = a.grid.tile;
    const TileIndex tile = tile_of(a.grid, r);
    const std::uint32_t column = tile.x * across + (tile.x % 2 == 0 ? tile.z : across - 1 - tile.z);
    cube = column * across + (column % 2 == 0 ? tile.y : across - 1 - tile.y);
  }
  a.keys[i] = tile_key(a.grid, cell, cube);
  a.order[i] = i;
}

namespace {

struct Snake {
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "snake";
  static constexpr std::uint32_t orders = linear_order;
  static constexpr std::uint32_t tiles[] = {2, 3, 4, 5, 6, 8};
  static constexpr TuningParameter parameters[] = {block_parameter[0], {"tile", tiles, 6, 4}};
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4};

  static std::uint32_t tile(const std::uint32_t* tuning) { return tuning[1]; }

  template <class Run>
  static int launches(const HashArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<hash_snake>, per_item(a.particles, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_snake = register_stage<Snake>();

}  // namespace
}  // namespace sphlab
