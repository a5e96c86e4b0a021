// Targets of a lane: several, which share what is read of a source.
#pragma once

#include "kernels/traversals/tasks/pair_form.cuh"

namespace sphlab {

/// Up to `count` consecutive particles of a group. In place of one that the physics forms no sum
/// for, and of one that is not there, stands another one of the lane: nothing need ask.
template <class Physics, unsigned count>
class LaneTargets {
 public:
  using Coefficients = typename Physics::Coefficients;
  using Form = PairForm<Physics>;
  using Source = typename Form::Source;

  /// @param first the lane's first. @param last end of the group. @param axis of the group's row.
  __device__ LaneTargets(const PairArguments& a, std::uint32_t first, std::uint32_t last,
                         RowAxis axis, float radius2)
      : first_(first), last_(last) {
    std::uint32_t some = last;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      if (is_summed(a, k)) some = first + k;
    }
    any_ = some < last;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      if (any_)
        targets_[k] =
            Form::target(load<Physics>(a, is_summed(a, k) ? first + k : some), axis, radius2);
    }
  }

  /// Whether there is one at all.
  __device__ __forceinline__ bool any() const {
    return any_;
  }

  /// How far a source is outside the reach of the nearest of them, r^2 - h^2 [m^2].
  __device__ __forceinline__ float least_outside(const Source& source, float radius2) const {
    float least = Form::measure(targets_[0], source);
#pragma unroll
    for (unsigned k = 1; k < count; ++k) least = fminf(least, Form::measure(targets_[k], source));
    return Form::outside(least, radius2);
  }

  /// Adds a source to each of them. Returns least_outside().
  /// @param included false: adds nothing.
  __device__ __forceinline__ float add_every(const Coefficients& coefficients, float radius2,
                                             const Source& source, TypeMask type, bool included) {
    float least = 0.0f;
#pragma unroll
    for (unsigned k = 0; k < count; ++k) {
      const float measure = add(coefficients, radius2, k, source, type, included, false);
      least = k == 0 ? measure : fminf(least, measure);
    }
    return Form::outside(least, radius2);
  }

  /// Adds a source that is in reach of one of them at least, and is none of them.
  __device__ __forceinline__ void add_near(const Coefficients& coefficients, float radius2,
                                           const Source& source, TypeMask type) {
#pragma unroll
    for (unsigned k = 0; k < count; ++k)
      add(coefficients, radius2, k, source, type, true, count == 1);
  }

  /// Adds them to each other.
  __device__ __forceinline__ void add_own(const PairArguments& a, const Coefficients& coefficients,
                                          RowAxis axis, float radius2) {
#pragma unroll
    for (unsigned from = 0; from < count; ++from) {
      const std::uint32_t j = first_ + from;
      if (!any_ || j >= last_) continue;
      const Source source = Form::source(load<Physics>(a, j), axis);
      const TypeMask type = source_mask<Physics>(a, j);
#pragma unroll
      for (unsigned to = 0; to < count; ++to) {
        if (from != to) add(coefficients, radius2, to, source, type, true, false);
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
  __device__ __forceinline__ float add(const Coefficients& coefficients, float radius2, unsigned k,
                                       const Source& source, TypeMask type, bool included,
                                       bool in_reach) {
    return Form::add(coefficients, radius2, targets_[k], source, type, included, in_reach,
                     sums_[k]);
  }

  std::uint32_t first_, last_;
  bool any_;
  typename Form::Target targets_[count] = {};
  typename Physics::template Sum<float> sums_[count] = {};
};

}  // namespace sphlab
