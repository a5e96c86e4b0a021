// Every pair of a cell's particles with their sources, once, as pair_sweep.hpp has it, with those
// in reach packed: their numbers are found first, and groups of lanes are then full but for the
// last. Packed sources do not lie next to each other: each is a row that is transposed in
// registers, and so are the sums that it is given.
#pragma once

#include <algorithm>
#include <array>

#include "kernels/neighbours/lane_sources.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/traversals/half_neighbourhood.hpp"
#include "kernels/traversals/particle_rows.hpp"
#include "kernels/traversals/shares.hpp"

namespace sphlab {
namespace {

/// Adds up the pairs of cells' particles.
/// @tparam T a LaneGroup.
template <class Physics, class T>
class PackedSweep {
  static_assert(is_symmetric<Physics>);

 public:
  using Arrays = ParticleRows<Physics>;
  using Coefficients = typename Physics::Coefficients;

  /// @param copy of the sums in `arrays` that this sweep adds to.
  PackedSweep(const PairArguments& a, const Coefficients& coefficients, const Arrays& arrays,
              int copy)
      : a_(a),
        coefficients_(coefficients),
        arrays_(arrays),
        sums_(arrays.sums(copy)),
        radius2_(a.influence_radius * a.influence_radius) {}

  /// Adds all pairs of the cell's particles with those behind them to the sums of both.
  void add_cell(CellIndex cell) {
    const std::uint32_t key = cell_key(a_.grid, cell);
    const ParticleRange targets{a_.cell_begin[key], a_.cell_begin[key + 1]};
    if (targets.first == targets.last) return;
    const SourceRuns runs(a_.grid, a_.cell_begin, cell, all_cells(a_.grid));
    for (std::uint32_t i = targets.first; i < targets.last; ++i)
      add_particle(typename Physics::Groups{}, i, runs);
  }

 private:
  using Access = LaneAccess<T>;
  using Separate = SeparateOf<Physics>;
  using Particle = typename Separate::template Particle<T>;
  using Sum = typename Physics::template Sum<T>;
  using Mask = typename Math<T>::Mask;
  static constexpr auto lanes = static_cast<std::uint32_t>(Access::count);
  /// Sources in reach of a particle that are kept before any is computed with: more than a sphere
  /// of 1,000 neighbours has behind its centre.
  static constexpr std::uint32_t capacity = 1024;

  static std::int32_t place_of(std::uint32_t number) {
    return static_cast<std::int32_t>(number) * place_unit;
  }

  template <class... Groups>
  void add_particle(TypeList<Groups...> groups, std::uint32_t i, const SourceRuns& runs) {
    const TypeMask type = arrays_.type(i);
    ((type & Groups::mask ? add_particle_of<Groups>(groups, i, runs) : void()), ...);
  }

  /// @tparam Group that particle i is in.
  template <class Group, class... SourceGroups>
  void add_particle_of(TypeList<SourceGroups...> groups, std::uint32_t i, const SourceRuns& runs) {
    const auto target = broadcast<Separate::template Particle, T>(arrays_.particle(i));
    Sum sum{};
    std::uint32_t found = 0;
    runs.for_each_behind([&](ParticleRange run) {
      if (i >= run.first && i < run.last) run.first = i + 1;
      while (run.first < run.last) {
        const std::uint32_t last = std::min(run.last, run.first + capacity / 2);
        found = find(target, {run.first, last}, found);
        if (found > capacity / 2) {
          compute<Group>(groups, i, target, found, sum);
          found = 0;
        }
        run.first = last;
      }
    });
    compute<Group>(groups, i, target, found, sum);
    if constexpr (is_target_group<Physics, Group>) Arrays::template merge<T>(sum, sums_, i);
  }

  /// Appends those of a run that are in reach to the `found` that there are, and returns how many
  /// these are now. Without a branch: whether any of a group of lanes is in reach, no branch
  /// predictor knows. A function of its own, whose few numbers stay in registers.
  __attribute__((noinline)) std::uint32_t find(const Particle& target, ParticleRange run,
                                               std::uint32_t found) {
    const float* const x = arrays_.coordinate(0);
    const float* const y = arrays_.coordinate(1);
    const float* const z = arrays_.coordinate(2);
    const T radius2(radius2_);
    const T at_x = target.x, at_y = target.y, at_z = target.z;
    for (std::uint32_t j = run.first; j < run.last; j += lanes) {
      const auto places = Access::numbers(static_cast<std::int32_t>(j)) * place_unit;
      const Pair<T> pair = make_pair_distance(at_x, at_y, at_z, Access::load(x + j),
                                              Access::load(y + j), Access::load(z + j), Mask{});
      const Mask in_reach = (pair.r2 < radius2) & (places < place_of(run.last));
      found += static_cast<std::uint32_t>(
          store_set_lanes<Access::count>(in_reach, places, &found_[found]));
    }
    return found;
  }

  /// Adds the pairs of particle i with the sources that were found.
  template <class Group, class... SourceGroups>
  void compute(TypeList<SourceGroups...> groups, std::uint32_t i, const Particle& target,
               std::uint32_t found, Sum& target_sum) {
    // what the loop reads, in registers: its stores might change what is in memory
    const Coefficients coefficients = coefficients_;
    float* const sums = sums_;
    const Arrays arrays = arrays_;
    Sum sum = target_sum;
    // lanes without a source take the target itself, at a distance of zero, and are not included
    for (std::uint32_t k = 0; k < lanes; ++k) found_[found + k] = place_of(i);
    for (std::uint32_t first = 0; first < found; first += lanes) {
      const std::int32_t* at = &found_[first];
      typename Access::Ints types;
      const Particle source = arrays.template particles<T>(at, types);
      const Mask there =
          Access::numbers(static_cast<std::int32_t>(first)) < static_cast<std::int32_t>(found);
      const Pair<T> pair =
          make_pair_distance(target.x, target.y, target.z, source.x, source.y, source.z, there);
      Sum of_sources{};
      add_groups<Group>(groups, coefficients, target, source, types, pair, sum, of_sources);
      if constexpr ((takes_share<Physics, SourceGroups, Group> || ...))
        Arrays::template merge<T>(of_sources, sums, at);
    }
    target_sum = sum;
  }

  /// Adds the shares of sources of every group.
  template <class Group, class... SourceGroups>
  __forceinline__ static void add_groups(TypeList<SourceGroups...>,
                                         const Coefficients& coefficients, const Particle& target,
                                         const Particle& source, typename Access::Ints types,
                                         const Pair<T>& pair, Sum& sum, Sum& of_sources) {
    const auto add = [&]<class SourceGroup>(SourceGroup) {
      Pair<T> of_group = pair;
      of_group.included =
          pair.included & ((types & static_cast<std::int32_t>(SourceGroup::mask)) != 0);
      if (Access::any(of_group.included)) {
        add_shares<Separate, Group, SourceGroup, Sides::both>(coefficients, target, source,
                                                              of_group, sum, of_sources);
      }
    };
    (add(SourceGroups{}), ...);
  }

  const PairArguments& a_;
  const Coefficients coefficients_;
  const Arrays arrays_;
  float* const sums_;
  const float radius2_;
  /// Places of particles. Groups of lanes are stored whole, and the last one is filled.
  std::array<std::int32_t, capacity + most_lanes> found_;
};

}  // namespace
}  // namespace sphlab
