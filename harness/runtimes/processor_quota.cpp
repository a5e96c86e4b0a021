#include "harness/runtimes/processor_quota.hpp"

#include <fstream>
#include <sstream>
#include <utility>
#include <vector>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Of version 2: "max 100000", or microseconds of processors in each so many.
std::optional<ProcessorQuota> of_version_2(const fs::path& group) {
  double quota = 0, period = 0;
  const fs::path file = group / "cpu.max";
  std::ifstream stream(file);
  if (!(stream >> quota >> period) || quota <= 0 || period <= 0) return std::nullopt;
  return ProcessorQuota{quota / period, file.string()};
}

/// Of version 1: -1 for none.
std::optional<ProcessorQuota> of_version_1(const fs::path& group) {
  double quota = 0, period = 0;
  const fs::path file = group / "cpu.cfs_quota_us";
  std::ifstream quota_stream(file), period_stream(group / "cpu.cfs_period_us");
  if (!(quota_stream >> quota) || !(period_stream >> period) || quota <= 0 || period <= 0)
    return std::nullopt;
  return ProcessorQuota{quota / period, file.string()};
}

/// A group and those above it, up to the root. Inside of a container the path may be that of the
/// machine, of which nothing is mounted but the root.
std::vector<fs::path> group_and_above(const fs::path& root, const std::string& path) {
  std::vector<fs::path> groups;
  for (fs::path group = fs::path(path).relative_path(); !group.empty(); group = group.parent_path())
    groups.push_back(root / group);
  groups.push_back(root);
  return groups;
}

using Reader = std::optional<ProcessorQuota> (*)(const fs::path& group);

void take_smallest(const fs::path& root, const std::string& path, Reader read,
                   std::optional<ProcessorQuota>& smallest) {
  for (const fs::path& group : group_and_above(root, path)) {
    const auto found = read(group);
    if (found && (!smallest || found->processors < smallest->processors)) smallest = found;
  }
}

bool names_cpu(const std::string& controllers) {
  std::istringstream stream(controllers);
  for (std::string name; std::getline(stream, name, ',');) {
    if (name == "cpu") return true;
  }
  return false;
}

}  // namespace

std::optional<ProcessorQuota> processor_quota(const fs::path& own_groups, const fs::path& root) {
  std::optional<ProcessorQuota> smallest;
  std::ifstream stream(own_groups);
  for (std::string line; std::getline(stream, line);) {  // "4:cpu,cpuacct:/a/b", "0::/a/b"
    const std::size_t first = line.find(':');
    const std::size_t second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const std::string path = line.substr(second + 1);
    if (controllers.empty()) {
      take_smallest(root, path, of_version_2, smallest);
      take_smallest(root / "unified", path, of_version_2, smallest);
    } else if (names_cpu(controllers)) {
      take_smallest(root / "cpu", path, of_version_1, smallest);
      take_smallest(root / controllers, path, of_version_1, smallest);
    }
  }
  return smallest;
}

}  // namespace sphlab
