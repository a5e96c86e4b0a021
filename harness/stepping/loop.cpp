#include "harness/stepping/loop.hpp"

#include <fmt/format.h>

#include <cstring>
#include <limits>
#include <span>

#include "harness/stepping/sph_schedule.hpp"

namespace sphlab {

Loop::Loop(Runtime& runtime, const Scenario& scenario, const ListSetup& setup,
           const StageSelection& stages, Runtime& of_passes)
    : Cycle(runtime),
      of_passes_(of_passes),
      inputs_{scenario, setup, stages},
      preparations_(inputs_, of_passes),
      schedule_(sph_schedule(runtime, of_passes, inputs_, preparations_)) {}

/// What an order cuts the cells into must have keys of 32 bits.
void Loop::require_keys() const {
  const Grid& grid = inputs_.list_setup.grid;
  const std::uint64_t tile = inputs_.stages.tile();
  const std::uint64_t keys = grid.count * tile * tile * tile + 1;
  if (keys < std::numeric_limits<std::uint32_t>::max()) return;
  throw Refused(
      fmt::format("the order '{}' cuts each of {} cells into {} cuboids: {} keys are more than 32 "
                  "bits tell apart, and their offsets take {} bytes; choose a smaller tile, or "
                  "fewer cells",
                  inputs_.stages.hash.strategy().name, grid.count, tile * tile * tile, keys,
                  (keys + 1) * sizeof(std::uint32_t)));
}

BufferSizes Loop::sizes() const {
  require_keys();
  const StageSelection& stages = inputs_.stages;
  const bool ranked = stages.hash.strategy().rank_cells != nullptr;
  Grid grid = inputs_.list_setup.grid;
  grid.tile = stages.tile();
  BufferSizes sizes = BufferSizes::of(runtime_, inputs_.scenario, inputs_.list_setup, grid,
                                      stages.list_shape(), ranked, stages.fields());
  const std::span fields = stages.formulation_fields();
  for (std::size_t k = 0; k < fields.size(); ++k)
    sizes.rates.push_back(stages.has_rate(k) ? fields[k].components : 0);
  for (const FieldDescription& array : stages.formulation_arrays())
    sizes.arrays.push_back(array.components);
  sizes.approach_rates = stages.limits_step() ? sizes.particles : 0;
  sizes.workspaces = preparations_.workspace_bytes();
  return sizes;
}

void Loop::work_in(std::shared_ptr<ParticleBuffers> buffers, std::size_t least_bytes) {
  buffers->primitives = runtime_.primitives(buffers->scratch.data(), buffers->sizes.scratch);
  inputs_.buffers = std::move(buffers);
  fill_ranks();
  if (is_split()) inputs_.mirror = make_mirror(least_bytes);
}

std::unique_ptr<PassMirror> Loop::make_mirror(std::size_t least_bytes) const {
  auto mirror =
      std::make_unique<PassMirror>(DeviceMemory(of_passes_, least_bytes), inputs_.buffers->sizes);
  mirror->upload_ranks(*inputs_.buffers);
  return mirror;
}

/// The order of the cells is made once: it depends on the grid alone.
void Loop::fill_ranks() const {
  const auto rank_cells = inputs_.stages.hash.strategy().rank_cells;
  if (rank_cells == nullptr) return;
  const Grid& grid = inputs_.list_setup.grid;
  std::vector<std::uint32_t> rank_of_cell(grid.count);
  std::vector<std::uint32_t> cell_of_rank(grid.count);
  rank_cells(grid, rank_of_cell.data());
  for (std::uint32_t cell = 0; cell < grid.count; ++cell) cell_of_rank[rank_of_cell[cell]] = cell;
  inputs_.buffers->rank_of_cell.upload(rank_of_cell);
  inputs_.buffers->cell_of_rank.upload(cell_of_rank);
}

void Loop::evaluate(const StageMarker& mark, const PassObserver& observe) const {
  for (const ScheduleItem& item : schedule_.items()) {
    if (item.phase != Phase::step || item.line != 0) continue;
    const PassDescription* pass = find_pass(inputs_.stages.formulation(), item.name);
    if (pass != nullptr) observe(*pass, PassMoment::before);
    Schedule::run(item, mark);
    if (pass != nullptr) observe(*pass, PassMoment::after);
  }
}

void Loop::run_small_kernel() const {
  inputs_.stages.cells.launch(cells_arguments(inputs_), runtime_.stream());
}

bool Loop::measure_preparations() {
  std::vector<MeasuredCapacity>& capacities = inputs_.capacities;
  const std::vector<MeasuredCapacity> before = capacities;
  preparations_.forget();
  rebuild(no_marks);
  preparations_.measure();
  return std::memcmp(before.data(), capacities.data(), before.size() * sizeof(MeasuredCapacity)) !=
         0;
}

void Loop::cut_again() {
  const BufferSizes wanted = sizes();
  ParticleBuffers& buffers = *inputs_.buffers;
  if (wanted.tiles == buffers.sizes.tiles) return;
  runtime_.synchronize();
  buffers.cell_begin = {};
  buffers.cell_begin = DeviceBuffer<std::uint32_t>(runtime_, wanted.cells + wanted.tiles);
  buffers.scratch = {};
  buffers.scratch = DeviceBuffer<unsigned char>(runtime_, wanted.scratch);
  buffers.sizes.tiles = wanted.tiles;
  buffers.sizes.scratch = wanted.scratch;
  buffers.primitives = runtime_.primitives(buffers.scratch.data(), wanted.scratch);
  if (is_split()) inputs_.mirror = make_mirror(0);
  rebuild(no_marks);
}

}  // namespace sphlab
