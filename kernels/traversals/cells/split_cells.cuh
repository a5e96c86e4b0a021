// Cells with fluid and boundary apart, a preparation of the traversals of paper D: the particles of
// either kind follow each other through the whole grid, so that those of one kind in a row of cells
// are one range (section 4 and figures 5 and 7; 144 bytes a cell are nine such ranges for either).
//
// The paper sorts by kind first. Here the sort is the house's, by cells alone: a prefix sum over
// the sorted particles tells every particle its place among those of its kind. That takes no other
// sort and no counting by atomics, works with every sort, and keeps the order inside a cell.
//
// How the ranges are found is a policy:
//   words(grid)                          of its table, for both kinds
//   table_launch(arguments, run)           the kernel that writes the table
//   for_each(grid, table, kind, own, use)    calls use(range, is_own) for ranges that together hold
//                                        each particle of the kind in the cells around the cell of
//                                        key `own` once; is_own: that cell is part of it
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "kernels/gpu/team.cuh"
#include "kernels/grid/grid_rows.cuh"
#include "kernels/strategy/launches.hpp"
#include "kernels/traversals/kinds.cuh"

namespace sphlab {

/// What the preparation makes, in its workspace. All pointers are device pointers.
struct SplitArrays {
  std::uint32_t* counts;  ///< [kinds] live particles
  std::uint32_t* table;   ///< of the policy
  void* sources;          ///< for the passes to copy particles to, fluid first
  std::uint32_t* home;    ///< [particles] where the particle of each place of `sources` comes from
  std::uint32_t* before;  ///< [particles] fluid particles before each particle
};

/// The arguments of a pass and the particles split by kind.
template <class Arguments>
struct WithSplit : Arguments {
  SplitArrays split;
  TypeMask fluid;  ///< types of the first kind
};

/// Reads identity; writes before: 1 for live fluid, 0 for all others.
__global__ void mark_fluid(WithSplit<PairArguments> a);

/// Reads before, their prefix sums; writes home and counts.
__global__ void split_particles(WithSplit<PairArguments> a);

/// Fluid particles among the first i.
__device__ __forceinline__ std::uint32_t fluid_before(const WithSplit<PairArguments>& a,
                                                      std::uint32_t i) {
  if (i < a.particles) return a.split.before[i];
  const bool is_last = is_of(a, i - 1, a.fluid);
  return a.split.before[i - 1] + (is_last ? 1 : 0);
}

/// The first place, in `sources`, of the particles of a kind in a cell; grid.count: behind them.
__device__ __forceinline__ std::uint32_t place_of_cell(const WithSplit<PairArguments>& a,
                                                       std::uint32_t kind, std::uint32_t cell) {
  const std::uint32_t begin = first_of_cell(a, cell);
  const std::uint32_t fluid = fluid_before(a, begin);
  return kind == 0 ? fluid : a.split.counts[0] + begin - fluid;
}

/// Threads of a block of the preparation, and its teams.
inline constexpr unsigned split_block = 128;
inline constexpr unsigned teams_of_split_block = split_block / gpu::team_width;

/// A thread a cell and kind, one more cell for what lies behind the last. Reads counts and before.
template <class Search>
__global__ void fill_table(WithSplit<PairArguments> a) {
  const std::uint32_t number = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t cells = a.grid.count + 1;
  if (number < kinds * cells) Search::fill(a, number / cells, number % cells);
}

/// A policy of which fill(arguments, kind, cell) writes what a cell has in the table.
template <class Search>
struct FilledByCell {
  template <class Run>
  static int table_launch(const WithSplit<PairArguments>& a, Run& run) {
    return run.kernel(fill_table<Search>, per_item(kinds * (a.grid.count + 1), split_block), a);
  }
};

/// The ranges of cells that hold particles, a block for 32 cells, which its teams take in turn: the
/// lanes of a team write those of a cell, which follow each other, together. Reads cell_begin,
/// counts and before.
__global__ void fill_ranges(WithSplit<PairArguments> a);

/// Cells along each axis around a cell, those outside the grid included.
__host__ __device__ __forceinline__ std::uint32_t across(const Grid& grid) {
  return 2 * grid.reach + 1;
}

/// Calls use(y, z) for the rows of cells around `own` that are in the grid.
template <class Use>
__device__ __forceinline__ void for_each_row(const Grid& grid, CellIndex own, Use&& use) {
  const CellsAlong ys = near_along<Axis::y>(grid, own.y);
  const CellsAlong zs = near_along<Axis::z>(grid, own.z);
  for (int z = zs.low; z <= zs.high; ++z) {
    for (int y = ys.low; y <= ys.high; ++y) use(y, z);
  }
}

/// Begin and end of every cell, which are visited one by one: 27 of them where they are as large as
/// the radius (paper D, figure 5).
struct CellByCell : FilledByCell<CellByCell> {
  static std::size_t words(const Grid& grid) { return std::size_t{2} * kinds * grid.count; }

