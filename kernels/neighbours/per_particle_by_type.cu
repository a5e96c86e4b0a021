// list/per-particle-by-type: one thread a particle, and one walk through the cells around it for
// each type of neighbour (catalogue L1; paper A, section 6.1).
//
// The types of the candidates are read once more for each type; in return a thread works on a
// single section of its list at a time.
#include "kernels/neighbours/cell_rows.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
template <class Format>
__global__ void list_per_particle_by_type(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  ListWriter<Format> writer(a.list, i);
  if ((mask_of(type_of(a.state.identity[i])) & a.targets) != 0) {
    for (std::uint32_t t = 0; t < particle_type_count; ++t) {
      const auto type = static_cast<ParticleType>(t);
      if ((mask_of(type) & a.types) == 0) continue;
      for_each_in_reach(a, i, [&](std::uint32_t j, RowOrigin origin) {
        if (type_of(a.state.identity[j]) == type) writer.append(type, j, origin);
      });
    }
  }
  writer.finish();
}

namespace {

struct PerParticleByType : BlockTuned {
  static constexpr const char* name = "per-particle-by-type";
  // of two types: a candidate is tested twice
  static constexpr DeclaredWork work{0, 16, 4 + 2 * 4, 2 * 16, 16 + 4};

  template <class Format>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, list_per_particle_by_type<Format>,
                       blocks_for(a->particles, tuning[0]), tuning[0], 0, stream, *a);
  }
  template <class Format>
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(list_per_particle_by_type<Format>, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_list_stage<PerParticleByType>();

}  // namespace
}  // namespace sphlab
