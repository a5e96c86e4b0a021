// Notices what a library changes in the process that calls it.
#pragma once

#include <sys/types.h>

#include <map>
#include <string>
#include <utility>

#include "harness/floating_point_mode.hpp"

namespace sphlab {

struct ProcessState {
  pid_t process;
  /// Files that it writes to, and its standard streams, by descriptor: device and number of each.
  std::map<int, std::pair<dev_t, ino_t>> files;
  bool has_children;
  FloatingPointMode mode;

  static ProcessState now();

  /// Describes what has changed since; "" where nothing has. The floating-point mode is that of
  /// every thread of the harness, and restored. @param in_threads whether that of other threads is
  /// looked at.
  std::string damage(bool in_threads) const;
};

}  // namespace sphlab
