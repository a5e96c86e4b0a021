// The HIP runtime: memory, one stream, events, graphs, and rocPRIM's sort, scan and reduce.
//
// Written against ROCm 5.2. It has been compiled and linked, and not yet been run on a device.
#include <cstdio>
#include <filesystem>
#include <string>

#include "harness/runtimes/board.hpp"
#include "harness/runtimes/hip/amdgpu_sysfs.hpp"
#include "harness/runtimes/hip/dialect.hpp"
#include "harness/runtimes/hip/rocm_smi.hpp"

// behind the dialect that it is written in
#include "harness/runtimes/gpu/shared_runtime.hpp"

namespace sphlab {
namespace {

/// What the driver tells of the device in use.
std::filesystem::path& sysfs() {
  static std::filesystem::path folder;
  return folder;
}

RocmSmi& rocm_smi() {
  static RocmSmi instance;
  return instance;
}

int select_others(int index) {
  char bus_id[32] = {};
  if (const hipError_t error = hipDeviceGetPCIBusId(bus_id, sizeof bus_id, index)) return error;
  sysfs() = amdgpu::device_folder(bus_id);
  rocm_smi().select(bus_id);
  return 0;
}

int properties(DeviceProperties* out) {
  hipDeviceProp_t device{};
  if (const hipError_t error = hipGetDeviceProperties(&device, selected.device)) return error;
  std::size_t free_bytes = 0;
  std::size_t total_bytes = 0;
  if (const hipError_t error = hipMemGetInfo(&free_bytes, &total_bytes)) return error;
  *out = {};
  std::snprintf(out->name, sizeof out->name, "%s", device.name);
  std::snprintf(out->driver, sizeof out->driver, "%s", amdgpu::driver_version().c_str());
  // "gfx90a:sramecc+:xnack-": what follows the first colon is not part of the architecture.
  const std::string target = device.gcnArchName;
  std::snprintf(out->architecture, sizeof out->architecture, "%s",
                target.substr(0, target.find(':')).c_str());
  hipUUID uuid{};
  if (hipDeviceGetUuid(&uuid, selected.device) == hipSuccess) name_board(&uuid, out->board);
  out->compute_units = device.multiProcessorCount;
  out->warp_width = device.warpSize;
  out->memory_bytes = total_bytes;
  out->memory_free_bytes = free_bytes;
  out->l2_bytes = static_cast<std::size_t>(device.l2CacheSize);
  out->max_clock_mhz = device.clockRate / 1000;
  out->memory_clock_mhz = device.memoryClockRate / 1000;
  out->power_limit_w = amdgpu::power_limit_w(sysfs());
  out->clocks_locked = amdgpu::clocks_locked(sysfs());
  return 0;
}

int upload(void* device, const void* host, std::size_t bytes) {
  return hipMemcpyWithStream(device, host, bytes, hipMemcpyHostToDevice, selected.stream);
}
int download(void* host, const void* device, std::size_t bytes) {
  return hipMemcpyWithStream(host, device, bytes, hipMemcpyDeviceToHost, selected.stream);
}
/// HIP sets no part of a cache aside.
int begin_turn() {
  return 0;
}

/// Puts a node that records `event` behind what the stream has captured so far. hipEventRecord
/// would only mark a dependency there, and the host could not read the event after a replay.
int capture_event(hipEvent_t event) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  hipGraph_t graph = nullptr;
  const hipGraphNode_t* dependencies = nullptr;
  std::size_t count = 0;
  if (const hipError_t error = hipStreamGetCaptureInfo_v2(selected.stream, &status, nullptr, &graph,
                                                          &dependencies, &count)) {
    return error;
  }
  hipGraphNode_t node = nullptr;
  if (const hipError_t error =
          hipGraphAddEventRecordNode(&node, graph, dependencies, count, event)) {
    return error;
  }
  return hipStreamUpdateCaptureDependencies(selected.stream, &node, 1,
                                            hipStreamSetCaptureDependencies);
}

int event_record(void* event) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  if (const hipError_t error = hipStreamIsCapturing(selected.stream, &status)) return error;
  if (status == hipStreamCaptureStatusActive) return capture_event(static_cast<hipEvent_t>(event));
  return hipEventRecord(static_cast<hipEvent_t>(event), selected.stream);
}

int graph_begin() {
  return hipStreamBeginCapture(selected.stream, hipStreamCaptureModeThreadLocal);
}

int clock_mhz(int* mhz) {
  *mhz = amdgpu::clock_mhz(sysfs());
  return 0;
}

int energy(EnergyReading* out) {
  rocm_smi().read(out);
  return 0;
}

const char* version() {
  static char text[64];
  std::snprintf(text, sizeof text, "HIP %d.%d.%d, rocPRIM %d.%d.%d", HIP_VERSION_MAJOR,
                HIP_VERSION_MINOR, HIP_VERSION_PATCH, ROCPRIM_VERSION_MAJOR, ROCPRIM_VERSION_MINOR,
                ROCPRIM_VERSION_PATCH);
  return text;
}

}  // namespace
}  // namespace sphlab

extern "C" __attribute__((visibility("default"))) const sphlab::RuntimeTable* sphlab_runtime() {
  using namespace sphlab;
  static const RuntimeTable table = {runtime_abi_version,
                                     "hip",
                                     version(),
                                     unusable,
                                     error_text,
                                     device_count,
                                     select_device,
                                     properties,
                                     stream,
                                     synchronize,
                                     allocate,
                                     release,
                                     upload,
                                     download,
                                     copy,
                                     fill,
                                     flush_cache,
                                     begin_turn,
                                     event_create,
                                     event_destroy,
                                     event_record,
                                     event_seconds,
                                     graph_begin,
                                     graph_end,
                                     graph_launch,
                                     graph_destroy,
                                     nullptr,  // HIP 5.2 has no conditional nodes
                                     nullptr,
                                     nullptr,  // no profiler's counters are read on AMD devices
                                     nullptr,
                                     clock_mhz,
                                     scratch_bytes,
                                     sort_pairs,
                                     exclusive_scan,
                                     reduce_max,
                                     reach_limit,
                                     energy};
  return &table;
}
