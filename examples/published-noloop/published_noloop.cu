// forces/published-noloop...: Par-Part-NoLoop in the form of the code that paper C publishes,
// written anew, and the same with one thing after another as par-part-noloop has it.
//
// The published form differs in four things:
// - r = sqrt(r^2 + softening) and s = r0 / r, each rounded as IEEE 754 asks, where ours takes
//   s^2 = r0^2 / (r^2 + softening) by an approximate reciprocal;
// - x, y and z are arrays of their own: three loads a source instead of one of 16 bytes;
// - each source of all 27 cells is compared with the target, and skipped by a branch;
// - cells outside the grid are left out by the bounds of three nested loops, instead of one loop
//   over 27 cells that are empty out there.
#include "kernels/physics/lj_potential_uncut/formulation.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/traversals/cell_pairs.cuh"

namespace sphlab {

using Coefficients = LjPotentialUncut::Coefficients;

__device__ __forceinline__ float lj(const Coefficients& c, float s2) {
  const float s6 = s2 * s2 * s2;
  return c.four_well_depths * (s6 * s6 - s6);
}

/// Root and division in IEEE rounding. On the host executor they are that anyway.
struct ExactRoot {
  __device__ static __forceinline__ float value(const Coefficients& c, float r2) {
#ifdef __CUDA_ARCH__
    const float s = __fdiv_rn(__fsqrt_rn(c.zero_radius2), __fsqrt_rn(r2 + c.softening));
#else
    const float s = std::sqrt(c.zero_radius2) / std::sqrt(r2 + c.softening);
#endif
    return lj(c, s * s);
  }
};

/// The same with what the published code asserts of a pair: that no number is infinite or none.
struct AssertedRoot {
  __device__ static __forceinline__ float value(const Coefficients& c, float r2) {
    const float r = std::sqrt(r2 + c.softening);
    const float value = ExactRoot::value(c, r2);
    // a NaN is written where the published code stops, so that the check of the potentials fails
    const bool sound = r != 0 && std::isfinite(r) && std::isfinite(value);
    return sound ? value : std::nanf("");
  }
};

/// Root and division as -use_fast_math has them.
struct FastRoot {
  __device__ static __forceinline__ float value(const Coefficients& c, float r2) {
    const float s = std::sqrt(c.zero_radius2) / std::sqrt(r2 + c.softening);
    return lj(c, s * s);
  }
};

/// Without a root.
struct Reciprocal {
  __device__ static __forceinline__ float value(const Coefficients& c, float r2) {
    return lj(c, c.zero_radius2 * Math<float>::reciprocal(r2 + c.softening));
  }
};

/// Positions in three arrays, which the preparation fills.
struct SeparateArrays {
  const float *x, *y, *z;

  __device__ __forceinline__ explicit SeparateArrays(const PairArguments& a)
      : x(static_cast<const float*>(a.workspace)), y(x + a.particles), z(y + a.particles) {}
  __device__ __forceinline__ float3 position(std::uint32_t i) const { return {x[i], y[i], z[i]}; }
};

/// Positions of 16 bytes each.
struct OneArray {
  const float4* positions;

