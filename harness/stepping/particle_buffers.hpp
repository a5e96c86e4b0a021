// Every array of a running variant, on the device.
#pragma once

#include <bit>
#include <cstdint>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"
#include "kernels/integrators/clock.hpp"
#include "kernels/neighbours/list_view.hpp"
#include "kernels/particles/particle_view.hpp"

namespace sphlab {

/// Sizes of the arrays of one run, in elements.
struct BufferSizes {
  std::size_t particles;
  std::size_t cells;     ///< offsets: grid.count + 2
  std::size_t list;      ///< entries, 0 without a list
  std::uint32_t stride;  ///< of the list
  std::size_t scratch;   ///< bytes

  /// @param with_list false for a traversal that reads no list.
  static BufferSizes of(const Runtime& runtime, const Scenario& scenario, bool with_list) {
    constexpr std::uint32_t padding = 64;
    const std::size_t n = scenario.particles();
    const auto stride = static_cast<std::uint32_t>((n + padding - 1) / padding * padding);
    std::size_t scratch = 0;
    runtime.check(runtime.table().scratch_bytes(static_cast<std::uint32_t>(n), &scratch),
                  "size scratch");
    return {n, std::size_t{scenario.grid.count} + 2,
            with_list ? std::size_t{stride} * scenario.list_capacity : 0, stride, scratch};
  }

  std::size_t list_bytes() const { return list * sizeof(std::uint32_t); }
  std::size_t bytes() const {
    const std::size_t a_particle = 2 * (2 * sizeof(float4) + sizeof(std::uint32_t)) +
                                   4 * sizeof(std::uint32_t) + sizeof(float4) + sizeof(float);
    return particles * a_particle + cells * sizeof(std::uint32_t) + list_bytes() + scratch +
           2 * sizeof(Clock) + sizeof(std::uint32_t);
  }
};

/// One copy of the particle state.
struct StateBuffers {
  DeviceBuffer<float4> position;
  DeviceBuffer<float4> velocity;
  DeviceBuffer<std::uint32_t> identity;

  StateBuffers(Runtime& runtime, std::size_t n)
      : position(runtime, n), velocity(runtime, n), identity(runtime, n) {}
};

/// The arrays, and which of the two copies of the state is the current one. The other copy holds
/// the state at the half step, and receives the reordered state at a rebuild.
struct ParticleBuffers {
  BufferSizes sizes;
  StateBuffers copies[2];
  DeviceBuffer<std::uint32_t> keys, keys_alt, order, order_alt, cell_begin, list_entries,
      list_required;
  DeviceBuffer<float4> rate;
  DeviceBuffer<float> potential;
  DeviceBuffer<Clock> clock;
  DeviceBuffer<Clock> idle_clock;  ///< for stages run alone, which must not move the run's clock
  DeviceBuffer<unsigned char> scratch;
  int current = 0;

  ParticleBuffers(Runtime& runtime, const BufferSizes& s)
      : sizes(s),
        copies{{runtime, s.particles}, {runtime, s.particles}},
        keys(runtime, s.particles),
        keys_alt(runtime, s.particles),
        order(runtime, s.particles),
        order_alt(runtime, s.particles),
        cell_begin(runtime, s.cells),
        list_entries(runtime, s.list),
        list_required(runtime, 1),
        rate(runtime, s.particles),
        potential(runtime, s.particles),
        clock(runtime, 1),
        idle_clock(runtime, 1),
        scratch(runtime, s.scratch) {}

  /// The current state.
  ParticleView now() const {
    return {copies[current].position.data(), copies[current].velocity.data(),
            copies[current].identity.data()};
  }
  /// The state at the half step: moved particles, but who they are stands in the current copy.
  ParticleView half_step() const {
    return {copies[1 - current].position.data(), copies[1 - current].velocity.data(),
            copies[current].identity.data()};
  }
  /// The whole other copy.
  ParticleView other() const {
    return {copies[1 - current].position.data(), copies[1 - current].velocity.data(),
            copies[1 - current].identity.data()};
  }
};

}  // namespace sphlab
