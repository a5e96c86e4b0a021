// forces/ranges-merged: the ranges of ranges-generic, and a kernel for each kind of target: fluid
// is loaded and stored once for all that acts on it (paper D, section 4, "adding a more specific
// CUDA kernel of interaction"; the fourth line of table 5, and with two cells per radius the fifth,
// the paper's FastCells(r_cut/2)).
#include "kernels/traversals/cells/interactions.cuh"

namespace sphlab {
namespace {

struct RangesMerged : MergedLadder<RangesMerged, StoredRanges> {
  static constexpr const char* name = "ranges-merged";
};

[[maybe_unused]] const bool registered_ranges_merged =
    register_traversal<RangesMerged, PairPhysics>();

}  // namespace
}  // namespace sphlab
