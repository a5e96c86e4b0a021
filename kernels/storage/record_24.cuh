// Weakly compressible sources of 24 bytes in place of 32: a gather is bound by the bytes that it
// takes out of the first cache, more than by what it computes.
//
// Position and pressure term lie where the state has them, in 16 bytes. The velocity is 8 bytes
// that each pass makes of the state anew: each component in 21 or 22 bits of where all are
// (velocity_words.cuh). The density excess is computed from the pressure term. A target is read
// from the record, too: what rounding does to a pair is the same from both of its sides, and
// nothing to particles that move alike. Nothing of it is carried: the state stays as it is.
//
// Densities that its polynomial does not serve are refused, see Record24Preparation.
#pragma once

#include <cstddef>
#include <type_traits>

#include "kernels/numerics/ordered_bits.cuh"
#include "kernels/physics/matter.cuh"
#include "kernels/physics/wcsph_particle.cuh"
#include "kernels/storage/velocity_words.cuh"
#include "kernels/strategy/constants.hpp"
#include "kernels/strategy/launches.hpp"
#include "kernels/strategy/refusal.hpp"

namespace sphlab {

/// Whether a physics' particles can lie in it: those of one weakly compressible fluid, whose
/// density Cole's equation gives back, in a formulation of a single pass; and what counts their
/// pairs.
template <class Physics>
inline constexpr bool has_record_24 = [] {
  if constexpr (requires { typename Physics::Matter; }) {
    if (!std::is_base_of_v<OneFluid, typename Physics::Matter>) return false;
  }
  return !requires {
    typename Physics::Formulation;
  }
  &&std::is_same_v<typename Physics::template Particle<float>, WcsphParticle<float>>&&
      std::is_same_v<typename Physics::Constants, WcsphConstants>;
}();

/// The density excess of a pressure term. What it errs by varies slowly with the density: where two
/// are compared, both are to be computed by it.
class DensityOfPressure {
 public:
  /// Largest density excess s, of either sign, at which of() is within 2e-6 s; at a fifth of it the
  /// error is below 2e-7 s.
  static constexpr float most = 0.1f;

  static DensityOfPressure prepare(const WcsphConstants& c) {
    return {c.rest_density / (c.sound_speed * c.sound_speed)};
  }

  /// s of P/rho^2 [m^5/(kg s^2)]: Cole's equation, q = P / (rho c0)^2 rho0 = s + s^2 + 2 s^3 + ...,
  /// turned round. The first three powers of q are those of the series; the others are fitted to
  /// the least relative error within `most`.
  __device__ __forceinline__ float of(float pressure_term) const {
    const float q = pressure_term * scale;
    const float q2 = q * q;
    const float rest = 5.01847326f + q * (-16.8969812f + q * (15.9091211f + q * 61.7370809f));
    return (q - q2) + q2 * q2 * rest;
  }

  float scale;  ///< rho0 / c0^2
};

/// What the workspace begins with.
struct Record24Head {
  /// Largest x, y and z of all velocities, and of them turned round, as ordered_bits().
  std::uint32_t most[6];
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

  /// Where all velocities are, once record_24_extent has looked at them.
  __device__ __forceinline__ VelocityBox box() const {
    return {range_of(0), range_of(1), range_of(2)};
  }
  __device__ __forceinline__ VelocityRange range_of(int axis) const {
    return VelocityRange::between(-float_of(head->most[3 + axis]), float_of(head->most[axis]));
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
      : velocities_(record.velocities), box_(record.box()), density_(record.density) {}

  template <class Physics>
  __device__ __forceinline__ WcsphParticle<float> load(const PairArguments& a,
                                                       std::uint32_t j) const {
    const float4 p = position(a, j);
    const float3 v = box_.velocity(velocities_[j]);
    return {p.x, p.y, p.z, p.w, v.x, v.y, v.z, density_.of(p.w)};
  }

 private:
  const VelocityWords* velocities_;
  VelocityBox box_;
  DensityOfPressure density_;
};

/// Reads the state; raises record.head->most.
__global__ void record_24_extent(PairArguments a, Record24 record);

/// Reads the state and record.head->most; writes the velocities, or record.head->left where it
/// cannot hold one of them, or a density.
__global__ void record_24_write(PairArguments a, Record24 record);

/// The preparation of traversals that read it.
struct Record24Preparation {
  static constexpr const char* name = "records";
  static constexpr unsigned block = 256;

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
    if (const int error = run.primitive(
            [&] { return a.primitives->fill(record.head->most, 0, sizeof record.head->most); })) {
      return error;
    }
    constexpr DeclaredWork reads{.bytes_per_particle = sizeof(float4)};
    constexpr DeclaredWork writes{.bytes_per_particle = sizeof(float4) + sizeof(VelocityWords)};
    const Launch launch = per_item(a.particles, block);
    if (const int error = run.kernel(record_24_extent,
                                     launch.with(gpu::Cooperation::block).with(reads), a, record)) {
      return error;
    }
    return run.kernel(record_24_write, launch.with(writes), a, record);
  }

  /// A new run: what an earlier one could not hold does not count.
  static int measure(const PairArguments& a, const std::uint32_t*, MeasuredCapacity* capacity) {
    capacity->values[0] = 1;
    return a.primitives->fill(&of(a).head->left, 0, sizeof of(a).head->left);
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
