// The CPU's list traversal (catalogue T1, C1): OpenMP over particles, SIMD over the neighbours of a
// particle, which are read from a list of any format (catalogue L2, L3).
#pragma once

#include <vector>

#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/physics/lanes_of_physics.hpp"
#include "kernels/traversals/lists/list_traversal.cuh"

namespace sphlab::omp_list {
// Of each file that includes it its own: what has one caller is inlined there.
namespace {

/// Neighbours of one particle, those of each group by themselves.
template <class Physics>
class GroupedNeighbours {
 public:
  void clear() {
    for (auto& group : groups_) group.clear();
  }

  template <class Format>
  void read(const PairArguments& a, std::uint32_t i) {
    clear();
    read<Format>(a, i, typename Physics::Groups{});
  }

  const std::vector<std::uint32_t>& group(std::size_t number) const { return groups_[number]; }

 private:
  template <class Format, class... Groups>
  void read(const PairArguments& a, std::uint32_t i, TypeList<Groups...>) {
    if constexpr (Format::format().contents == ListContents::unified) {
      visit<Format, ListSections<0>>(a, i, [&](std::uint32_t j) {
        const TypeMask type = mask_of(type_of(a, j));
        std::size_t number = 0;
        ((type & Groups::mask ? groups_[number].push_back(j) : void(), ++number), ...);
      });
    } else {
      std::size_t number = 0;
      ((visit<Format, SectionsOf<Format, Groups>>(
            a, i, [&](std::uint32_t j) { groups_[number].push_back(j); }),
        ++number),
       ...);
    }
  }

  template <class Format, class Sections, class Take>
  static void visit(const PairArguments& a, std::uint32_t i, Take&& take) {
    ChainIterators::Of<Format, Sections> iterator(a, i);
    std::uint32_t neighbours[list_batch];
    while (const int count = iterator.next(neighbours)) {
      for (int k = 0; k < count; ++k) take(neighbours[k]);
    }
  }

  std::array<std::vector<std::uint32_t>, group_count<Physics>> groups_;
};

/// Neighbours [first, first + lane_count), one per lane; the particle itself where there are no
/// more.
template <class Physics>
typename Physics::template Particle<Lanes> load_lanes(const PairArguments& a, std::uint32_t i,
                                                      const std::vector<std::uint32_t>& neighbours,
                                                      std::size_t first) {
  constexpr std::size_t fields = field_count<typename Physics::template Particle<float>>;
  std::array<Lanes, fields> lanes;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    const std::uint32_t j = first + lane < neighbours.size() ? neighbours[first + lane] : i;
    const auto values = fields_of(load<Physics>(a, j));
    for (std::size_t f = 0; f < fields; ++f) lanes[f].v[lane] = values[f];
  }
  return std::bit_cast<typename Physics::template Particle<Lanes>>(lanes);
}

template <class Physics, class Group>
void add_neighbours(const PassArguments<Physics>& a,
                    const typename Physics::Coefficients& coefficients, std::uint32_t i,
                    const typename Physics::template Particle<Lanes>& target,
                    const std::vector<std::uint32_t>& neighbours,
                    typename Physics::template Sum<Lanes>& sum) {
  for (std::size_t first = 0; first < neighbours.size(); first += lane_count) {
    const auto source = load_lanes<Physics>(a, i, neighbours, first);
    const auto left = static_cast<std::int32_t>(neighbours.size() - first);
    const Pair<Lanes> pair = separation(a, target, source, lane_numbers() < LanesIndex{} + left);
    add_one_sided<Physics, Group>(coefficients, target, source, pair, sum);
  }
}

template <class Physics, class... Groups>
void add_groups(TypeList<Groups...>, const PassArguments<Physics>& a,
                const typename Physics::Coefficients& coefficients, std::uint32_t i,
                const typename Physics::template Particle<Lanes>& target,
                const GroupedNeighbours<Physics>& neighbours,
                typename Physics::template Sum<Lanes>& sum) {
  std::size_t number = 0;
  (add_neighbours<Physics, Groups>(a, coefficients, i, target, neighbours.group(number++), sum),
   ...);
}

template <class Format, class Physics>
void compute_particle(const PassArguments<Physics>& a,
                      const typename Physics::Coefficients& coefficients, std::uint32_t i,
                      GroupedNeighbours<Physics>& neighbours) {
  if (!is_target<Physics>(a, i)) {
    Physics::store_nothing(a, i);
    return;
  }
  neighbours.template read<Format>(a, i);
  const auto target = broadcast<Physics::template Particle>(load<Physics>(a, i));
  typename Physics::template Sum<Lanes> sum{};
  add_groups<Physics>(typename Physics::Groups{}, a, coefficients, i, target, neighbours, sum);
  Physics::store(coefficients, a, i, sum_lanes<Physics>(sum));
}

/// The pass of every particle: reads state and list; writes what the physics stores.
template <class Format, class Physics>
void compute(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
             int chunk) {
  const ParticleRange all = targets(a);
#pragma omp parallel
  {
    GroupedNeighbours<Physics> neighbours;
#pragma omp for schedule(dynamic, chunk)
    for (std::uint32_t i = all.first; i < all.last; ++i)
      compute_particle<Format, Physics>(a, coefficients, i, neighbours);
  }
}

/// What reading a list declares: of a unified one, the type of each neighbour, too.
template <class Format, class Physics>
constexpr DeclaredWork work() {
  return Format::format().contents == ListContents::unified
             ? work_from_list_and_types<Format, Physics>()
             : work_from_list<Format, Physics>();
}

/// Particles that a thread takes at a time.
struct ChunkTuning {
  static constexpr std::uint32_t chunks[] = {64, 512, 4096};
  static constexpr TuningParameter parameters[] = {{"particles-per-chunk", chunks, 3, 512}};
};

}  // namespace
}  // namespace sphlab::omp_list
