// Weakly compressible sources of 24 bytes in place of 32: a gather is bound by the bytes that it
// takes out of the first cache, more than by what it computes.
//
// Position and pressure term lie where the state has them, in 16 bytes. The velocity is 8 bytes
// beside it (velocity_record.cuh): each component in 21 or 22 bits of its range.
// The density excess is computed from the pressure term. A target is read from the record, too:
// what rounding does to a pair is the same from both of its sides, and nothing to particles that
// move alike. Nothing of it is carried: the state stays as it is.
//
// Densities that its polynomial does not serve are refused, see Record24Preparation.
#pragma once

#include <cmath>
#include <type_traits>

#include "kernels/physics/matter.cuh"
#include "kernels/physics/scaled_physics.cuh"
#include "kernels/storage/record_preparation.cuh"
#include "kernels/storage/velocity_record.cuh"
#include "kernels/strategy/constants.hpp"

namespace sphlab {

/// Whether a physics' particles can lie in it: those of one weakly compressible fluid, whose
/// density Cole's equation gives back, in a formulation of a single pass, of whose pairs there is a
/// ScaledFluidPair; and what counts their pairs. Not where bodies move: one that is faster than the
/// fluid widens the range, and density rates of the fluid erred by 2.9e-5 of the largest.
template <class Physics>
inline constexpr bool has_record_24 = [] {
  if constexpr (requires {
                  typename Physics::Fluid;
                  typename Physics::Matter;
                }) {
    constexpr bool has_scaled_pair = requires {
      sizeof(ScaledFluidPair<typename Physics::Fluid>);
    };
    constexpr bool has_more_passes = requires {
      typename Physics::Formulation;
    };
    return std::is_base_of_v<OneFluid, typename Physics::Matter> && !Physics::has_body &&
           has_scaled_pair && !has_more_passes;
  } else if constexpr (requires { Physics::is_for_verification; }) {
    return std::is_same_v<typename Physics::template Particle<float>, WcsphParticle<float>>;
  }
  return false;
}();

/// The density excess of a pressure term, in a unit of its own. What it errs by varies slowly with
/// the density: where two are compared, both are to be computed by it.
class DensityOfPressure {
 public:
  /// Largest density excess s, of either sign, at which of() is within 8e-6 s; at a fifth of it the
  /// error is below 4e-7 s, so that diffusion in still water is that of other sources.
  static constexpr float most = 0.1f;
  /// Between these the coefficients are numbers [kg s^2/m^5].
  static constexpr float least_unit = 1e-7f, largest_unit = 1e7f;

  /// s of P/rho^2 [m^5/(kg s^2)]: Cole's equation, q = rho0 / c0^2 P/rho^2 = s + s^2 + 2 s^3 + ...,
  /// turned round: s = q - q^2 + 5 q^4 - 17 q^5 + .... The first three powers of q are those of the
  /// series; the others are fitted to the least relative error within `most`. With rho0 / c0^2 for
  /// unit, the first coefficient is 1.
  static DensityOfPressure prepare(const WcsphConstants& c) {
    const double unit = unit_of(c);
    const double unit3 = unit * unit * unit;
    const auto term = [unit](double s) {
      return static_cast<float>((std::pow(1 + s, 7) - 1) / (7 * (1 + s) * (1 + s) * unit));
    };
    return {static_cast<float>(unit),
            static_cast<float>(-unit),
            static_cast<float>(4.99902745 * unit3),
            static_cast<float>(-16.36936699 * unit3 * unit),
            static_cast<float>(19.21269396 * unit3 * unit * unit),
            term(-most),
            term(most)};
  }
  /// Returns rho0 / c0^2 [kg s^2/m^5].
  static double unit_of(const WcsphConstants& c) {
    return c.rest_density / (double{c.sound_speed} * c.sound_speed);
  }
  /// Whether the coefficients are numbers.
  static bool serves_fluid(const WcsphConstants& c) {
    return unit_of(c) >= least_unit && unit_of(c) <= largest_unit;
  }

  __device__ __forceinline__ float of(float pressure_term) const {
    const float p = pressure_term;
    const float p2 = p * p;
    return p + p2 * (second + p2 * (fourth + p * (fifth + p * sixth)));
  }

  /// Whether a pressure term is that of a density within `most`.
  __device__ __forceinline__ bool serves(float pressure_term) const {
    return pressure_term >= least_term && pressure_term <= largest_term;
  }

  float unit;  ///< rho0 / c0^2 [kg s^2/m^5]
  float second, fourth, fifth, sixth;
  float least_term, largest_term;  ///< [m^5/(kg s^2)]
};

/// What a gather of records takes beside the arguments of its pass. A parameter of kernels.
struct Record24 {
  VelocityRecord velocities;
  DensityOfPressure density;
};

/// Targets and sources of a gather, as StateSources (kernels/traversals/lists/list_gather.cuh).
class Record24Sources {
 public:
  static constexpr double bytes_per_source = sizeof(float4) + sizeof(VelocityWords);

  /// @param range of the velocities of the state
  __device__ __forceinline__ Record24Sources(const Record24& record, const VelocityRange& range)
      : velocities_(record.velocities.words),
        density_(record.density),
        exponents_(range.exponents) {}

  template <class>
  __device__ __forceinline__ ScaledWcsphParticle<float> load(const PairArguments& a,
                                                             std::uint32_t j) const {
    const float4 p = position(a, j);
    const float3 u = VelocityRange::units(velocities_[j], exponents_);
    return {p.x, p.y, p.z, p.w, u.x, u.y, u.z, density_.of(p.w)};
  }

 private:
  const VelocityWords* velocities_;
  DensityOfPressure density_;
  VelocityExponents exponents_;
};

/// The preparation of traversals that read it. Its workspace is a VelocityRecord.
struct Record24Preparation : RecordPreparation<Record24Preparation, VelocityRecord> {
  static Record24 of(const PairArguments& a) {
    return {VelocityRecord::in(a.workspace),
            DensityOfPressure::prepare(constants_of<WcsphConstants>(a.constants))};
  }

  static const char* refusal(const PairArguments& a) {
    if (DensityOfPressure::serves_fluid(constants_of<WcsphConstants>(a.constants))) return nullptr;
    return "sources of 24 bytes are for fluids whose density at rest over the square of their "
           "sound speed is between 1e-7 and 1e7 kg s2/m5; take list-gather";
  }
  static constexpr const char* lost =
      "sources of 24 bytes do not hold a particle of this run: its density differs from that at "
      "rest by more than a tenth, or its velocity is no number; take list-gather";

  template <class Run>
  static int measure_state(const PairArguments& a, Run& run, bool) {
    constexpr DeclaredWork reads{.bytes_per_particle = sizeof(float4)};
    return run.kernel(velocity_record_measure, per_item(a.particles, block).with(reads), a,
                      VelocityRecord::in(a.workspace));
  }

  /// Before a pass reads it.
  template <class Run>
  static int before_pass(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    return mend(a, tuning, run, velocity_record_mend, VelocityRecord::in(a.workspace));
  }
};

}  // namespace sphlab
