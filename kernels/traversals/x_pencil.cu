// forces/x-pencil: one block a pencil of cells along x, one thread a particle of it; the nine
// pencils of its neighbourhood pass through shared memory, one at a time (catalogue T2; paper
// C, 5.2 and algorithm 5).
#include "kernels/traversals/pencils.cuh"

namespace sphlab {

/// Reads state, keys (the cells at the last sort), cell_begin and census; writes what the physics
/// stores. Dynamic shared memory: StagedSources for cut.capacity particles.
template <class Physics>
__global__ void __launch_bounds__(1024)
    x_pencil(StageArguments a, typename Physics::Coefficients coefficients, PencilCut cut) {
  if (*a.census.largest > a.census.capacity) return;
  const SubBox box = sub_box(a.grid, cut, blockIdx.x);
  const ParticleRange targets =
      span_range(a.grid, a.cell_begin, box.x0, box.x1 - 1, box.y0, box.z0);
  if (targets.first == targets.last) return;
  const StagedSources<Physics> staged(gpu::dynamic_shared<unsigned char>(), cut.capacity);
  const std::uint32_t i = targets.first + threadIdx.x;
  const bool has_target = i < targets.last && is_target<Physics>(a, i);
  const int x = has_target ? cell_index(a.grid, a.keys[i]).x : 0;
  CellTarget<Physics> target{};
  for (int pencil = 0; pencil < 9; ++pencil) {
    const int k = (pencil + 4) % 9;  // the targets' own pencil first
    const int y = box.y0 + k % 3 - 1;
    const int z = box.z0 + k / 3 - 1;
    const ParticleRange sources = span_range(a.grid, a.cell_begin, box.x0 - 1, box.x1, y, z);
    if (sources.first == sources.last) continue;
    staged.fill(a.state, sources, 0, threadIdx.x, blockDim.x);
    __syncthreads();
    if (has_target) {
      if (pencil == 0) target = {i, staged.particle(i - sources.first), {}};
      const ParticleRange near = row_range(a.grid, a.cell_begin, x, y, z);
      staged.add(coefficients, a.influence_radius, near, near.first - sources.first, target);
    }
    __syncthreads();  // all have read: the next pencil may be staged
  }
  if (i < targets.last) store_target<Physics>(a, coefficients, i, has_target, target);
}

namespace {

struct XPencil {
  static constexpr const char* name = "x-pencil";
  static constexpr bool needs_census = true;
  static constexpr const TuningParameter* parameters = pencil_parameters;
  static constexpr std::uint32_t parameter_count = 2;

  template <class Physics>
  static DeclaredWork work() {
    return work_from_shared_memory<Physics>();
  }

  template <class Physics>
  static int cut(const StageArguments& a, const std::uint32_t* tuning, PencilCut* out) {
    return cut_pencils<Physics>(a, tuning, 1, 2, out);
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    PencilCut cut{};
    if (const int error = XPencil::cut<Physics>(*a, tuning, &cut)) return error;
    return gpu::launch(gpu::Cooperation::block, x_pencil<Physics>, cut.blocks, cut.threads,
                       StagedSources<Physics>::bytes(cut.capacity), stream, *a,
                       coefficients_of<Physics>(*a), cut);
  }

  template <class Physics>
  static int attributes(const StageArguments* a, const std::uint32_t* tuning,
                        KernelAttributes* out) {
    PencilCut cut{};
    if (const int error = XPencil::cut<Physics>(*a, tuning, &cut)) return error;
    return gpu::attributes(x_pencil<Physics>, cut.threads,
                           StagedSources<Physics>::bytes(cut.capacity), out);
  }
};

[[maybe_unused]] const bool registered = register_traversal<XPencil, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
