// The kernels and counts of cells with fluid and boundary apart.
#include "kernels/traversals/cells/split_cells.cuh"

namespace sphlab {

__global__ void mark_fluid(WithSplit<PairArguments> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.particles) return;
  const bool is_live = i < live(a);
  const bool is_fluid = is_live && is_of(a, i, a.fluid);
  a.split.before[i] = is_fluid ? 1 : 0;
}

__global__ void split_particles(WithSplit<PairArguments> a) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t end = live(a);
  const std::uint32_t fluid = fluid_before(a, end);
  if (i == 0) {
    a.split.counts[0] = fluid;
    a.split.counts[1] = end - fluid;
  }
  if (i >= end) return;
  const std::uint32_t before = a.split.before[i];
  const bool is_fluid = is_of(a, i, a.fluid);
  a.split.home[is_fluid ? before : fluid + i - before] = i;
}

__global__ void fill_ranges(WithSplit<PairArguments> a) {
  const std::uint32_t first = blockIdx.x * gpu::team_width;
  const std::uint32_t cell = first + gpu::team_lane();
  const bool is_filled = cell < a.grid.count && first_of_cell(a, cell) < first_of_cell(a, cell + 1);
  std::uint32_t filled = gpu::team_ballot(is_filled);
  for (std::uint32_t turn = threadIdx.x / gpu::team_width; filled != 0; ++turn) {
    const std::uint32_t own = first + gpu::first_lane(filled);
    filled &= filled - 1;
    if (turn % teams_of_split_block != 0) continue;
    for (std::uint32_t row = gpu::team_lane(); row < StoredRanges::rows(a.grid);
         row += gpu::team_width) {
      for (std::uint32_t kind = 0; kind < kinds; ++kind) StoredRanges::fill(a, kind, own, row);
    }
  }
}

int count_kinds(const PairArguments& a, TypeMask fluid, std::uint32_t (&counts)[kinds]) {
  std::vector<std::uint32_t> identities(a.particles);
  if (const int error = a.primitives->download(identities.data(), a.state.identity,
                                               identities.size() * sizeof identities[0]))
    return error;
  counts[0] = static_cast<std::uint32_t>(std::count_if(
      identities.begin(), identities.end(),
      [&](std::uint32_t identity) { return (mask_of(type_of(identity)) & fluid) != 0; }));
  counts[1] = a.particles - counts[0];
  return 0;
}

namespace {

/// Live particles of a kind in the cells before each cell.
using Before = std::vector<double>;

Before particles_before(const Grid& grid, const std::vector<std::uint32_t>& keys,
                        const std::vector<std::uint32_t>& identities, TypeMask types) {
  Before before(std::size_t{grid.count} + 1);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const bool counts = keys[i] < grid.count && (mask_of(type_of(identities[i])) & types) != 0;
    if (counts) ++before[keys[i] + 1];
  }
  for (std::size_t c = 0; c < grid.count; ++c) before[c + 1] += before[c];
  return before;
}

}  // namespace

int count_split_candidates(const WithSplit<PairArguments>& a, const std::uint32_t (&acting)[kinds],
                           double* pairs) {
  std::vector<std::uint32_t> identities(a.particles);
  std::vector<std::uint32_t> keys(a.particles);
  const std::size_t bytes = a.particles * sizeof(std::uint32_t);
  if (const int error = a.primitives->download(identities.data(), a.state.identity, bytes))
    return error;
  if (const int error = a.primitives->download(keys.data(), a.keys, bytes)) return error;
  const Before before[kinds] = {particles_before(a.grid, keys, identities, a.fluid),
                                particles_before(a.grid, keys, identities, ~a.fluid)};
  for (std::uint32_t target = 0; target < kinds; ++target) {
    for (std::uint32_t cell = 0; cell < a.grid.count; ++cell) {
      const double targets = before[target][cell + 1] - before[target][cell];
      if (targets == 0) continue;
      for (std::uint32_t source = 0; source < kinds; ++source) {
        if ((acting[target] >> source & 1) == 0) continue;
        const double itself = source == target ? 1 : 0;
        *pairs += targets * (particles_near(a.grid, cell, before[source]) - itself);
      }
    }
  }
  return 0;
}

}  // namespace sphlab
