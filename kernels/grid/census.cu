// The kernel of the census.
//
// Blocks append as they come: the order of the list differs from run to run, and with it the order
// in which boxes are visited, but nothing that is computed.
#include "kernels/grid/census.cuh"

#include "kernels/grid/linear_order.cuh"

namespace sphlab {

namespace {

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

}  // namespace

__global__ void census_append(WithCensus<PairArguments> a) {
  __shared__ std::uint32_t block_filled;
  __shared__ std::uint32_t block_largest;
  __shared__ std::uint32_t block_begin;
  if (threadIdx.x == 0) {
    block_filled = 0;
    block_largest = 0;
  }
  __syncthreads();
  const CellBoxes& boxes = a.census.boxes;
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
    block_begin = atomicAdd(a.census.filled_count, block_filled);
    atomicMax(a.census.largest, block_largest);
  }
  __syncthreads();
  if (fullest > 0) a.census.filled[block_begin + place] = box;
}

}  // namespace sphlab
