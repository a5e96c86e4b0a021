#include "harness/runtimes/last_level_cache.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <system_error>
#include <utility>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// The number in a file, times what a K or M behind it stands for, as in "32768K"; 0 where there is
/// none.
std::size_t number_told_in(const fs::path& file) {
  std::ifstream in(file);
  std::size_t number = 0;
  if (!(in >> number)) return 0;
  char unit = 0;
  in >> unit;
  return unit == 'K' ? number << 10 : unit == 'M' ? number << 20 : number;
}

}  // namespace

std::size_t last_level_cache_bytes(const fs::path& caches) {
  std::pair<std::size_t, std::size_t> last{0, 0};  // level and bytes
  std::error_code unreadable;
  for (const fs::directory_entry& cache : fs::directory_iterator(caches, unreadable)) {
    const std::size_t bytes = number_told_in(cache.path() / "size");
    if (bytes > 0) last = std::max(last, {number_told_in(cache.path() / "level"), bytes});
  }
  if (last.second > 0) return last.second;
  const long told = sysconf(_SC_LEVEL3_CACHE_SIZE);
  return told > 0 ? static_cast<std::size_t>(told) : 0;
}

}  // namespace sphlab
