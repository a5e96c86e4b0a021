// The host runtime: ordinary memory, the steady clock for events, and the primitives from
// libstdc++.
//
// Work runs when it is enqueued, so that synchronising is nothing and there are no graphs.
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <map>
#include <mutex>
#include <new>
#include <numeric>
#include <optional>
#include <parallel/algorithm>
#include <string>
#include <thread>
#include <vector>

#include "harness/runtimes/host_allocations.hpp"
#include "harness/runtimes/host_limits.hpp"
#include "harness/runtimes/host_memory.hpp"
#include "harness/runtimes/last_level_cache.hpp"
#include "harness/runtimes/rapl.hpp"
#include "harness/runtimes/runtime.hpp"

namespace sphlab {
namespace {

using Time = std::chrono::steady_clock::time_point;

enum HostError : int { no_such_device = 1, out_of_memory = 2 };  // see Runtime::check()

const char* unusable() {
  return nullptr;
}

const char* error_text(int code) {
  switch (code) {
    case 0:
      return "no error";
    case out_of_memory:
      return "out of host memory";
    case no_such_device:
      return "the host is the only device, number 0";
    default:
      return "unknown error of the host runtime";
  }
}

int device_count(int* count) {
  *count = 1;
  return 0;
}

/// Where the kernel shows the power zones of the processors, or what stands for it in a container.
std::string power_zones() {
  const char* chosen = std::getenv("SPHLAB_POWERCAP");
  return chosen != nullptr && *chosen != 0 ? chosen : "/sys/class/powercap";
}

struct Host : OpenDevice {
  std::vector<char> flushed;
  char flushed_with = 0;
  std::optional<RaplCounter> energy;  ///< once it was asked for
};

int open_device(int index, OpenDevice** out) {
  if (index != 0) return no_such_device;
  *out = new Host;
  return 0;
}

int close_device(OpenDevice* host) {
  delete static_cast<Host*>(host);
  return 0;
}

std::string cpu_model() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  for (std::string line; std::getline(cpuinfo, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

std::size_t memory_of_the_system() {
  std::ifstream meminfo("/proc/meminfo");
  for (std::string line; std::getline(meminfo, line);) {
    std::size_t kibibytes = 0;
    if (std::sscanf(line.c_str(), "MemAvailable: %zu kB", &kibibytes) == 1) return kibibytes * 1024;
  }
  return 0;
}

/// Returns what is left of the address space that the process may have (ulimit -v), which batch
/// systems limit.
std::size_t address_space_left() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return SIZE_MAX;
  std::size_t pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const std::size_t taken = pages * static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return limit.rlim_cur > taken ? limit.rlim_cur - taken : 0;
}

std::size_t available_memory() {
  return std::min(memory_of_the_system(), address_space_left());
}

int properties(OpenDevice*, DeviceProperties* out) {
  *out = {};
  utsname system{};
  uname(&system);
  std::snprintf(out->name, sizeof out->name, "%s", cpu_model().c_str());
  std::snprintf(out->driver, sizeof out->driver, "%.60s", system.release);
  std::snprintf(out->architecture, sizeof out->architecture, "%.30s", system.machine);
  out->compute_units = static_cast<int>(std::thread::hardware_concurrency());
  out->warp_width = 1;
  out->memory_bytes = host_memory_bytes();
  out->memory_free_bytes = available_memory();
  static const std::size_t last_cache = last_level_cache_bytes();
  out->l2_bytes = last_cache;
  out->max_clock_mhz = -1;
  out->memory_clock_mhz = -1;
  out->power_limit_w = -1;
  out->clocks_locked = -1;
  return 0;
}

int stream(OpenDevice*, void** out) {
  *out = nullptr;
  return 0;
}
int synchronize(OpenDevice*) {
  return 0;
}

/// Sizes by address.
struct Allocations {
  std::mutex mutex;
  std::map<const void*, std::size_t> bytes;
};

Allocations& allocations() {
  static Allocations all;
  return all;
}

int allocate(OpenDevice*, void** device, std::size_t bytes) {
  constexpr std::align_val_t cache_line{64};
  *device = ::operator new(std::max<std::size_t>(bytes, 1), cache_line, std::nothrow);
  if (*device == nullptr) return out_of_memory;
  const std::lock_guard lock(allocations().mutex);
  allocations().bytes[*device] = bytes;
  return 0;
}

int release(OpenDevice*, void* device) {
  {
    const std::lock_guard lock(allocations().mutex);
    allocations().bytes.erase(device);
  }
  ::operator delete (device, std::align_val_t{64});
  return 0;
}

int copy(OpenDevice*, void* to, const void* from, std::size_t bytes) {
  if (bytes > 0) std::memcpy(to, from, bytes);
  return 0;
}

int fill(OpenDevice*, void* device, int byte, std::size_t bytes) {
  std::memset(device, byte, bytes);
  return 0;
}

int flush_cache(OpenDevice* device) {
  // larger than any last-level cache at hand; a virtual machine may be told of less than what it
  // shares
  constexpr std::size_t bytes = std::size_t{256} << 20;
  auto& host = static_cast<Host&>(*device);
  host.flushed.resize(bytes);
  std::fill(host.flushed.begin(), host.flushed.end(), ++host.flushed_with);
  return 0;
}

int begin_turn(OpenDevice*) {
  return 0;
}

int event_create(OpenDevice*, void** event) {
  *event = new Time;
  return 0;
}

int event_destroy(OpenDevice*, void* event) {
  delete static_cast<Time*>(event);
  return 0;
}

int event_record(OpenDevice*, void* event) {
  *static_cast<Time*>(event) = std::chrono::steady_clock::now();
  return 0;
}

int event_seconds(OpenDevice*, void* begin, void* end, double* seconds) {
  *seconds =
      std::chrono::duration<double>(*static_cast<Time*>(end) - *static_cast<Time*>(begin)).count();
  return 0;
}

int clock_mhz(OpenDevice*, int* mhz) {
  *mhz = -1;
  return 0;
}

int scratch_bytes(OpenDevice*, std::uint32_t, std::size_t* bytes) {
  *bytes = 0;
  return 0;
}

int sort_pairs(OpenDevice*, void*, std::size_t, std::uint32_t* keys, std::uint32_t* keys_alt,
               std::uint32_t* values, std::uint32_t* values_alt, std::uint32_t count,
               int key_bits) {
  const std::uint64_t mask = (std::uint64_t{1} << key_bits) - 1;
  std::vector<std::uint32_t> order(count);
  std::iota(order.begin(), order.end(), 0u);
  __gnu_parallel::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return (keys[a] & mask) < (keys[b] & mask);
  });
  for (std::uint32_t i = 0; i < count; ++i) {
    keys_alt[i] = keys[order[i]];
    values_alt[i] = values[order[i]];
  }
  std::copy_n(keys_alt, count, keys);
  std::copy_n(values_alt, count, values);
  return 0;
}

int exclusive_scan(OpenDevice*, void*, std::size_t, const std::uint32_t* in, std::uint32_t* out,
                   std::uint32_t count) {
  std::exclusive_scan(in, in + count, out, 0u);
  return 0;
}

int reduce_max(OpenDevice*, void*, std::size_t, const std::uint32_t* in, std::uint32_t* out,
               std::uint32_t count) {
  *out = count == 0 ? 0u : *std::max_element(in, in + count);
  return 0;
}

template <class Work>
int for_each_item(OpenDevice*, const Work* work, std::uint32_t count) {
#pragma omp parallel for schedule(static)
  for (std::uint32_t i = 0; i < count; ++i) (*work)(i);
  return 0;
}

int energy(OpenDevice* device, EnergyReading* out) {
  auto& host = static_cast<Host&>(*device);
  if (!host.energy) host.energy.emplace(power_zones());
  host.energy->read(out);
  return 0;
}

}  // namespace

