// The file that a timeline is written to.
#pragma once

#include <cstdio>
#include <mutex>
#include <nlohmann/json_fwd.hpp>

namespace sphlab::timeline {

/// JSON lines, written by whatever thread has one.
class Journal {
 public:
  /// The journal of the process, in the file that the environment's SPHLAB_TIMELINE names. Never
  /// destroyed: the last lines come when the process ends. Without that name, or where the file
  /// cannot be written, says so on stderr, and all lines are lost.
  static Journal& of_process();

  void write(const nlohmann::ordered_json& line);
  /// Hands what was written to the system.
  void flush();

 private:
  Journal();

  std::mutex mutex_;
  std::FILE* file_ = nullptr;
};

}  // namespace sphlab::timeline
