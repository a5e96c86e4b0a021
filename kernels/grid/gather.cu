// reorder/gather: moves the particles into the sorted order (paper A, 2.3).
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Reads state through order; writes next.
__global__ void reorder_gather(StageArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t source = a.order[i];
  a.next.position[i] = a.state.position[source];
  a.next.velocity[i] = a.state.velocity[source];
  a.next.identity[i] = a.state.identity[source];
}

namespace {

struct Gather {
  static constexpr const char* stage = "reorder";
  static constexpr const char* name = "gather";
  static constexpr DeclaredWork work{0, 0, 0, 0, 4 + 2 * 36};

  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    return gpu::launch(gpu::Cooperation::none, reorder_gather, blocks_for(a->particles, tuning[0]),
                       tuning[0], 0, stream, *a);
  }
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(reorder_gather, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_stage<Gather>();

}  // namespace
}  // namespace sphlab
