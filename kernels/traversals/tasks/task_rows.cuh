// Where the sources of a task lie, in an order of cells that are cut (paper E, 4.2): the rows of
// three cells around its own, each narrowed to the slabs along x in which they can be, and where it
// is cut to the columns along z.
#pragma once

#include "kernels/grid/grid_rows.cuh"
#include "kernels/traversals/tasks/tasks.cuh"

namespace sphlab {

/// Rows around a cell, that of the cell itself in the middle.
inline constexpr std::uint32_t task_rows = LinearOrder<1>::runs;

/// Sources of a task in one row.
struct TaskRow {
  ParticleRange particles;  ///< of all its slabs
  std::uint32_t slab;       ///< the first, counted from that of the grid's first cell
  std::uint32_t slabs;
  std::uint32_t z_begin, z_end;  ///< columns of each slab in which sources can be
  bool is_cut;                   ///< whether the columns are to be visited, slab by slab
};

/// Which rows are cut, of those of which that leaves out a column: those that hold more particles.
struct RowCut {
  std::uint32_t per_row, per_slab;  ///< particles that a row may hold, and for each of its slabs
};
inline constexpr RowCut cut_no_row = {0xffffffffu, 0};
inline constexpr RowCut cut_every_row = {0, 0};

/// @param cell_begin offsets of cells, and behind them those of cuboids. @param number below
/// task_rows.
__host__ __device__ __forceinline__ TaskRow task_row(const Grid& grid,
                                                     const std::uint32_t* cell_begin,
                                                     const Task& task, std::uint32_t number,
                                                     const RowCut& cut) {
  const std::uint32_t* tiles = tile_begin(grid, cell_begin);
  const RowOfThree cells = row_around(grid, task.cell, number);
  if (cells.is_outside(grid)) return {};
  const std::uint32_t across = grid.tile;
  const std::uint32_t own = cells.middle(grid);
  const std::uint32_t begin = cells.has_first() ? (own - 1) * across + task.x_min : own * across;
  const std::uint32_t end =
      cells.has_last(grid) ? (own + 1) * across + task.x_max + 1 : (own + 1) * across;
  TaskRow row{{tiles[begin * across * across], tiles[end * across * across]},
              begin,
              end - begin,
              number / 3 == 0 ? task.z_min : 0u,
              number / 3 == 2 ? task.z_max + 1u : across,
              false};
  row.is_cut = row.z_end - row.z_begin < across &&
               row.particles.last - row.particles.first > cut.per_row + cut.per_slab * row.slabs;
  return row;
}

/// Sources in the columns of a slab of a row that is cut. @param number below row.slabs.
__host__ __device__ __forceinline__ ParticleRange slab_of(const Grid& grid,
                                                          const std::uint32_t* cell_begin,
                                                          const TaskRow& row,
                                                          std::uint32_t number) {
  const std::uint32_t* tiles = tile_begin(grid, cell_begin);
  const std::uint32_t slab = (row.slab + number) * grid.tile * grid.tile;
  return {tiles[slab + row.z_begin * grid.tile], tiles[slab + row.z_end * grid.tile]};
}

/// How many sources the targets of a task look at, each of them.
inline std::uint64_t count_sources(const Grid& grid, const std::uint32_t* cell_begin,
                                   const Task& task, const RowCut& cut) {
  std::uint64_t sources = 0;
  for (std::uint32_t number = 0; number < task_rows; ++number) {
    const TaskRow row = task_row(grid, cell_begin, task, number, cut);
    if (!row.is_cut) sources += row.particles.last - row.particles.first;
    for (std::uint32_t slab = 0; row.is_cut && slab < row.slabs; ++slab) {
      const ParticleRange range = slab_of(grid, cell_begin, row, slab);
      sources += range.last - range.first;
    }
  }
  return sources;
}

/// Adds up the candidates of all targets, particles of `types`, those in no task included, who look
/// at whole rows. Waits for the device; returns 0 or an error of it.
inline int count_task_candidates(const PairArguments& a, const TasksOnHost& found, TypeMask types,
                                 const RowCut& cut, double* pairs) {
  std::vector<std::uint32_t> offsets(std::size_t{a.grid.count} + tile_count(a.grid) + 4);
  std::vector<std::uint32_t> keys(a.particles);
  std::vector<std::uint32_t> identities(a.particles);
  const auto download = [&](std::vector<std::uint32_t>& values, const std::uint32_t* from) {
    return a.primitives->download(values.data(), from, values.size() * sizeof values[0]);
  };
  if (const int error = download(offsets, a.cell_begin)) return error;
  if (const int error = download(keys, a.keys)) return error;
  if (const int error = download(identities, a.state.identity)) return error;
  const auto add = [&](const Task& task, const RowCut& cut_of_task) {
    const auto* first = identities.data() + task.first;
    const auto targets = std::count_if(first, first + task.targets, [&](std::uint32_t identity) {
      return (mask_of(type_of(identity)) & types) != 0;
    });
    const std::uint64_t sources = count_sources(a.grid, offsets.data(), task, cut_of_task);
    *pairs += static_cast<double>(targets) * static_cast<double>(sources - 1);  // not itself
  };
  for (const Task& task : found.tasks) add(task, cut);
  const auto last = static_cast<std::uint8_t>(a.grid.tile - 1);
  for (const std::uint32_t i : found.sparse) add({keys[i], i, 1, 0, 0, last, 0, last}, cut_no_row);
  return 0;
}

}  // namespace sphlab
