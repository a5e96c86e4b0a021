// cell-sort/type-id: orders the particles of each cell by type, then by id (catalogue O2; paper A,
// section 6.1; paper B, 4.4).
//
// The particles of one type are then contiguous in a cell, and the order no longer depends on that
// of the step before. The identity word holds the type above the id, so that it is the key. A
// particle counts those of its cell that come before it, which for the ten to a few hundred
// particles of a cell is cheaper than a second radix sort of the whole.
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads identity through order, keys (sorted) and cell_begin; writes cell_order.
__global__ void cell_sort_type_id(CellSortArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t source = a.order[i];
  const std::uint32_t key = a.keys[i];
  if (key >= a.grid.count) {  // lost: nobody visits it, and its place does not matter
    a.cell_order[i] = source;
    return;
  }
  const std::uint32_t first = a.cell_begin[key];
  const std::uint32_t last = a.cell_begin[key + 1];
  const std::uint32_t identity = a.identity[source];
  std::uint32_t before = 0;
  for (std::uint32_t k = first; k < last; ++k) before += a.identity[a.order[k]] < identity ? 1 : 0;
  a.cell_order[first + before] = source;
}

namespace {

struct TypeId : AnyCells {
  static constexpr Stage stage = Stage::cell_sort;
  static constexpr const char* name = "type-id";
  static constexpr DeclaredWork work{.bytes_per_candidate = 8, .bytes_per_particle = 4 + 4 + 4 + 4};

  template <class Run>
  static int launches(const CellSortArguments& a, const std::uint32_t* tuning, Run& run) {
    return run.kernel(cell_sort_type_id, per_item(a.particles, tuning[0]).with(work), a);
  }
};

[[maybe_unused]] const bool registered_type_id = register_stage<TypeId>();

}  // namespace
}  // namespace sphlab
