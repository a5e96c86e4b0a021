// cells/lower-bound: the first particle of every cell, found by bisection of the sorted keys.
//
// One thread per cell rather than one per particle: empty cells need no filling in, so a nearly
// empty domain costs no more than a full one.
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads keys, sorted; writes cell_begin[0 .. grid.count + 1]: cell c holds the particles
/// [cell_begin[c], cell_begin[c+1]), and the lost ones follow from cell_begin[grid.count].
__global__ void cells_lower_bound(CellsArguments a) {
  const std::uint32_t cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell > a.grid.count + 1) return;
  std::uint32_t first = 0;
  std::uint32_t length = a.particles;
  while (length > 0) {
    const std::uint32_t half = length / 2;
    const bool before = a.keys[first + half] < cell;
    first = before ? first + half + 1 : first;
    length = before ? length - half - 1 : half;
  }
  a.cell_begin[cell] = first;
}

namespace {

struct LowerBound : AnyCells {
  static constexpr Stage stage = Stage::cells;
  static constexpr const char* name = "lower-bound";
  static constexpr bool is_default = gpu::warp_width > 1;  // a CPU has omp-key-changes
  static constexpr DeclaredWork work{.bytes_per_particle = 4};

  template <class Run>
  static int launches(const CellsArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(small_kernel<cells_lower_bound>,
                      per_item(a.grid.count + 2, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_lower_bound = register_stage<LowerBound>();

}  // namespace
}  // namespace sphlab
