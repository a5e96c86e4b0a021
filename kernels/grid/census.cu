// census/append: the list of filled cells, and the fullest cell's count (paper C, sections 3
// and 5.1: empty cells are left out, and the maximum is kept for the sizes of shared memory).
//
// Blocks append as they come: the order of the list differs from run to run, and with it the order
// in which cells are visited, but nothing that is computed.
#include "kernels/gpu/gpu.cuh"
#include "kernels/pack/registry.hpp"

namespace sphlab {

/// Reads cell_begin; writes census. *census.filled_count must be 0 before.
__global__ void census_append(StageArguments a) {
  __shared__ std::uint32_t block_filled;
  __shared__ std::uint32_t block_largest;
  __shared__ std::uint32_t block_begin;
  if (threadIdx.x == 0) {
    block_filled = 0;
    block_largest = 0;
  }
  __syncthreads();
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t count =
      cell < a.grid.count ? a.cell_begin[cell + 1] - a.cell_begin[cell] : 0u;
  std::uint32_t place = 0;
  if (count > 0) {
    place = atomicAdd(&block_filled, 1u);
    atomicMax(&block_largest, count);
  }
  __syncthreads();
  if (threadIdx.x == 0 && block_filled > 0) {
    block_begin = atomicAdd(a.census.filled_count, block_filled);
    atomicMax(a.census.largest, block_largest);
  }
  __syncthreads();
  if (count > 0) a.census.filled[block_begin + place] = cell;
}

namespace {

struct Append {
  static constexpr const char* stage = "census";
  static constexpr const char* name = "append";
  static constexpr DeclaredWork work{0, 0, 0, 0, 0};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::block, census_append, blocks_for(a->grid.count, tuning[0]),
                       tuning[0], 0, stream, *a);
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(census_append, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<Append>();

}  // namespace
}  // namespace sphlab
