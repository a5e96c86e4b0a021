// forces/par-part-noloop: one thread a particle visits the particles of the 27 cells around it
// (catalogue T2; paper C, 4.1 and algorithm 1), with a test of the distance.
#include "kernels/grid/linear_order.cuh"
#include "kernels/pack/registry.hpp"
#include "kernels/physics/pair_physics.cuh"

namespace sphlab {

template <class Physics, class... Groups>
__device__ __forceinline__ void add_by_type(
    TypeList<Groups...>, TypeMask type, const typename Physics::Coefficients& coefficients,
    const typename Physics::template Particle<float>& target,
    const typename Physics::template Particle<float>& source, const Pair<float>& pair,
    typename Physics::template Sum<float>& sum) {
  ((type & Groups::mask ? Physics::template add<Groups>(coefficients, target, source, pair, sum)
                        : void()),
   ...);
}

/// The particles of one cell, none when it lies outside the grid.
__device__ __forceinline__ ParticleRange cell_range(const Grid& grid,
                                                    const std::uint32_t* cell_begin,
                                                    CellIndex cell) {
  const bool inside =
      cell.x >= 0 && cell.y >= 0 && cell.z >= 0 && cell.x < static_cast<int>(grid.cells.x) &&
      cell.y < static_cast<int>(grid.cells.y) && cell.z < static_cast<int>(grid.cells.z);
  if (!inside) return {0, 0};
  const std::uint32_t key = cell_key(grid, cell);
  return {cell_begin[key], cell_begin[key + 1]};
}

/// Reads state, keys (the cells at the last sort) and cell_begin; writes what the physics stores.
template <class Physics>
__global__ void __launch_bounds__(256)
    par_part_noloop(StageArguments a, typename Physics::Coefficients coefficients) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  if ((mask_of(type_of(a.state.identity[i])) & Physics::targets) == 0) {
    Physics::store_nothing(a, i);
    return;
  }
  const auto target = Physics::load(a.state, i, a.state.position[i]);
  typename Physics::template Sum<float> sum;
  const float radius2 = a.influence_radius * a.influence_radius;
  // the cell at the last sort, not the present one: between two sorts the ranges are those of then
  const CellIndex own = cell_index(a.grid, a.keys[i]);
  for (int neighbour = 0; neighbour < 27; ++neighbour) {
    const ParticleRange range = cell_range(
        a.grid, a.cell_begin,
        {own.x + neighbour % 3 - 1, own.y + neighbour / 3 % 3 - 1, own.z + neighbour / 9 - 1});
    for (std::uint32_t j = range.first; j < range.last; ++j) {
      const float4 position = a.state.position[j];
      const Pair<float> pair = make_pair_distance(target.x, target.y, target.z, position.x,
                                                  position.y, position.z, true);
      if (pair.r2 < radius2 && j != i) {
        add_by_type<Physics>(typename Physics::Groups{}, mask_of(type_of(a.state.identity[j])),
                             coefficients, target, Physics::load(a.state, j, position), pair, sum);
      }
    }
  }
  Physics::store(coefficients, a, i, sum);
}

namespace {

struct ParPartNoloop {
  static constexpr const char* name = "par-part-noloop";
  static constexpr bool needs_list = false;
  static constexpr const TuningParameter* parameters = block_parameter;
  static constexpr std::uint32_t parameter_count = 1;

  template <class Physics>
  static DeclaredWork work() {
    return {Physics::flops_per_pair, 8, 4 + Physics::bytes_per_source - 16, 16,
            4 + Physics::bytes_per_target};
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void* stream) {
    const auto coefficients =
        Physics::prepare(*static_cast<const typename Physics::Constants*>(a->constants));
    return gpu::launch(gpu::Cooperation::none, par_part_noloop<Physics>,
                       blocks_for(a->particles, tuning[0]), tuning[0], 0, stream, *a, coefficients);
  }

  template <class Physics>
  static int attributes(const StageArguments*, const std::uint32_t* tuning, KernelAttributes* out) {
    return gpu::attributes(par_part_noloop<Physics>, tuning[0], 0, out);
  }
};

[[maybe_unused]] const bool registered = register_traversal<ParPartNoloop, PairPhysics>();

}  // namespace
}  // namespace sphlab
