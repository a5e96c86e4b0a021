#include "harness/runtimes/last_level_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// The number at the beginning of a file, and the letter behind it; 0 where there is none.
std::pair<std::size_t, char> size_told_in(const fs::path& file) {
  std::ifstream in(file);
  std::size_t number = 0;
  char unit = 0;
  if (!(in >> number)) return {0, 0};
  in >> unit;
  return {number, unit};
}

/// As in "32768K".
std::size_t bytes_in(const fs::path& file) {
  const auto [number, unit] = size_told_in(file);
  if (unit == 'K') return number << 10;
  if (unit == 'M') return number << 20;
  return number;
}

}  // namespace

std::size_t last_level_cache_bytes(const fs::path& caches) {
  std::pair<std::size_t, std::size_t> last{0, 0};  // level and bytes
  std::error_code unreadable;
  for (const fs::directory_entry& cache : fs::directory_iterator(caches, unreadable)) {
    const std::size_t bytes = bytes_in(cache.path() / "size");
    if (bytes > 0) last = std::max(last, {size_told_in(cache.path() / "level").first, bytes});
  }
  if (last.second > 0) return last.second;
  const long told = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return told > 0 ? static_cast<std::size_t>(told) : 0;
}

}  // namespace sphlab
