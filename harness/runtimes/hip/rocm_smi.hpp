// The energy counter of an AMD device, by the ROCm system management library.
//
// Written against its documentation (rsmi_dev_energy_count_get, rsmi_dev_pci_id_get) and not yet
// run on a device. The library is loaded at run time, as NVML is: without it there is no counter.
#pragma once

#include <dlfcn.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <initializer_list>

#include "harness/runtimes/runtime_abi.hpp"

namespace sphlab {

/// Not thread safe. The library stays loaded as long as the process lives.
class RocmSmi {
 public:
  RocmSmi() {
    for (const char* name :
         {"librocm_smi64.so", "librocm_smi64.so.7", "librocm_smi64.so.6", "librocm_smi64.so.5"}) {
      library_ = dlopen(name, RTLD_NOW | RTLD_LOCAL);
      if (library_ != nullptr) break;
    }
    if (library_ == nullptr) return;
    int (*init)(std::uint64_t) = nullptr;
    resolve("rsmi_init", init);
    resolve("rsmi_num_monitor_devices", device_count_);
    resolve("rsmi_dev_pci_id_get", pci_id_);
    resolve("rsmi_dev_energy_count_get", energy_count_);
    ready_ = init != nullptr && device_count_ != nullptr && pci_id_ != nullptr &&
             energy_count_ != nullptr && init(0) == 0;
  }

  /// @param bus_id PCI address of a device, "0000:c1:00.0": the library counts devices otherwise
  /// than HIP.
  void select(const char* bus_id) {
    is_found_ = false;
    unsigned domain = 0, bus = 0, device = 0, function = 0;
    if (!ready_ || std::sscanf(bus_id, "%x:%x:%x.%x", &domain, &bus, &device, &function) != 4)
      return;
    std::uint32_t count = 0;
    if (device_count_(&count) != 0) return;
    const std::uint64_t wanted =
        (std::uint64_t{domain} << 32) | (bus << 8) | (device << 3) | function;
    for (std::uint32_t index = 0; index < count && !is_found_; ++index) {
      std::uint64_t id = 0;
      // bits 28 to 31 tell partitions of one device apart
      is_found_ = pci_id_(index, &id) == 0 && (id & ~std::uint64_t{0xf0000000}) == wanted;
      if (is_found_) index_ = index;
    }
  }

  /// The counter is of 64 bits, in units that the device tells: it does not wrap.
  void read(EnergyReading* out) const {
    *out = {};
    std::snprintf(out->counter, sizeof out->counter, "rsmi-energy-count");
    if (!is_found_) {
      std::snprintf(out->absent, sizeof out->absent,
                    "librocm_smi64.so could not be loaded, or does not know of the device; install "
                    "ROCm's rocm-smi-lib and put it on LD_LIBRARY_PATH");
      return;
    }
    std::uint64_t count = 0;
    float unit_microjoules = 0;
    std::uint64_t nanoseconds = 0;
    if (const int error = energy_count_(index_, &count, &unit_microjoules, &nanoseconds)) {
      std::snprintf(out->absent, sizeof out->absent,
                    "rsmi_dev_energy_count_get does not tell the energy of this device (status %d)",
                    error);
      return;
    }
    out->microjoules = static_cast<std::uint64_t>(
        std::llround(static_cast<double>(count) * static_cast<double>(unit_microjoules)));
  }

 private:
  template <class Function>
  void resolve(const char* symbol, Function& function) const {
    void* address = dlsym(library_, symbol);
    std::memcpy(&function, &address, sizeof function);
  }

  void* library_ = nullptr;
  bool ready_ = false;
  bool is_found_ = false;
  std::uint32_t index_ = 0;  ///< of the device, where it was found
  int (*device_count_)(std::uint32_t*) = nullptr;
  int (*pci_id_)(std::uint32_t, std::uint64_t*) = nullptr;
  int (*energy_count_)(std::uint32_t, std::uint64_t*, float*, std::uint64_t*) = nullptr;
};

}  // namespace sphlab
