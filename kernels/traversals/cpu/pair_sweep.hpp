// Every pair of a cell's particles with their sources, once, a particle against a group of SIMD
// lanes of consecutive sources: what the symmetric traversals of the CPU share (paper D, section
// 3). Lanes out of reach are masked, not packed: a group whose fields and sums are read and written
// in place takes fewer instructions than gathering those in reach and scattering their sums.
#pragma once

#include <cstddef>

#include "kernels/physics/acting_types.hpp"
#include "kernels/physics/lanes_of_physics.hpp"
#include "kernels/physics/pair_physics.cuh"
#include "kernels/storage/field_arrays.hpp"
#include "kernels/traversals/cpu/half_neighbourhood.hpp"

namespace sphlab {

/// Whether the two particles of a pair can take both their shares at once. Each target must be in a
/// group, which says how it acts on the other.
template <class Physics>
inline constexpr bool is_symmetric = [] {
  if constexpr (requires { Physics::reciprocal; })
    return Physics::reciprocal && (Physics::targets & ~source_types<Physics>) == 0 &&
           tests_distance<Physics> && !is_repeated<Physics>;
  return false;
}();

/// Whether particles of a group, as sources, are targets, too.
template <class Physics, class Group>
inline constexpr bool is_target_group = (Group::mask & Physics::targets) != 0;

/// Whether a source of one group takes part in what is stored of any target of another.
template <class Physics, class TargetGroup, class Group>
inline constexpr bool takes_share = (acting_types<Physics, TargetGroup> & Group::mask) != 0;

/// Whose memory the sums are that a sweep adds to.
enum class Sums {
  own,    ///< the sweep's, of the whole grid: groups of lanes are read and written whole
  shared  ///< other sweeps write what is outside of the block, at the same time
};

// Of each file that includes it its own: what has one caller is inlined there.
namespace {

/// What of a pair is computed.
enum class Sides { both, target_alone };

/// Adds the share of each particle of a pair that takes one.
/// @tparam Group that the target is in. @tparam SourceGroup that the source is in.
template <class Physics, class Group, class SourceGroup, Sides sides, class T>
__forceinline__ void add_shares(const typename Physics::Coefficients& coefficients,
                                const typename Physics::template Particle<T>& target,
                                const typename Physics::template Particle<T>& source,
                                const Pair<T>& pair, typename Physics::template Sum<T>& target_sum,
                                typename Physics::template Sum<T>& source_sum) {
  constexpr bool acts = takes_share<Physics, Group, SourceGroup>;
  constexpr bool reacts = sides == Sides::both && takes_share<Physics, SourceGroup, Group>;
  if constexpr (acts && reacts) {
    add_both_sides<Physics, SourceGroup, Group>(coefficients, target, source, pair, target_sum,
                                                source_sum);
  } else if constexpr (acts) {
    add_one_sided<Physics, SourceGroup>(coefficients, target, source, pair, target_sum);
  } else if constexpr (reacts) {
    const T zero(0.0f);
    const Pair<T> opposite{zero - pair.x, zero - pair.y, zero - pair.z, pair.r2, pair.included};
    add_one_sided<Physics, Group>(coefficients, source, target, opposite, source_sum);
  }
}

/// One particle, with what it has added up. It lives in registers: whatever it uses, it holds.
/// @tparam T float, or a LaneGroup. @tparam Group that the particle is in.
template <class Physics, class T, Sums memory, class Group>
class SweptParticle {
 public:
  using Coefficients = typename Physics::Coefficients;
  using Arrays = FieldArrays<Physics>;

  /// @param sums in `arrays`, see FieldArrays::sums().
  SweptParticle(const Coefficients& coefficients, const Arrays& arrays, float* sums, float radius2,
                std::uint32_t i)
      : coefficients_(coefficients),
        arrays_(arrays),
        sums_(sums),
        radius2_(radius2),
        i_(i),
        target_(broadcast<Separate::template Particle, T>(arrays.template load<float>(i))) {}

