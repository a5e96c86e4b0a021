// sort/counting: the particles of each cell are counted, a prefix sum tells where the cell begins,
// and each particle takes a place in its cell (catalogue O3; paper C, section 2; paper E, 4.1).
//
// Places are taken as atomics come: unlike that of the runtime's radix sort, the order inside a
// cell is not the one from before, and differs from run to run. The offsets of the cells are what
// the prefix sum has found: a variant with this sort has no stage cells.
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads keys and order; writes spare_keys and cell_order, their copies, and adds to
/// cell_begin[k + 1] the particles with key k. All of cell_begin must be 0 before.
__global__ void counting_count(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t key = a.keys[i];
  a.spare_keys[i] = key;
  a.cell_order[i] = a.order[i];
  atomicAdd(&a.cell_begin[key + 1], 1u);
}

/// Reads spare_keys, cell_order and cell_begin, where the particles with key k begin at
/// cell_begin[k + 1]; writes keys and order. Each particle moves that beginning on by one: in the
/// end it is where the next key's begin, which is what cell_begin[k + 1] is to say.
__global__ void counting_scatter(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t key = a.spare_keys[i];
  const std::uint32_t place = atomicAdd(&a.cell_begin[key + 1], 1u);
  a.keys[place] = key;
  a.order[place] = a.cell_order[i];
}

namespace {

struct Counting {
  static constexpr const char* stage = "sort";
  static constexpr const char* name = "counting";
  /// Two passes over key and order, an atomic in each.
  static constexpr DeclaredWork work{0, 0, 0, 0, 2 * (8 + 8) + 2 * 4};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    const DevicePrimitives& device = *a->primitives;
    const std::uint32_t offsets = a->grid.count + 2;
    const unsigned blocks = blocks_for(a->particles, tuning[0]);
    if (const int error = device.fill(a->cell_begin, 0, offsets * sizeof(std::uint32_t)))
      return error;
    if (const int error =
            gpu::launch(gpu::Cooperation::none, counting_count, blocks, tuning[0], 0, stream, *a)) {
      return error;
    }
    if (const int error = device.exclusive_scan(device.scratch, device.scratch_bytes, a->cell_begin,
                                                a->cell_begin, offsets)) {
      return error;
    }
    return gpu::launch(gpu::Cooperation::none, counting_scatter, blocks, tuning[0], 0, stream, *a);
  }
  /// Those of the kernel that moves keys and order.
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(counting_scatter, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<Counting>();

}  // namespace
}  // namespace sphlab
