// Which parts of the grid hold particles, and how many the fullest cell does.
#pragma once

#include <cstdint>

#include "kernels/grid/cell_boxes.hpp"

namespace sphlab {

/// The census of a traversal, in the workspace of its preparation. All pointers are device
/// pointers.
struct CellCensus {
  CellBoxes boxes;        ///< what is listed: single cells, or what a block of the traversal takes
  std::uint32_t* filled;  ///< [min(boxes, particles)] numbers of the boxes that hold particles, in
                          ///< no particular order; those of single cells are their keys
  std::uint32_t* filled_count;  ///< [1]
  std::uint32_t* largest;       ///< [1] particles in the fullest cell since the state was restored
  /// Particles per cell that launches make room for. Known before the first launch, for the host
  /// cannot look at the device's numbers in between: a kernel that relies on it must compute
  /// nothing where *largest is above it, and the preparation's check refuses.
  std::uint32_t capacity;
};

}  // namespace sphlab
