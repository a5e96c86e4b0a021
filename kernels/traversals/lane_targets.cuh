// Targets of a lane: several, which share what is read of a source.
#pragma once

#include "kernels/grid/bounding_box.cuh"
#include "kernels/physics/support.cuh"
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// Up to `count` consecutive particles of a group. In place of one that the physics forms no sum
/// for, and of one that is not there, stands another one of the lane: nothing need ask.
template <class Physics, unsigned count>
class LaneTargets {
 public:
  using Coefficients = typename Physics::Coefficients;
  using Particle = typename Physics::template Particle<float>;

  /// @param first the lane's first. @param last end of the group.
  __device__ LaneTargets(const PairArguments& a, std::uint32_t first, std::uint32_t last)
      : first_(first), last_(last) {
    std::uint32_t some = last;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      if (is_summed(a, k)) some = first + k;
    }
    any_ = some < last;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      if (any_) particles_[k] = load(a, is_summed(a, k) ? first + k : some);
    }
  }

  /// Whether there is one at all.
  __device__ __forceinline__ bool any() const {
    return any_;
  }

  /// The box around those of all lanes of the team, all of which must call it.
  __device__ __forceinline__ BoundingBox box() const {
    constexpr float far = 3.0e38f;
    float4 low = make_float4(far, far, far, 0.0f);
    float4 high = make_float4(-far, -far, -far, 0.0f);
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      if (!any_) continue;
      const Particle& p = particles_[k];
      low = make_float4(fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z), 0.0f);
      high = make_float4(fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z), 0.0f);
    }
    return bounding_box<gpu::team_width>(low, high, gpu::team_mask());
  }

  /// Whether any of them is within the radius of a source.
  __device__ __forceinline__ bool any_within(float radius2, const Particle& source) const {
    float least = distance(0, source).r2;
#pragma unroll
    for (unsigned k = 1; k < count; ++k) least = fminf(least, distance(k, source).r2);
    return least < radius2;
  }

  /// Adds a source that is none of them to each in whose reach it is.
  /// @tparam every whether pairs out of reach are common. @param included false: adds nothing.
  template <bool every>
  __device__ __forceinline__ void add(const Coefficients& coefficients, float radius2,
                                      const Particle& source, TypeMask type, bool included) {
    constexpr bool is_tested = every ? !has_compact_support<Physics> : count > 1;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      Pair<float> pair = distance(k, source);
      pair.included = included && (!is_tested || pair.r2 < radius2);
      add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, particles_[k], source,
                           pair, sums_[k]);
    }
  }

  /// Adds them to each other.
  __device__ __forceinline__ void add_own(const PairArguments& a, const Coefficients& coefficients,
                                          float radius2) {
#pragma unroll
    for (unsigned from = 0; from < count; ++from) {
      const std::uint32_t j = first_ + from;
      if (!any_ || j >= last_) continue;
      const Particle source = load(a, j);
      const TypeMask type =
          asks_for_type<Physics> ? mask_of(type_of(a.state.identity[j])) : all_types;
#pragma unroll
      for (unsigned to = 0; to < count; ++to) {
        if (from == to) continue;
        Pair<float> pair = distance(to, source);
        pair.included = pair.r2 < radius2;
        add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, particles_[to], source,
                             pair, sums_[to]);
      }
    }
  }

  __device__ __forceinline__ void store(const PassArguments<Physics>& a,
                                        const Coefficients& coefficients) const {
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      const std::uint32_t i = first_ + k;
      if (i >= last_) continue;
      if (is_summed(a, k)) {
        Physics::store(coefficients, a, i, sums_[k]);
      } else {
        Physics::store_nothing(a, i);
      }
    }
  }

 private:
  __device__ __forceinline__ bool is_summed(const PairArguments& a, unsigned k) const {
    return first_ + k < last_ && is_target<Physics>(a, first_ + k);
  }
  __device__ __forceinline__ static Particle load(const PairArguments& a, std::uint32_t i) {
    return Physics::load(a.state, i, a.state.position[i]);
  }
  __device__ __forceinline__ Pair<float> distance(unsigned k, const Particle& source) const {
    const Particle& p = particles_[k];
    return make_pair_distance(p.x, p.y, p.z, source.x, source.y, source.z, true);
  }

  std::uint32_t first_, last_;
  bool any_;
  Particle particles_[count] = {};
  typename Physics::template Sum<float> sums_[count] = {};
};

}  // namespace sphlab
