// Pencils of cells along x, how large a block can make them, and how they are launched (paper C,
// 5.2, 5.3 and 7.1).
//
// A traversal of pencils is a type that derives from PencilTraversal<itself> and has
//   name, parameters            as a strategy has, pencil_parameters first
//   shape(tuning)               the PencilShape
//   kernel<Physics>(tuning)     its PencilKernel
#pragma once

#include <algorithm>
#include <string>

#include "kernels/grid/census.cuh"
#include "kernels/grid/grid_rows.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/traversals/staged_pairs.cuh"

namespace sphlab {

/// What a block works on, but for its length.
struct PencilShape {
  std::uint32_t height;  ///< target cells along y and z
  std::uint32_t ghosts;  ///< cells beyond the targets whose particles have threads, too: 0 or 2
  std::uint32_t targets = 1;  ///< of one cell that a thread takes
  std::uint32_t rows = 1;     ///< staged at a time
};

/// A box of target cells for each block, and what a block needs for it.
struct PencilCut {
  uint3 sides;  ///< target cells along x, y, z
  std::uint32_t threads;
  std::uint32_t capacity;    ///< sources of a staged row: those of sides.x + 2 cells
  std::size_t shared_bytes;  ///< dynamic, for all rows that are staged at a time
};

/// Most threads of a block; the paper allows 1024.
inline constexpr std::uint32_t pencil_blocks[] = {256, 512, 1024};
inline constexpr TuningParameter pencil_parameters[] = {{"block", pencil_blocks, 3, 1024},
                                                        shared_memory_parameter};

inline int refuse_pencil_memory(std::size_t needed, std::size_t available, std::uint32_t cell) {
  return refuse("a pencil of 3 cells of up to " + std::to_string(cell) + " particles needs " +
                std::to_string(needed) + " bytes of shared memory, and a block has " +
                std::to_string(available));
}

inline int refuse_pencil_threads(std::uint64_t needed, std::uint32_t threads) {
  return refuse("a pencil needs up to " + std::to_string(needed) + " threads, and a block has " +
                std::to_string(threads));
}

/// Makes pencils as long as shared memory and threads allow, with room in every cell for as many
/// particles as the fullest one has; shortens them while the grid has fewer than multiprocessors.
/// Returns 0 and fills `cut`, an error of the device, or refuses: where three cells do not fit into
/// shared memory, the shortest pencil holds more particles than a block has threads, or the fullest
/// cell is not known.
///
/// @param tuning values of pencil_parameters.
template <class Physics>
int cut_pencils(const PairArguments& a, const std::uint32_t* tuning, PencilShape shape,
                PencilCut* cut) {
  std::uint32_t cell = 0;
  if (const int code = measured_capacity(a, &cell)) return code;
  gpu::DeviceLimits device{};
  if (const int error = gpu::device_limits(&device)) return error;
  // threads for the particles at one x
  const std::uint32_t column = pieces(cell, shape.targets) * shape.height * shape.height;
  const std::size_t shared_bytes = shared_budget(tuning[1], device);
  const std::size_t staged_cells =
      StagedSources<Physics>::capacity(shared_bytes) / shape.rows / cell;
  const std::uint32_t threaded_cells = tuning[0] / column;
  if (staged_cells < 3) {
    return refuse_pencil_memory(StagedSources<Physics>::bytes(std::size_t{3} * cell * shape.rows),
                                shared_bytes, cell);
  }
  if (threaded_cells < 1 + shape.ghosts)
    return refuse_pencil_threads((std::uint64_t{1} + shape.ghosts) * column, tuning[0]);
  std::uint32_t length = static_cast<std::uint32_t>(std::min<std::size_t>(
      {staged_cells - 2, threaded_cells - shape.ghosts, cells_along(a.grid, Axis::x)}));
  const auto boxes = [&] { return cut_into_boxes(a.grid, {length, shape.height, shape.height}); };
  while (length > 1 && boxes().count() < device.multiprocessors) --length;
  *cut = {{length, shape.height, shape.height},
          pieces(column * (length + shape.ghosts), gpu::warp_width) * gpu::warp_width,
          cell * (length + 2),
          StagedSources<Physics>::bytes(std::size_t{cell} * (length + 2) * shape.rows)};
  return 0;
}

template <class Physics>
using PencilKernel = void (*)(WithCensus<PassArguments<Physics>>, typename Physics::Coefficients,
                              std::uint32_t capacity);

/// One block per box of the census.
template <class Traversal>
struct PencilTraversal {
  template <class Physics>
  using PreparationFor = Census<Traversal, Physics>;

  /// 0, or why no device of this pack can run it; for a traversal to redefine.
  static int available() { return 0; }

  template <class Physics>
  static int census_box(const PairArguments& a, const std::uint32_t* tuning, uint3* sides) {
    PencilCut cut{};
    if (const int code = PencilTraversal::cut<Physics>(a, tuning, &cut)) return code;
    *sides = cut.sides;
    return 0;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    PencilCut cut{};
    if (const int code = PencilTraversal::cut<Physics>(a, tuning, &cut)) return code;
    const WithCensus<PassArguments<Physics>> arguments = with_census(a, cut.sides);
    const PencilKernel<Physics> kernel = Traversal::template kernel<Physics>(tuning);
    const Launch launch = Launch{most_filled_boxes(arguments), cut.threads}
                              .with(gpu::Cooperation::block)
                              .with_shared(cut.shared_bytes)
                              .with(work_from_shared_memory<Physics>());
    return run.kernel(kernel, launch, arguments, coefficients_of<Physics>(a), cut.capacity);
  }

 private:
  /// Fills `out`, or returns why there is none.
  template <class Physics>
  static int cut(const PairArguments& a, const std::uint32_t* tuning, PencilCut* out) {
    if (const int code = Traversal::available()) return code;
    return cut_pencils<Physics>(a, tuning, Traversal::shape(tuning), out);
  }
};

}  // namespace sphlab
