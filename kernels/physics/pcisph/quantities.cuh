// What the passes of predictive-corrective SPH hand to each other.
#pragma once

#include <cstdint>

#include "kernels/abi/stage_arguments.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/physics/quantities.cuh"

namespace sphlab {

/// A field, so that saved states and files have it: a step begins with none, whatever it is then.
struct PcisphField {
  enum Number : std::uint32_t { pressure };  ///< p [Pa]
};

/// Vectors, their fourth component is 0.
struct PcisphArray {
  enum Number : std::uint32_t {
    external_acceleration,  ///< by all but the pressure [m/s^2]
    predicted_way,          ///< x* - x, in the step as it is predicted so far [m]
  };
};

/// x* - x of symplectic Euler, dt (v + dt a) [m]. @param step dt [s]
__device__ __forceinline__ float4 displacement_in(float step, float4 velocity,
                                                  float4 acceleration) {
  return make_float4(step * (velocity.x + step * acceleration.x),
                     step * (velocity.y + step * acceleration.y),
                     step * (velocity.z + step * acceleration.z), 0.0f);
}

__device__ __forceinline__ void set_external_acceleration(const QuantityArguments& arguments,
                                                          std::uint32_t i, float4 value) {
  set_entry(arguments.arrays[PcisphArray::external_acceleration], i, value);
}

__device__ __forceinline__ void set_displacement(const QuantityArguments& arguments,
                                                 std::uint32_t i, float4 value) {
  set_entry(arguments.arrays[PcisphArray::predicted_way], i, value);
}

__device__ __forceinline__ void set_pressure(const QuantityArguments& arguments, std::uint32_t i,
                                             float value) {
  set_entry(arguments.fields[PcisphField::pressure], i, value);
}

__device__ __forceinline__ float pressure_of(const PassView& view, std::uint32_t i) {
  return entry_of<float>(view.fields[PcisphField::pressure], i);
}

}  // namespace sphlab
