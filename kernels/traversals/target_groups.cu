// The kernels of the groups of targets.
#include "kernels/traversals/target_groups.cuh"

namespace sphlab {

namespace {

/// The particles of a row of cells, by its number.
__device__ __forceinline__ ParticleRange particles_of_row(const PairArguments& a,
                                                          std::uint32_t row) {
  return {a.cell_begin[row * a.grid.cells.x], a.cell_begin[(row + 1) * a.grid.cells.x]};
}

}  // namespace

__global__ void count_groups(WithGroups<PairArguments> a) {
  const std::uint32_t row = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t rows = rows_of_cells(a.grid);
  if (row > rows) return;
  std::uint32_t groups = 0;
  if (row < rows) {
    const ParticleRange particles = particles_of_row(a, row);
    groups = (particles.last - particles.first + a.group_size - 1) / a.group_size;
  }
  a.groups.begin[row] = groups;
}

__global__ void fill_groups(WithGroups<PairArguments> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  const std::uint32_t row = a.keys[i] / a.grid.cells.x;
  const ParticleRange particles = particles_of_row(a, row);
  const std::uint32_t number = i - particles.first;
  if (number % a.group_size != 0) return;
  const std::uint32_t last = i + a.group_size;
  a.groups.particles[a.groups.begin[row] + number / a.group_size] = {
      i, last < particles.last ? last : particles.last};
}

}  // namespace sphlab
