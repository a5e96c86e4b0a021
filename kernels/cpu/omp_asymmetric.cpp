// forces/omp-asymmetric: the CPU traversal (catalogue C1; paper D, section 3): OpenMP over cells,
// SIMD over the sources of a target, every pair computed from both sides.
//
// The sources of a cell's 27 neighbours are copied once, field by field, into a buffer that stays
// in the first-level cache, and serve all targets of the cell.
#include <vector>

#include "kernels/cpu/lanes.hpp"
#include "kernels/grid/linear_order.cuh"
#include "kernels/pack/registry.hpp"
#include "kernels/physics/pair_physics.cuh"

namespace sphlab {
namespace {

/// The sources around one cell, structure of arrays, padded to whole lane groups.
template <class Physics>
class StagedSources {
 public:
  using Particle = typename Physics::template Particle<float>;
  using ParticleLanes = typename Physics::template Particle<Lanes>;
  static constexpr std::size_t fields = field_count<Particle>;
  static_assert(sizeof(ParticleLanes) == fields * sizeof(Lanes),
                "a Particle holds nothing but numbers");

  void clear() { count_ = 0; }

  void append(std::uint32_t index, const Particle& particle) {
    if (count_ == capacity_) grow();
    const std::array<float, fields> values = fields_of(particle);
    for (std::size_t f = 0; f < fields; ++f) values_[f][count_] = values[f];
    indices_[count_++] = index;
  }

  /// Fills the last lane group with particles out of everyone's reach.
  void pad() {
    Particle far{};
    far.x = 1.0e18f;
    while (count_ % lane_count != 0) append(no_particle, far);
  }

  std::size_t size() const { return count_; }

  /// Finds the sources within the radius of a target, itself excepted, and returns how many.
  int select(const ParticleLanes& target, std::uint32_t i, Lanes radius2) {
    int count = 0;
    LanesIndex numbers = lane_numbers();
    for (std::size_t first = 0; first < count_; first += lane_count) {
      const Pair<Lanes> pair = make_pair_distance(
          target.x, target.y, target.z, Lanes::load(&values_[0][first]),
          Lanes::load(&values_[1][first]), Lanes::load(&values_[2][first]), LanesMask{});
      LanesIndex index;
      std::memcpy(&index, &indices_[first], sizeof index);
      const LanesMask accepted = (pair.r2 < radius2) & (index != static_cast<std::int32_t>(i));
      count += store_set_lanes(accepted, numbers, &selected_[static_cast<std::size_t>(count)]);
      numbers += lane_count;
    }
    return count;
  }

  /// The selected sources [first, first + lane_count); lanes beyond the last repeat some source.
  ParticleLanes selected(int first) const {
    LanesIndex at;
    std::memcpy(&at, &selected_[static_cast<std::size_t>(first)], sizeof at);
    std::array<Lanes, fields> values;
    for (std::size_t f = 0; f < fields; ++f) values[f] = gather(values_[f].data(), at);
    return std::bit_cast<ParticleLanes>(values);
  }

 private:
  static constexpr std::uint32_t no_particle = 0xffffffffu;

  void grow() {
    capacity_ = capacity_ == 0 ? 1024 : 2 * capacity_;
    for (std::vector<float>& field : values_) field.resize(capacity_);
    indices_.resize(capacity_);
    selected_.resize(capacity_ + lane_count);
  }

