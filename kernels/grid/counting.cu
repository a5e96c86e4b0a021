// sort/counting: the particles of each cell are counted, a prefix sum tells where the cell begins,
// and each particle takes a place in its cell (catalogue O3; paper C, section 2; paper E, 4.1).
//
// Places are taken as atomics come: unlike that of the runtime's radix sort, the order inside a
// cell is not the one from before, and differs from run to run. The offsets of the cells are what
// the prefix sum has found: a variant with this sort has no stage cells.
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads keys and order; writes spare_keys and spare_order, their copies, and adds to
/// cell_begin[k + 1] the particles with key k. All of cell_begin must be 0 before.
__global__ void counting_count(SortArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t key = a.keys[i];
  a.spare_keys[i] = key;
  a.spare_order[i] = a.order[i];
  atomicAdd(&a.cell_begin[key + 1], 1u);
}

/// Reads spare_keys, spare_order and cell_begin, where the particles with key k begin at
/// cell_begin[k + 1]; writes keys and order. Each particle moves that beginning on by one: in the
/// end it is where the next key's begin, which is what cell_begin[k + 1] is to say.
__global__ void counting_scatter(SortArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t key = a.spare_keys[i];
  const std::uint32_t place = atomicAdd(&a.cell_begin[key + 1], 1u);
  a.keys[place] = key;
  a.order[place] = a.spare_order[i];
}

namespace {

struct Counting : AnyCells {
  static constexpr Stage stage = Stage::sort;
  static constexpr const char* name = "counting";
  /// Of each pass: key and order read and written, and an atomic.
  static constexpr DeclaredWork work{.bytes_per_particle = 8 + 8 + 4};

  template <class Run>
  static int launches(const SortArguments& a, const std::uint32_t* tuning, Run& run) {
    const DevicePrimitives& device = *a.primitives;
    const std::uint32_t offsets = a.grid.count + 2;
    const Launch launch = per_item(a.particles, tuning[0]).with(work);
    if (const int error = run.primitive(
            [&] { return device.fill(a.cell_begin, 0, offsets * sizeof(std::uint32_t)); })) {
      return error;
    }
    if (const int error = run.kernel(small_kernel<counting_count>, launch, a)) return error;
    if (const int error = run.primitive([&] {
          return device.exclusive_scan(device.scratch, device.scratch_bytes, a.cell_begin,
                                       a.cell_begin, offsets);
        })) {
      return error;
    }
    return run.kernel(small_kernel<counting_scatter>, launch, a);
  }
};

[[maybe_unused]] const bool registered_counting = register_stage<Counting>();

}  // namespace
}  // namespace sphlab
