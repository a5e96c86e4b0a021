// All that a pair needs of a particle of one fluid, as words of 16 bytes that integration schemes
// write.
#pragma once

#include <algorithm>
#include <cstddef>

#include "kernels/storage/scheme_record.cuh"
#include "kernels/storage/source_words.cuh"
#include "kernels/storage/velocity_record.cuh"

namespace sphlab {

/// The period of coordinates, and how long words of positions serve: neighbours are within the
/// radius of the list where it is built, and wrong only where they seem to be closer than they act
/// on each other, a period less that reach apart. Until then no two particles may have come as far
/// apart along any axis as that reach.
struct SourcePeriod {
  double steps;          ///< 2^32 / period [1/m]
  float slack;           ///< what particles may have moved against each other since the rebuild [m]
  float most_speed = 0;  ///< the widest range of a component of velocities since then [m/s]
  double built_time = 0;  ///< of the state at the rebuild [s]

  /// @param reach within which particles act on each other [m]
  static SourcePeriod of(float list_radius, float reach) {
    return {4294967296.0 / (double{list_radius} + 2 * double{reach}), reach};
  }
};

/// See scheme_record.cuh.
struct SourceLayout {
  using Source = SourceState;
  using Words = SourceWords;
  using Range = SourceRange;
  using Held = SourcePeriod;
  static constexpr std::uint32_t number = 1;
  /// Counts those of a velocity, the density excess, and the excess turned round.
  static constexpr int values = VelocityLayout::values + 2;
  /// Up to here the pressure is a polynomial of the third degree, see PressureOfDensity.
  static constexpr float most_density_excess = 0.05f;

  __device__ static __forceinline__ Source of(const PairArguments& a, std::uint32_t i) {
    return {position(a, i), velocity(a, i)};
  }
  __device__ static __forceinline__ void put_values(const Source& source,
                                                    float (&numbers)[values]) {
    VelocityLayout::put_values(source.velocity, numbers);
    numbers[values - 2] = source.velocity.w;
    numbers[values - 1] = -source.velocity.w;
  }
  template <class Head, class Extent>
  __device__ static __forceinline__ SourceRange range(const Head& head, const Extent& extent) {
    return {VelocityRange::around(VelocityLayout::ends(extent)),
            DensityRange::around(-extent.largest(values - 1), extent.largest(values - 2)),
            head.held.steps};
  }
  __device__ static __forceinline__ bool holds(const SourcePeriod& period, const Source& source) {
    const float4& r = source.position;
    return VelocityLayout::holds({}, source.velocity) &&
           fabsf(source.velocity.w) <= most_density_excess &&
           SourceRange::has_steps(fabsf(r.x) + fabsf(r.y) + fabsf(r.z), period.steps);
  }

  /// A particle moves by no more than the time times a velocity of a state on its way: two of them
  /// against each other by no more than the time times the range of velocities.
  __device__ static __forceinline__ bool follow(const PairArguments& a, SourcePeriod& period,
                                                const SourceRange& range, std::uint32_t state) {
    period.most_speed = fmaxf(period.most_speed, range.velocity.width);
    double passed = a.clock->time - period.built_time;
    if (passed > 0 || state > 0) passed += a.clock->dt;  // a midpoint is as far ahead at most
    return passed * period.most_speed <= period.slack;
  }
};

using SourceRecordHead = SchemeRecordHead<SourceLayout>;

/// A parameter of kernels. Non-owning.
struct SourceRecord : SchemeRecord<SourceLayout> {
  __host__ __device__ static SourceRecord in(void* memory) {
    auto* head = static_cast<SourceRecordHead*>(memory);
    return {{head, reinterpret_cast<SourceWords*>(head + 1)}};
  }
};

/// Writes a particle that a scheme has moved into the record that the memory holds.
__device__ __forceinline__ void write_record(void* memory, std::uint32_t i, const float4& position,
                                             const float4& velocity) {
  const VelocityRecord velocities = VelocityRecord::in(memory);
  if (velocities.head->layout == SourceLayout::number) {
    SourceRecord::in(memory).write(i, {position, velocity});
  } else {
    velocities.write(i, velocity);
  }
}

/// Reads the state; raises the extents, which were 0. Where the list is built, writes what the
/// memory begins with.
__global__ void source_record_measure(PairArguments a, SourceRecord record, SourcePeriod period,
                                      bool is_rebuild);

/// As mend_words().
__global__ void source_record_mend(PairArguments a, SourceRecord record);

}  // namespace sphlab
