// list/omp-per-particle: the CPU's list builder (catalogue L1, C1): OpenMP over cells, SIMD over
// the candidates of a particle, which are copied once for all particles of a cell.
//
// It fills every format of the list, so that the layouts can be compared where a thread has a cache
// of its own (catalogue L2, L3).
#include "kernels/grid/periodic_runs.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/neighbours/list_writer.cuh"
#include "kernels/physics/lanes_of_physics.hpp"
#include "kernels/storage/lane_sources.hpp"

namespace sphlab {
namespace {

template <class T>
struct Position {
  T x, y, z;
};

/// The candidates of one cell, and the rows of cells that they come from.
template <class Format, class Arguments>
struct Candidates {
  LaneSources<Position> sources;
  std::array<std::int32_t, 9> row_end;  ///< one past the row's last source
  std::array<OriginIn<Format>, 9> origin;

  void stage(const ListArguments& a, CellIndex cell) {
    sources.clear();
    for (std::uint32_t row = 0; row < 9; ++row) {
      const ParticleRange range = row_range(a, cell.x, cell.y + static_cast<int>(row % 3) - 1,
                                            cell.z + static_cast<int>(row / 3) - 1);
      for (std::uint32_t j = range.first; j < range.last; ++j) {
        const float4 r = position(a, j);
        sources.put(j, {r.x, r.y, r.z});
      }
      origin[row] = origin_in_row<Format>(a, cell, row, range);
      row_end[row] = static_cast<std::int32_t>(sources.size());
    }
    sources.pad();
  }
};

/// The same in a periodic box, where the cell sees them. No entry tells its row.
template <class Format>
struct Candidates<Format, InBox<ListArguments>> {
  LaneSources<Position> sources;
  std::array<std::int32_t, 1> row_end;
  std::array<OriginIn<Format>, 1> origin{};

  void stage(const InBox<ListArguments>& a, CellIndex cell) {
    sources.clear();
    for (std::uint32_t number = 0; number < periodic_runs; ++number) {
      const ImageRange run = run_of_images(a, cell, number);
      for (std::uint32_t j = run.first; j < run.last; ++j) {
        float4 r = position(a, j);
        shift_into(run, r);
        sources.put(j, {r.x, r.y, r.z});
      }
    }
    row_end[0] = static_cast<std::int32_t>(sources.size());
    sources.pad();
  }
};

template <class Format, class Arguments>
void list_particle(const Arguments& a, std::uint32_t i, Candidates<Format, Arguments>& candidates) {
  ListWriter<Format> writer(a.list, i);
  if (is_of(a, i, a.targets)) {
    const float4 r = position(a, i);
    const auto target = broadcast<Position>({r.x, r.y, r.z});
    const int count = candidates.sources.select(target, i, Lanes(a.list_radius * a.list_radius));
    std::uint32_t row = 0;
    for (int k = 0; k < count; ++k) {
      const std::int32_t number = candidates.sources.selected_numbers()[k];
      while (number >= candidates.row_end[row]) ++row;
      const std::uint32_t j = candidates.sources.index(number);
      writer.append(type_of(a, j), j, candidates.origin[row]);
    }
  }
  writer.finish();
}

template <class Format, class Arguments>
void list_cells(const Arguments& a, int chunk) {
#pragma omp parallel
  {
    Candidates<Format, Arguments> candidates;
#pragma omp for schedule(dynamic, chunk)
    for (std::uint32_t key = 0; key < a.grid.count; ++key) {
      const ParticleRange particles = particles_of_cell(a, key);
      if (particles.first == particles.last) continue;
      candidates.stage(a, cell_index(a.grid, key));
      for (std::uint32_t i = particles.first; i < particles.last; ++i)
        list_particle(a, i, candidates);
    }
  }
}

struct OmpPerParticle : ListStage {
  static constexpr const char* name = "omp-per-particle";
  static constexpr bool is_default = true;
  static constexpr std::uint32_t chunks[] = {1, 16, 256};
  static constexpr TuningParameter parameters[] = {{"cells-per-chunk", chunks, 3, 16}};

  template <class Format>
  static constexpr DeclaredWork work() {
    using Bytes = ListBytes<Format>;
    return {.flops_per_candidate = 8,
            .bytes_per_pair = Bytes::per_type + Bytes::per_entry,
            .bytes_per_candidate = 12,
            .bytes_per_particle = Bytes::per_particle};
  }

  template <class Format>
  static constexpr bool serves_periodic() {
    return is_built_periodic<Format>;
  }

  template <class Format, class Run>
  static int launches(const InBox<ListArguments>& a, const std::uint32_t* tuning, Run& run) {
    const int chunk = static_cast<int>(tuning[0]);
    if constexpr (serves_periodic<Format>()) {
      if (is_periodic(a.period))
        return run.loop(work<Format>(), [&] { list_cells<Format>(a, chunk); });
    }
    const ListArguments& open = a;
    return run.loop(work<Format>(), [&] { list_cells<Format>(open, chunk); });
  }
};

[[maybe_unused]] const bool registered_omp_per_particle = register_list_stage<OmpPerParticle>();

}  // namespace
}  // namespace sphlab
