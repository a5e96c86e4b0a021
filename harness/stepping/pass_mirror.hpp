// Arrays on a device that computes the passes alone, and their copies from and to the host.
#pragma once

#include <cstddef>
#include <cstdint>

#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/particle_buffers.hpp"
#include "kernels/abi/stage_arguments.hpp"

namespace sphlab {

/// Names under which copies are timed. They are no stages of a pack.
inline constexpr const char* upload_stage = "upload";
inline constexpr const char* download_stage = "download";

/// Number of copies in one direction, and the bytes of all.
struct Transfers {
  std::uint64_t calls = 0;
  std::uint64_t bytes = 0;
};

/// Device arrays of a force pass whose loop is in host memory. Each copy returns when its bytes are
/// there.
class PassMirror {
 public:
  /// @param memory of the device. @param sizes of the loop's buffers. Throws OutOfMemory,
  /// DeviceError.
  PassMirror(DeviceMemory memory, const BufferSizes& sizes);
  /// Bytes that the constructor allocates.
  static std::size_t bytes(DeviceMemory memory, const BufferSizes& sizes);

  /// Uploads the places of the cells on a curve, where the order has one. Once is enough.
  void upload_ranks(const ParticleBuffers& from);
  /// Uploads what a rebuild has changed: the current state with its identities, the cells' keys and
  /// their offsets.
  void upload_rebuilt(const ParticleBuffers& from);
  /// Returns whether upload_rebuilt() has uploaded the state since the last call.
  bool take_rebuilt_state();
  /// Uploads positions and velocities, with pressure term and density in them.
  void upload_state(const ParticleArrays& state);
  /// Downloads the rates, and those at which pairs approach where they limit the step.
  void download_rates(ParticleBuffers& to);

  /// Points the arguments at the arrays on this device.
  void stand_in(ForceArguments& arguments) const;

  /// Copies since the last reset().
  const Transfers& uploads() const { return uploads_; }
  const Transfers& downloads() const { return downloads_; }
  /// Sets rates and counts to zero.
  void reset();

 private:
  template <class Row>
  static void for_each_row(const Runtime& runtime, const BufferSizes& sizes, const Row& row);
  template <class T>
  std::size_t put(DeviceBuffer<T>& to, const T* from);
  template <class T>
  std::size_t get(const DeviceBuffer<T>& from, DeviceBuffer<T>& to);
  std::size_t put_state(const ParticleArrays& state);

  Runtime& runtime_;
  DeviceBuffer<float4> position_, velocity_, rate_;
  DeviceBuffer<std::uint32_t> identity_, keys_, cell_begin_, rank_of_cell_, cell_of_rank_;
  DeviceBuffer<float> approach_rate_;
  DeviceBuffer<unsigned char> scratch_;
  DevicePrimitives primitives_{};
  bool holds_rebuilt_state_ = false;
  Transfers uploads_, downloads_;
};

}  // namespace sphlab
