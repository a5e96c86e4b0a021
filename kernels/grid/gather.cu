// reorder/gather: moves the particles into the sorted order (paper A, 2.3), and each field that a
// scheme has declared in a launch of its own.
#include "kernels/gpu/gpu.cuh"
#include "kernels/grid/wrapped.cuh"
#include "kernels/particles/seam.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {

/// Writes what goes along with the position of a particle.
__device__ __forceinline__ void gather_others(const ReorderArguments& a, std::uint32_t i,
                                              std::uint32_t source) {
  a.to.velocity[i] = velocity(a.from, source);
  a.to.identity[i] = identity(a.from, source);
}

/// Reads from through order; writes to.
__global__ void reorder_gather(ReorderArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t source = a.order[i];
  a.to.position[i] = position(a.from, source);
  gather_others(a, i, source);
}

/// The same in a periodic box, into which particles come back.
__global__ void reorder_gather_periodic(InBox<ReorderArguments> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const std::uint32_t source = a.order[i];
  a.to.position[i] = wrapped(position(a.from, source), a.period);
  gather_others(a, i, source);
}

/// Reads field.from through order; writes field.to. One thread per component: neighbouring threads
/// share a particle.
__global__ void reorder_gather_field(const std::uint32_t* order, std::uint32_t particles,
                                     FieldMove field) {
  const std::uint32_t word = blockIdx.x * blockDim.x + threadIdx.x;
  if (word >= particles * field.components) return;
  const std::uint32_t source = order[word / field.components];
  field.to[word] = field.from[source * field.components + word % field.components];
}

namespace {

struct Gather {
  static constexpr Stage stage = Stage::reorder;
  static constexpr const char* name = "gather";
  static constexpr bool is_default = true;
  static constexpr DeclaredWork work{.bytes_per_particle = 4 + 2 * 36};

  static constexpr DeclaredWork work_of(const FieldMove& field) {
    return {.bytes_per_particle = 4 + 2.0 * 4 * field.components};
  }

  template <class Run>
  static int launches(const InBox<ReorderArguments>& a, const std::uint32_t* tuning, Run& run) {
    const Launch whole = per_item(a.particles, tuning[0]).with(work);
    if (const int error = is_periodic(a.period)
                              ? run.kernel(small_kernel<reorder_gather_periodic>, whole, a)
                              : run.kernel(small_kernel<reorder_gather>, whole, a)) {
      return error;
    }
    for (std::uint32_t k = 0; k < a.field_count; ++k) {
      const FieldMove& field = a.fields[k];
      const Launch launch = per_item(a.particles * field.components, tuning[0]);
      if (const int error = run.kernel(small_kernel<reorder_gather_field>,
                                       launch.with(work_of(field)), a.order, a.particles, field)) {
        return error;
      }
    }
    return 0;
  }
};

[[maybe_unused]] const bool registered_gather = register_stage<Gather>();

}  // namespace
}  // namespace sphlab
