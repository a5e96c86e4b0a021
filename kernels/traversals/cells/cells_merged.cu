// forces/cells-merged: a kernel for each kind of target as ranges-merged has it, and cells one by
// one in place of stored ranges: what paper D falls back on where those do not fit into memory, its
// SlowCells(r_cut/2) with two cells per radius, and SlowCells(r_cut) with one (section 5, figure
// 10).
#include "kernels/traversals/cells/interactions.cuh"

namespace sphlab {
namespace {

struct CellsMerged : MergedLadder<CellsMerged, CellByCell> {
  static constexpr const char* name = "cells-merged";
};

[[maybe_unused]] const bool registered_cells_merged =
    register_traversal<CellsMerged, PairPhysics>();

}  // namespace
}  // namespace sphlab
