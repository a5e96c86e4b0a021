#include "harness/measure/process_state.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <vector>

namespace sphlab {
namespace {

/// Whether a process must not lose it: what libraries open and close for themselves is no regular
/// file, or is only read.
bool is_kept(int descriptor, const struct stat& status) {
  if (descriptor <= STDERR_FILENO) return true;
  return S_ISREG(status.st_mode) && (fcntl(descriptor, F_GETFL) & O_ACCMODE) != O_RDONLY;
}

std::map<int, std::pair<dev_t, ino_t>> open_files() {
  std::map<int, std::pair<dev_t, ino_t>> files;
  DIR* listing = opendir("/proc/self/fd");
  if (listing == nullptr) return files;
  while (const dirent* entry = readdir(listing)) {
    char* end = nullptr;
    const auto descriptor = static_cast<int>(std::strtol(entry->d_name, &end, 10));
    struct stat status {};
    if (*end == '\0' && fstat(descriptor, &status) == 0 && is_kept(descriptor, status))
      files[descriptor] = {status.st_dev, status.st_ino};
  }
  closedir(listing);
  return files;
}

bool have_children() {
  siginfo_t unused{};
  return waitid(P_ALL, 0, &unused, WEXITED | WNOHANG | WNOWAIT) == 0;
}

/// Puts every thread of the harness into this mode; returns whether all were in it.
bool restore_threads(const FloatingPointMode& mode, bool in_threads) {
  bool all = true;
#pragma omp parallel reduction(&& : all) if (in_threads)
  {
    all = mode.is_of_now();
    if (!all) mode.restore();
  }
  return all;
}

}  // namespace

ProcessState ProcessState::now() {
  return {getpid(), open_files(), have_children(), {}};
}

std::string ProcessState::damage(bool in_threads) const {
  std::vector<std::string> found;
  const auto files_now = open_files();
  for (const auto& [descriptor, file] : files) {
    const auto same = files_now.find(descriptor);
    if (same != files_now.end() && same->second == file) continue;
    found.emplace_back("files that were open are closed, or others");
    break;
  }
  if (!has_children && have_children()) found.emplace_back("processes were begun");
  if (!restore_threads(mode, in_threads))
    found.emplace_back("the floating-point mode of its threads is another (rounding, denormals)");
  return fmt::format("{}", fmt::join(found, "; "));
}

}  // namespace sphlab
