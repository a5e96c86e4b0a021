// Weakly compressible sources of 24 bytes in place of 32: a gather is bound by the bytes that it
// takes out of the first cache, more than by what it computes.
//
// Position and pressure term lie where the state has them, in 16 bytes. The velocity is 8 bytes
// that each pass makes of the state anew: each component in 21 or 22 bits of the range in which all
// are (velocity_words.cuh). The density excess is computed from the pressure term. A target is read
// from the record, too: what rounding does to a pair is the same from both of its sides, and
// nothing to particles that move alike. Nothing of it is carried: the state stays as it is.
//
// Words are written in the range of the pass before, which a pass need not look for first. Where
// that of the velocities now is another, a second kernel writes all of them again.
//
// Densities that its polynomial does not serve are refused, see Record24Preparation.
#pragma once

#include <algorithm>
#include <cstddef>
#include <type_traits>

#include "kernels/numerics/ordered_bits.cuh"
#include "kernels/physics/artificial_viscosity.cuh"
#include "kernels/physics/fluid_pair.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/scaled_particle.cuh"
#include "kernels/storage/velocity_words.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/launches.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

namespace detail {
/// Whether a pair takes velocities by approach_of() alone.
template <class Pair>
inline constexpr bool takes_approach_alone = false;
template <class Kernel, class Diffusion>
inline constexpr bool takes_approach_alone<FluidPair<Kernel, ArtificialViscosity, Diffusion>> =
    true;
}  // namespace detail

/// Whether a physics' particles can lie in it: those of one weakly compressible fluid, whose
/// density Cole's equation gives back, in a formulation of a single pass, whose pairs need of
/// velocities what approach_of() tells; and what counts their pairs. Not where bodies move: one
/// that is faster than the fluid widens the range, and density rates of the fluid erred by 2.9e-5
/// of the largest.
template <class Physics>
inline constexpr bool has_record_24 = [] {
  if constexpr (requires {
                  typename Physics::Fluid;
                  typename Physics::Matter;
                }) {
    return std::is_base_of_v<OneFluid, typename Physics::Matter> && !Physics::has_body &&
           detail::takes_approach_alone<typename Physics::Fluid> && !requires {
      typename Physics::Formulation;
    };
  }
  return requires {
    Physics::is_for_verification;
  }
  &&std::is_same_v<typename Physics::template Particle<float>, WcsphParticle<float>>;
}();

/// The density excess of a pressure term. What it errs by varies slowly with the density: where two
/// are compared, both are to be computed by it.
class DensityOfPressure {
 public:
  /// Largest density excess s, of either sign, at which of() is within 8e-6 s; at a fifth of it the
  /// error is below 4e-7 s, so that diffusion in still water is that of other sources.
  static constexpr float most = 0.1f;

  static DensityOfPressure prepare(const WcsphConstants& c) {
    return {c.rest_density / (c.sound_speed * c.sound_speed)};
  }

  /// s of P/rho^2 [m^5/(kg s^2)]: Cole's equation, q = rho0 / c0^2 P/rho^2 = s + s^2 + 2 s^3 + ...,
  /// turned round: s = q - q^2 + 5 q^4 - 17 q^5 + .... The first three powers of q are those of the
  /// series; the others are fitted to the least relative error within `most`.
  __device__ __forceinline__ float of(float pressure_term) const {
    const float q = pressure_term * scale;
    const float q2 = q * q;
    const float fourth = 4.99902745f + q * (-16.36936699f + q * 19.21269396f);
    return q + q2 * (q2 * fourth - 1.0f);
  }

  float scale;  ///< rho0 / c0^2
};

/// What the workspace begins with. Where it is zero, no velocity is in a range.
struct Record24Head {
  VelocityRange of_words;  ///< of those that a gather reads
  VelocityRange next;      ///< for those that are written next
  /// Largest component of all velocities of this pass, and of them turned round, as ordered_bits().
  std::uint32_t extent[2];
  std::uint32_t left;  ///< not 0 where a record could not hold a particle since the run began
};

/// In the workspace of its preparation. A parameter of kernels.
struct Record24 {
  static constexpr std::size_t head_bytes = 32;  // a sector of its own
  static_assert(sizeof(Record24Head) <= head_bytes);

