// Which cells hold particles, and how many the fullest one does.
#pragma once

#include <cstdint>

namespace sphlab {

/// Written by the stage "census" at every rebuild. All pointers are device pointers.
struct CellCensus {
  std::uint32_t* filled;        ///< [min(cells, particles)] keys of the cells that hold particles,
                                ///< in no particular order
  std::uint32_t* filled_count;  ///< [1]
  std::uint32_t* largest;  ///< [1] particles in the fullest cell since the harness last reset it
  /// Particles a cell that launches make room for. The host sets it before the first launch, for
  /// it cannot look at the device's numbers in between: a kernel that relies on it must compute
  /// nothing where *largest is above it, and the harness reports that as an error.
  std::uint32_t capacity;
};

}  // namespace sphlab
