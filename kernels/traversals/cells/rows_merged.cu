// forces/rows-merged: ranges-merged without stored ranges. Each is found where it is used, from the
// prefix sums of its row's ends: whether it pays to store ranges is told by the two (the paper's
// own code looks through the cells of a row for it). Without kinds, and for any physics, see rows.
#include "kernels/traversals/cells/interactions.cuh"

namespace sphlab {
namespace {

struct RowsMerged : MergedLadder<RowsMerged, RowByRow> {
  static constexpr const char* name = "rows-merged";
};

[[maybe_unused]] const bool registered_rows_merged = register_traversal<RowsMerged, PairPhysics>();

}  // namespace
}  // namespace sphlab
