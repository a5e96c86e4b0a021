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

struct HipDevice : Gpu {
  int open() {
    char bus_id[32] = {};
    if (const hipError_t error = hipDeviceGetPCIBusId(bus_id, sizeof bus_id, index)) return error;
    sysfs = amdgpu::device_folder(bus_id);
    rocm_smi.select(bus_id);
    return 0;
  }

  std::filesystem::path sysfs;  ///< what the driver tells of it
  RocmSmi rocm_smi;
};

int properties(HipDevice& gpu, DeviceProperties* out) {
  hipDeviceProp_t device{};
  if (const hipError_t error = hipGetDeviceProperties(&device, gpu.index)) return error;
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
  if (hipDeviceGetUuid(&uuid, gpu.index) == hipSuccess) name_board(&uuid, out->board);
  out->compute_units = device.multiProcessorCount;
  out->warp_width = device.warpSize;
  out->memory_bytes = total_bytes;
  out->memory_free_bytes = free_bytes;
  out->l2_bytes = static_cast<std::size_t>(device.l2CacheSize);
  out->max_clock_mhz = device.clockRate / 1000;
  out->memory_clock_mhz = device.memoryClockRate / 1000;
  out->power_limit_w = amdgpu::power_limit_w(gpu.sysfs);
  out->clocks_locked = amdgpu::clocks_locked(gpu.sysfs);
  return 0;
}

int upload(HipDevice& gpu, void* device, const void* host, std::size_t bytes) {
  return hipMemcpyWithStream(device, host, bytes, hipMemcpyHostToDevice, gpu.stream);
}
int download(HipDevice& gpu, void* host, const void* device, std::size_t bytes) {
  return hipMemcpyWithStream(host, device, bytes, hipMemcpyDeviceToHost, gpu.stream);
}
/// HIP sets no part of a cache aside.
int begin_turn(HipDevice&) {
  return 0;
}

/// Puts a node that records `event` behind what the stream has captured so far. hipEventRecord
/// would only mark a dependency there, and the host could not read the event after a replay.
int capture_event(HipDevice& gpu, hipEvent_t event) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  hipGraph_t graph = nullptr;
  const hipGraphNode_t* dependencies = nullptr;
  std::size_t count = 0;
  if (const hipError_t error =
          hipStreamGetCaptureInfo_v2(gpu.stream, &status, nullptr, &graph, &dependencies, &count)) {
    return error;
  }
  hipGraphNode_t node = nullptr;
  if (const hipError_t error =
          hipGraphAddEventRecordNode(&node, graph, dependencies, count, event)) {
    return error;
  }
  return hipStreamUpdateCaptureDependencies(gpu.stream, &node, 1, hipStreamSetCaptureDependencies);
}

int event_record(HipDevice& gpu, void* event) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  if (const hipError_t error = hipStreamIsCapturing(gpu.stream, &status)) return error;
  if (status == hipStreamCaptureStatusActive)
    return capture_event(gpu, static_cast<hipEvent_t>(event));
  return hipEventRecord(static_cast<hipEvent_t>(event), gpu.stream);
}

int graph_begin(HipDevice& gpu) {
  return hipStreamBeginCapture(gpu.stream, hipStreamCaptureModeThreadLocal);
}

int clock_mhz(HipDevice& gpu, int* mhz) {
  *mhz = amdgpu::clock_mhz(gpu.sysfs);
  return 0;
}

int energy(HipDevice& gpu, EnergyReading* out) {
  gpu.rocm_smi.read(out);
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

#include "harness/runtimes/gpu/runtime_table.hpp"

extern "C" __attribute__((visibility("default"))) const sphlab::RuntimeTable* sphlab_runtime() {
  using namespace sphlab;
  // HIP 5.2 has no conditional nodes, and no profiler's counters are read on AMD devices
  static const RuntimeTable table = runtime_table<HipDevice>("hip");
  return &table;
}
