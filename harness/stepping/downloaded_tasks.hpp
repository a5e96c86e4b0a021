// The tasks of a traversal as the host sees them.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/abi/task.hpp"

namespace sphlab {

/// Tasks that a preparation has made at the last rebuild.
struct DownloadedTasks {
  std::vector<Task> tasks;
  std::vector<std::uint32_t> sparse;  ///< particles that are in no task
};

}  // namespace sphlab