  /// The sources of a run that are behind the particle, which may be in it. Groups of lanes begin
  /// where those of the other particles of the cell do: a load of what was stored a moment ago
  /// meets one store, not two.
  __forceinline__ void add_behind(ParticleRange run) {
    const std::uint32_t before = i_ >= run.first ? (i_ + 1 - run.first) / lanes * lanes : 0;
    for (std::uint32_t j = run.first + before; j < run.last; j += lanes) {
      const auto numbers = Access::numbers(static_cast<std::int32_t>(j));
      add_lanes<Sides::both>(j,
                             (static_cast<std::int32_t>(i_) < numbers) &
                                 (numbers < static_cast<std::int32_t>(run.last)),
                             j + lanes <= run.last);
    }
  }

  /// The sources of a run that is outside of the block.
  __forceinline__ void add_outside(ParticleRange run) {
    for (std::uint32_t j = run.first; j < run.last; j += lanes) {
      const auto numbers = Access::numbers(static_cast<std::int32_t>(j));
      add_lanes<Sides::target_alone>(j, numbers < static_cast<std::int32_t>(run.last), true);
    }
  }

  /// Adds what the particle has added up to its sums.
  void store() const {
    const auto values = fields_of(sum_lanes<Physics, T>(sum_));
    for (std::size_t f = 0; f < Arrays::sum_fields; ++f)
      Arrays::merge(f, sums_[f * arrays_.stride() + i_], values[f]);
  }

 private:
  using Access = LaneAccess<T>;
  using Mask = typename Math<T>::Mask;
  using Separate = SeparateOf<Physics>;
  using Particle = typename Separate::template Particle<T>;
  using Sum = typename Physics::template Sum<T>;
  static constexpr auto lanes = static_cast<std::uint32_t>(Access::count);

  /// Sources [j, j + lanes), of which `there` tells which are to be looked at.
  /// @param writable whether the sums of all of them are the sweep's to write.
  template <Sides sides>
  __forceinline__ void add_lanes(std::uint32_t j, Mask there, bool writable) {
    Pair<T> pair =
        make_pair_distance(target_.x, target_.y, target_.z, arrays_.template field<T>(0, j),
                           arrays_.template field<T>(1, j), arrays_.template field<T>(2, j), there);
    pair.included = pair.included & (pair.r2 < radius2_);
    if (Access::any(pair.included))
      add_groups<sides>(typename Physics::Groups{}, j, pair, writable);
  }

  template <Sides sides, class... SourceGroups>
  __forceinline__ void add_groups(TypeList<SourceGroups...>, std::uint32_t j, const Pair<T>& pair,
                                  bool writable) {
    const Particle source = arrays_.template load<T>(j);
    const auto types = Access::load(arrays_.types() + j);
    const auto add = [&]<class SourceGroup>(SourceGroup) {
      Pair<T> of_group = pair;
      of_group.included =
          pair.included & ((types & static_cast<std::int32_t>(SourceGroup::mask)) != 0);
      if (Access::any(of_group.included))
        add_group<SourceGroup, sides>(source, j, of_group, writable);
    };
    (add(SourceGroups{}), ...);
  }

  /// The share of a pair that each of its particles takes.
  template <class SourceGroup, Sides sides>
  __forceinline__ void add_group(const Particle& source, std::uint32_t j, const Pair<T>& pair,
                                 bool writable) {
    constexpr bool reacts = sides == Sides::both && takes_share<Physics, SourceGroup, Group>;
    Sum of_source{};
    if constexpr (reacts) of_source = load_sum(j, pair.included, writable);
    add_shares<Separate, Group, SourceGroup, sides>(coefficients_, target_, source, pair, sum_,
                                                    of_source);
    if constexpr (reacts) store_sum(j, pair.included, writable, of_source);
  }

  Sum load_sum(std::uint32_t j, Mask included, bool writable) const {
    return load_fields(sums_ + j, included, writable,
                       std::make_index_sequence<Arrays::sum_fields>{});
  }
  template <std::size_t... f>
  Sum load_fields(const float* from, Mask included, bool writable,
                  std::index_sequence<f...>) const {
    return {load_field(from + f * arrays_.stride(), included, writable)...};
  }
  T load_field(const float* from, Mask included, bool writable) const {
    return memory == Sums::own || writable ? Access::load(from) : Access::load_set(included, from);
  }
  void store_sum(std::uint32_t j, Mask included, bool writable, const Sum& sum) const {
    const auto values = std::bit_cast<std::array<T, Arrays::sum_fields>>(sum);
    for (std::size_t f = 0; f < Arrays::sum_fields; ++f) {
      float* to = sums_ + f * arrays_.stride() + j;
      if (memory == Sums::own || writable) {
        Access::store(values[f], to);
      } else {
        Access::store_set(included, values[f], to);
      }
    }
  }

