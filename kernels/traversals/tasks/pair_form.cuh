// How a traversal that stages sources beside targets of one row of cells measures a pair: by the
// way from one to the other, or, where a physics asks for no more, by their distance alone.
#pragma once

#include "kernels/physics/support.cuh"
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

/// A line along x: the middle of a row of cells [m].
struct RowAxis {
  float y, z;
};

__device__ __forceinline__ RowAxis axis_of_row(const Grid& grid, CellIndex cell) {
  const float side = 1.0f / grid.inverse_side;
  return {grid.origin.y + (static_cast<float>(cell.y) + 0.5f) * side,
          grid.origin.z + (static_cast<float>(cell.z) + 0.5f) * side};
}

/// Pairs of which the physics needs x_i - x_j.
template <class Physics>
struct ByWay {
  using Particle = typename Physics::template Particle<float>;
  using Source = Particle;
  using Target = Particle;

  __device__ static __forceinline__ const Source& source(const Particle& particle, RowAxis) {
    return particle;
  }
  __device__ static __forceinline__ const Target& target(const Particle& particle, RowAxis, float) {
    return particle;
  }

  /// Increases with the distance [m^2].
  __device__ static __forceinline__ float measure(const Target& target, const Source& source) {
    return pair_of(target, source).r2;
  }
  /// Of a measure, r^2 - h^2, or what has its sign [m^2].
  __device__ static __forceinline__ float outside(float measure, float radius2) {
    return measure - radius2;
  }

  /// Adds what a pair contributes, and returns its measure.
  /// @param included false: adds nothing. @param in_reach whether the pair is known to be.
  __device__ static __forceinline__ float add(const typename Physics::Coefficients& coefficients,
                                              float radius2, const Target& target,
                                              const Source& source, TypeMask type, bool included,
                                              bool in_reach,
                                              typename Physics::template Sum<float>& sum) {
    Pair<float> pair = pair_of(target, source);
    pair.included = included && (in_reach || has_compact_support<Physics> || pair.r2 < radius2);
    add_by_type<Physics>(typename Physics::Groups{}, type, coefficients, target, source, pair, sum);
    return pair.r2;
  }

 private:
  __device__ static __forceinline__ Pair<float> pair_of(const Target& i, const Source& j) {
    return make_pair_distance(i.x, i.y, i.z, j.x, j.y, j.z, true);
  }
};

/// Pairs of which it needs h^2 - r^2 alone: a physics with `add_inside`. With y and z from the
/// axis,
/// ```
///     r^2 - h^2 = (x_i - x_j)^2 - 2 y_i y_j - 2 z_i z_j + (y_j^2 + z_j^2) + (y_i^2 + z_i^2 - h^2)
/// ```
/// of which what is in brackets is formed once for each particle: five instructions in place of
/// seven. Across the row targets are within half a radius of the axis and what they reach within
/// one and a half, so that products lose no more than 1e-6 h^2. Along the row, where groups are
/// long, they would.
template <class Physics>
struct ByDistance {
  using Particle = typename Physics::template Particle<float>;
  static_assert(has_compact_support<Physics> && sizeof(Particle) == 3 * sizeof(float),
                "the physics needs more of a pair");

  struct Source {
    float x, y, z;  ///< [m]; y and z from the axis
    float across2;  ///< y^2 + z^2 [m^2]
  };
  struct Target {
    float x, y, z;  ///< [m]; y and z times -2
    float across2;  ///< y^2 + z^2 - h^2 [m^2]
  };

  __device__ static __forceinline__ Source source(const Particle& p, RowAxis axis) {
    const float y = p.y - axis.y;
    const float z = p.z - axis.z;
    return {p.x, y, z, y * y + z * z};
  }
  __device__ static __forceinline__ Target target(const Particle& p, RowAxis axis, float radius2) {
    const Source s = source(p, axis);
    return {s.x, -2.0f * s.y, -2.0f * s.z, s.across2 - radius2};
  }

  __device__ static __forceinline__ float measure(const Target& i, const Source& j) {
    const float x = i.x - j.x;
    return fmaf(x, x, fmaf(i.y, j.y, fmaf(i.z, j.z, i.across2 + j.across2)));
  }
  __device__ static __forceinline__ float outside(float measure, float) { return measure; }

  __device__ static __forceinline__ float add(const typename Physics::Coefficients&, float,
                                              const Target& target, const Source& source, TypeMask,
                                              bool included, bool,
                                              typename Physics::template Sum<float>& sum) {
    const float outside = measure(target, source);
    if (included) Physics::add_inside(-outside, sum);
    return outside;
  }
};

namespace detail {
template <class Physics, bool by_distance>
struct PairFormOf {
  using type = ByWay<Physics>;
};
template <class Physics>
struct PairFormOf<Physics, true> {
  using type = ByDistance<Physics>;
};
}  // namespace detail

/// Whether a physics needs nothing of a pair but h^2 - r^2.
template <class Physics>
inline constexpr bool needs_distance_alone = requires(float inside,
                                                      typename Physics::template Sum<float>& sum) {
  Physics::add_inside(inside, sum);
};

template <class Physics>
using PairForm = typename detail::PairFormOf<Physics, needs_distance_alone<Physics>>::type;

}  // namespace sphlab
