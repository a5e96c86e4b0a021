// forces/x-pencil-reg: one block per filled sub-box of cells, whose particles stay in the threads'
// registers; the pencils of its neighbourhood pass through shared memory, one at a time, and what
// of them the block's own threads hold is not read again (catalogue T2; paper C, 5.3 and figure 5).
#include "kernels/traversals/cells/pencils.cuh"

namespace sphlab {

/// The particle of this thread, and the row of target cells that it belongs to.
struct OwnParticle {
  std::uint32_t index;
  int y, z;
  bool exists;
};

/// Deals the particles of the sub-box, row by row, to the threads.
__device__ __forceinline__ OwnParticle own_particle(const PairArguments& a, const CellBox& box) {
  std::uint32_t thread = threadIdx.x;
  for (int z = box.z0; z < box.z1; ++z) {
    for (int y = box.y0; y < box.y1; ++y) {
      const ParticleRange row = span_range(a, box.x0, box.x1 - 1, y, z);
      const std::uint32_t count = row.last - row.first;
      if (thread < count) return {row.first + thread, y, z, true};
      thread -= count;
    }
  }
  return {0, 0, 0, false};
}

/// Whether targets of the box lie in the row (y, z).
__device__ __forceinline__ bool holds_targets(const CellBox& box, int y, int z) {
  return y >= box.y0 && y < box.y1 && z >= box.z0 && z < box.z1;
}

/// Stages the row (y, z) with a ghost cell at either end: out of the registers what is there, out
/// of global memory the rest. All threads of the block together.
template <class Physics>
__device__ __forceinline__ void stage_row(
    const PairArguments& a, const CellBox& box, int y, int z, ParticleRange sources,
    const OwnParticle& own, const typename Physics::template Particle<float>& particle,
    const StagedSources<Physics>& staged) {
  if (!holds_targets(box, y, z)) {
    staged.fill(a.state, sources, 0, threadIdx.x, blockDim.x);
    return;
  }
  const ParticleRange held = span_range(a, box.x0, box.x1 - 1, y, z);
  staged.fill(a.state, {sources.first, held.first}, 0, threadIdx.x, blockDim.x);
  staged.fill(a.state, {held.last, sources.last}, held.last - sources.first, threadIdx.x,
              blockDim.x);
  if (own.exists && own.y == y && own.z == z)
    staged.put(own.index - sources.first, particle, identity(a, own.index));
}

/// Reads state, keys (the cells at the last sort), cell_begin and census; writes what the physics
/// stores. Dynamic shared memory: StagedSources for `capacity` particles.
template <class Physics>
__global__ void __launch_bounds__(1024)
    x_pencil_reg(WithCensus<PassArguments<Physics>> a, typename Physics::Coefficients coefficients,
                 std::uint32_t capacity) {
  if (*a.census.largest > a.census.capacity || blockIdx.x >= *a.census.filled_count) return;
  const CellBox box = cell_box(a.grid, a.census.boxes, a.census.filled[blockIdx.x]);
  const StagedSources<Physics> staged(gpu::dynamic_shared<unsigned char>(), capacity);
  const OwnParticle own = own_particle(a, box);
  CellTarget<Physics> target{};
  int x = 0;
  if (own.exists) {
    target = load_target<Physics>(a, own.index);
    x = cell_at_sort(a, own.index).x;
  }
  const bool has_target = own.exists && is_target<Physics>(a, own.index);
  for (int z = box.z0 - 1; z <= box.z1; ++z) {
    for (int y = box.y0 - 1; y <= box.y1; ++y) {
      const ParticleRange sources = span_range(a, box.x0 - 1, box.x1, y, z);
      if (sources.first == sources.last) continue;
      stage_row<Physics>(a, box, y, z, sources, own, target.particle, staged);
      __syncthreads();
      if (has_target && abs(y - own.y) <= 1 && abs(z - own.z) <= 1) {
        const ParticleRange near = row_range(a, x, y, z);
        const std::uint32_t place = near.first - sources.first;
        if (holds_targets(box, y, z)) {  // alike in all threads, while a target's own row is not
          add_staged<Self::among>(staged, a, coefficients, near, place, target);
        } else {
          add_staged<Self::absent>(staged, a, coefficients, near, place, target);
        }
      }
      __syncthreads();  // all have read: the next row may be staged
    }
  }
  if (own.exists) store_target<Physics>(a, coefficients, own.index, has_target, target);
}

namespace {

struct XPencilReg : PencilTraversal<XPencilReg> {
  static constexpr const char* name = "x-pencil-reg";
  /// Target cells along y and z; 1 is a pencil.
  static constexpr std::uint32_t heights[] = {1, 2, 3};
  static constexpr TuningParameter parameters[] = {
      pencil_parameters[0], pencil_parameters[1], {"height", heights, 3, 1}};

  static PencilShape shape(const std::uint32_t* tuning) {
    return {.height = tuning[2], .ghosts = 0};
  }

  template <class Physics>
  static PencilKernel<Physics> kernel(const std::uint32_t*) {
    return x_pencil_reg<Physics>;
  }
};

[[maybe_unused]] const bool registered_x_pencil_reg =
    register_traversal<XPencilReg, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
