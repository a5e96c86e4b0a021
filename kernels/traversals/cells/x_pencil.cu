// forces/x-pencil: one block per filled pencil of cells along x, one thread per particle of it; the
// nine pencils of its neighbourhood pass through shared memory, one at a time (catalogue T2; paper
// C, 5.2 and algorithm 5).
#include "kernels/traversals/cells/pencils.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort), cell_begin and census; writes what the physics
/// stores. Dynamic shared memory: StagedSources for `capacity` particles.
template <class Physics>
__global__ void __launch_bounds__(1024)
    x_pencil(WithCensus<PassArguments<Physics>> a, typename Physics::Coefficients coefficients,
             std::uint32_t capacity) {
  if (*a.census.largest > a.census.capacity || blockIdx.x >= *a.census.filled_count) return;
  const CellBox box = cell_box(a.grid, a.census.boxes, a.census.filled[blockIdx.x]);
  const ParticleRange targets = span_range(a, box.x0, box.x1 - 1, box.y0, box.z0);
  const StagedSources<Physics> staged(gpu::dynamic_shared<unsigned char>(), capacity);
  const std::uint32_t i = targets.first + threadIdx.x;
  const bool has_target = i < targets.last && is_target<Physics>(a, i);
  const int x = has_target ? cell_at_sort(a, i).x : 0;
  CellTarget<Physics> target{};
  for (int pencil = 0; pencil < 9; ++pencil) {
    const int k = (pencil + 4) % 9;  // the targets' own pencil first
    const int y = box.y0 + k % 3 - 1;
    const int z = box.z0 + k / 3 - 1;
    const ParticleRange sources = span_range(a, box.x0 - 1, box.x1, y, z);
    if (sources.first == sources.last) continue;
    staged.fill(a.state, sources, 0, threadIdx.x, blockDim.x);
    __syncthreads();
    if (has_target) {
      const ParticleRange near = row_range(a, x, y, z);
      const std::uint32_t place = near.first - sources.first;
      if (pencil == 0) {
        target = {i, staged.load(i - sources.first), {}};
        add_staged<Self::among>(staged, a, coefficients, near, place, target);
      } else {
        add_staged<Self::absent>(staged, a, coefficients, near, place, target);
      }
    }
    __syncthreads();  // all have read: the next pencil may be staged
  }
  if (i < targets.last) store_target<Physics>(a, coefficients, i, has_target, target);
}

namespace {

struct XPencil : PencilTraversal<XPencil> {
  static constexpr const char* name = "x-pencil";
  static constexpr const auto& parameters = pencil_parameters;

  static PencilShape shape(const std::uint32_t*) { return {.height = 1, .ghosts = 2}; }

  template <class Physics>
  static PencilKernel<Physics> kernel(const std::uint32_t*) {
    return x_pencil<Physics>;
  }
};

[[maybe_unused]] const bool registered_x_pencil = register_traversal<XPencil, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
