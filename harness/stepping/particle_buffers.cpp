#include "harness/stepping/particle_buffers.hpp"

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <utility>

namespace sphlab {
namespace {

/// Calls row(shape, array) for each array of a run, in the order in which they are allocated, where
/// array(buffers) points at it.
template <class Row>
void for_each_row(const BufferSizes& s, const Row& row) {
  const std::size_t n = s.particles;
  const auto add = [&](const char* name, std::size_t count, const auto& array) {
    row(ArrayShape{name, count}, array);
  };
  const auto add_zero = [&](const char* name, std::size_t count, const auto& array) {
    row(ArrayShape{name, count, ArrayPlace::loop, true}, array);
  };
  for (const std::size_t c : {0, 1}) {
    add("positions", n, [c](auto& b) { return &b.copies[c].position; });
    add("velocities", n, [c](auto& b) { return &b.copies[c].velocity; });
    add("identities", n, [c](auto& b) { return &b.copies[c].identity; });
    for (std::size_t k = 0; k < s.fields.size(); ++k)
      add("fields", n * s.fields[k], [c, k](auto& b) { return &b.copies[c].fields[k]; });
  }
  add("keys", n, [](auto& b) { return &b.keys; });
  add("keys", n, [](auto& b) { return &b.keys_alt; });
  add("order", n, [](auto& b) { return &b.order; });
  add("order", n, [](auto& b) { return &b.order_alt; });
  add("cell offsets", s.cells + s.tiles, [](auto& b) { return &b.cell_begin; });
  add("keys of cells", s.keys_of_cells(), [](auto& b) { return &b.cell_keys; });
  add_zero("list lengths", list_required_words, [](auto& b) { return &b.list_required; });
  add("ranks of cells", s.ranks, [](auto& b) { return &b.rank_of_cell; });
  add("cells by rank", s.ranks, [](auto& b) { return &b.cell_of_rank; });
  add_zero("rates", n, [](auto& b) { return &b.rate; });
  add("potentials", n, [](auto& b) { return &b.potential; });
  add_zero("approach rates", s.approach_rates, [](auto& b) { return &b.approach_rate; });
  add("clock", 1, [](auto& b) { return &b.clock; });
  add("clock", 1, [](auto& b) { return &b.idle_clock; });
  add("positions at the last rebuild", s.built, [](auto& b) { return &b.built_position; });
  add("rebuild demand", 1, [](auto& b) { return &b.demand; });
  add("rebuild demand", 1, [](auto& b) { return &b.idle_demand; });
  add("repetition", 1, [](auto& b) { return &b.repetition; });
  add("repetition", 1, [](auto& b) { return &b.idle_repetition; });
  add("scratch", s.scratch, [](auto& b) { return &b.scratch; });
  for (std::uint32_t region = 0; region < s.list.regions(); ++region)
    add("list", s.list_region, [region](auto& b) { return &b.list[region]; });
  for (std::size_t k = 0; k < s.workspaces.size(); ++k)
    row(ArrayShape{"workspaces", s.workspaces[k], ArrayPlace::passes},
        [k](auto& b) { return &b.workspaces[k]; });
  for (std::size_t k = 0; k < s.rates.size(); ++k)
    add_zero("rates of fields", n * s.rates[k], [k](auto& b) { return &b.field_rates[k]; });
  for (std::size_t k = 0; k < s.arrays.size(); ++k)
    add_zero("arrays of the formulation", n * s.arrays[k], [k](auto& b) { return &b.arrays[k]; });
}

}  // namespace

BufferSizes BufferSizes::of(const Runtime& runtime, const Scenario& scenario,
                            const ListSetup& setup, const Grid& grid, const ListShape& list,
                            bool ranked, const std::vector<FieldDescription>& described) {
  constexpr std::uint32_t padding = 64;
  const std::size_t n = scenario.particles();
  const auto stride = static_cast<std::uint32_t>((n + padding - 1) / padding * padding);
  const std::size_t offsets = std::size_t{grid.count} + 2;
  const std::size_t tiles = grid.tile > 1 ? std::size_t{tile_count(grid)} + 2 : 0;
  std::vector<std::uint32_t> components;
  for (const FieldDescription& field : described) components.push_back(field.components);
  const ListSlots slots = setup.slots(list.format, list.types);
  return {n,
          offsets,
          list,
          slots,
          std::size_t{stride} * slots.capacity * list_entry_bytes(list.format),
          stride,
          setup.on_demand() ? n : 0,
          scratch_bytes(runtime, n, offsets, tiles),
          ranked ? grid.count : 0,
          tiles,
          components,
          {},
          {},
          0,
          {}};
}

std::size_t BufferSizes::scratch_bytes(const Runtime& runtime, std::size_t particles,
                                       std::size_t cells, std::size_t tiles) {
  std::size_t bytes = 0;
  const auto items = static_cast<std::uint32_t>(std::max({particles, cells, tiles}));
  runtime.call(&RuntimeTable::scratch_bytes, "size scratch", items, &bytes);
  return bytes;
}

std::vector<ArrayRow> BufferSizes::rows() const {
  std::vector<ArrayRow> rows;
  for_each_row(*this, [&](const ArrayShape& shape, const auto& array) {
    using Array = std::remove_pointer_t<decltype(array(std::declval<ParticleBuffers&>()))>;
    rows.push_back({shape, sizeof(typename Array::Element)});
  });
  return rows;
}

bool BufferSizes::fit(const BufferSizes& others) const {
  const auto layout = [](const BufferSizes& s) {
    return std::tuple(s.cells, s.list.types, s.stride, s.slots.first_part);
  };
  const auto fits = [](const ArrayRow& mine, const ArrayRow& other) {
    const bool is_measured = mine.shape.where == ArrayPlace::passes;
    return is_measured ? mine.bytes() <= other.bytes() : mine.bytes() == other.bytes();
  };
  const std::vector<ArrayRow> mine = rows();
  const std::vector<ArrayRow> those = others.rows();
  return layout(*this) == layout(others) &&
         std::equal(mine.begin(), mine.end(), those.begin(), those.end(), fits);
}

void StateBuffers::copy_from(const StateBuffers& other) {
  for_each_of_state(*this, other, [](auto& to, const auto& from) { to.copy_from(from); });
  for (std::size_t k = 0; k < fields.size(); ++k) fields[k].copy_from(other.fields[k]);
}

ParticleBuffers::ParticleBuffers(DeviceMemory memory, const BufferSizes& s, DeviceMemory of_passes)
    : sizes(s) {
  for (StateBuffers& copy : copies) copy.fields.resize(s.fields.size());
  list.resize(s.list.regions());
  workspaces.resize(s.workspaces.size());
  field_rates.resize(s.rates.size());
  arrays.resize(s.arrays.size());
  for_each_row(s, [&](const ArrayShape& shape, const auto& array) {
    auto& mine = *array(*this);
    mine = std::decay_t<decltype(mine)>(shape.where == ArrayPlace::loop ? memory : of_passes,
                                        shape.count);
  });
}

void ParticleBuffers::clear() {
  for_each_row(sizes, [&](const ArrayShape& shape, const auto& array) {
    if (shape.begins_as_zero && shape.count > 0) array(*this)->fill_bytes(0);
  });
}

std::string ParticleBuffers::overrun() {
  std::string found;
  for_each_row(sizes, [&](const ArrayShape& shape, const auto& array) {
    auto& mine = *array(*this);
    if (mine.has_guards()) return;
    mine.set_guards();
    found = shape.name;
  });
  return found;
}

}  // namespace sphlab
