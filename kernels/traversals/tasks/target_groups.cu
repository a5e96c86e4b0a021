// The kernels of the groups of targets.
#include "kernels/traversals/tasks/target_groups.cuh"

#include "kernels/grid/bounding_box.cuh"
#include "kernels/grid/cell_order.cuh"

namespace sphlab {

namespace {

/// Where the sources of a part of a group can be, as long as nothing has moved: in nine rows of
/// cells, from the cell to the left of its first particle's to the one to the right of its last
/// one's. Where the order cuts the cells into slabs along x, not left of the first particle's slab
/// and not right of the last one's there.
class RowsAround {
 public:
  static constexpr int count = 9;

  __device__ RowsAround(const PairArguments& a, ParticleRange part)
      : first_(cell_at_sort(a, part.first)), last_(cell_at_sort(a, part.last - 1)) {
    if (a.grid.tile == 1) return;
    if (first_.x > 0) first_slab_ = slab_of(a, part.first);
    if (last_.x + 1 < static_cast<int>(cells_along(a.grid, Axis::x)))
      last_slab_ = slab_of(a, part.last - 1);
  }

  __device__ __forceinline__ ParticleRange row(const PairArguments& a, int number) const {
    const int y = first_.y + number % 3 - 1;
    const int z = first_.z + number / 3 - 1;
    if (a.grid.tile == 1) return span_range(a, first_.x - 1, last_.x + 1, y, z);
    if (y < 0 || z < 0 || y >= static_cast<int>(cells_along(a.grid, Axis::y)) ||
        z >= static_cast<int>(cells_along(a.grid, Axis::z))) {
      return {0, 0};
    }
    const int end = static_cast<int>(cells_along(a.grid, Axis::x)) - 1;
    const CellIndex low = {first_.x > 0 ? first_.x - 1 : 0, y, z};
    const CellIndex high = {last_.x < end ? last_.x + 1 : end, y, z};
    const std::uint32_t last_slab = last_.x < end ? last_slab_ : a.grid.tile - 1;
    return {slab_begin(a, cell_key(a.grid, low), first_slab_),
            slab_begin(a, cell_key(a.grid, high), last_slab + 1)};
  }

 private:
  __device__ __forceinline__ static std::uint32_t slab_begin(const PairArguments& a,
                                                             std::uint32_t cell,
                                                             std::uint32_t slab) {
    const std::uint32_t across = a.grid.tile;
    return tile_begin(a.grid, a.cell_begin)[(cell * across + slab) * across * across];
  }
  /// The slab of its cell in which particle i was at the last sort.
  __device__ __forceinline__ static std::uint32_t slab_of(const PairArguments& a, std::uint32_t i) {
    std::uint32_t slab = 0;
    while (i >= slab_begin(a, a.keys[i], slab + 1)) ++slab;
    return slab;
  }

