// Every array of a running variant, on the device.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/list_plan.hpp"
#include "kernels/abi/clock.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/abi/rebuild_demand.hpp"

namespace sphlab {

/// The shape of a run's list. No regions: there is none.
struct ListShape {
  ListFormat format{};
  TypeMask types = 0;
  std::uint32_t regions() const { return types == 0 ? 0 : list_regions(format, types); }
};

/// Sizes of the arrays of one run, in elements.
struct BufferSizes {
  std::size_t particles;
  std::size_t cells;  ///< offsets: grid.count + 2
  ListShape list;
  std::size_t list_region;  ///< bytes of each region of the list
  std::uint32_t stride;     ///< of the list
  std::size_t built;        ///< positions at the last rebuild, 0 where no displacement is measured
  std::size_t scratch;      ///< bytes
  std::size_t filled;       ///< filled boxes of cells, at most; 0 without a census

  /// @param with_census false for a traversal that does not read one.
  static BufferSizes of(const Runtime& runtime, const Scenario& scenario, const ListPlan& plan,
                        const ListShape& list, bool with_census) {
    constexpr std::uint32_t padding = 64;
    const std::size_t n = scenario.particles();
    const auto stride = static_cast<std::uint32_t>((n + padding - 1) / padding * padding);
    std::size_t scratch = 0;
    const std::size_t offsets = std::size_t{plan.grid.count} + 2;
    // a sort may sum up the cells as well as the particles
    const auto items = static_cast<std::uint32_t>(std::max(n, offsets));
    runtime.check(runtime.table().scratch_bytes(items, &scratch), "size scratch");
    return {n,       offsets,
            list,    std::size_t{stride} * plan.capacity * list.format.entry_bytes,
            stride,  plan.on_demand() ? n : 0,
            scratch, with_census ? std::min<std::size_t>(n, plan.grid.count) : 0};
  }

  /// Whether a run of these sizes can work in buffers of `others`: in all and in part as large.
  bool fit(const BufferSizes& others) const {
    const auto all = [](const BufferSizes& s) {
      return std::tuple(s.particles, s.cells, s.list.types, s.list.regions(), s.list_region,
                        s.stride, s.built, s.scratch, s.filled);
    };
    return all(*this) == all(others);
  }

  std::size_t list_bytes() const { return list.regions() * list_region; }
  /// @param least_bytes of each array, those of the DeviceMemory that it comes from
  std::size_t bytes(std::size_t least_bytes = 0) const {
    const auto array = [&](std::size_t elements, std::size_t size) {
      return std::max(elements * size, least_bytes);
    };
    const std::size_t copy =
        2 * array(particles, sizeof(float4)) + array(particles, sizeof(std::uint32_t));
    const std::size_t sorting =
        4 * array(particles, sizeof(std::uint32_t)) + array(cells, sizeof(std::uint32_t));
    const std::size_t rates = array(particles, sizeof(float4)) + array(particles, sizeof(float));
    const std::size_t census =
        array(filled, sizeof(std::uint32_t)) + 2 * array(1, sizeof(std::uint32_t));
    const std::size_t lists = list.regions() * array(list_region, 1) +
                              array(1, sizeof(std::uint32_t)) + array(built, sizeof(float4));
    const std::size_t clocks = 2 * (array(1, sizeof(Clock)) + array(1, sizeof(RebuildDemand)));
    return 2 * copy + sorting + rates + census + lists + clocks + array(scratch, 1);
  }
};

/// One copy of the particle state.
struct StateBuffers {
  DeviceBuffer<float4> position;
  DeviceBuffer<float4> velocity;
  DeviceBuffer<std::uint32_t> identity;

  StateBuffers(DeviceMemory memory, std::size_t n)
      : position(memory, n), velocity(memory, n), identity(memory, n) {}
};

/// The arrays, and which of the two copies of the state is the current one. The other copy holds
/// the state at the half step, and receives the reordered state at a rebuild.
struct ParticleBuffers {
  BufferSizes sizes;
  StateBuffers copies[2];
  DeviceBuffer<std::uint32_t> keys, keys_alt, order, order_alt, cell_begin, list_required,
      filled_boxes, filled_count, largest_cell;
  std::vector<DeviceBuffer<std::byte>> list;  ///< its regions
  DeviceBuffer<float4> rate;
  DeviceBuffer<float> potential;
  DeviceBuffer<Clock> clock;
  DeviceBuffer<Clock> idle_clock;  ///< for stages run alone, which must not move the run's clock
  DeviceBuffer<float4> built_position;
  DeviceBuffer<RebuildDemand> demand, idle_demand;
  DeviceBuffer<unsigned char> scratch;
  int current = 0;

  ParticleBuffers(DeviceMemory memory, const BufferSizes& s)
      : sizes(s),
        copies{{memory, s.particles}, {memory, s.particles}},
        keys(memory, s.particles),
        keys_alt(memory, s.particles),
        order(memory, s.particles),
        order_alt(memory, s.particles),
        cell_begin(memory, s.cells),
        list_required(memory, 1),
        filled_boxes(memory, s.filled),
        filled_count(memory, 1),
        largest_cell(memory, 1),
        rate(memory, s.particles),
        potential(memory, s.particles),
        clock(memory, 1),
        idle_clock(memory, 1),
        built_position(memory, s.built),
        demand(memory, 1),
        idle_demand(memory, 1),
        scratch(memory, s.scratch) {
    for (std::uint32_t region = 0; region < s.list.regions(); ++region)
      list.emplace_back(memory, s.list_region);
  }

  ListView list_view(std::uint32_t capacity) const {
    ListView view{{}, sizes.stride, capacity, list_required.data()};
    for (std::size_t region = 0; region < list.size(); ++region)
      view.regions[region] = list[region].data();
    return view;
  }

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
