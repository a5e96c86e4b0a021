// forces/omp-compacted: each pair from both sides, by threads that take cells as they run out of
// them, in two sweeps of SIMD lanes: the sources in reach of a target are found among consecutive
// candidates and packed; then whole groups of them are evaluated, of which no lane is idle.
//
// What is found lies scattered. Its records are loaded whole and transposed in registers, where
// omp-asymmetric gathers each number from copies that it has made for the cell. As there, what a
// target adds up does not depend on who computes it: results are the same, bit by bit, with any
// number of threads and any chunks. What follows from a particle's numbers, its speed of sound, is
// computed with the pair: in a record it would take as many shuffles.
#include "kernels/neighbours/lane_candidates.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/traversals/cpu/ladder_physics.hpp"
#include "kernels/traversals/omp_threads.hpp"
#include "kernels/traversals/record_pairs.hpp"
#include "kernels/traversals/register_traversal.hpp"

namespace sphlab {
namespace {

template <class... Groups>
constexpr std::array<TypeMask, sizeof...(Groups)> masks_of(TypeList<Groups...>) {
  return {Groups::mask...};
}

/// The particles of a pass as both sweeps read them.
template <class Physics>
struct CompactedArrays {
  LaneCoordinates coordinates;
  ParticleRecords<Physics> records;

  static constexpr std::size_t bytes(std::size_t particles) {
    return sizeof(float) *
           (LaneCoordinates::floats(particles) + ParticleRecords<Physics>::floats(particles));
  }
  /// @param memory at a multiple of 64 bytes.
  static CompactedArrays in(void* memory, std::size_t particles) {
    auto* floats = static_cast<float*>(memory);
    return {{floats, particles},
            ParticleRecords<Physics>(floats + LaneCoordinates::floats(particles))};
  }
};

/// What a thread computes cells with; it lives from cell to cell to keep its memory.
template <class Physics>
class CellPasses {
 public:
  using Coefficients = typename Physics::Coefficients;
  using Particle = typename Physics::template Particle<Lanes>;
  using Sum = typename Physics::template Sum<Lanes>;

  CellPasses(const PassArguments<Physics>& a, const Coefficients& coefficients,
             const CompactedArrays<Physics>& arrays)
      : a_(a), coefficients_(coefficients), arrays_(arrays) {}

  void compute(std::uint32_t key) {
    const ParticleRange targets = particles_of_cell(a_, key);
    if (targets.first == targets.last) return;
    candidates_.collect(arrays_.coordinates, a_, cell_index(a_.grid, key));
    for (std::uint32_t i = targets.first; i < targets.last; ++i) {
      compute_target<Physics>(
          a_, coefficients_, arrays_.records, i,
          [&]<class Group>(std::size_t number, const Particle& target, Sum& sum) {
            add_group<Group>(candidates_.of_set(number), i, target, sum);
          });
    }
  }

 private:
  template <class Group>
  void add_group(const LaneCandidates& candidates, std::uint32_t i, const Particle& target,
                 Sum& sum) {
    if (found_.size() < candidates.capacity()) found_.resize(candidates.capacity());
    const Lanes radius2(a_.influence_radius * a_.influence_radius);
    const std::uint32_t count = candidates.select(arrays_.coordinates, target.x, target.y, target.z,
                                                  i, radius2, found_.data());
    for (std::uint32_t first = 0; first < count; first += lane_count)
      add_sources<Physics, Group>(arrays_.records, coefficients_, target, &found_[first],
                                  lanes_before(count - first), sum);
  }

  const PassArguments<Physics>& a_;
  const Coefficients coefficients_;
  const CompactedArrays<Physics> arrays_;
  CellCandidates<group_count<Physics>> candidates_{masks_of(typename Physics::Groups{})};
  std::vector<std::uint32_t> found_;  ///< beyond what was found last: other particles
};

/// The types of the particles, which stay between two rebuilds, and room for the rest.
template <class Physics>
struct CompactedPreparation {
  static constexpr const char* name = "coordinates";

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = CompactedArrays<Physics>::bytes(a.particles);
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t*, Run& run) {
    return run.loop({.bytes_per_particle = 8}, [&] {
      CompactedArrays<Physics>::in(a.workspace, a.particles).coordinates.fill_types(a, 0, live(a));
    });
  }
};

struct OmpCompacted {
  static constexpr const char* name = "omp-compacted";
  static constexpr std::uint32_t reaches = AnyCells::reaches;
  static constexpr std::uint32_t chunks[] = {1, 10, 100};
  static constexpr TuningParameter parameters[] = {{"cells-per-chunk", chunks, 3, 10},
                                                   thread_parameter};

  template <class Physics>
  using PreparationFor = CompactedPreparation<Physics>;

  template <class Physics>
  static constexpr DeclaredWork work() {
    return {Physics::flops_per_pair, 8, sizeof(float) * ParticleRecords<Physics>::width, 12,
            Physics::bytes_per_target};
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (const int error = check_threads(tuning[1])) return error;
    const auto coefficients = coefficients_of<Physics>(a);
    return run.loop(work<Physics>(), [&] {
      compute<Physics>(a, coefficients, threads_of(tuning[1]), static_cast<int>(tuning[0]));
    });
  }

 private:
  /// Particles that are copied at a time.
  static constexpr std::uint32_t stretch = 1024;

  template <class Physics>
  static void compute(const PassArguments<Physics>& a,
                      const typename Physics::Coefficients& coefficients, int threads, int chunk) {
    const std::uint32_t end = live(a);
    const auto arrays = CompactedArrays<Physics>::in(a.workspace, a.particles);
#pragma omp parallel num_threads(threads)
    {
#pragma omp for schedule(static)
      for (std::uint32_t first = 0; first < end; first += stretch) {
        const std::uint32_t last = std::min(first + stretch, end);
        arrays.coordinates.fill(a, first, last);
        arrays.records.fill(a, first, last);
      }
      CellPasses<Physics> passes(a, coefficients, arrays);
#pragma omp for schedule(dynamic, chunk)
      for (std::uint32_t key = 0; key < a.grid.count; ++key) passes.compute(key);
    }
  }
};

[[maybe_unused]] const bool registered_omp_compacted =
    register_traversal<OmpCompacted, LadderPhysics>();

}  // namespace
}  // namespace sphlab
