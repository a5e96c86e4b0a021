// How much of the processors' time the control groups of this process leave it, as a container or a
// batch system sets them: docker --cpus, limits of Kubernetes.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

namespace sphlab {

struct ProcessorQuota {
  double processors;   ///< as many as may be busy all the time
  std::string source;  ///< the file that says so
};

/// The smallest quota of the groups that this process is in and of those above them; nothing where
/// none has one, or none can be read. Of control groups of version 1 and 2.
/// @param own_groups the kernel's list of them. @param root where control groups are mounted.
std::optional<ProcessorQuota> processor_quota(
    const std::filesystem::path& own_groups = "/proc/self/cgroup",
    const std::filesystem::path& root = "/sys/fs/cgroup");

}  // namespace sphlab
