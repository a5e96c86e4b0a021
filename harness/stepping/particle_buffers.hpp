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
#include "kernels/abi/field.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/abi/rebuild_demand.hpp"
#include "kernels/abi/repetition.hpp"
#include "kernels/abi/stage_arguments.hpp"

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
  ListSlots slots;          ///< of the list
  std::size_t list_region;  ///< bytes of each region of the list
  std::uint32_t stride;     ///< of the list
  std::size_t built;        ///< positions at the last rebuild, 0 where no displacement is measured
  std::size_t scratch;      ///< bytes
  std::size_t ranks;        ///< places of cells in a ranked order, 0 in the linear one
  std::size_t tiles;        ///< offsets of cuboids: tile_count + 2, 0 where no cell is cut
  std::vector<std::uint32_t> fields;  ///< components of each field of the state
  std::vector<std::uint32_t> rates;   ///< of each field of the formulation; 0 where it has no rate
  std::vector<std::uint32_t> arrays;  ///< of each array of the formulation
  std::size_t approach_rates;         ///< particles, or 0 where they limit no step
  std::vector<std::size_t> workspaces;  ///< bytes of what each pass prepares

  /// Without workspaces, and what the formulation has beside its fields. @param grid the plan's,
  /// cut as the order cuts it. @param ranked whether the cells are in a ranked order.
  static BufferSizes of(const Runtime& runtime, const Scenario& scenario, const ListPlan& plan,
                        const Grid& grid, const ListShape& list, bool ranked,
                        const std::vector<FieldDescription>& described) {
    constexpr std::uint32_t padding = 64;
    const std::size_t n = scenario.particles();
    const auto stride = static_cast<std::uint32_t>((n + padding - 1) / padding * padding);
    const std::size_t offsets = std::size_t{grid.count} + 2;
    const std::size_t tiles = grid.tile > 1 ? std::size_t{tile_count(grid)} + 2 : 0;
    std::vector<std::uint32_t> components;
    for (const FieldDescription& field : described) components.push_back(field.components);
    const ListSlots slots = plan.slots(list.format, list.types);
    return {n,
            offsets,
            list,
            slots,
            std::size_t{stride} * slots.capacity * list_entry_bytes(list.format),
            stride,
            plan.on_demand() ? n : 0,
            scratch_bytes(runtime, n, offsets, tiles),
            ranked ? grid.count : 0,
            tiles,
            components,
            {},
            {},
            0,
            {}};
  }

  /// Whether a run of these sizes can work in buffers of `others`: in all and in part as large.
  bool fit(const BufferSizes& others) const {
    const auto all = [](const BufferSizes& s) {
      return std::tuple(s.particles, s.cells, s.list.types, s.list.regions(), s.list_region,
                        s.slots.first_part, s.stride, s.built, s.scratch, s.ranks, s.tiles,
                        s.fields, s.rates, s.arrays, s.approach_rates, s.workspaces.size());
    };
    if (all(*this) != all(others)) return false;
    for (std::size_t k = 0; k < workspaces.size(); ++k) {
      if (workspaces[k] > others.workspaces[k]) return false;  // those may have been measured since
    }
    return true;
  }

  /// What a runtime's sorts and sums need: a sort may sum up the offsets of the cells, or of what
  /// they are cut into, as well as the particles. Throws DeviceError.
  static std::size_t scratch_bytes(const Runtime& runtime, std::size_t particles, std::size_t cells,
                                   std::size_t tiles) {
    std::size_t bytes = 0;
    const auto items = static_cast<std::uint32_t>(std::max({particles, cells, tiles}));
    runtime.check(runtime.table().scratch_bytes(items, &bytes), "size scratch");
    return bytes;
  }

  /// Keys of cells beside those of cuboids, by which the particles are sorted.
  std::size_t keys_of_cells() const { return tiles > 0 ? particles : 0; }
  std::size_t list_bytes() const { return list.regions() * list_region; }
  /// What the passes prepare. @param least_bytes as those of bytes()
  std::size_t workspace_bytes(std::size_t least_bytes = 0) const {
    std::size_t bytes = 0;
    for (const std::size_t workspace : workspaces) bytes += std::max(workspace, least_bytes);
    return bytes;
  }
  /// @param least_bytes of each array, those of the DeviceMemory that it comes from
  std::size_t bytes(std::size_t least_bytes = 0) const {
    const auto array = [&](std::size_t elements, std::size_t size) {
      return std::max(elements * size, least_bytes);
    };
    std::size_t copy =
        2 * array(particles, sizeof(float4)) + array(particles, sizeof(std::uint32_t));
    for (const std::uint32_t components : fields)
      copy += array(particles * components, sizeof(float));
    const std::size_t sorting = 4 * array(particles, sizeof(std::uint32_t)) +
                                array(cells + tiles, sizeof(std::uint32_t)) +
                                array(keys_of_cells(), sizeof(std::uint32_t));
    std::size_t computed = array(particles, sizeof(float4)) + array(particles, sizeof(float)) +
                           array(approach_rates, sizeof(float));
    for (const std::uint32_t components : rates)
      computed += array(particles * components, sizeof(float));
    for (const std::uint32_t components : arrays)
      computed += array(particles * components, sizeof(float));
    const std::size_t owned =
        2 * array(ranks, sizeof(std::uint32_t)) + workspace_bytes(least_bytes);
    const std::size_t lists = list.regions() * array(list_region, 1) +
                              array(list_required_words, sizeof(std::uint32_t)) +
                              array(built, sizeof(float4));
    const std::size_t clocks = 2 * (array(1, sizeof(Clock)) + array(1, sizeof(RebuildDemand)) +
                                    array(1, sizeof(Repetition)));
    return 2 * copy + sorting + computed + owned + lists + clocks + array(scratch, 1);
  }
};

