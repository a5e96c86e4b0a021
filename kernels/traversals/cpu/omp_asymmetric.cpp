// forces/omp-asymmetric: the CPU traversal (catalogue C1; paper D, section 3): OpenMP over cells,
// SIMD over the sources of a target, every pair computed from both sides.
//
// The sources around a cell are copied once, field by field, into a buffer that stays in the
// first-level cache, and serve all targets of the cell. What a target adds up does not depend on
// who computes it: results are the same, bit by bit, with any number of threads and any chunks.
#include <vector>

#include "kernels/grid/linear_order.cuh"
#include "kernels/physics/lanes_of_physics.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/physics/repetition.cuh"
#include "kernels/storage/lane_sources.hpp"
#include "kernels/strategy/constants.hpp"
#include "kernels/traversals/omp_threads.hpp"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {
namespace {

/// What a thread needs for one cell; it lives from cell to cell to keep its memory.
template <class Physics>
struct Workspace {
  LaneSources<Physics::template Particle> sources;
  std::vector<typename Physics::template Sum<Lanes>> sums;
};

template <class Physics, class Group>
void stage_sources(const PairArguments& a, CellIndex cell,
                   LaneSources<Physics::template Particle>& sources) {
  sources.clear();
  const int reach = static_cast<int>(a.grid.reach);
  const int across = 2 * reach + 1;
  for (int row = 0; row < across * across; ++row) {
    const ParticleRange range =
        span_range(a, cell.x - reach, cell.x + reach, cell.y + row % across - reach,
                   cell.z + row / across - reach);
    for (std::uint32_t j = range.first; j < range.last; ++j) {
      if (is_of(a, j, Group::mask)) {
        sources.put(j, load<Physics>(a, j));
      }
    }
  }
  sources.pad();
}

template <class Physics, class Group>
void add_group(const PairArguments& a, const typename Physics::Coefficients& coefficients,
               CellIndex cell, ParticleRange targets, Workspace<Physics>& workspace) {
  stage_sources<Physics, Group>(a, cell, workspace.sources);
  const Lanes radius2(a.influence_radius * a.influence_radius);
  for (std::uint32_t i = targets.first; i < targets.last; ++i) {
    if (!is_target<Physics>(a, i)) continue;
    const auto target = broadcast<Physics::template Particle>(load<Physics>(a, i));
    typename Physics::template Sum<Lanes> sum = workspace.sums[i - targets.first];
    const int count = workspace.sources.select(target, i, radius2);
    for (int first = 0; first < count; first += lane_count) {
      const auto source = workspace.sources.load(first);
      const Pair<Lanes> pair =
          separation(a, target, source, lane_numbers() < LanesIndex{} + (count - first));
      add_one_sided<Physics, Group>(coefficients, target, source, pair, sum);
    }
    workspace.sums[i - targets.first] = sum;
  }
}

template <class Physics, class... Groups>
void add_groups(TypeList<Groups...>, const PairArguments& a,
                const typename Physics::Coefficients& coefficients, CellIndex cell,
                ParticleRange targets, Workspace<Physics>& workspace) {
  (add_group<Physics, Groups>(a, coefficients, cell, targets, workspace), ...);
}

template <class Physics>
void compute_cell(const PassArguments<Physics>& a,
                  const typename Physics::Coefficients& coefficients, std::uint32_t key,
                  Workspace<Physics>& workspace) {
  const ParticleRange targets = particles_of_cell(a, key);
  if (targets.first == targets.last) return;
  const CellIndex cell = cell_index(a.grid, key);
  workspace.sums.assign(targets.last - targets.first, {});
  add_groups<Physics>(typename Physics::Groups{}, a, coefficients, cell, targets, workspace);
  for (std::uint32_t i = targets.first; i < targets.last; ++i) {
    if (is_target<Physics>(a, i)) {
      Physics::store(coefficients, a, i, sum_lanes<Physics>(workspace.sums[i - targets.first]));
    } else {
      Physics::store_nothing(a, i);
    }
  }
}

/// Computes every cell, `chunk` at a time per thread.
template <class Physics>
void compute(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
             int threads, int chunk) {
  if (is_over<Physics>(a)) return;
#pragma omp parallel num_threads(threads)
  {
    Workspace<Physics> workspace;
#pragma omp for schedule(dynamic, chunk)
    for (std::uint32_t key = 0; key < a.grid.count; ++key)
      compute_cell<Physics>(a, coefficients, key, workspace);
  }
}

struct OmpAsymmetric {
  static constexpr const char* name = "omp-asymmetric";
  static constexpr bool ends_repetitions = true;
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr std::uint32_t chunks[] = {1, 10, 16, 256};
  static constexpr TuningParameter parameters[] = {{"cells-per-chunk", chunks, 4, 16},
                                                   thread_parameter};

  template <class Physics>
  static constexpr DeclaredWork work() {
    return {Physics::flops_per_pair, 8, Physics::bytes_per_source, 12, Physics::bytes_per_target};
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = check_threads(tuning[1])) return error;
    const auto coefficients = coefficients_of<Physics>(a);
    return run.loop(work<Physics>(), [&] {
      compute<Physics>(a, coefficients, threads_of(tuning[1]), static_cast<int>(tuning[0]));
    });
  }
};

[[maybe_unused]] const bool registered_omp_asymmetric =
    register_traversal<OmpAsymmetric, PairPhysics>();

}  // namespace
}  // namespace sphlab