  __device__ __forceinline__ explicit OneArray(const PairArguments& a)
      : positions(a.state.position) {}
  __device__ __forceinline__ float3 position(std::uint32_t i) const {
    const float4 p = positions[i];
    return {p.x, p.y, p.z};
  }
};

/// Whether the target is looked for among the sources of all cells, or of its own alone.
enum class LookForTarget { everywhere, in_own_cell };

template <class Arithmetic, class Positions>
__device__ __forceinline__ float pair_value(const Coefficients& c, const Positions& positions,
                                            float3 target, std::uint32_t j) {
  const float3 source = positions.position(j);
  const float dx = target.x - source.x;
  const float dy = target.y - source.y;
  const float dz = target.z - source.z;
  return Arithmetic::value(c, dx * dx + dy * dy + dz * dz);
}

/// Reads state or the preparation's arrays, keys and cell_begin; writes the potentials.
template <class Arithmetic, class Positions, LookForTarget look>
__global__ void __launch_bounds__(256) published_noloop(ForceArguments a, Coefficients c) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  const Positions positions(a);
  const float3 target = positions.position(i);
  const CellIndex own = cell_index(a.grid, a.keys[i]);
  const auto last = [](int cell, unsigned cells) {
    return min(cell + 1, static_cast<int>(cells) - 1);
  };
  float potential = 0;
  for (int z = max(own.z - 1, 0); z <= last(own.z, a.grid.cells.z); ++z) {
    for (int y = max(own.y - 1, 0); y <= last(own.y, a.grid.cells.y); ++y) {
      for (int x = max(own.x - 1, 0); x <= last(own.x, a.grid.cells.x); ++x) {
        const std::uint32_t cell = cell_key(a.grid, {x, y, z});
        const std::uint32_t end = a.cell_begin[cell + 1];
        const bool is_own = x == own.x && y == own.y && z == own.z;
        if (look == LookForTarget::everywhere || is_own) {
          for (std::uint32_t j = a.cell_begin[cell]; j < end; ++j)
            if (j != i) potential += pair_value<Arithmetic>(c, positions, target, j);
        } else {
          for (std::uint32_t j = a.cell_begin[cell]; j < end; ++j)
            potential += pair_value<Arithmetic>(c, positions, target, j);
        }
      }
    }
  }
  a.potential[i] = potential;
}

__global__ void __launch_bounds__(256) separate_positions(PairArguments a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const float4 position = a.state.position[i];
  float* const x = static_cast<float*>(a.workspace);
  x[i] = position.x;
  x[a.particles + i] = position.y;
  x[2 * a.particles + i] = position.z;
}

namespace {

/// Copies positions at each rebuild: of particles that rest between two.
struct SeparatePositions {
  static constexpr const char* name = "separate-positions";
  static constexpr std::uint32_t block = 256;

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = std::size_t{3} * a.particles * sizeof(float);
    return 0;
  }
  template <class Run>
  static int launches(const PairArguments& a, const std::uint32_t*, Run& run) {
    return run.kernel(separate_positions, per_item(a.particles, block), a);
  }
};

template <class Arithmetic, class Positions, LookForTarget look>
struct Form {
  /// The pair is written out above: there is none of another physics.
  template <class Physics>
  static constexpr bool serves() {
    return std::is_same_v<Physics, LjPotentialUncut>;
  }
  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    if (a.moves) return refuse("its arrays are those of particles that do not move");
    return run.kernel(published_noloop<Arithmetic, Positions, look>,
                      per_item(a.particles, tuning[0]).with(work_from_global_memory<Physics>()), a,
                      coefficients_of<Physics>(a));
  }
};

template <class Arithmetic>
struct InArrays : Form<Arithmetic, SeparateArrays, LookForTarget::everywhere> {
  template <class Physics>
  using PreparationFor = SeparatePositions;
};

struct WithAssertions : InArrays<AssertedRoot> {
  static constexpr const char* name = "published-noloop-asserted";
};
struct Published : InArrays<ExactRoot> {
  static constexpr const char* name = "published-noloop";
};
struct FastMath : InArrays<FastRoot> {
  static constexpr const char* name = "published-noloop-fast-math";
};
struct WithoutRoot : InArrays<Reciprocal> {
  static constexpr const char* name = "published-noloop-without-root";
};
struct PositionsTogether : Form<Reciprocal, OneArray, LookForTarget::everywhere> {
  static constexpr const char* name = "published-noloop-one-array";
};
struct TargetInOwnCell : Form<Reciprocal, OneArray, LookForTarget::in_own_cell> {
  static constexpr const char* name = "published-noloop-own-cell";
};

[[maybe_unused]] const bool registered_published_noloop =
    register_traversal<WithAssertions, CellPairPhysics>() &&
    register_traversal<Published, CellPairPhysics>() &&
    register_traversal<FastMath, CellPairPhysics>() &&
    register_traversal<WithoutRoot, CellPairPhysics>() &&
    register_traversal<PositionsTogether, CellPairPhysics>() &&
    register_traversal<TargetInOwnCell, CellPairPhysics>();

}  // namespace
}  // namespace sphlab
