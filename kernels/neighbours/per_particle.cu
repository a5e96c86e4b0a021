// list/per-particle: one thread a particle walks the nine rows of cells around it (catalogue L1;
// paper A, sections 4.1 and 6).
#include "kernels/neighbours/cell_rows.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
template <class Format>
__global__ void list_per_particle(ListArguments a) {
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

struct PerParticle : ListStage {
  static constexpr const char* name = "per-particle";
  static constexpr bool is_default = true;

  template <class Format>
  static constexpr DeclaredWork work() {
    using Bytes = ListBytes<Format>;
    return {.flops_per_candidate = 8,
            .bytes_per_pair = Bytes::per_type + Bytes::per_entry,
            .bytes_per_candidate = sizeof(float4),
            .bytes_per_particle = Bytes::per_particle};
  }

  template <class Format, class Run>
  static int plan(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(list_per_particle<Format>,
                      per_item(a.particles, tuning[0]).with(work<Format>()), a);
  }
};

[[maybe_unused]] const bool registered = register_list_stage<PerParticle>();

}  // namespace
}  // namespace sphlab
