// forces/ranges-generic: cells-generic with packed arrays, and the ranges of the rows of cells
// around every cell made once a rebuild, nine where cells are as large as the radius (paper D,
// section 4, "simplifying the neighbor search", the third line of table 5).
#include "kernels/traversals/cells/interactions.cuh"

namespace sphlab {
namespace {

struct RangesGeneric : GenericLadder<StoredRanges> {
  static constexpr const char* name = "ranges-generic";
  static constexpr TuningParameter parameters[] = {occupancy_block_parameter};
  template <class Physics>
  using PreparationFor = SplitCells<RangesGeneric, Physics>;

  template <class Physics>
  static std::size_t source_bytes(const std::uint32_t*) {
    return PackedArrays<Physics>::bytes_each;
  }

  template <class Physics, class Run>
  static int launches(const PassArguments<Physics>& a, const std::uint32_t* tuning, Run& run) {
    return launch_all<Physics, PackedArrays>(PreparationFor<Physics>::of(a, tuning), tuning[0],
                                             run);
  }
};

[[maybe_unused]] const bool registered_ranges_generic =
    register_traversal<RangesGeneric, PairPhysics>();

}  // namespace
}  // namespace sphlab