  __device__ static __forceinline__ void fill(const WithSplit<PairArguments>& a, std::uint32_t kind,
                                              std::uint32_t cell) {
    if (cell == a.grid.count) return;
    reinterpret_cast<ParticleRange*>(a.split.table)[std::size_t{kind} * a.grid.count + cell] = {
        place_of_cell(a, kind, cell), place_of_cell(a, kind, cell + 1)};
  }

  template <class Use>
  __device__ static __forceinline__ void for_each(const Grid& grid, const std::uint32_t* table,
                                                  std::uint32_t kind, std::uint32_t own,
                                                  Use&& use) {
    const ParticleRange* cells =
        reinterpret_cast<const ParticleRange*>(table) + std::size_t{kind} * grid.count;
    const CellIndex center = cell_index(grid, own);
    const CellsAlong xs = near_along<Axis::x>(grid, center.x);
    for_each_row(grid, center, [&](int y, int z) {
      const std::uint32_t row = cell_key(grid, {0, y, z});
      for (int x = xs.low; x <= xs.high; ++x) {
        const std::uint32_t cell = row + static_cast<std::uint32_t>(x);
        use(cells[cell], cell == own);
      }
    });
  }
};

/// A row of cells is one range: from where its first cell begins to where the one behind its last
/// does, which prefix sums tell in two loads, whether cells are empty or not.
struct RowByRow : FilledByCell<RowByRow> {
  static std::size_t words(const Grid& grid) { return kinds * (std::size_t{grid.count} + 1); }

  __device__ static __forceinline__ void fill(const WithSplit<PairArguments>& a, std::uint32_t kind,
                                              std::uint32_t cell) {
    a.split.table[kind * (std::size_t{a.grid.count} + 1) + cell] = place_of_cell(a, kind, cell);
  }

  template <class Use>
  __device__ static __forceinline__ void for_each(const Grid& grid, const std::uint32_t* table,
                                                  std::uint32_t kind, std::uint32_t own,
                                                  Use&& use) {
    const std::uint32_t* begin = table + kind * (std::size_t{grid.count} + 1);
    const CellIndex center = cell_index(grid, own);
    const CellsAlong xs = near_along<Axis::x>(grid, center.x);
    for_each_row(grid, center, [&](int y, int z) {
      const ParticleRange range = {begin[cell_key(grid, {xs.low, y, z})],
                                   begin[cell_key(grid, {xs.high, y, z}) + 1]};
      use(range, y == center.y && z == center.z);
    });
  }
};

/// The ranges of the rows around every cell, made once: a pass only reads them (paper D, section 4,
/// "simplifying the neighbor search", and figure 7). Of rows outside the grid they are empty. Those
/// of a cell without particles, of which a tank has most, are left as they are: nobody reads them.
struct StoredRanges {
  static std::size_t words(const Grid& grid) {
    return std::size_t{2} * kinds * grid.count * rows(grid);
  }

  /// Ranges of a cell and kind.
  __host__ __device__ static __forceinline__ std::uint32_t rows(const Grid& grid) {
    return across(grid) * across(grid);
  }

  __device__ static __forceinline__ void fill(const WithSplit<PairArguments>& a, std::uint32_t kind,
                                              std::uint32_t cell, std::uint32_t row) {
    const CellIndex center = cell_index(a.grid, cell);
    const int reach = static_cast<int>(a.grid.reach);
    const int y = center.y - reach + static_cast<int>(row % across(a.grid));
    const int z = center.z - reach + static_cast<int>(row / across(a.grid));
    const bool is_inside = has_row(a.grid, y, z);
    const CellsAlong xs = near_along<Axis::x>(a.grid, center.x);
    auto* ranges = reinterpret_cast<ParticleRange*>(a.split.table);
    ranges[first_of(a.grid, kind, cell) + row] =
        is_inside ? ParticleRange{place_of_cell(a, kind, cell_key(a.grid, {xs.low, y, z})),
                                  place_of_cell(a, kind, cell_key(a.grid, {xs.high, y, z}) + 1)}
                  : ParticleRange{0, 0};
  }

  template <class Run>
  static int table_launch(const WithSplit<PairArguments>& a, Run& run) {
    const Launch launch{blocks_for(a.grid.count, gpu::team_width), split_block};
    return run.kernel(fill_ranges, launch.with(gpu::Cooperation::block), a);
  }

  template <class Use>
  __device__ static __forceinline__ void for_each(const Grid& grid, const std::uint32_t* table,
                                                  std::uint32_t kind, std::uint32_t own,
                                                  Use&& use) {
    const ParticleRange* ranges =
        reinterpret_cast<const ParticleRange*>(table) + first_of(grid, kind, own);
    const std::uint32_t count = rows(grid);
    for (std::uint32_t row = 0; row < count; ++row) use(ranges[row], row == count / 2);
  }

