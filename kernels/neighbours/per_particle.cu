// list/per-particle: one thread per particle walks the rows of cells around it, nine where the
// cells are as large as the radius (catalogue L1; paper A, sections 4.1 and 6). It serves cells of
// every order and size in the interleaved formats of 32 bits: how entries are stored does not
// depend on the cells, and each order and size makes a kernel of its own. Entries of 16 bits name a
// row of three cells, or a cell.
#include "kernels/grid/periodic_runs.cuh"
#include "kernels/neighbours/cell_rows.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
template <class Format, class Order>
__global__ void list_per_particle(ListArguments a) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  ListWriter<Format> writer(a.list, i);
  if (is_of(a, i, a.targets)) {
    const float4 target = position(a, i);
    for_each_run<Format, Order>(a, target, [&](const auto& origin, ParticleRange run) {
      for (std::uint32_t j = run.first; j < run.last; ++j) {
        if (is_in_reach(a, i, target, j)) writer.append(type_of(a, j), j, origin);
      }
    });
  }
  writer.finish();
}

/// The same in a periodic box, in cells of the radius. Reads keys, too.
template <class Format>
__global__ void list_per_particle_periodic(InBox<ListArguments> a) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  ListWriter<Format> writer(a.list, i);
  if (is_of(a, i, a.targets)) {
    const CellIndex own = cell_at_sort(a, i);
    for (std::uint32_t number = 0; number < periodic_runs; ++number) {
      const ImageRange run = run_of_images(a, own, number);
      const float4 target = seen_by(run, position(a, i));
      for (std::uint32_t j = run.first; j < run.last; ++j) {
        if (is_in_reach(a, i, target, j)) writer.append(type_of(a, j), j, {});
      }
    }
  }
  writer.finish();
}

namespace {

struct PerParticle : ListStage {
  static constexpr const char* name = "per-particle";
  static constexpr bool is_default = true;

  template <class Format>
  static constexpr bool serves_any_cells() {
    return is_common_list_format(Format::format());
  }
  template <class Format>
  static constexpr bool serves_periodic() {
    return is_built_periodic<Format>;
  }

  template <class Format>
  static constexpr DeclaredWork work() {
    using Bytes = ListBytes<Format>;
    return {.flops_per_candidate = 8,
            .bytes_per_pair = Bytes::per_type + Bytes::per_entry,
            .bytes_per_candidate = sizeof(float4),
            .bytes_per_particle = Bytes::per_particle};
  }

  template <class Format, class Run>
  static int launches(const InBox<ListArguments>& a, const std::uint32_t* tuning, Run& run) {
    const Launch launch = per_item(a.particles, tuning[0]).with(work<Format>());
    if constexpr (serves_periodic<Format>()) {
      if (is_periodic(a.period)) return run.kernel(list_per_particle_periodic<Format>, launch, a);
    }
    if constexpr (!serves_any_cells<Format>()) {
      return run.kernel(list_per_particle<Format, LinearOrder<1>>, launch, a);
    } else {
      return with_cell_order(a.grid, [&]<class Order>(Order) {
        return run.kernel(list_per_particle<Format, Order>, launch, a);
      });
    }
  }
};

[[maybe_unused]] const bool registered_per_particle = register_list_stage<PerParticle>();

}  // namespace
}  // namespace sphlab
