// The census, a preparation of cell traversals: the list of filled cells, or of whatever boxes of
// cells the traversal takes a block for, and the fullest cell's count (paper C, sections 3 and 5.1:
// empty cells are left out, and the maximum is kept for the sizes of shared memory).
//
// Blocks append as they come: the order of the list differs from run to run, and with it the order
// in which boxes are visited, but nothing that is computed.
#pragma once

#include <algorithm>
#include <string>

#include "kernels/grid/cell_census.hpp"
#include "kernels/grid/linear_order.cuh"
#include "kernels/strategy/launch_plan.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// Particles in the fullest cell of a box.
__device__ __forceinline__ std::uint32_t fullest_cell(const Grid& grid,
                                                      const std::uint32_t* cell_begin,
                                                      const CellBox& box) {
  std::uint32_t fullest = 0;
  for (int z = box.z0; z < box.z1; ++z) {
    for (int y = box.y0; y < box.y1; ++y) {
      const std::uint32_t row = cell_key(grid, {box.x0, y, z});
      for (std::uint32_t key = row; key < row + static_cast<std::uint32_t>(box.x1 - box.x0);
           ++key) {
        const std::uint32_t count = cell_begin[key + 1] - cell_begin[key];
        fullest = count > fullest ? count : fullest;
      }
    }
  }
  return fullest;
}

/// Reads cell_begin; writes census. *filled_count must be 0 before.
__global__ void census_append(PairArguments a, CellCensus census) {
  __shared__ std::uint32_t block_filled;
  __shared__ std::uint32_t block_largest;
  __shared__ std::uint32_t block_begin;
  if (threadIdx.x == 0) {
    block_filled = 0;
    block_largest = 0;
  }
  __syncthreads();
  const CellBoxes& boxes = census.boxes;
  const std::uint32_t box = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t fullest =
      box < boxes.count() ? fullest_cell(a.grid, a.cell_begin, cell_box(a.grid, boxes, box)) : 0u;
  std::uint32_t place = 0;
  if (fullest > 0) {
    place = atomicAdd(&block_filled, 1u);
    atomicMax(&block_largest, fullest);
  }
  __syncthreads();
  if (threadIdx.x == 0 && block_filled > 0) {
    block_begin = atomicAdd(census.filled_count, block_filled);
    atomicMax(census.largest, block_largest);
  }
  __syncthreads();
  if (fullest > 0) census.filled[block_begin + place] = box;
}

/// A traversal without a census_box(): the census lists single cells.
struct SingleCells {
  static int census_box(const PairArguments&, const std::uint32_t*, uint3* sides) {
    *sides = single_cell;
    return 0;
  }
};

/// Particles per cell for which launches make room, as the census has measured them; 0: not yet.
inline std::uint32_t cell_capacity(const PairArguments& a) {
  return a.room.values[0];
}

/// The census in the workspace of a traversal, of boxes with these sides.
inline CellCensus census_in_workspace(const PairArguments& a, uint3 sides) {
  auto* words = static_cast<std::uint32_t*>(a.workspace);
  return {cut_into_boxes(a.grid, sides), words + 2, words, words + 1, cell_capacity(a)};
}

/// The preparation. `Boxes` has census_box(arguments, tuning, sides), which tells the sides of the
/// boxes to list [cells], or refuses; it may rely on cell_capacity().
template <class Boxes>
struct Census {
  static constexpr const char* name = "census";
  static constexpr unsigned block = 128;

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    const std::size_t filled = std::min(a.particles, a.grid.count);
    *bytes = (2 + filled) * sizeof(std::uint32_t);
    return 0;
  }

  /// Fills `census`. Before the fullest cell is known, no traversal can tell its boxes: then of
  /// single cells.
  static int census_of(const PairArguments& a, const std::uint32_t* tuning, CellCensus* census) {
    uint3 sides = single_cell;
    if (cell_capacity(a) != 0) {
      if (const int error = Boxes::census_box(a, tuning, &sides)) return error;
    }
    *census = census_in_workspace(a, sides);
    return 0;
  }

  template <class Run>
  static int plan(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    CellCensus census{};
    if (const int error = census_of(a, tuning, &census)) return error;
    if (const int error = run.primitive([&] {
          return a.primitives->fill(census.filled_count, 0, sizeof *census.filled_count);
        })) {
      return error;
    }
    return run.kernel(census_append,
                      per_item(census.boxes.count(), block).with(gpu::Cooperation::block), a,
                      census);
  }

  /// Cells whose particles move may come to hold a quarter more.
  static int measure(const PairArguments& a, const std::uint32_t*, MeasuredRoom* room) {
    std::uint32_t largest = 0;
    if (const int error = fullest(a, &largest)) return error;
    room->values[0] = std::max(1u, a.moves ? largest + largest / 4 : largest);
    return 0;
  }

  static int check(const PairArguments& a, const std::uint32_t*) {
    std::uint32_t largest = 0;
    if (const int error = fullest(a, &largest)) return error;
    if (largest <= cell_capacity(a)) return 0;
    return refuse("a cell overflows: it holds " + std::to_string(largest) +
                  " particles, and room was made for " + std::to_string(cell_capacity(a)) +
                  ", from the fullest cell of the state that the run began with; begin from a "
                  "later state");
  }

  static int notes(const PairArguments& a, const std::uint32_t*, PreparationNote* notes,
                   std::uint32_t* count) {
    std::uint32_t found[2] = {};  // filled_count and largest
    if (const int error = a.primitives->download(found, a.workspace, sizeof found)) return error;
    notes[0] = {"filled_boxes", static_cast<double>(found[0])};
    notes[1] = {"largest_cell", static_cast<double>(found[1])};
    notes[2] = {"cell_capacity", static_cast<double>(cell_capacity(a))};
    *count = 3;
    return 0;
  }

 private:
  static int fullest(const PairArguments& a, std::uint32_t* largest) {
    return a.primitives->download(largest, static_cast<const std::uint32_t*>(a.workspace) + 1,
                                  sizeof *largest);
  }
};

}  // namespace sphlab
