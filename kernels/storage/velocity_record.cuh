// The velocities of a state as words of 8 bytes that integration schemes write.
#pragma once

#include <cstddef>

#include "kernels/storage/scheme_record.cuh"
#include "kernels/storage/velocity_words.cuh"

namespace sphlab {

/// See scheme_record.cuh.
struct VelocityLayout {
  using Source = float4;  ///< velocity() of a particle
  using Words = VelocityWords;
  using Range = VelocityRange;
  struct Held {};
  static constexpr std::uint32_t number = 0;
  /// Counts three components, and the three turned round.
  static constexpr int values = 6;
  static constexpr float most_speed = 1e18f;  ///< [m/s]; beyond it, a velocity is none

  __device__ static __forceinline__ const float4& of(const PairArguments& a, std::uint32_t i) {
    return velocity(a, i);
  }
  template <int count>
  __device__ static __forceinline__ void put_values(const float4& velocity,
                                                    float (&numbers)[count]) {
    numbers[0] = velocity.x;
    numbers[1] = velocity.y;
    numbers[2] = velocity.z;
    numbers[3] = -velocity.x;
    numbers[4] = -velocity.y;
    numbers[5] = -velocity.z;
  }
  /// @param extent whose first numbers put_values() has written
  template <class Extent>
  __device__ static __forceinline__ VelocityEnds ends(const Extent& extent) {
    return {{-extent.largest(3), -extent.largest(4), -extent.largest(5)},
            {extent.largest(0), extent.largest(1), extent.largest(2)}};
  }
  template <class Head, class Extent>
  __device__ static __forceinline__ VelocityRange range(const Head&, const Extent& extent) {
    return VelocityRange::around(ends(extent));
  }
  __device__ static __forceinline__ bool holds(const Held&, const float4& velocity) {
    return fabsf(velocity.x) + fabsf(velocity.y) + fabsf(velocity.z) < most_speed;
  }
};

using VelocityRecordHead = SchemeRecordHead<VelocityLayout>;

/// A parameter of kernels. Non-owning.
struct VelocityRecord : SchemeRecord<VelocityLayout> {
  __host__ __device__ static VelocityRecord in(void* memory) {
    auto* head = static_cast<VelocityRecordHead*>(memory);
    return {{head, reinterpret_cast<VelocityWords*>(head + 1)}};
  }

  /// With the second array of words.
  VelocityRecord second(std::size_t particles) const { return {{head, words + particles}}; }
};

/// Reads the state's velocities; raises the extents, which were 0.
__global__ void velocity_record_measure(PairArguments a, VelocityRecord record);

/// As mend_words().
__global__ void velocity_record_mend(PairArguments a, VelocityRecord record);

/// The same before a pass that calls write_in_pass().
__global__ void velocity_record_mend_and_open(PairArguments a, VelocityRecord record);

}  // namespace sphlab