  CellIndex first_, last_;
  std::uint32_t first_slab_ = 0;  ///< of the cell to the left
  std::uint32_t last_slab_ = 0;   ///< last slab of the cell to the right
};

/// The box around the particles of a part. Every lane of the team must call it.
__device__ __forceinline__ BoundingBox box_around(const PairArguments& a, ParticleRange part) {
  constexpr float far = 3.0e38f;
  float4 low = make_float4(far, far, far, 0.0f);
  float4 high = make_float4(-far, -far, -far, 0.0f);
  for (std::uint32_t i = part.first + gpu::team_lane(); i < part.last; i += gpu::team_width) {
    const float4 p = position(a, i);
    low = make_float4(fminf(low.x, p.x), fminf(low.y, p.y), fminf(low.z, p.z), 0.0f);
    high = make_float4(fmaxf(high.x, p.x), fmaxf(high.y, p.y), fmaxf(high.z, p.z), 0.0f);
  }
  return bounding_box<gpu::team_width>(low, high, gpu::team_mask());
}

}  // namespace

__global__ void count_groups(WithGroups<PairArguments> a) {
  const std::uint32_t row = blockIdx.x * blockDim.x + threadIdx.x;
  const std::uint32_t rows = rows_of_cells(a.grid);
  if (row > rows) return;
  std::uint32_t groups = 0;
  if (row < rows) {
    const ParticleRange particles = particles_of_row(a, row);
    groups = (particles.last - particles.first + a.group_size - 1) / a.group_size;
  }
  a.groups.begin[row] = groups;
}

__global__ void fill_groups(WithGroups<PairArguments> a) {
  const std::uint32_t i = target_of_thread(a);
  if (i >= targets(a).last) return;
  const std::uint32_t row = row_of_cell(a.grid, a.keys[i]);
  const ParticleRange particles = particles_of_row(a, row);
  const std::uint32_t number = i - particles.first;
  if (number % a.group_size != 0) return;
  const std::uint32_t last = i + a.group_size;
  a.groups.particles[a.groups.begin[row] + number / a.group_size] = {
      i, last < particles.last ? last : particles.last};
}

namespace {

/// The first particle behind `begin` in a group that lies so many cells from the one before it that
/// no cell is around both, or the end of the group. Every lane of the team must call it.
__device__ __forceinline__ std::uint32_t end_of_part(const PairArguments& a, ParticleRange group,
                                                     std::uint32_t begin) {
  for (std::uint32_t first = begin + 1; first < group.last; first += gpu::team_width) {
    const std::uint32_t i = first + gpu::team_lane();
    const bool is_far = i < group.last && a.keys[i] - a.keys[i - 1] > 2;
    const std::uint32_t far = gpu::team_ballot(is_far);
    if (far != 0) return first + gpu::first_lane(far);
  }
  return group.last;
}

/// Lists a group's own particles. Returns how many there are.
__device__ __forceinline__ std::uint32_t list_own(const WithGroups<PairArguments>& a,
                                                  std::uint32_t number, ParticleRange group) {
  const std::uint32_t count = group.last - group.first;
  std::uint32_t* sources = a.groups.sources + std::size_t{number} * a.capacity;
  for (std::uint32_t k = gpu::team_lane(); k < count && k < a.capacity; k += gpu::team_width)
    sources[k] = group.first + k;
  return count;
}

/// Lists the particles in reach of the box around a part of a group that are not its own, behind
/// the `count` that are listed already. Returns how many there are then. Every lane of the team
/// must call it.
__device__ __forceinline__ std::uint32_t list_others(const WithGroups<PairArguments>& a,
                                                     std::uint32_t number, ParticleRange group,
                                                     ParticleRange part, std::uint32_t count) {
  const BoundingBox box = box_around(a, part);
  const float reach2 = reach2_of_box(a.list_radius * a.list_radius);
  const RowsAround rows(a, part);
  std::uint32_t* sources = a.groups.sources + std::size_t{number} * a.capacity;
  for (int row = 0; row < RowsAround::count; ++row) {
    const ParticleRange run = rows.row(a, row);
    std::uint32_t j = run.first + gpu::team_lane();
    float4 ahead = j < run.last ? position(a, j) : make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    for (std::uint32_t begin = run.first; begin < run.last; begin += gpu::team_width) {
      const bool is_own = j - group.first < group.last - group.first;
      const bool near = j < run.last && !is_own && box.distance2(ahead) < reach2;
      const std::uint32_t next = j + gpu::team_width;
      if (next < run.last) ahead = position(a, next);  // read ahead of the stores below
      const std::uint32_t kept = gpu::team_ballot(near);
      const std::uint32_t place = count + gpu::population(kept & ((1u << gpu::team_lane()) - 1));
      if (near && place < a.capacity) sources[place] = j;
      count += gpu::population(kept);
      j = next;
    }
  }
  return count;
}

}  // namespace

__global__ void find_sources(WithGroups<PairArguments> a) {
  const std::uint32_t number = (blockIdx.x * blockDim.x + threadIdx.x) / gpu::team_width;
  if (number >= a.groups.begin[rows_of_cells(a.grid)]) return;
  const ParticleRange group = a.groups.particles[number];
  std::uint32_t count = list_own(a, number, group);
  for (std::uint32_t begin = group.first; begin < group.last;) {
    const std::uint32_t end = end_of_part(a, group, begin);
    count = list_others(a, number, group, {begin, end}, count);
    begin = end;
  }
  if (gpu::team_lane() != 0) return;
  a.groups.source_count[number] = count;
  atomicMax(a.groups.fullest, count);
}

namespace {

/// Groups, and what is needed to tell the candidates of those without a list of sources.
struct GroupsOnHost {
  std::vector<ParticleRange> particles;
  std::vector<std::uint32_t> sources;
  std::vector<std::uint32_t> identities, keys, cell_begin;
};

int download_groups(const WithGroups<PairArguments>& a, GroupsOnHost* out) {
  const auto download = [&](auto& values, std::size_t count, const auto* from) {
    values.resize(count);
    return a.primitives->download(values.data(), from, count * sizeof *from);
  };
  std::vector<std::uint32_t> groups;
  if (const int error = download(groups, 1, a.groups.begin + rows_of_cells(a.grid))) return error;
  if (const int error = download(out->particles, groups[0], a.groups.particles)) return error;
  if (const int error = download(out->sources, groups[0], a.groups.source_count)) return error;
  if (const int error = download(out->identities, a.particles, a.state.identity)) return error;
  if (const int error = download(out->keys, a.particles, a.keys)) return error;
  return download(out->cell_begin, std::size_t{a.grid.count} + 1, a.cell_begin);
}

}  // namespace

int count_groups_on_host(const WithGroups<PairArguments>& a, TypeMask targets,
                         GroupCounts* counts) {
  GroupsOnHost found;
  if (const int error = download_groups(a, &found)) return error;
  *counts = {};
  counts->groups = static_cast<double>(found.particles.size());
  for (std::size_t k = 0; k < found.particles.size(); ++k) {
    const bool is_listed = found.sources[k] <= a.capacity;
    if (!is_listed) ++counts->without_room;
    for (std::uint32_t i = found.particles[k].first; i < found.particles[k].last; ++i) {
      if ((mask_of(type_of(found.identities[i])) & targets) == 0) continue;
      const double sources =
          is_listed ? found.sources[k] : particles_near(a.grid, found.keys[i], found.cell_begin);
      counts->candidate_pairs += sources - 1;
    }
  }
  return 0;
}

}  // namespace sphlab
