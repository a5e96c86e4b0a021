#include "harness/python/neighbour_search.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "harness/error.hpp"
#include "harness/scenarios/cell_grid.hpp"
#include "harness/scenarios/list_capacity.hpp"
#include "harness/scenarios/physics.hpp"
#include "harness/stepping/array_table.hpp"
#include "harness/stepping/event_trail.hpp"
#include "harness/stepping/list_formats.hpp"
#include "harness/stepping/loop.hpp"
#include "harness/stepping/stage_selection.hpp"

namespace sphlab {
namespace {

constexpr std::uint32_t first_capacity = 64;  // neighbours, before anything is known
/// Cells per particle, beyond which larger cells cost less than empty ones.
constexpr double most_cells_per_particle = 4;
constexpr double least_cells = 1 << 16;
/// Builders in the order in which they are taken where none is named.
constexpr const char* preferred_builders[] = {"warp-per-cell-ballot", "per-particle",
                                              "omp-per-particle"};
/// Beginnings of the toolchains that are taken first where none is named: on the host that whose
/// OpenMP runtime is this library's, since the threads of two wait for each other's processors.
constexpr std::string_view preferred_toolchains[] = {"nvcc", "cpu-gcc"};

const RuntimeTable& find_runtime(const std::string& name,
                                 const std::vector<std::filesystem::path>& folders) {
  std::vector<std::string> names, problems;
  for (const auto& folder : folders) names.push_back(folder.string());
  for (const RuntimeTable* table : load_runtimes(names, &problems))
    if (table->name == name) return *table;
  std::erase_if(problems, [&](const std::string& problem) {
    return problem.find("runtime-" + name) == std::string::npos;
  });
  throw Error(ExitCode::not_available,
              fmt::format("there is no {} device to search on: {}", name,
                          problems.empty() ? fmt::format("no libsphlab-runtime-{}.so in {}", name,
                                                         fmt::join(names, ", "))
                                           : problems.front()));
}

int checked_device(const RuntimeTable& table, int device) {
  int count = 0;
  if (const int code = table.device_count(&count); code != 0)
    throw DeviceError(
        fmt::format("{} runtime: count devices: {}", table.name, table.error_text(code)));
  if (device >= 0 && device < count) return device;
  throw Error(ExitCode::not_available,
              fmt::format("the {} runtime has no device {}: it has {}, counted from 0", table.name,
                          device, count));
}

/// The pack of that toolchain, or for "" one that is made for speed.
LoadedPack find_pack(const std::string& runtime, const std::vector<std::filesystem::path>& folders,
                     const std::string& toolchain) {
  std::vector<std::string> problems, others;
  std::vector<LoadedPack> packs = load_packs(folders, &problems);
  std::stable_partition(packs.begin(), packs.end(), [](const LoadedPack& pack) {
    return std::any_of(
        std::begin(preferred_toolchains), std::end(preferred_toolchains),
        [&](auto name) { return std::string_view(pack.pack->toolchain).starts_with(name); });
  });
  for (LoadedPack& pack : packs) {
    const KernelPack& table = *pack.pack;
    const bool is_meant = toolchain.empty() ? is_for_speed(table) : toolchain == table.toolchain;
    if (table.runtime == runtime && pack.unusable.empty() && is_meant) return pack;
    others.push_back(fmt::format("{} ({})", table.toolchain,
                                 pack.unusable.empty() ? table.runtime : pack.unusable));
  }
  throw Error(
      ExitCode::not_available,
      fmt::format("there is no pack {}of the {} runtime to search with; build one, or name the "
                  "folder of one in SPHLAB_PACK_PATH. There are: {}",
                  toolchain.empty() ? "" : fmt::format("'{}' ", toolchain), runtime,
                  fmt::join(others.empty() ? problems : others, "; ")));
}

/// A pass that reads a list of the format, of any physics that fluid has and a preparation does not
/// go with; nullptr: the pack has none.
const Strategy* reader_of(const KernelPack& pack, const std::string& list_format) {
  for (const Strategy& strategy : std::span(pack.strategies, pack.strategy_count)) {
    if (std::string_view(stage_name(strategy)) != forces_pass || has_preparation(strategy) ||
        strategy.list_format != list_format)
      continue;
    const PhysicsKind* physics = find_physics(strategy.physics);
    if (physics != nullptr && (physics->targets & mask_of(ParticleType::fluid)) != 0)
      return &strategy;
  }
  return nullptr;
}

/// A variant whose rebuilds write the list: a pass that reads it, which is never run, decides that.
Variant variant_of(const KernelPack& pack, const NeighbourBuild& build) {
  Variant variant;
  if (!build.list_format.empty()) variant.list_format = build.list_format;
  if (find_list_format(variant.list_format).entry != ListEntry::index)
    throw Error(ExitCode::not_available,
                fmt::format("format: entries of '{}' are of 16 bits and name a cell; name a format "
                            "of 32-bit entries, as '{}'",
                            variant.list_format, default_list_format));
  const Strategy* reader = reader_of(pack, variant.list_format);
  if (reader == nullptr) {
    throw Error(ExitCode::not_available,
                fmt::format("format: the pack {} builds no list in the format '{}'; build one "
                            "whose matrix has it (kernels/matrix.json), or name another",
                            pack.toolchain, variant.list_format));
  }
  variant.stages[forces_pass] = {reader->name, {}};
  if (!build.builder.empty()) variant.stages["list"] = {build.builder, {}};
  for (const char* name : preferred_builders) {
    if (!variant.stages.contains("list") &&
        has_strategy(pack, {Stage::list, "", variant.list_format}, name))
      variant.stages["list"] = {name, {}};
  }
  return variant;
}

/// What Loop wants to know of particles that nothing happens to.
Scenario scenario_of_positions(const KernelPack& pack, const NeighbourBuild& build) {
  Scenario scenario;
  scenario.name = "positions";
  const Variant variant = variant_of(pack, build);
  scenario.physics = reader_of(pack, variant.list_format)->physics;
  scenario.influence_radius = 1;
  return scenario;
}

void check_query(const PositionRows& rows, const NeighbourQuery& query) {
  if (!(query.radius > 0) || !std::isfinite(query.radius))
    throw InputError(fmt::format("radius: {} is not above 0 and finite", query.radius));
  if (rows.particles > identity_id_mask + std::size_t{1})
    throw InputError(fmt::format("positions: {} particles are more than the {} that have an index",
                                 rows.particles, identity_id_mask + std::size_t{1}));
  if (rows.width < 3)
    throw InputError(fmt::format("positions: rows of {} numbers hold no x, y, z", rows.width));
  if (!query.box) return;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double low = query.box->lower[axis], high = query.box->upper[axis];
    if (!(low <= high) || !std::isfinite(high - low))
      throw InputError(
          fmt::format("box: along {} it reaches from {} to {}: give the lower corner "
                      "first, and finite ones",
                      "xyz"[axis], low, high));
  }
}

/// Cells at least as wide as the radius, and so wide that they are not far more than particles.
Grid grid_of(const SearchBox& box, double radius, std::size_t particles) {
  const double most = std::max(least_cells, most_cells_per_particle * double(particles));
  double side = radius;
  const auto cells = [&] {
    double count = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
      count *= std::ceil((box.upper[axis] - box.lower[axis]) / side + 1);
    return count;
  };
  while (cells() > most) side *= 1.25;
  return covering_grid(box.lower, box.upper, side, 1e-3 * radius, "positions");
}

}  // namespace

