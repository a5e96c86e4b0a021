// Weakly compressible sources of 16 bytes in place of 32, in one load: a source is words of its
// position, velocity and density (source_words.cuh), and its pressure is computed. A target is read
// from them, too: what rounding does to a pair is opposite from its two sides, and nothing to
// particles that move alike. Nothing of it is carried: the state stays as it is.
//
// Rates err by more than other sources', see list-gather-record-16.
#pragma once

#include <algorithm>

#include "kernels/physics/scaled_physics.cuh"
#include "kernels/storage/record_24.cuh"
#include "kernels/storage/record_preparation.cuh"
#include "kernels/storage/source_record.cuh"
#include "kernels/strategy/constants.hpp"

namespace sphlab {

/// P/rho^2 [m^5/(kg s^2)] of a density as it is read: of Cole's equation,
/// rho0 / c0^2 P/rho^2 = s + s^2 + 2 s^3 + 0 s^4 + s^5 ..., as far as the third power.
struct PressureOfDensity {
  float constant, first, second, third;

  /// @param unit rho0 / c0^2 [kg s^2/m^5]
  __device__ static __forceinline__ PressureOfDensity in(const DensityRange& range, float unit) {
    const float a = range.low - range.width;  // s = a + width read
    const float w = range.width;
    const float scale = 1.0f / unit;
    return {scale * (a + a * a * (1.0f + 2.0f * a)), scale * w * (1.0f + a * (2.0f + 6.0f * a)),
            scale * w * w * (1.0f + 6.0f * a), scale * 2.0f * w * w * w};
  }
  __device__ __forceinline__ float of(float density) const {
    return constant + density * (first + density * (second + density * third));
  }
};

/// What a gather of them takes beside the arguments of its pass. A parameter of kernels.
struct Record16 {
  SourceRecord sources;
  float pressure_unit;  ///< rho0 / c0^2 [kg s^2/m^5]
};

/// Targets and sources of a gather, and their pairs.
template <class Fluid>
class Record16Pairs {
 public:
  using Scaled = ScaledFluidPair<Fluid>;

  __device__ __forceinline__ Record16Pairs(const Record16& record, const Fluid& fluid)
      : Record16Pairs(record, fluid, record.sources.head->of_state) {}

  __device__ __forceinline__ SourceWords words(std::uint32_t j) const { return words_[j]; }
  __device__ __forceinline__ CompactSource source(const SourceWords& words) const {
    return CompactSource::of(words, exponents_);
  }

  template <class Sum>
  __device__ __forceinline__ void add(const CompactSource& i, const CompactSource& j, bool included,
                                      Sum& sum) const {
    const float x = CompactSource::way(j.x, i.x);
    const float y = CompactSource::way(j.y, i.y);
    const float z = CompactSource::way(j.z, i.z);
    const Pair<float> pair{x, y, z, x * x + y * y + z * z, included};
    const FluidTerms<float> terms = fluid_.terms(particle(i), particle(j), pair);
    subtract_along(sum, terms.momentum, pair);
    sum.density += terms.gradient * (terms.approach + terms.diffusion_to_target);
  }

  /// Brings a sum of pairs into the units that the physics stores.
  template <class Sum>
  __device__ __forceinline__ Sum in_units(const Sum& sum) const {
    return {sum.x * acceleration_unit_, sum.y * acceleration_unit_, sum.z * acceleration_unit_,
            sum.density * density_rate_unit_};
  }

 private:
  __device__ __forceinline__ Record16Pairs(const Record16& record, const Fluid& fluid,
                                           const SourceRange& range)
      : words_(record.sources.words),
        exponents_(SourceExponents::of(range.velocity.exponents)),
        pressure_(PressureOfDensity::in(range.density, record.pressure_unit)),
        fluid_(Scaled::of(fluid, units_of(range))) {
    const float scale = fluid_.gradient.scale() * units_of(range).length;
    acceleration_unit_ = fluid_.momentum_unit * scale;
    density_rate_unit_ = units_of(range).velocity * scale;
  }

  __device__ static __forceinline__ ScaledUnits units_of(const SourceRange& range) {
    return {range.velocity.width, range.density.width, range.density.low - range.density.width,
            static_cast<float>(1.0 / range.steps)};
  }
  __device__ __forceinline__ ScaledWcsphParticle<float> particle(const CompactSource& s) const {
    return {0.0f, 0.0f, 0.0f, pressure_.of(s.density), s.ux, s.uy, s.uz, s.density};
  }

  const SourceWords* words_;
  SourceExponents exponents_;
  PressureOfDensity pressure_;
  Scaled fluid_;
  float acceleration_unit_;  ///< of a sum [m/s^2]
  float density_rate_unit_;  ///< of a sum [kg/m^3 /s]
};

/// The preparation of traversals that read it. Its workspace is a SourceRecord.
struct Record16Preparation : RecordPreparation<Record16Preparation, SourceRecord> {
  static Record16 of(const PairArguments& a) {
    const double unit = DensityOfPressure::unit_of(constants_of<WcsphConstants>(a.constants));
    return {SourceRecord::in(a.workspace), static_cast<float>(unit)};
  }

  static const char* refusal(const PairArguments& a) {
    if (DensityOfPressure::serves_fluid(constants_of<WcsphConstants>(a.constants))) return nullptr;
    return "sources of 16 bytes are for fluids whose density at rest over the square of their "
           "sound speed is between 1e-7 and 1e7 kg s2/m5; take list-gather";
  }
  static constexpr const char* lost =
      "sources of 16 bytes do not hold a particle of this run: its density differs from that at "
      "rest by more than a twentieth, its position or velocity is no number, or particles may "
      "move against each other by more than the radius between two rebuilds; take list-gather, or "
      "rebuild more often";

  template <class Run>
  static int measure_state(const PairArguments& a, Run& run, bool is_rebuild) {
    const auto& constants = constants_of<WcsphConstants>(a.constants);
    constexpr DeclaredWork reads{.bytes_per_particle = 2 * sizeof(float4)};
    return run.kernel(
        source_record_measure, per_item(a.particles, block).with(reads), a,
        SourceRecord::in(a.workspace),
        SourcePeriod::of(a.list_radius, std::max(a.influence_radius, constants.wall_distance)),
        is_rebuild);
  }

  /// Before a pass reads it.
  template <class Run>
  static int before_pass(const PairArguments& a, const std::uint32_t* tuning, Run& run) {
    return mend(a, tuning, run, source_record_mend, SourceRecord::in(a.workspace));
  }
};

}  // namespace sphlab
