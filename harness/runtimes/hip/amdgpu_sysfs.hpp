// What the amdgpu driver tells of a device in sysfs: clocks and power. HIP itself reports none of
// these.
//
// Kernel documentation: Documentation/gpu/amdgpu/thermal.rst. Every function answers -1 where the
// file is missing, as in a container that hides it.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

namespace sphlab::amdgpu {

/// The sysfs folder of the device with this PCI address ("0000:c1:00.0", any case).
inline std::filesystem::path device_folder(std::string bus_id) {
  for (char& c : bus_id) {
    if (c >= 'A' && c <= 'F') c = static_cast<char>(c - 'A' + 'a');
  }
  return std::filesystem::path("/sys/bus/pci/devices") / bus_id;
}

/// The number in the hwmon file `name` of a device, divided by `unit`.
inline int hwmon(const std::filesystem::path& device, const char* name, long long unit) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(device / "hwmon", error)) {
    std::ifstream file(entry.path() / name);
    long long value = 0;
    if (file >> value) return static_cast<int>(value / unit);
  }
  return -1;
}

/// The graphics clock now [MHz]; the file is in Hz.
inline int clock_mhz(const std::filesystem::path& device) {
  return hwmon(device, "freq1_input", 1'000'000);
}

/// The power cap [W]; the file is in microwatts.
inline int power_limit_w(const std::filesystem::path& device) {
  return hwmon(device, "power1_cap", 1'000'000);
}

/// 0 when the driver chooses the clocks, 1 when somebody has fixed or restricted them.
inline int clocks_locked(const std::filesystem::path& device) {
  std::ifstream file(device / "power_dpm_force_performance_level");
  std::string level;
  if (!(file >> level)) return -1;
  return level == "auto" ? 0 : 1;
}

/// Version of the driver when it is not the kernel's own, "" when it is or nothing is known.
inline std::string driver_version() {
  std::ifstream file("/sys/module/amdgpu/version");
  std::string version;
  file >> version;
  return version;
}

}  // namespace sphlab::amdgpu