  const Coefficients coefficients_;
  const Arrays arrays_;
  float* const sums_;
  const T radius2_;
  const std::uint32_t i_;
  const Particle target_;
  Sum sum_{};
};

/// Adds up the pairs of cells' particles.
/// @tparam T float, or a LaneGroup.
template <class Physics, class T, Sums memory>
class PairSweep {
  static_assert(is_symmetric<Physics>);

 public:
  using Coefficients = typename Physics::Coefficients;

  /// @param copy of the sums in `arrays` that this sweep adds to.
  PairSweep(const PairArguments& a, const Coefficients& coefficients,
            const FieldArrays<Physics>& arrays, int copy)
      : a_(a), coefficients_(coefficients), arrays_(arrays), sums_(arrays.sums(copy)) {}

  /// Adds all pairs of the cell's particles with those behind them in the block, to the sums of
  /// both, and with those outside of the block, to the sums of the cell's alone.
  void add_cell(CellIndex cell, const CellBlock& block) const {
    const std::uint32_t key = cell_key(a_.grid, cell);
    const ParticleRange targets = particles_of_cell(a_, key);
    if (targets.first == targets.last) return;
    const SourceRuns runs(a_.grid, a_.cell_begin, cell, block);
    for (std::uint32_t i = targets.first; i < targets.last; ++i)
      add_particle(typename Physics::Groups{}, i, runs);
  }

 private:
  template <class... Groups>
  void add_particle(TypeList<Groups...>, std::uint32_t i, const SourceRuns& runs) const {
    const TypeMask type = arrays_.type(i);
    ((type & Groups::mask ? add_particle_of<Groups>(i, runs) : void()), ...);
  }

  /// @tparam Group that particle i is in.
  template <class Group>
  void add_particle_of(std::uint32_t i, const SourceRuns& runs) const {
    SweptParticle<Physics, T, memory, Group> particle(coefficients_, arrays_, sums_,
                                                      a_.influence_radius * a_.influence_radius, i);
    runs.for_each_behind([&](ParticleRange run) { particle.add_behind(run); });
    if constexpr (is_target_group<Physics, Group>) {
      if constexpr (memory == Sums::shared)
        runs.for_each_outside([&](ParticleRange run) { particle.add_outside(run); });
      particle.store();
    }
  }

  const PairArguments& a_;
  const Coefficients& coefficients_;
  const FieldArrays<Physics> arrays_;
  float* const sums_;
};

/// The preparation of a traversal that sweeps: the types of the particles, which stay between two
/// rebuilds, and room for the rest. The traversal has copies(tuning), sets of sums, and
/// check(arguments, tuning), which may refuse.
template <class Traversal, class Physics>
struct FieldArraysPreparation {
  static constexpr const char* name = "field-arrays";

  static int workspace(const PairArguments& a, const std::uint32_t* tuning, std::size_t* bytes) {
    if (const int error = Traversal::check(a, tuning)) return error;
    *bytes = FieldArrays<Physics>::bytes(a.particles, Traversal::copies(tuning));
    return 0;
  }

  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t*, Run& run) {
    return run.loop({.bytes_per_particle = 8}, [&] {
      FieldArrays<Physics>(a.workspace, a.particles).fill_types(a, 0, live(a));
    });
  }
};

/// Writes what the physics makes of the sums of particles [first, last).
template <class Physics>
void store_sums(const PassArguments<Physics>& a, const typename Physics::Coefficients& coefficients,
                const FieldArrays<Physics>& arrays, std::uint32_t first, std::uint32_t last) {
  for (std::uint32_t i = first; i < last; ++i) {
    if (arrays.type(i) & Physics::targets) {
      Physics::store(coefficients, a, i, arrays.sum(i));
    } else {
      Physics::store_nothing(a, i);
    }
  }
}

/// What a pass declares that computes a pair once. A physics counts the operations of one side,
/// sums included: those of the other side's sums are left out.
template <class Physics>
constexpr DeclaredWork work_of_half() {
  return {Physics::flops_per_pair / 2, 4, 4, 6, Physics::bytes_per_target};
}

}  // namespace
}  // namespace sphlab
