// Whether the list has to be rebuilt, decided and kept on the device (catalogue L4).
#pragma once

#include <cstdint>

namespace sphlab {

/// One object in device memory, for lists that are rebuilt when a displacement demands it. A check
/// may only raise `demanded`; a rebuild lowers it.
struct RebuildDemand {
  std::uint32_t demanded;  ///< not 0: rebuild before the next force pass
  std::uint32_t rebuilds;  ///< done so far
};

}  // namespace sphlab