/// One copy of the particle state.
struct StateBuffers {
  DeviceBuffer<float4> position;
  DeviceBuffer<float4> velocity;
  DeviceBuffer<std::uint32_t> identity;
  std::vector<DeviceBuffer<float>> fields;

  StateBuffers(DeviceMemory memory, std::size_t n, const std::vector<std::uint32_t>& components)
      : position(memory, n), velocity(memory, n), identity(memory, n) {
    for (const std::uint32_t count : components) fields.emplace_back(memory, n * count);
  }
};

/// The arrays, and which of the two copies of the state is the current one. The other copy holds
/// the state inside the step, and receives the reordered state at a rebuild.
struct ParticleBuffers {
  BufferSizes sizes;
  StateBuffers copies[2];
  DeviceBuffer<std::uint32_t> keys, keys_alt, order, order_alt;  ///< of the sort
  DeviceBuffer<std::uint32_t> cell_begin;                        ///< and behind it tile_begin()
  DeviceBuffer<std::uint32_t> cell_keys;  ///< where the keys of the sort are those of cuboids
  DeviceBuffer<std::uint32_t> list_required, rank_of_cell, cell_of_rank;
  std::vector<DeviceBuffer<std::byte>> list;  ///< its regions
  DeviceBuffer<float4> rate;
  DeviceBuffer<float> potential, approach_rate;
  DeviceBuffer<Clock> clock;
  DeviceBuffer<Clock> idle_clock;  ///< for stages run alone, which must not move the run's clock
  DeviceBuffer<float4> built_position;
  DeviceBuffer<RebuildDemand> demand, idle_demand;
  DeviceBuffer<Repetition> repetition, idle_repetition;
  std::vector<DeviceBuffer<float>> field_rates, arrays;  ///< of the formulation, in its order
  DeviceBuffer<unsigned char> scratch;
  DevicePrimitives primitives{};                    ///< on that scratch
  std::vector<DeviceBuffer<std::byte>> workspaces;  ///< of what the passes prepare, in their order
  int current = 0;

