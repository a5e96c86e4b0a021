// Pencils of cells along x, how large a block can make them, and how they are launched (paper C,
// 5.2, 5.3 and 7.1).
//
// A traversal of pencils is a type that derives from PencilTraversal<itself> and has
//   name, parameters, parameter_count    as in Strategy, pencil_parameters first
//   shape(tuning)                        the PencilShape
//   kernel<Physics>(tuning)              its kernel
#pragma once

#include <algorithm>
#include <string>

#include "kernels/strategy/refusal.hpp"
#include "kernels/traversals/staged_sources.cuh"

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
/// shared memory, or the shortest pencil holds more particles than a block has threads.
///
/// @param tuning values of pencil_parameters.
template <class Physics>
int cut_pencils(const StageArguments& a, const std::uint32_t* tuning, PencilShape shape,
                PencilCut* cut) {
  gpu::DeviceLimits device{};
  if (const int error = gpu::device_limits(&device)) return error;
  const std::uint32_t cell = a.census.capacity;
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
  const uint3 cells = a.grid.cells;
  const std::uint32_t across = pieces(cells.y, shape.height) * pieces(cells.z, shape.height);
  std::uint32_t length = static_cast<std::uint32_t>(
      std::min<std::size_t>({staged_cells - 2, threaded_cells - shape.ghosts, cells.x}));
  while (length > 1 && pieces(cells.x, length) * across < device.multiprocessors) --length;
  *cut = {{length, shape.height, shape.height},
          pieces(column * (length + shape.ghosts), gpu::warp_width) * gpu::warp_width,
          cell * (length + 2),
          StagedSources<Physics>::bytes(std::size_t{cell} * (length + 2) * shape.rows)};
  return 0;
}

template <class Physics>
using PencilKernel = void (*)(StageArguments, typename Physics::Coefficients,
                              std::uint32_t capacity);

/// One block a box of the census.
template <class Traversal>
struct PencilTraversal {
  static constexpr bool needs_census = true;

  template <class Physics>
  static DeclaredWork work() {
    return work_from_shared_memory<Physics>();
  }

  /// 0, or why no device of this pack can run it; for a traversal to redefine.
  static int available() { return 0; }

  /// Calls use(cut), or returns why there is none.
  template <class Physics, class Use>
  static int with_cut(const StageArguments& a, const std::uint32_t* tuning, Use&& use) {
    if (const int code = Traversal::available()) return code;
    PencilCut cut{};
    if (const int code = cut_pencils<Physics>(a, tuning, Traversal::shape(tuning), &cut))
      return code;
    return use(cut);
  }

  template <class Physics>
  static int census_box(const StageArguments* a, const std::uint32_t* tuning, uint3* sides) {
    return with_cut<Physics>(*a, tuning, [&](const PencilCut& cut) {
      *sides = cut.sides;
      return 0;
    });
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return with_cut<Physics>(*a, tuning, [&](const PencilCut& cut) {
      const PencilKernel<Physics> kernel = Traversal::template kernel<Physics>(tuning);
      return gpu::launch(gpu::Cooperation::block, kernel, most_filled_boxes(*a), cut.threads,
                         cut.shared_bytes, stream, *a, coefficients_of<Physics>(*a), cut.capacity);
    });
  }

  template <class Physics>
  static int attributes(const StageArguments* a, const std::uint32_t* tuning,
                        KernelAttributes* out) {
    return with_cut<Physics>(*a, tuning, [&](const PencilCut& cut) {
      const PencilKernel<Physics> kernel = Traversal::template kernel<Physics>(tuning);
      return gpu::attributes(kernel, cut.threads, cut.shared_bytes, out);
    });
  }
};

}  // namespace sphlab
