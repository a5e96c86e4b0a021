// Pencils of cells along x, and how large a block can make them (paper C, 5.2, 5.3 and 7.1).
#pragma once

#include <algorithm>
#include <string>

#include "kernels/pack/refusal.hpp"
#include "kernels/traversals/staged_sources.cuh"

namespace sphlab {

/// The grid cut into sub-boxes of target cells, one a block: `length` cells along x, `height` along
/// y and z.
struct PencilCut {
  std::uint32_t length, height;
  std::uint32_t along_x, along_y;  ///< sub-boxes along x and y
  std::uint32_t blocks, threads;
  std::uint32_t capacity;  ///< sources staged at a time: a row of length + 2 cells
};

/// Target cells [x0, x1) x [y0, y1) x [z0, z1), within the grid.
struct SubBox {
  int x0, x1, y0, y1, z0, z1;
};

__device__ __forceinline__ int lower_of(std::uint32_t a, std::uint32_t b) {
  return static_cast<int>(a < b ? a : b);
}

__device__ __forceinline__ SubBox sub_box(const Grid& grid, const PencilCut& cut,
                                          std::uint32_t block) {
  const std::uint32_t x = block % cut.along_x * cut.length;
  const std::uint32_t y = block / cut.along_x % cut.along_y * cut.height;
  const std::uint32_t z = block / cut.along_x / cut.along_y * cut.height;
  return {static_cast<int>(x), lower_of(x + cut.length, grid.cells.x),
          static_cast<int>(y), lower_of(y + cut.height, grid.cells.y),
          static_cast<int>(z), lower_of(z + cut.height, grid.cells.z)};
}

/// Divides and rounds up.
constexpr std::uint32_t pieces(std::uint32_t whole, std::uint32_t piece) {
  return (whole + piece - 1) / piece;
}

/// Most threads of a block; the paper allows 1024.
inline constexpr std::uint32_t pencil_blocks[] = {256, 512, 1024};
inline constexpr TuningParameter pencil_parameters[] = {{"block", pencil_blocks, 3, 1024},
                                                        shared_memory_parameter};

inline int refuse_pencil_memory(std::size_t needed, std::size_t available, std::uint32_t cell) {
  return refuse("a pencil of 3 cells of up to " + std::to_string(cell) + " particles needs " +
                std::to_string(needed) + " bytes of shared memory, and a block has " +
                std::to_string(available));
}

inline int refuse_pencil_threads(std::uint64_t particles, std::uint32_t threads) {
  return refuse("a pencil holds up to " + std::to_string(particles) +
                " particles, and a block has " + std::to_string(threads) + " threads");
}

/// Cuts the grid into pencils as long as shared memory and threads allow, with room in every cell
/// for as many particles as the fullest one has; shortens them while there are fewer than
/// multiprocessors. Returns 0 and fills `cut`, an error of the device, or refuses: where three
/// cells do not fit into shared memory, or the shortest pencil holds more particles than a block
/// has threads.
///
/// @param tuning values of pencil_parameters. @param height target cells along y and z. @param
/// ghosts cells beyond the targets whose particles have threads, too: 0 or 2.
template <class Physics>
int cut_pencils(const StageArguments& a, const std::uint32_t* tuning, std::uint32_t height,
                std::uint32_t ghosts, PencilCut* cut) {
  gpu::DeviceLimits device{};
  if (const int error = gpu::device_limits(&device)) return error;
  const std::uint32_t cell = a.census.capacity;
  const std::uint32_t column = cell * height * height;  // particles at one x
  const std::size_t shared_bytes = shared_budget(tuning[1], device);
  const std::size_t staged_cells = StagedSources<Physics>::capacity(shared_bytes) / cell;
  const std::uint32_t threaded_cells = tuning[0] / column;
  if (staged_cells < 3) {
    return refuse_pencil_memory(StagedSources<Physics>::bytes(std::size_t{3} * cell), shared_bytes,
                                cell);
  }
  if (threaded_cells < 1 + ghosts)
    return refuse_pencil_threads((std::uint64_t{1} + ghosts) * column, tuning[0]);
  const uint3 cells = a.grid.cells;
  const std::uint32_t along_y = pieces(cells.y, height);
  const std::uint32_t across = along_y * pieces(cells.z, height);
  std::uint32_t length = static_cast<std::uint32_t>(
      std::min<std::size_t>({staged_cells - 2, threaded_cells - ghosts, cells.x}));
  while (length > 1 && pieces(cells.x, length) * across < device.multiprocessors) --length;
  const std::uint32_t along_x = pieces(cells.x, length);
  *cut = {length,
          height,
          along_x,
          along_y,
          along_x * across,
          pieces(column * (length + ghosts), gpu::warp_width) * gpu::warp_width,
          cell * (length + 2)};
  return 0;
}

}  // namespace sphlab
