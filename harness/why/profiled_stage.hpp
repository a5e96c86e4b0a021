// What a profiler counted of a recorded stage: a line of <suite>.profile.jsonl (docs/profiling.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "harness/records/record.hpp"

namespace sphlab {

/// The counters of the kernel of a stage that takes most of its time.
struct ProfiledStage {
  std::string file;
  std::string profiler;                   ///< its name and version
  std::string kernel;                     ///< demangled
  double share_of_stage = 1;              ///< that the kernel has of the time of all its kernels
  std::map<std::string, double> metrics;  ///< those that the device told, by their names in
                                          ///< analysis/profiling/metrics.py

  std::optional<double> metric(const std::string& name) const;
};

/// All lines of a file, by the id of the record that each is of. Throws InputError that names file,
/// line and key where it cannot be read, is of another version, or a line is no profile.
std::map<std::string, ProfiledStage> read_profiles(const std::filesystem::path& file);

/// Why the counters are not of the kernel that was timed, "" where nothing tells that: neither a
/// record nor a profile holds a hash of the machine code, so that registers, block and shared
/// memory must do.
std::string profile_mismatch(const ProfiledStage& profile, const Record& record);

}  // namespace sphlab
