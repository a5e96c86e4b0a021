// list/per-particle: one thread a particle walks the nine rows of cells around it (catalogue L1;
// paper A, sections 4.1 and 6).
#include "kernels/neighbours/cell_rows.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
template <class Format>
__global__ void list_per_particle(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  ListWriter<Format> writer(a.list, i);
  if ((mask_of(type_of(a.state.identity[i])) & a.targets) != 0) {
    for_each_in_reach(a, i, [&](std::uint32_t j, RowOrigin origin) {
      writer.append(type_of(a.state.identity[j]), j, origin);
    });
  }
  writer.finish();
}

namespace {

struct PerParticle : BlockTuned {
  static constexpr const char* name = "per-particle";
  static constexpr DeclaredWork work{0, 8, 4 + 4, 16, 16 + 4};

  template <class Format>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, list_per_particle<Format>,
                       blocks_for(a->particles, tuning[0]), tuning[0], 0, stream, *a);
  }
  template <class Format>
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(list_per_particle<Format>, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_list_stage<PerParticle>();

}  // namespace
}  // namespace sphlab
