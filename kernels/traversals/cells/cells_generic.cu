// forces/cells-generic: one thread per target and interaction, fluid and boundary apart, 27 cells
// one by one, where they are as large as the radius; one kernel, launched for fluid on fluid,
// boundary on fluid and fluid on boundary, each of which loads its targets anew and adds to their
// results in global memory. The GPU implementation with which paper D begins (section 4, table 5):
// with `separate` 1 and a block of 256; its first optimisation is block 0, its second `separate` 0.
#include "kernels/traversals/cells/interactions.cuh"

namespace sphlab {
namespace {

struct CellsGeneric : GenericLadder<CellByCell> {
  static constexpr const char* name = "cells-generic";
  static constexpr std::uint32_t no_or_yes[] = {0, 1};
  static constexpr TuningParameter parameters[] = {occupancy_block_parameter,
                                                   {"separate", no_or_yes, 2, 0}};
  template <class Physics>
  using PreparationFor = SplitCells<CellsGeneric, Physics>;

  /// Of a physics that keeps no separate arrays there is no first rung.
  template <class Physics>
  static constexpr bool serves() {
    return has_fluid_and_boundary<Physics>() && has_separate_arrays<SeparateOf<Physics>>;
  }

  template <class Physics>
  static std::size_t source_bytes(const std::uint32_t* tuning) {
    return tuning[1] == 1 ? SeparateArrays<SeparateOf<Physics>>::bytes_each
                          : PackedArrays<Physics>::bytes_each;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    const auto split = PreparationFor<Physics>::of(a, tuning);
    return tuning[1] == 1 ? launch_all<SeparateOf<Physics>, SeparateArrays>(split, tuning[0], run)
                          : launch_all<Physics, PackedArrays>(split, tuning[0], run);
  }
};

[[maybe_unused]] const bool registered_cells_generic =
    register_traversal<CellsGeneric, PairPhysics>();

}  // namespace
}  // namespace sphlab
