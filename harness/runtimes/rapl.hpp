// The energy counters of the host's processor packages: RAPL, as the kernel shows it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/runtimes/runtime_abi.hpp"

namespace sphlab {

/// The sum over the zones "intel-rapl:<n>" of a folder whose name begins with "package": memory and
/// what else is on the board is not in it. AMD's processors have such zones, too. Kernel
/// documentation: Documentation/power/powercap/powercap.rst.
///
/// Each zone wraps at a range of its own, after minutes under load. That is undone as long as a
/// zone is read at least once a range.
class RaplCounter {
 public:
  /// @param folder /sys/class/powercap, or one like it.
  explicit RaplCounter(std::filesystem::path folder);

  /// Microjoules since the first reading; `absent` names the file that cannot be read, or has no
  /// number in it, and the remedy.
  void read(EnergyReading* out);

 private:
  struct Zone {
    std::filesystem::path folder;
    std::uint64_t range = 0;  ///< it begins anew behind so many microjoules
    std::uint64_t last = 0;   ///< as it was read
  };

  void find_zones();
  /// What the zone has counted since it was read last. Throws std::runtime_error.
  static std::uint64_t advance(Zone& zone);

  std::filesystem::path folder_;
  std::string absent_;  ///< why there is no zone to read
  std::vector<Zone> zones_;
  std::uint64_t microjoules_ = 0;
};

}  // namespace sphlab
