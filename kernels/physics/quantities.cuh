// Fields and arrays of a formulation, as its pair physics read and write them.
#pragma once

#include <cstdint>

#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// The bits of some fields or arrays of a formulation, by their numbers: what a pass declares to
/// write.
template <class... Numbers>
constexpr std::uint32_t bits_of(Numbers... numbers) {
  return (0u | ... | (1u << static_cast<std::uint32_t>(numbers)));
}

/// The entry of particle i. @tparam Value float, float2 or float4, by the components.
template <class Value>
__device__ __forceinline__ Value entry_of(const float* values, std::uint32_t i) {
  return reinterpret_cast<const Value*>(values)[i];
}

/// Writes it.
template <class Value>
__device__ __forceinline__ void set_entry(float* values, std::uint32_t i, Value value) {
  reinterpret_cast<Value*>(values)[i] = value;
}

}  // namespace sphlab