 private:
  /// The number of a cell's first range.
  __device__ static __forceinline__ std::size_t first_of(const Grid& grid, std::uint32_t kind,
                                                         std::uint32_t cell) {
    return (std::size_t{kind} * grid.count + cell) * rows(grid);
  }
};

/// Where the parts of the workspace lie.
class SplitLayout {
 public:
  /// @param source_bytes of a particle in the arrays of the sources.
  SplitLayout(const PairArguments& a, std::size_t table_words, std::size_t source_bytes)
      : particles_(a.particles),
        table_bytes_(aligned(table_words * sizeof(std::uint32_t))),
        source_bytes_(aligned(a.particles * source_bytes)) {}

  std::size_t table_bytes() const { return table_bytes_; }
  std::size_t source_bytes() const { return source_bytes_; }
  std::size_t index_bytes() const { return 2 * particles_ * sizeof(std::uint32_t); }
  std::size_t bytes() const { return count_bytes + table_bytes() + source_bytes() + index_bytes(); }

  template <class Arguments>
  WithSplit<Arguments> of(const Arguments& a, TypeMask fluid) const {
    auto* bytes = static_cast<unsigned char*>(a.workspace);
    const auto words = [](unsigned char* at) { return reinterpret_cast<std::uint32_t*>(at); };
    unsigned char* table = bytes + count_bytes;
    unsigned char* sources = table + table_bytes_;
    std::uint32_t* home = words(sources + source_bytes_);
    return {a, {words(bytes), words(table), sources, home, home + particles_}, fluid};
  }

 private:
  static constexpr std::size_t count_bytes = 32;  // a sector, for the two counts
  static std::size_t aligned(std::size_t bytes) { return (bytes + 15) / 16 * 16; }

  std::size_t particles_, table_bytes_, source_bytes_;
};

/// Pairs of a target with each candidate in the cells around it, of the kinds that act on it. Waits
/// for the device; returns 0 or an error of it.
/// @param acting [kinds] the kinds that act on each, as bits.
int count_split_candidates(const WithSplit<PairArguments>& a, const std::uint32_t (&acting)[kinds],
                           double* pairs);

/// Particles of either kind, the lost ones included, who may come back. Waits for the device.
int count_kinds(const PairArguments& a, TypeMask fluid, std::uint32_t (&counts)[kinds]);

/// The preparation of a traversal for a physics. The traversal has
///   Search                               a policy of how ranges are found
///   source_bytes<Physics>(tuning)        of a particle in its arrays
///   acting<Physics>                      [kinds] the kinds that act on each, as bits
template <class Traversal, class Physics>
struct SplitCells {
  static constexpr const char* name = "split-cells";

  static SplitLayout layout(const PairArguments& a, const std::uint32_t* tuning) {
    return {a, Traversal::Search::words(a.grid), Traversal::template source_bytes<Physics>(tuning)};
  }

  /// Where it lies, and the arguments of a pass with it.
  template <class Arguments>
  static WithSplit<Arguments> of(const Arguments& a, const std::uint32_t* tuning) {
    return layout(a, tuning).of(a, fluid_types<Physics>);
  }

  static int workspace(const PairArguments& a, const std::uint32_t* tuning, std::size_t* bytes) {
    *bytes = layout(a, tuning).bytes();
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    const WithSplit<PairArguments> arguments = of(a, tuning);
    const DevicePrimitives& device = *a.primitives;
    std::uint32_t* before = arguments.split.before;
    if (const int error = run.kernel(mark_fluid, per_item(a.particles, split_block), arguments))
      return error;
    if (const int error = run.primitive([&] {
          return device.exclusive_scan(device.scratch, device.scratch_bytes, before, before,
                                       a.particles);
        })) {
      return error;
    }
    if (const int error =
            run.kernel(split_particles, per_item(a.particles, split_block), arguments))
      return error;
    return Traversal::Search::table_launch(arguments, run);
  }

  /// How many particles of a kind there are at most says how many threads a pass needs.
  static int measure(const PairArguments& a, const std::uint32_t*, MeasuredCapacity* capacity) {
    std::uint32_t counts[kinds];
    if (const int error = count_kinds(a, fluid_types<Physics>, counts)) return error;
    *capacity = {{counts[0], counts[1], 1}};
    return 0;
  }

  static int notes(const PairArguments& a, const std::uint32_t* tuning, PreparationNote* notes,
                   std::uint32_t* count) {
    double pairs = 0;
    if (const int error =
            count_split_candidates(of(a, tuning), Traversal::template acting<Physics>, &pairs)) {
      return error;
    }
    const SplitLayout parts = layout(a, tuning);
    notes[0] = {"table_bytes", static_cast<double>(parts.table_bytes())};
    notes[1] = {"source_bytes", static_cast<double>(parts.source_bytes())};
    notes[2] = {"index_bytes", static_cast<double>(parts.index_bytes())};
    notes[3] = {"workspace_bytes", static_cast<double>(parts.bytes())};
    notes[4] = {candidate_pairs_note, pairs};
    *count = 5;
    return 0;
  }
};

/// Threads that a pass needs for the particles of a kind.
inline std::uint32_t most_of_kind(const PairArguments& a, std::uint32_t kind) {
  return a.capacity.values[2] == 1 ? a.capacity.values[kind] : a.particles;
}

}  // namespace sphlab
