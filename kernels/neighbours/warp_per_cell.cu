// list/warp-per-cell: one warp per cell, one lane per particle of it; the lanes load the particles
// of the neighbouring cells together and share them (catalogue L1; paper A, section 6.1).
//
// Both sides slide in windows of a warp's width, so that a cell may hold any number of particles,
// and sources are loaded by rows of three cells, which are contiguous. In a cell with fewer
// particles than a warp has lanes, the lanes left over load sources and test them in vain.
#include "kernels/grid/periodic_runs.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"

namespace sphlab {

/// A source in shared memory: what one broadcast of 16 bytes brings to every lane.
struct alignas(16) StagedSource {
  float x, y, z;  ///< position [m]
  ParticleType type;
};

/// The particle of one lane, as a target. A lane without one has reach2 = 0: nothing is in reach.
struct LaneTarget {
  std::uint32_t particle;
  float4 position;
  float reach2;  ///< radius of the list squared [m^2]
};

/// Loads the sources [first, first + count), one per lane. Every lane of the warp must call it,
/// again only once all have read what was staged before.
__device__ __forceinline__ void stage_sources(const ParticleView& state, std::uint32_t first,
                                              std::uint32_t count, StagedSource* staged) {
  const unsigned lane = gpu::lane();
  if (lane < count) {
    const float4 r = position(state, first + lane);
    staged[lane] = {r.x, r.y, r.z, type_of(state, first + lane)};
  }
  gpu::synchronise_warp();
}

/// Tests the staged sources [first, first + count) against the target of this lane.
template <class Format>
__device__ __forceinline__ void append_in_reach(const LaneTarget& target, std::uint32_t first,
                                                std::uint32_t count, const StagedSource* staged,
                                                const OriginIn<Format>& origin,
                                                ListWriter<Format>& writer) {
  for (std::uint32_t k = 0; k < count; ++k) {
    const StagedSource source = staged[k];
    const float x = target.position.x - source.x;
    const float y = target.position.y - source.y;
    const float z = target.position.z - source.z;
    if (x * x + y * y + z * z < target.reach2 && first + k != target.particle)
      writer.append(source.type, first + k, origin);
  }
}

/// Takes the sources of a range, all lanes together.
template <class Format>
__device__ __forceinline__ void append_of_range(const ListArguments& a, ParticleRange range,
                                                const OriginIn<Format>& origin,
                                                const LaneTarget& target, StagedSource* staged,
                                                ListWriter<Format>& writer) {
  for (std::uint32_t first = range.first; first < range.last; first += gpu::warp_width) {
    const std::uint32_t left = range.last - first;
    const std::uint32_t count = left < gpu::warp_width ? left : gpu::warp_width;
    stage_sources(a.state, first, count, staged);
    append_in_reach(target, first, count, staged, origin, writer);
    gpu::synchronise_warp();  // all have read: the next window may be staged
  }
}

/// Walks the nine rows of cells around `cell`.
template <class Format>
__device__ __forceinline__ void append_neighbours(const ListArguments& a, CellIndex cell,
                                                  const LaneTarget& target, StagedSource* staged,
                                                  ListWriter<Format>& writer) {
  for (int row = 0; row < 9; ++row) {
    const ParticleRange range = row_range(a, cell.x, cell.y + row % 3 - 1, cell.z + row / 3 - 1);
    const auto origin = origin_in_row<Format>(a, cell, static_cast<std::uint32_t>(row), range);
    append_of_range(a, range, origin, target, staged, writer);
  }
}

/// The same in a periodic box.
template <class Format>
__device__ __forceinline__ void append_neighbours(const InBox<ListArguments>& a, CellIndex cell,
                                                  const LaneTarget& target, StagedSource* staged,
                                                  ListWriter<Format>& writer) {
  for (std::uint32_t number = 0; number < periodic_runs; ++number) {
    const ImageRange run = run_of_images(a, cell, number);
    LaneTarget seen = target;
    seen.position = seen_by(run, target.position);
    append_of_range<Format>(a, run, {}, seen, staged, writer);
  }
}

/// Reads state.position, state.identity and cell_begin; writes list for the types of `targets`.
/// Dynamic shared memory: one StagedSource per thread.
template <class Format>
__global__ void list_warp_per_cell(BuilderArguments<Format> a) {
  const unsigned warp = threadIdx.x / gpu::warp_width;
  const std::uint32_t cell = blockIdx.x * (blockDim.x / gpu::warp_width) + warp;
  if (cell >= a.grid.count) return;
  StagedSource* staged = gpu::dynamic_shared<StagedSource>() + warp * gpu::warp_width;
  const ParticleRange particles = particles_of_cell(a, cell);
  for (std::uint32_t first = particles.first; first < particles.last; first += gpu::warp_width) {
    const std::uint32_t i = first + gpu::lane();
    const bool exists = i < particles.last;
    const bool is_target = exists && is_of(a, i, a.targets);
    ListWriter<Format> writer(a.list, i);
    // a lane without a target takes part as long as any other lane has one
    if (gpu::any(is_target)) {
      const LaneTarget target = {i,
                                 is_target ? position(a, i) : make_float4(0.0f, 0.0f, 0.0f, 0.0f),
                                 is_target ? a.list_radius * a.list_radius : 0.0f};
      append_neighbours(a, cell_index(a.grid, cell), target, staged, writer);
    }
    if (exists) writer.finish();
  }
}

namespace {

struct WarpPerCell : ListStage {
  static constexpr const char* name = "warp-per-cell";

  template <class Format>
  static constexpr bool serves_periodic() {
    return is_built_periodic<Format>;
  }

  /// A candidate's 16 bytes come out of shared memory, its type with them.
  template <class Format>
  static constexpr DeclaredWork work() {
    return {.flops_per_candidate = 8,
            .bytes_per_pair = ListBytes<Format>::per_entry,
            .bytes_per_candidate = sizeof(StagedSource),
            .bytes_per_particle = ListBytes<Format>::per_particle};
  }

  template <class Format, class Run>
  static int launches(const InBox<ListArguments>& a, const std::uint32_t* tuning, Run& run) {
    const unsigned block = tuning[0];
    const Launch launch = Launch{blocks_for(a.grid.count, block / gpu::warp_width), block,
                                 block * sizeof(StagedSource), gpu::Cooperation::block}
                              .with(work<Format>());
    if constexpr (serves_periodic<Format>()) {
      if (is_periodic(a.period))
        return run.kernel(list_warp_per_cell<InPeriodicBox<Format>>, launch, a);
    }
    return run.kernel(list_warp_per_cell<Format>, launch, a);
  }
};

[[maybe_unused]] const bool registered_warp_per_cell = register_list_stage<WarpPerCell>();

}  // namespace
}  // namespace sphlab
