// list/per-particle-by-type: one thread per particle, and one walk through the cells around it for
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
__global__ void list_per_particle_by_type(ListArguments a) {
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

struct PerParticleByType : ListStage {
  static constexpr const char* name = "per-particle-by-type";

  /// A candidate is tested, and the type of one in reach is asked for, once per type.
  template <class Format>
  static constexpr DeclaredWork work(std::uint32_t types) {
    using Bytes = ListBytes<Format>;
    return {.flops_per_candidate = 8.0 * types,
            .bytes_per_pair = sizeof(std::uint32_t) * types + Bytes::per_entry,
            .bytes_per_candidate = 1.0 * sizeof(float4) * types,
            .bytes_per_particle = Bytes::per_particle};
  }

  template <class Format, class Run>
  static int plan(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0]);
    return run.kernel(list_per_particle_by_type<Format>,
                      launch.with(work<Format>(type_count(a.types))), a);
  }
};

[[maybe_unused]] const bool registered = register_list_stage<PerParticleByType>();

}  // namespace
}  // namespace sphlab
