#include "harness/scenarios/host_memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>
#include <sstream>
#include <string>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t unlimited = std::numeric_limits<std::size_t>::max();

/// The file's first word as a number; nothing for "max" or when there is no such file.
std::optional<std::size_t> read_number(const fs::path& file) {
  std::ifstream stream(file);
  std::size_t number = 0;
  return stream >> number ? std::optional(number) : std::nullopt;
}

/// The number after `key` in a file of "key number ..." lines, 0 when there is none.
std::size_t read_field(const fs::path& file, const std::string& key) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    std::istringstream words(line);
    std::string word;
    std::size_t number = 0;
    if (words >> word >> number && word == key) return number;
  }
  return 0;
}

std::size_t mem_available(const fs::path& root) {
  const std::size_t kibibytes = read_field(root / "proc/meminfo", "MemAvailable:");
  return kibibytes == 0 ? unlimited : kibibytes * 1024;
}

struct GroupFiles {
  const char* limit;
  const char* usage;
  const char* cache;  ///< field of memory.stat: page cache that the kernel would give back
};
constexpr GroupFiles version_1 = {"memory.limit_in_bytes", "memory.usage_in_bytes",
                                  "total_inactive_file"};
constexpr GroupFiles version_2 = {"memory.max", "memory.current", "inactive_file"};

std::size_t left_in_group(const fs::path& group, const GroupFiles& files) {
  const auto limit = read_number(group / files.limit);
  const auto usage = read_number(group / files.usage);
  if (!limit || !usage) return unlimited;
  const std::size_t cache = read_field(group / "memory.stat", files.cache);
  const std::size_t used = *usage - std::min(cache, *usage);
  return *limit - std::min(used, *limit);
}

/// A limit anywhere above the group binds it too. Inside a container the path may name a place that
/// only the host sees; its parents, down to the mount itself, are then the ones that exist.
std::size_t left_on_the_way_up(const fs::path& mount, fs::path group, const GroupFiles& files) {
  std::size_t left = left_in_group(mount, files);
  for (group = group.relative_path(); !group.empty(); group = group.parent_path()) {
    left = std::min(left, left_in_group(mount / group, files));
  }
  return left;
}

std::size_t left_in_groups(const fs::path& root) {
  const fs::path mount = root / "sys/fs/cgroup";
  std::size_t left = unlimited;
  std::ifstream stream(root / "proc/self/cgroup");
  for (std::string line; std::getline(stream, line);) {  // "id:controllers:path"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const fs::path group = line.substr(second + 1);
    if (controllers.empty()) left = std::min(left, left_on_the_way_up(mount, group, version_2));
    if (controllers == "memory") {
      left = std::min(left, left_on_the_way_up(mount / "memory", group, version_1));
    }
  }
  return left;
}

}  // namespace

std::size_t available_host_memory(const fs::path& root) {
  return std::min(mem_available(root), left_in_groups(root));
}

}  // namespace sphlab
