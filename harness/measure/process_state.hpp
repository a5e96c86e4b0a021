// Notices what a library changes in the process that calls it.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <utility>

#include "harness/floating_point_mode.hpp"

namespace sphlab {

/// What a library may change of the process that calls it.
struct ProcessState {
  pid_t process;
  /// Files that it writes to, and its standard streams, by descriptor: device and number of each.
  std::map<int, std::pair<dev_t, ino_t>> files;
  bool has_children;
  FloatingPointMode mode;

  static ProcessState now();

  /// Describes what has changed since; "" where nothing has. Restores the floating-point mode of
  /// every thread of the harness. @param in_threads whether to look at that of other threads.
  std::string damage(bool in_threads) const;
};

}  // namespace sphlab
