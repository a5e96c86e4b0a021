// hash/perpendicular: cells in the linear order, each cut into slabs along x, these into columns
// along z, and those into cubes along y (catalogue O1; paper E, 4.1, equations 2 to 4): the
// particles of a slab are contiguous, and so are those of a column.
#include "kernels/grid/cell_tiles.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads position; writes keys, of cubes, and order.
__global__ void hash_perpendicular(HashArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const float4 r = position(a, i);
  const std::uint32_t cell = linear_key_of(a.grid, r);
  std::uint32_t cube = 0;  // of a lost particle, whose cell's place is behind all others
  if (cell != lost_key(a.grid)) {
    const TileIndex tile = tile_of(a.grid, r);
    cube = (tile.x * a.grid.tile + tile.z) * a.grid.tile + tile.y;
  }
  a.keys[i] = tile_key(a.grid, cell, cube);
  a.order[i] = i;
}

namespace {

struct Perpendicular {
  static constexpr Stage stage = Stage::hash;
  static constexpr const char* name = "perpendicular";
  static constexpr std::uint32_t orders = linear_order | perpendicular_order;
  /// The paper shows 3 to 6, and takes 4.
  static constexpr std::uint32_t tiles[] = {2, 3, 4, 5, 6};
  static constexpr TuningParameter parameters[] = {block_parameter[0], {"tile", tiles, 5, 4}};
  static constexpr DeclaredWork work{.bytes_per_particle = 16 + 4 + 4};

  static std::uint32_t tile(const std::uint32_t* tuning) { return tuning[1]; }

  template <class Run>
  static int launches(const HashArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<hash_perpendicular>, per_item(a.particles, tuning[0]).with(work),
                      a);
  }
};

[[maybe_unused]] const bool registered_perpendicular = register_stage<Perpendicular>();

}  // namespace
}  // namespace sphlab
