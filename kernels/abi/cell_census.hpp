// Which parts of the grid hold particles, and how many the fullest cell does.
#pragma once

#include <cstdint>

#include "kernels/abi/cell_boxes.hpp"

namespace sphlab {

/// Written by the stage "census" at every rebuild. All pointers are device pointers.
struct CellCensus {
  CellBoxes boxes;        ///< what is listed: single cells, or what a block of the traversal takes
  std::uint32_t* filled;  ///< [min(boxes, particles)] numbers of the boxes that hold particles, in
                          ///< no particular order; those of single cells are their keys
  std::uint32_t* filled_count;  ///< [1]
  std::uint32_t* largest;  ///< [1] particles in the fullest cell since the harness last reset it
  /// Particles a cell that launches make room for. The host sets it before the first launch, for
  /// it cannot look at the device's numbers in between: a kernel that relies on it must compute
  /// nothing where *largest is above it, and the harness reports that as an error.
  std::uint32_t capacity;
};

}  // namespace sphlab
