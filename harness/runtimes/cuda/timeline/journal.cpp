#include "harness/runtimes/cuda/timeline/journal.hpp"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <nlohmann/json.hpp>
#include <string>

namespace sphlab::timeline {

Journal& Journal::of_process() {
  static auto* const journal = new Journal;
  return *journal;
}

Journal::Journal() {
  const char* name = std::getenv("SPHLAB_TIMELINE");
  if (name == nullptr) {
    std::fprintf(stderr, "sphlab-timeline: nothing is recorded: SPHLAB_TIMELINE names no file\n");
    return;
  }
  file_ = std::fopen(name, "w");
  if (file_ == nullptr) {
    std::fprintf(stderr, "sphlab-timeline: nothing is recorded: %s: %s\n", name,
                 std::strerror(errno));
  }
}

void Journal::write(const nlohmann::ordered_json& line) {
  const std::string text = line.dump() + "\n";
  const std::lock_guard lock(mutex_);
  if (file_ != nullptr) std::fwrite(text.data(), 1, text.size(), file_);
}

void Journal::flush() {
  const std::lock_guard lock(mutex_);
  if (file_ != nullptr) std::fflush(file_);
}

}  // namespace sphlab::timeline
