// Wrong builders of lists, and wrong readers: a thread a particle, which does otherwise than it
// should what its row of a table says. `right-list` and `right-reader` are what they differ from.
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "kernels/neighbours/cell_rows.cuh"
#include "kernels/neighbours/chain_iterator.cuh"
#include "kernels/neighbours/list_stage.hpp"
#include "kernels/traversals/lists/list_traversal.cuh"

namespace sphlab::mutants {
namespace {

constexpr const char* format_name = default_list_format;
constexpr ListFormat format_of_all = [] {
  for (const NamedListFormat& named : list_formats) {
    if (named.name == std::string_view(format_name)) return named.format;
  }
  throw "the default format of the list is not in the table";
}();
template <TypeMask types>
using ListIn = InFormat<format_of_all, types>;

/// A neighbour that a builder has found.
struct Found {
  const ListArguments& a;
  std::uint32_t i, j;
  ParticleRange run;  ///< of cells in a row, that holds it
  float r2;           ///< [m^2]
};

/// What a builder has kept of its lists, by where they lie.
using Kept = std::map<const void*, std::vector<std::uint32_t>>;

struct Builder {
  const char* name;
  /// How often a neighbour is appended.
  int (*times)(const Found&) = nullptr;
  /// Changes the list that was built.
  void (*list)(std::vector<std::uint32_t>& entries, std::vector<std::uint32_t>& kept) = nullptr;
};

constexpr Builder builders[] = {
    {.name = "right-list"},
    {.name = "drops-last-of-a-run",
     .times = [](const Found& f) { return f.j + 1 == f.run.last ? 0 : 1; }},
    {.name = "doubles-an-entry",
     .times = [](const Found& f) { return f.i % 64 == 7 && f.j == f.run.first ? 2 : 1; }},
    {.name = "list-radius-0.97",
     .times =
         [](const Found& f) {
           return f.r2 < 0.97f * 0.97f * f.a.list_radius * f.a.list_radius ? 1 : 0;
         }},
    {.name = "first-list-for-ever",
     .list =
         [](auto& entries, auto& kept) {
           if (kept.size() != entries.size()) kept = entries;
           entries = kept;
         }},
    {.name = "list-of-the-rebuild-before",
     .list =
         [](auto& entries, auto& kept) {
           if (kept.size() != entries.size()) kept = entries;
           std::swap(entries, kept);
         }},
};

/// Reads state.position, state.identity and cell_begin; writes list, as the row says.
template <class Format>
__global__ void build_mutated(ListArguments a, const Builder* row) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  ListWriter<Format> writer(a.list, i);
  if ((mask_of(type_of(a.state.identity[i])) & a.targets) != 0) {
    const float4 target = a.state.position[i];
    for_each_run<Format>(a, target, [&](const auto& origin, ParticleRange run) {
      for (std::uint32_t j = run.first; j < run.last; ++j) {
        if (!is_in_reach(a, i, target, j)) continue;
        const float4 source = a.state.position[j];
        const Pair<float> pair =
            make_pair_distance(target.x, target.y, target.z, source.x, source.y, source.z, true);
        const int times = row->times ? row->times({a, i, j, run, pair.r2}) : 1;
        for (int time = 0; time < times; ++time)
          writer.append(type_of(a.state.identity[j]), j, origin);
      }
    });
  }
  writer.finish();
}

/// Lets the row change the list: all parts of one format lie in one region.
void change(const Builder& row, const ListArrays& list, Kept& kept) {
  auto* const first = static_cast<std::uint32_t*>(list.parts[0]);
  std::vector<std::uint32_t> entries(first, first + std::size_t{list.stride} * list.capacity);
  row.list(entries, kept[first]);
  std::copy(entries.begin(), entries.end(), first);
}

template <class Format>
int build(const Builder& row, const ListArguments& a, std::uint32_t block, Kept& kept) {
  const Launch launch = per_item(a.particles, block);
  const int error = gpu::launch(launch.cooperation, build_mutated<Format>, launch.grid,
                                launch.block, 0, nullptr, a, &row);
  if (row.list) change(row, a.list, kept);
  return error;
}

template <std::size_t index>
struct MutatedBuilder : ListStage {
  static constexpr const char* name = builders[index].name;
  static constexpr bool is_default = index == 0;