struct NeighbourSearch::Parts {
  Runtime runtime;
  LoadedPack pack;
  Scenario scenario;
  ListSetup setup;
  StageSelection stages;
  Loop loop;
  NeighbourBuild build;
  std::shared_ptr<ParticleBuffers> buffers;
  std::uint32_t capacity = list_slots(first_capacity, "capacity");

  Parts(const RuntimeTable& table, int device, LoadedPack loaded, const NeighbourBuild& wanted)
      : runtime(table, device),
        pack(std::move(loaded)),
        scenario(scenario_of_positions(*pack.pack, wanted)),
        stages(*pack.pack, *pack.pack, scenario, variant_of(*pack.pack, wanted), setup),
        loop(runtime, scenario, setup, stages, runtime),
        build{pack.pack->toolchain, stages.list->strategy().name, stages.variant().list_format} {}

  /// Makes room for so many particles, cells and slots.
  void allocate(std::size_t particles) {
    scenario.fluid_particles = particles;
    setup.capacity = setup.second_capacity = capacity;
    const BufferSizes sizes = loop.sizes();
    if (buffers && buffers->sizes.particles == sizes.particles &&
        buffers->sizes.slots.capacity == sizes.slots.capacity &&
        buffers->sizes.cells >= sizes.cells)
      return;
    loop.give_up_buffers();
    buffers.reset();
    const std::size_t needed = bytes_of(sizes.rows());
    const std::size_t available = runtime.properties().memory_free_bytes;
    if (needed > available)
      throw OutOfMemory(
          fmt::format("neighbours of {} particles, with {} slots for each,", particles, capacity),
          needed, available);
    buffers = std::make_shared<ParticleBuffers>(DeviceMemory(runtime), sizes, runtime);
    loop.work_in(buffers);
    buffers->copies[0].velocity.fill_bytes(0);
    const NumberParticles number{buffers->copies[0].identity.data()};
    runtime.call(&RuntimeTable::number_particles, "number particles", &number, count());
  }

