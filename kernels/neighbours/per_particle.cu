// list/per-particle: one thread a particle walks the nine rows of cells around it (catalogue L1;
// paper A, sections 4.1 and 6).
#include "kernels/grid/linear_order.cuh"
#include "kernels/neighbours/split_list_writer.cuh"
#include "kernels/pack/registry.hpp"

namespace sphlab {

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
__global__ void list_per_particle(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  SplitListWriter writer(a.list, i);
  if ((mask_of(type_of(a.state.identity[i])) & a.targets) != 0) {
    const float4 target = a.state.position[i];
    const CellIndex cell = cell_of(a.grid, target);
    const float radius2 = a.influence_radius * a.influence_radius;
    for (int row = 0; row < 9; ++row) {
      const ParticleRange range =
          row_range(a.grid, a.cell_begin, cell.x, cell.y + row % 3 - 1, cell.z + row / 3 - 1);
      for (std::uint32_t j = range.first; j < range.last; ++j) {
        const float4 source = a.state.position[j];
        const float x = target.x - source.x;
        const float y = target.y - source.y;
        const float z = target.z - source.z;
        if (x * x + y * y + z * z < radius2 && j != i)
          writer.append(type_of(a.state.identity[j]), j);
      }
    }
  }
  writer.finish();
}

namespace {

struct PerParticle {
  static constexpr const char* stage = "list";
  static constexpr const char* name = "per-particle";
  static constexpr DeclaredWork work{0, 8, 4 + 4, 16, 16 + 4};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, list_per_particle,
                       blocks_for(a->particles, tuning[0]), tuning[0], 0, stream, *a);
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(list_per_particle, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<PerParticle>();

}  // namespace
}  // namespace sphlab
