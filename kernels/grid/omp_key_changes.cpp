// cells/omp-key-changes: the first particle of every cell, found where the sorted keys change, by
// OpenMP.
//
// lower-bound bisects the keys for each cell, most of which are empty in cells of half the radius:
// what a GPU has threads enough for takes a CPU longer than the sort.
#include <algorithm>
#include <array>

#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/registry.hpp"

namespace sphlab {
namespace {

/// Reads keys, sorted; writes cell_begin[0 .. grid.count + 1], as lower-bound.
void write_offsets(const CellsArguments& a) {
  const std::uint32_t last = a.grid.count + 1;
#pragma omp parallel for schedule(static)
  for (std::uint32_t i = 0; i <= a.particles; ++i) {
    const std::uint32_t begin = i == 0 ? 0 : a.keys[i - 1] + 1;
    const std::uint32_t end = i == a.particles ? last : a.keys[i];
    if (begin <= end) std::fill(a.cell_begin + begin, a.cell_begin + end + 1, i);
  }
}

struct OmpKeyChanges : AnyCells {
  static constexpr Stage stage = Stage::cells;
  static constexpr const char* name = "omp-key-changes";
  static constexpr bool is_default = true;
  static constexpr std::array<TuningParameter, 0> parameters{};
  static constexpr DeclaredWork work{.bytes_per_particle = 4};

  template <class Run>
  static int launches(const CellsArguments& a, const std::uint32_t*, Run& run) {
    return run.loop(work, [&] { write_offsets(a); });
  }
};

[[maybe_unused]] const bool registered_omp_key_changes = register_stage<OmpKeyChanges>();

}  // namespace
}  // namespace sphlab
