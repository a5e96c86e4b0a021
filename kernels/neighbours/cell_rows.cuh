// The search of one particle through the runs of sources around its cell: in the linear order with
// cells of the radius, nine rows.
#pragma once

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/grid/cell_order.cuh"
#include "kernels/neighbours/list_writer.cuh"
#include "kernels/physics/pair.cuh"

namespace sphlab {

/// Calls take(origin, run) for every run of sources around a particle at `target`, whose list is in
/// Format. Reads cell_begin.
template <class Format, class Order = LinearOrder<1>, class Take>
__device__ __forceinline__ void for_each_run(const ListArguments& a, float4 target, Take&& take) {
  const CellIndex cell = cell_of(a.grid, target);
  for (std::uint32_t run = 0; run < Order::runs; ++run) {
    const ParticleRange range = run_of_sources<Order>(a, cell, run);
    take(origin_in_row<Format>(a, cell, run, range), range);
  }
}

/// Whether j is a neighbour of particle i, which is at `target`: another particle within the radius
/// of the list. Reads state.position.
__device__ __forceinline__ bool is_in_reach(const ListArguments& a, std::uint32_t i, float4 target,
                                            std::uint32_t j) {
  const float4 source = position(a, j);  // one load, also of what the host executor counts
  return separation(a, target, source).r2 < a.list_radius * a.list_radius && j != i;
}

}  // namespace sphlab