  std::size_t count_ = 0;
  std::size_t capacity_ = 0;
  std::array<std::vector<float>, fields> values_;
  std::vector<std::uint32_t> indices_;
  std::vector<std::int32_t>
      selected_;  ///< into the staged sources, stale but legal beyond the last
};

template <class Physics>
typename Physics::template Particle<Lanes> broadcast(
    const typename Physics::template Particle<float>& particle) {
  constexpr std::size_t fields = field_count<typename Physics::template Particle<float>>;
  const std::array<float, fields> values = fields_of(particle);
  std::array<Lanes, fields> lanes;
  for (std::size_t f = 0; f < fields; ++f) lanes[f] = Lanes(values[f]);
  return std::bit_cast<typename Physics::template Particle<Lanes>>(lanes);
}

template <class Physics>
typename Physics::template Sum<float> reduce(const typename Physics::template Sum<Lanes>& sum) {
  constexpr std::size_t fields = field_count<typename Physics::template Sum<float>>;
  const auto lanes = std::bit_cast<std::array<Lanes, fields>>(sum);
  std::array<float, fields> values;
  for (std::size_t f = 0; f < fields; ++f) values[f] = sum_of_lanes(lanes[f]);
  return std::bit_cast<typename Physics::template Sum<float>>(values);
}

/// What a thread needs for one cell; it lives from cell to cell to keep its memory.
template <class Physics>
struct Workspace {
  StagedSources<Physics> sources;
  std::vector<typename Physics::template Sum<Lanes>> sums;
};

template <class Physics, class Group>
void stage_sources(const StageArguments& a, CellIndex cell, StagedSources<Physics>& sources) {
  sources.clear();
  for (int row = 0; row < 9; ++row) {
    const ParticleRange range =
        row_range(a.grid, a.cell_begin, cell.x, cell.y + row % 3 - 1, cell.z + row / 3 - 1);
    for (std::uint32_t j = range.first; j < range.last; ++j) {
      if (mask_of(type_of(a.state.identity[j])) & Group::mask) {
        sources.append(j, Physics::load(a.state, j, a.state.position[j]));
      }
    }
  }
  sources.pad();
}

bool is_target(const StageArguments& a, std::uint32_t i, TypeMask targets) {
  return (mask_of(type_of(a.state.identity[i])) & targets) != 0;
}

template <class Physics, class Group>
void add_group(const StageArguments& a, const typename Physics::Coefficients& coefficients,
               CellIndex cell, ParticleRange targets, Workspace<Physics>& workspace) {
  stage_sources<Physics, Group>(a, cell, workspace.sources);
  const Lanes radius2(a.influence_radius * a.influence_radius);
  for (std::uint32_t i = targets.first; i < targets.last; ++i) {
    if (!is_target(a, i, Physics::targets)) continue;
    const auto target = broadcast<Physics>(Physics::load(a.state, i, a.state.position[i]));
    typename Physics::template Sum<Lanes> sum = workspace.sums[i - targets.first];
    const int count = workspace.sources.select(target, i, radius2);
    for (int first = 0; first < count; first += lane_count) {
      const auto source = workspace.sources.selected(first);
      const Pair<Lanes> pair =
          make_pair_distance(target.x, target.y, target.z, source.x, source.y, source.z,
                             lane_numbers() < LanesIndex{} + (count - first));
      Physics::template add<Group>(coefficients, target, source, pair, sum);
    }
    workspace.sums[i - targets.first] = sum;
  }
}

template <class Physics, class... Groups>
void add_groups(TypeList<Groups...>, const StageArguments& a,
                const typename Physics::Coefficients& coefficients, CellIndex cell,
                ParticleRange targets, Workspace<Physics>& workspace) {
  (add_group<Physics, Groups>(a, coefficients, cell, targets, workspace), ...);
}

template <class Physics>
void compute_cell(const StageArguments& a, const typename Physics::Coefficients& coefficients,
                  std::uint32_t key, Workspace<Physics>& workspace) {
  const ParticleRange targets{a.cell_begin[key], a.cell_begin[key + 1]};
  if (targets.first == targets.last) return;
  const CellIndex cell = cell_index(a.grid, key);
  workspace.sums.assign(targets.last - targets.first, {});
  add_groups<Physics>(typename Physics::Groups{}, a, coefficients, cell, targets, workspace);
  for (std::uint32_t i = targets.first; i < targets.last; ++i) {
    if (is_target(a, i, Physics::targets)) {
      Physics::store(coefficients, a, i, reduce<Physics>(workspace.sums[i - targets.first]));
    } else {
      Physics::store_nothing(a, i);
    }
  }
}

struct OmpAsymmetric {
  static constexpr const char* name = "omp-asymmetric";
  static constexpr std::uint32_t chunks[] = {1, 16, 256};
  static constexpr TuningParameter parameters[] = {{"cells-per-chunk", chunks, 3, 16}};
  static constexpr std::uint32_t parameter_count = 1;

  template <class Physics>
  static DeclaredWork work() {
    return {Physics::flops_per_pair, 8, Physics::bytes_per_source, 12, Physics::bytes_per_target};
  }

  template <class Physics>
  static int launch(const StageArguments* a, const std::uint32_t* tuning, void*) {
    const auto coefficients =
        Physics::prepare(*static_cast<const typename Physics::Constants*>(a->constants));
    const int chunk = static_cast<int>(tuning[0]);
#pragma omp parallel
    {
      Workspace<Physics> workspace;
#pragma omp for schedule(dynamic, chunk)
      for (std::uint32_t key = 0; key < a->grid.count; ++key)
        compute_cell<Physics>(*a, coefficients, key, workspace);
    }
    return 0;
  }

  template <class Physics>
  static int attributes(const StageArguments*, const std::uint32_t*, KernelAttributes* out) {
    return gpu::attributes(&launch<Physics>, 0, 0, out);
  }
};

[[maybe_unused]] const bool registered = register_traversal<OmpAsymmetric, PairPhysics>();

}  // namespace
}  // namespace sphlab
