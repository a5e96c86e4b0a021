// A particle state that simulations of a device begin at again and again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"

namespace sphlab {

/// A ParticleState in memory of the device, which it owns: Simulation::restore() copies it there,
/// where uploading millions of particles before each block takes longer than many a block.
struct StateOnDevice {
  DeviceBuffer<float4> position;
  DeviceBuffer<float4> velocity;
  DeviceBuffer<std::uint32_t> identity;
  std::map<std::string, DeviceBuffer<float>> fields = {};

  /// Throws OutOfMemory, DeviceError.
  StateOnDevice(Runtime& runtime, const ParticleState& state);
  std::size_t size() const { return identity.size(); }
  /// What was uploaded. Throws DeviceError.
  ParticleState download() const;
};

}  // namespace sphlab