  /// @param of_passes where the workspaces lie
  ParticleBuffers(DeviceMemory memory, const BufferSizes& s, DeviceMemory of_passes)
      : sizes(s),
        copies{{memory, s.particles, s.fields}, {memory, s.particles, s.fields}},
        keys(memory, s.particles),
        keys_alt(memory, s.particles),
        order(memory, s.particles),
        order_alt(memory, s.particles),
        cell_begin(memory, s.cells + s.tiles),
        cell_keys(memory, s.keys_of_cells()),
        list_required(memory, list_required_words),
        rank_of_cell(memory, s.ranks),
        cell_of_rank(memory, s.ranks),
        rate(memory, s.particles),
        potential(memory, s.particles),
        approach_rate(memory, s.approach_rates),
        clock(memory, 1),
        idle_clock(memory, 1),
        built_position(memory, s.built),
        demand(memory, 1),
        idle_demand(memory, 1),
        repetition(memory, 1),
        idle_repetition(memory, 1),
        scratch(memory, s.scratch) {
    for (std::uint32_t region = 0; region < s.list.regions(); ++region)
      list.emplace_back(memory, s.list_region);
    for (const std::size_t bytes : s.workspaces) workspaces.emplace_back(of_passes, bytes);
    for (const std::uint32_t components : s.rates)
      field_rates.emplace_back(memory, s.particles * components);
    for (const std::uint32_t components : s.arrays)
      arrays.emplace_back(memory, s.particles * components);
  }

  /// Calls visit(name, array) for each of them.
  template <class Visit>
  void for_each_array(const Visit& visit) {
    for (StateBuffers& copy : copies) {
      visit("positions", copy.position);
      visit("velocities", copy.velocity);
      visit("identities", copy.identity);
      for (auto& field : copy.fields) visit("fields", field);
    }
    visit("rates", rate);
    visit("potentials", potential);
    visit("approach rates", approach_rate);
    for (auto& field : field_rates) visit("rates of fields", field);
    for (auto& array : arrays) visit("arrays of the formulation", array);
    for (auto* keys_of : {&keys, &keys_alt}) visit("keys", *keys_of);
    for (auto* order_of : {&order, &order_alt}) visit("order", *order_of);
    visit("cell offsets", cell_begin);
    visit("keys of cells", cell_keys);
    for (auto& region : list) visit("list", region);
    visit("list lengths", list_required);
    visit("ranks of cells", rank_of_cell);
    visit("cells by rank", cell_of_rank);
    visit("positions at the last rebuild", built_position);
    for (auto* clock_of : {&clock, &idle_clock}) visit("clock", *clock_of);
    for (auto* demand_of : {&demand, &idle_demand}) visit("rebuild demand", *demand_of);
    for (auto* of : {&repetition, &idle_repetition}) visit("repetition", *of);
    visit("scratch", scratch);
    for (auto& workspace : workspaces) visit("workspaces", workspace);
  }

  ListArrays list_arrays() const {
    ListArrays arrays{
        {}, sizes.stride, sizes.slots.capacity, list_required.data(), sizes.slots.first_part};
    point_at_parts(arrays.parts);
    return arrays;
  }

  ListView list_view() const {
    ListView view{{}, sizes.stride, sizes.slots.capacity, sizes.slots.first_part};
    point_at_parts(view.parts);
    return view;
  }

  /// The key of each particle's cell.
  const DeviceBuffer<std::uint32_t>& keys_of_cells() const {
    return sizes.tiles > 0 ? cell_keys : keys;
  }

  StateBuffers& current_copy() { return copies[current]; }
  const StateBuffers& current_copy() const { return copies[current]; }
  const StateBuffers& other_copy() const { return copies[1 - current]; }

  /// The current state.
  ParticleArrays now() const {
    return {current_copy().position.data(), current_copy().velocity.data(),
            current_copy().identity.data()};
  }
  /// The state inside the step: moved particles, whose identities are those of the current copy.
  ParticleArrays midpoint() const {
    return {other_copy().position.data(), other_copy().velocity.data(),
            current_copy().identity.data()};
  }

 private:
  /// At those that the list has; none where there is no list.
  template <class Pointer>
  void point_at_parts(Pointer (&parts)[most_list_parts]) const {
    if (list.empty()) return;
    for (std::uint32_t part = 0; part < list_parts(sizes.list.format, sizes.list.types); ++part)
      parts[part] = part_of_list(part);
  }

  /// Where a part's first slot of particle 0 lies.
  std::byte* part_of_list(std::uint32_t part) const {
    const ListFormat format = sizes.list.format;
    const std::uint32_t slot = list_part_begin(format, part, sizes.slots);
    return list[list_region(format, part)].data() +
           list_offset(format, sizes.stride, sizes.slots.capacity, 0, slot) *
               list_entry_bytes(format);
  }
};

}  // namespace sphlab