std::vector<MemoryRange> host_allocations() {
  const std::lock_guard lock(allocations().mutex);
  std::vector<MemoryRange> ranges;
  for (const auto& [begin, bytes] : allocations().bytes) ranges.push_back({begin, bytes});
  return ranges;
}

const RuntimeTable& host_runtime() {
  static const RuntimeTable table = {
      .abi_version = runtime_abi_version,
      .name = "host",
      .version = "libstdc++",
      .unusable = unusable,
      .error_text = error_text,
      .device_count = device_count,
      .open_device = open_device,
      .close_device = close_device,
      .properties = properties,
      .stream = stream,
      .synchronize = synchronize,
      .allocate = allocate,
      .release = release,
      .upload = copy,
      .download = copy,
      .copy = copy,
      .fill = fill,
      .flush_cache = flush_cache,
      .begin_turn = begin_turn,
      .event_create = event_create,
      .event_destroy = event_destroy,
      .event_record = event_record,
      .event_seconds = event_seconds,
      .clock_mhz = clock_mhz,
      .scratch_bytes = scratch_bytes,
      .sort_pairs = sort_pairs,
      .exclusive_scan = exclusive_scan,
      .reduce_max = reduce_max,
      .widen_rows = for_each_item<WidenRows>,
      .number_particles = for_each_item<NumberParticles>,
      .key_coordinates = for_each_item<KeyCoordinates>,
      .count_neighbours = for_each_item<CountNeighbours>,
      .write_neighbours = for_each_item<WriteNeighbours>,
      .reach_limit = reach_host_limit,
      .energy = energy,
  };
  return table;
}

}  // namespace sphlab