  template <class Format, class Run>
  static int launches(const ListArguments& a, const std::uint32_t* tuning, Run& run) {
    static Kept kept;
    int error = 0;
    const int launched =
        run.loop({}, [&] { error = build<Format>(builders[index], a, tuning[0], kept); });
    return error != 0 ? error : launched;
  }
};

struct Reader {
  const char* name;
  bool drops_last;  ///< of each section of a list
  bool drops_eighth;
};

constexpr Reader readers[] = {{"right-reader", false, false},
                              {"reader-drops-the-last", true, false},
                              {"reader-drops-the-eighth", false, true}};

/// The neighbours of a section, in their order.
template <class Format, class Group>
std::vector<std::uint32_t> neighbours_of(const PairArguments& a, std::uint32_t i) {
  ChainIterators::Of<Format, SectionsOf<Format, Group>> iterator(a, i);
  std::vector<std::uint32_t> all;
  std::uint32_t some[list_batch];
  while (const int count = iterator.next(some)) all.insert(all.end(), some, some + count);
  return all;
}

template <class Physics, class Format, class Group>
void add_section(const PairArguments& a, const typename Physics::Coefficients& coefficients,
                 const Reader& row, std::uint32_t i,
                 const typename Physics::template Particle<float>& target,
                 typename Physics::template Sum<float>& sum) {
  const std::vector<std::uint32_t> all = neighbours_of<Format, Group>(a, i);
  for (std::size_t k = 0; k < all.size(); ++k) {
    if ((row.drops_last && k + 1 == all.size()) || (row.drops_eighth && k == 7)) continue;
    const auto source = Physics::load(a.state, all[k], a.state.position[all[k]]);
    add_one_sided<Physics, Group>(
        coefficients, target, source,
        make_pair_distance(target.x, target.y, target.z, source.x, source.y, source.z, true), sum);
  }
}

template <class Physics, class Format, class... Groups>
void add_sections(TypeList<Groups...>, const PairArguments& a,
                  const typename Physics::Coefficients& coefficients, const Reader& row,
                  std::uint32_t i, const typename Physics::template Particle<float>& target,
                  typename Physics::template Sum<float>& sum) {
  (add_section<Physics, Format, Groups>(a, coefficients, row, i, target, sum), ...);
}

/// Reads state and list; writes what the physics stores, as the row says.
template <class Format, class Physics>
__global__ void read_mutated(PassArguments<Physics> a, typename Physics::Coefficients coefficients,
                             const Reader* row) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= a.cell_begin[a.grid.count]) return;
  if ((mask_of(type_of(a.state.identity[i])) & Physics::targets) == 0) {
    Physics::store_nothing(a, i);
    return;
  }
  typename Physics::template Sum<float> sum;
  add_sections<Physics, Format>(typename Physics::Groups{}, a, coefficients, *row, i,
                                Physics::load(a.state, i, a.state.position[i]), sum);
  Physics::store(coefficients, a, i, sum);
}

template <std::size_t index>
struct MutatedReader {
  static constexpr const char* name = readers[index].name;

  template <class Format, class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return reading_list<Physics>(a, [&](auto physics, const auto& coefficients) {
      return run.kernel(read_mutated<Format, decltype(physics)>, per_item(a.particles, tuning[0]),
                        a, coefficients, &readers[index]);
    });
  }
};

/// A reader of the lists of one physics, as strategy_of() takes it.
template <std::size_t index, class Physics>
struct Reading : MutatedReader<index>, AnyCells {
  using Format = ListIn<list_types<Physics>>;
  static constexpr Stage stage = Stage::pass;
  static constexpr const char* pass = pass_description<Physics>.name;
  using Arguments = PassArguments<Physics>;
  static constexpr ConstantsKind constants = Physics::Constants::kind;

  template <class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return MutatedReader<index>::template launches<Format, Physics>(a, tuning, run);
  }
};

template <std::size_t index, class... Physics>
bool register_readers(TypeList<Physics...>) {
  return (register_strategy(sphlab::detail::strategy_of<Reading<index, Physics>>(
              {.physics = Physics::name,
               .list_format = format_name,
               .types = Reading<index, Physics>::Format::types})) &&
          ...);
}

template <std::size_t... indices>
bool register_all_readers(std::index_sequence<indices...>) {
  return (register_readers<indices>(PairPhysics{}) && ...);
}

template <std::size_t... indices>
bool register_all_builders(std::index_sequence<indices...>) {
  return (
      (register_list_stage_for<MutatedBuilder<indices>, ListIn<list_type_sets[0]>>(format_name) &&
       register_list_stage_for<MutatedBuilder<indices>, ListIn<list_type_sets[1]>>(format_name) &&
       register_list_stage_for<MutatedBuilder<indices>, ListIn<list_type_sets[2]>>(format_name)) &&
      ...);
}

[[maybe_unused]] const bool registered_lists =
    register_all_readers(std::make_index_sequence<std::size(readers)>{}) &&
    register_all_builders(std::make_index_sequence<std::size(builders)>{});

}  // namespace
}  // namespace sphlab::mutants