  static constexpr std::size_t bytes(std::size_t particles) {
    return head_bytes + particles * sizeof(VelocityWords);
  }
  static Record24 in(void* workspace, const WcsphConstants& c) {
    return {static_cast<Record24Head*>(workspace),
            reinterpret_cast<VelocityWords*>(static_cast<char*>(workspace) + head_bytes),
            DensityOfPressure::prepare(c)};
  }

  Record24Head* head;
  VelocityWords* velocities;  ///< [particles]
  DensityOfPressure density;
};

/// Targets and sources of a gather, as StateSources (kernels/traversals/lists/list_gather.cuh).
class Record24Sources {
 public:
  static constexpr double bytes_per_source = sizeof(float4) + sizeof(VelocityWords);

  __device__ __forceinline__ explicit Record24Sources(const Record24& record)
      : velocities_(record.velocities),
        velocity_unit_(record.head->of_words.width),
        density_(record.density) {}

  template <class>
  __device__ __forceinline__ ScaledWcsphParticle<float> load(const PairArguments& a,
                                                             std::uint32_t j) const {
    const float4 p = position(a, j);
    const float3 u = VelocityRange::units(velocities_[j]);
    return {p.x, p.y, p.z, p.w, u.x, u.y, u.z, density_.of(p.w), velocity_unit_};
  }

 private:
  const VelocityWords* velocities_;
  float velocity_unit_;
  DensityOfPressure density_;
};

/// Reads the state and head->next; writes velocities, and raises head->extent and, where it cannot
/// hold a density or a velocity, head->left.
__global__ void record_24_write(PairArguments a, Record24 record);

/// Reads the state, head->extent and head->next; writes head->of_words and, where that is another
/// range than `next`, all velocities again. What stands there depends on the state alone.
__global__ void record_24_mend(PairArguments a, Record24 record);

/// Leaves the range to the next pass, whose extent begins anew. For the kernel that reads the
/// records, which reads nothing of this.
__device__ __forceinline__ void record_24_end_pass(const Record24& record) {
  if (blockIdx.x != 0 || threadIdx.x != 0) return;
  record.head->extent[0] = 0;
  record.head->extent[1] = 0;
  record.head->next = record.head->of_words;
}

/// The preparation of traversals that read it.
struct Record24Preparation {
  static constexpr const char* name = "records";
  static constexpr unsigned block = 256;
  /// Limits the blocks of record_24_mend: in most passes they return at once.
  static constexpr unsigned mending_blocks = 512;

  static Record24 of(const PairArguments& a) {
    return Record24::in(a.workspace, constants_of<WcsphConstants>(a.constants));
  }

  static int workspace(const PairArguments& a, const std::uint32_t*, std::size_t* bytes) {
    *bytes = Record24::bytes(a.particles);
    return 0;
  }

  /// Nothing: each pass writes the records before it reads them.
  template <class Run>
  static int launches(const PairArguments&, const std::uint32_t*, Run&) {
    return 0;
  }

  template <class Run>
  static int write(const PairArguments& a, Run& run) {
    const Record24 record = of(a);
    constexpr DeclaredWork work{.bytes_per_particle = sizeof(float4) + sizeof(VelocityWords)};
    const Launch launch = per_item(a.particles, block).with(gpu::Cooperation::block).with(work);
    if (const int error = run.kernel(record_24_write, launch, a, record)) return error;
    const Launch few{std::min(launch.grid, mending_blocks), block};
    return run.kernel(record_24_mend, few, a, record);
  }

  /// A new run: what an earlier one could not hold does not count.
  static int measure(const PairArguments& a, const std::uint32_t*, MeasuredCapacity* capacity) {
    capacity->values[0] = 1;
    return a.primitives->fill(of(a).head, 0, sizeof(Record24Head));
  }

  static int check(const PairArguments& a, const std::uint32_t*) {
    Record24Head head{};
    if (const int error = a.primitives->download(&head, a.workspace, sizeof head)) return error;
    if (head.left == 0) return 0;
    return refuse(
        "sources of 24 bytes do not hold a particle of this run: its density differs from that at "
        "rest by more than a tenth, or its velocity is no number; take list-gather");
  }
};

}  // namespace sphlab
