// The arrays of a running variant on the device, as one table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "harness/runtimes/runtime.hpp"
#include "harness/scenarios/scenario.hpp"
#include "harness/stepping/array_table.hpp"
#include "harness/stepping/list_setup.hpp"
#include "kernels/abi/clock.hpp"
#include "kernels/abi/field.hpp"
#include "kernels/abi/list_view.hpp"
#include "kernels/abi/particle_view.hpp"
#include "kernels/abi/rebuild_demand.hpp"
#include "kernels/abi/repetition.hpp"
#include "kernels/abi/stage_arguments.hpp"

namespace sphlab {

/// Format and types of a run's list; no types: there is no list.
struct ListShape {
  ListFormat format{};
  TypeMask types = 0;
  std::uint32_t regions() const { return types == 0 ? 0 : list_regions(format, types); }
};

/// Numbers that decide the sizes of a run's arrays, in elements.
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

  /// Sizes without workspaces, rates and arrays of the formulation. @param grid the list's,
  /// cut as the order cuts it. @param ranked whether the cells are in a ranked order.
  static BufferSizes of(const Runtime& runtime, const Scenario& scenario, const ListSetup& setup,
                        const Grid& grid, const ListShape& list, bool ranked,
                        const std::vector<FieldDescription>& described);

  /// Bytes that the runtime's sorts and sums need, over particles, offsets of cells and offsets of
  /// cuboids. Throws DeviceError.
  static std::size_t scratch_bytes(const Runtime& runtime, std::size_t particles, std::size_t cells,
                                   std::size_t tiles);

  /// The table: each array.
  std::vector<ArrayRow> rows() const;
  /// Whether a run of these sizes can work in buffers of `others`: arrays as large as its own, and
  /// workspaces at least as large, since those may have grown to a measured capacity.
  bool fit(const BufferSizes& others) const;

  /// Keys of cells beside those of the cuboids by which particles are sorted.
  std::size_t keys_of_cells() const { return tiles > 0 ? particles : 0; }
  std::size_t list_bytes() const { return list.regions() * list_region; }
};

/// One copy of the particle state.
struct StateBuffers {
  DeviceBuffer<float4> position;
  DeviceBuffer<float4> velocity;
  DeviceBuffer<std::uint32_t> identity;
  std::vector<DeviceBuffer<float>> fields;

  /// Enqueues a copy of each array of `other`, which is as large.
  void copy_from(const StateBuffers& other);
};

/// Calls use(array of a, array of b) for each array of a state that is no field, in whatever memory
/// either of the two is.
template <class StateA, class StateB, class Use>
void for_each_of_state(StateA& a, StateB& b, const Use& use) {
  use(a.position, b.position);
  use(a.velocity, b.velocity);
  use(a.identity, b.identity);
}

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

  /// @param of_passes memory for the workspaces
  ParticleBuffers(DeviceMemory memory, const BufferSizes& s, DeviceMemory of_passes);

  /// Fills with zeros the arrays that begin so at each restore.
  void clear();
  /// Names an array before or behind which something was written since its guards were set, and
  /// sets them anew; "" where there is none. Waits.
  std::string overrun();

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
  /// Points `parts` at the parts of the list, where there is one.
  template <class Pointer>
  void point_at_parts(Pointer (&parts)[most_list_parts]) const {
    if (list.empty()) return;
    for (std::uint32_t part = 0; part < list_parts(sizes.list.format, sizes.list.types); ++part)
      parts[part] = part_of_list(part);
  }

  /// Address of the first slot of particle 0 in a part.
  std::byte* part_of_list(std::uint32_t part) const {
    const ListFormat format = sizes.list.format;
    const std::uint32_t slot = list_part_begin(format, part, sizes.slots);
    return list[list_region(format, part)].data() +
           list_offset(format, sizes.stride, sizes.slots.capacity, 0, slot) *
               list_entry_bytes(format);
  }
};

}  // namespace sphlab