  std::uint32_t count() const { return static_cast<std::uint32_t>(scenario.fluid_particles); }

  /// The positions as kernels read them: the rows, or a copy.
  const float4* positions_of(const PositionRows& rows) {
    const bool is_aligned = reinterpret_cast<std::uintptr_t>(rows.data) % alignof(float4) == 0;
    if (rows.width == 4 && is_aligned) return reinterpret_cast<const float4*>(rows.data);
    if (widened.size() != rows.particles) {
      widened = {};  // before there is memory for both
      widened = DeviceBuffer<float4>(runtime, rows.particles);
    }
    const WidenRows widen{rows.data, rows.width, widened.data()};
    runtime.call(&RuntimeTable::widen_rows, "widen rows", &widen,
                 static_cast<std::uint32_t>(rows.particles));
    return widened.data();
  }

  /// The least box around all positions, nothing where one is not finite.
  std::optional<SearchBox> box_around(const float4* positions, std::uint32_t particles) {
    DeviceBuffer<std::uint32_t> keys(runtime, particles), largest(runtime, 6);
    DeviceBuffer<unsigned char> scratch(runtime,
                                        BufferSizes::scratch_bytes(runtime, particles, 0, 0));
    for (std::uint32_t k = 0; k < 6; ++k) {
      const KeyCoordinates work{positions, k / 2, k % 2 == 0, keys.data()};
      runtime.call(&RuntimeTable::key_coordinates, "key coordinates", &work, particles);
      runtime.call(&RuntimeTable::reduce_max, "reduce", scratch.data(), scratch.size(), keys.data(),
                   largest.data() + k, particles);
    }
    const std::vector<std::uint32_t> found = largest.download();
    if (std::count(found.begin(), found.end(), 0xffffffffu) > 0) return std::nullopt;
    SearchBox box;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      box.lower[axis] = KeyCoordinates::coordinate(found[2 * axis], true);
      box.upper[axis] = KeyCoordinates::coordinate(found[2 * axis + 1], false);
    }
    return box;
  }

  /// Names the first particle that is not finite, or that lies outside.
  [[noreturn]] void refuse(const float4* positions, std::uint32_t particles,
                           const std::optional<SearchBox>& box) const {
    std::vector<float4> all(particles);
    runtime.call(&RuntimeTable::download, "download", all.data(), positions,
                 particles * sizeof(float4));
    for (std::uint32_t i = 0; i < particles; ++i) {
      const double place[] = {all[i].x, all[i].y, all[i].z};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        const double x = place[axis];
        if (!std::isfinite(x))
          throw InputError(fmt::format("positions[{}]: {} = {} is no place", i, "xyz"[axis], x));
        if (box && !(x >= box->lower[axis] && x <= box->upper[axis]))
          throw InputError(fmt::format(
              "positions[{}]: {} = {} is out of the box, which reaches from {} to {}; give a wider "
              "one, or none",
              i, "xyz"[axis], x, box -> lower[axis], box -> upper[axis]));
      }
    }
    throw DeviceError("positions: have changed while they were searched");
  }

  /// What a list has asked for, whether it fitted or not.
  struct Needed {
    std::uint32_t slots;       ///< of a particle, end markers included
    std::uint32_t neighbours;  ///< the most of a particle
  };

  /// Builds the list once.
  Needed build_list(const float4* positions, const std::optional<SearchBox>& box) {
    ParticleBuffers& b = *buffers;
    b.list_required.fill_bytes(0);
    b.current = 0;
    loop.read_positions_of(positions);
    loop.rebuild(no_marks);
    std::uint32_t live = 0;
    runtime.call(&RuntimeTable::download, "download", &live, b.cell_begin.data() + setup.grid.count,
                 sizeof live);
    if (live < count()) refuse(positions, count(), box);
    const ListFormat format = b.sizes.list.format;
    const std::uint32_t sections = list_sections(format, b.sizes.list.types);
    std::uint32_t markers = 0;
    for (std::uint32_t section = 0; section < sections; ++section)
      markers += list_part(format, section) == 0 ? 1 : 0;
    const std::uint32_t slots = b.list_required.download().front();
    return {slots, slots - markers};
  }

  ListOfIndices list() const {
    return {buffers->list_view(), buffers->sizes.list.format, buffers->sizes.list.types};
  }

  /// Takes the list to the ids of the rows.
  Neighbours by_id() {
    const std::uint32_t* identity = buffers->now().identity;
    const std::uint32_t ends = count() + 1;
    Neighbours found{{runtime, ends}, {runtime, ends}, {}};
    found.counts.fill_bytes(0);
    const CountNeighbours counting{list(), identity, found.counts.data()};
    runtime.call(&RuntimeTable::count_neighbours, "count neighbours", &counting, count());
    DeviceBuffer<unsigned char> scratch(runtime, BufferSizes::scratch_bytes(runtime, ends, 0, 0));
    runtime.call(&RuntimeTable::exclusive_scan, "sum", scratch.data(), scratch.size(),
                 found.counts.data(), found.offsets.data(), ends);
    std::uint32_t pairs = 0;
    runtime.call(&RuntimeTable::download, "download", &pairs, found.offsets.data() + count(),
                 sizeof pairs);
    found.indices = DeviceBuffer<std::uint32_t>(runtime, pairs);
    const WriteNeighbours writing{list(), identity, found.offsets.data(), found.indices.data()};
    runtime.call(&RuntimeTable::write_neighbours, "write neighbours", &writing, count());
    runtime.synchronize();
    return found;
  }

  /// Refuses more neighbours than offsets can count. @param most of a particle.
  void require_countable(std::uint32_t most, std::uint64_t most_pairs) {
    if (std::uint64_t{most} * count() <= most_pairs) return;
    DeviceBuffer<std::uint32_t> counts(runtime, count());
    const CountNeighbours counting{list(), buffers->now().identity, counts.data()};
    runtime.call(&RuntimeTable::count_neighbours, "count neighbours", &counting, count());
    std::uint64_t pairs = 0;
    for (const std::uint32_t each : counts.download()) pairs += each;
    if (pairs <= most_pairs) return;
    throw InputError(fmt::format(
        "positions: have {} neighbours together, more than offsets of 32 bits count; take a "
        "smaller radius, or fewer particles at once",
        pairs));
  }

  Neighbours find(const PositionRows& rows, const NeighbourQuery& query) {
    const auto particles = static_cast<std::uint32_t>(rows.particles);
    setup.radius = scenario.influence_radius = query.radius;
    const float4* positions = positions_of(rows);
    const auto box = query.box ? query.box : box_around(positions, particles);
    if (!box) refuse(positions, particles, std::nullopt);
    setup.grid = grid_of(*box, query.radius, particles);
    if (query.capacity) capacity = list_slots(*query.capacity, "capacity");
    allocate(particles);
    Needed needed = build_list(positions, box);
    if (query.capacity && needed.neighbours > *query.capacity)
      throw InputError(fmt::format(
          "capacity: a particle has {} neighbours, and there is room for {}; give {}, or None",
          needed.neighbours, *query.capacity, needed.neighbours));
    if (needed.slots > capacity) {
      capacity = list_slots(needed.neighbours, "radius");
      allocate(particles);
      needed = build_list(positions, box);
    }
    require_countable(needed.neighbours, query.most_pairs);
    Neighbours found = by_id();
    found.read_from = positions;
    return found;
  }

  DeviceBuffer<float4> widened;  ///< copy of rows that are not read in place
};

NeighbourSearch::NeighbourSearch(const std::string& runtime, int device,
                                 const std::vector<std::filesystem::path>& folders,
                                 const NeighbourBuild& build) {
  const RuntimeTable& table = find_runtime(runtime, folders);
  parts_ = std::make_unique<Parts>(table, checked_device(table, device),
                                   find_pack(runtime, folders, build.toolchain), build);
}

NeighbourSearch::~NeighbourSearch() = default;

Neighbours NeighbourSearch::find(const PositionRows& rows, const NeighbourQuery& query) {
  check_query(rows, query);
  if (rows.particles > 0) return parts_->find(rows, query);
  Neighbours none{{parts_->runtime, 1}, {parts_->runtime, 1}, {parts_->runtime, 0}};
  none.counts.fill_bytes(0);
  none.offsets.fill_bytes(0);
  parts_->runtime.synchronize();
  return none;
}

Runtime& NeighbourSearch::runtime() const {
  return parts_->runtime;
}

void* NeighbourSearch::stream() const {
  return parts_->runtime.stream();
}

const NeighbourBuild& NeighbourSearch::build() const {
  return parts_->build;
}

}  // namespace sphlab
