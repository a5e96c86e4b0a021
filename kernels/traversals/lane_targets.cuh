// Targets of a lane: several, which share what is read of a source.
#pragma once

#include "kernels/physics/support.cuh"
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// 1 where x is negative: in two instructions with the shift of a word that it is appended to, of
/// which a comparison takes four. The difference of two numbers is, where it is, also if it is too
/// small for a normal number, which the device takes for -0.
__device__ __forceinline__ std::uint32_t sign_bit(float x) {
  return __float_as_uint(x) >> 31;
}

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

  /// The least squared distance of any of them from a source.
  __device__ __forceinline__ float least_distance2(const Particle& source) const {
    float least = distance(0, source).r2;
#pragma unroll
    for (unsigned k = 1; k < count; ++k) least = fminf(least, distance(k, source).r2);
    return least;
  }

  /// Adds a source to each of them. Returns the least squared distance of any from it.
  /// @param included false: adds nothing.
  __device__ __forceinline__ float add_every(const Coefficients& coefficients, float radius2,
                                             const Particle& source, TypeMask type, bool included) {
    float least = 0.0f;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      Pair<float> pair = distance(k, source);
      pair.included = included && (has_compact_support<Physics> || pair.r2 < radius2);
      least = k == 0 ? pair.r2 : fminf(least, pair.r2);
      add(coefficients, k, source, type, pair);
    }
    return least;
  }

  /// Adds a source that is in reach of one of them at least, and is none of them.
  __device__ __forceinline__ void add_near(const Coefficients& coefficients, float radius2,
                                           const Particle& source, TypeMask type) {
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      Pair<float> pair = distance(k, source);
      pair.included = count == 1 || pair.r2 < radius2;
      add(coefficients, k, source, type, pair);
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
        add(coefficients, to, source, type, pair);
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
  __device__ __forceinline__ void add(const Coefficients& coefficients, unsigned k,
                                      const Particle& source, TypeMask type,
                                      const Pair<float>& pair) {
    add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, particles_[k], source,
                         pair, sums_[k]);
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
