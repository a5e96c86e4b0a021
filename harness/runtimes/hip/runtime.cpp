// The HIP runtime: memory, one stream, events, graphs, and rocPRIM's sort, scan and reduce.
//
// Written against ROCm 5.2. It has been compiled and linked, and not yet been run on a device.
#include <hip/hip_runtime.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <rocprim/rocprim.hpp>
#include <string>

#include "harness/runtimes/board.hpp"
#include "harness/runtimes/hip/amdgpu_sysfs.hpp"
#include "harness/runtimes/hip/rocm_smi.hpp"
#include "harness/runtimes/runtime_abi.hpp"
#include "kernels/limits/reach.cuh"

namespace sphlab {
namespace {

/// The state of the one device in use. The runtime is not thread safe: one harness drives it.
struct Selected {
  int device = -1;
  hipStream_t stream = nullptr;
  void* flush_buffer = nullptr;
  std::size_t flush_bytes = 0;
  std::filesystem::path sysfs;
};

Selected& selected() {
  static Selected state;
  return state;
}

RocmSmi& rocm_smi() {
  static RocmSmi instance;
  return instance;
}

const char* unusable() {
  int count = 0;
  const hipError_t error = hipGetDeviceCount(&count);
  if (error != hipSuccess) return hipGetErrorString(error);
  return count > 0 ? nullptr : "no HIP device";
}

const char* error_text(int code) {
  return hipGetErrorString(static_cast<hipError_t>(code));
}

int device_count(int* count) {
  return hipGetDeviceCount(count);
}

int select_device(int index) {
  if (index == selected().device) return 0;
  if (const hipError_t error = hipSetDevice(index)) return error;
  char bus_id[32] = {};
  if (const hipError_t error = hipDeviceGetPCIBusId(bus_id, sizeof bus_id, index)) return error;
  hipStream_t stream = nullptr;
  if (const hipError_t error = hipStreamCreateWithFlags(&stream, hipStreamNonBlocking))
    return error;
  selected() = {index, stream, nullptr, 0, amdgpu::device_folder(bus_id)};
  rocm_smi().select(bus_id);
  return 0;
}

int properties(DeviceProperties* out) {
  hipDeviceProp_t device{};
  if (const hipError_t error = hipGetDeviceProperties(&device, selected().device)) return error;
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
  if (hipDeviceGetUuid(&uuid, selected().device) == hipSuccess) name_board(&uuid, out->board);
  out->compute_units = device.multiProcessorCount;
  out->warp_width = device.warpSize;
  out->memory_bytes = total_bytes;
  out->memory_free_bytes = free_bytes;
  out->l2_bytes = static_cast<std::size_t>(device.l2CacheSize);
  out->max_clock_mhz = device.clockRate / 1000;
  out->memory_clock_mhz = device.memoryClockRate / 1000;
  out->power_limit_w = amdgpu::power_limit_w(selected().sysfs);
  out->clocks_locked = amdgpu::clocks_locked(selected().sysfs);
  return 0;
}

void* stream() {
  return selected().stream;
}
int synchronize() {
  return hipStreamSynchronize(selected().stream);
}
int allocate(void** device, std::size_t bytes) {
  const hipError_t error = hipMalloc(device, bytes);
  // what is told of here is no failure of the next launch
  if (error == hipErrorOutOfMemory) static_cast<void>(hipGetLastError());
  return error;
}
int release(void* device) {
  return hipFree(device);
}
int upload(void* device, const void* host, std::size_t bytes) {
  return hipMemcpyWithStream(device, host, bytes, hipMemcpyHostToDevice, selected().stream);
}
int download(void* host, const void* device, std::size_t bytes) {
  return hipMemcpyWithStream(host, device, bytes, hipMemcpyDeviceToHost, selected().stream);
}
int copy(void* to, const void* from, std::size_t bytes) {
  return hipMemcpyAsync(to, from, bytes, hipMemcpyDeviceToDevice, selected().stream);
}
int fill(void* device, int byte, std::size_t bytes) {
  return hipMemsetAsync(device, byte, bytes, selected().stream);
}

int flush_cache() {
  Selected& state = selected();
  if (state.flush_buffer == nullptr) {
    // HIP reports the L2 alone; the memory-side cache behind it has up to 256 MiB on CDNA 3.
    constexpr std::size_t past_the_memory_side_cache = std::size_t{512} << 20;
    DeviceProperties device;
    if (const int error = properties(&device)) return error;
    state.flush_bytes = std::max(2 * device.l2_bytes, past_the_memory_side_cache);
    if (const int error = allocate(&state.flush_buffer, state.flush_bytes)) return error;
  }
  return fill(state.flush_buffer, 0, state.flush_bytes);
}

/// HIP sets no part of a cache aside.
int begin_turn() {
  return 0;
}

int event_create(void** event) {
  return hipEventCreate(reinterpret_cast<hipEvent_t*>(event));
}
int event_destroy(void* event) {
  return hipEventDestroy(static_cast<hipEvent_t>(event));
}

/// Puts a node that records `event` behind what the stream has captured so far. hipEventRecord
/// would only mark a dependency there, and the host could not read the event after a replay.
int capture_event(hipEvent_t event) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  hipGraph_t graph = nullptr;
  const hipGraphNode_t* dependencies = nullptr;
  std::size_t count = 0;
  if (const hipError_t error = hipStreamGetCaptureInfo_v2(selected().stream, &status, nullptr,
                                                          &graph, &dependencies, &count)) {
    return error;
  }
  hipGraphNode_t node = nullptr;
  if (const hipError_t error =
          hipGraphAddEventRecordNode(&node, graph, dependencies, count, event)) {
    return error;
  }
  return hipStreamUpdateCaptureDependencies(selected().stream, &node, 1,
                                            hipStreamSetCaptureDependencies);
}

int event_record(void* event) {
  hipStreamCaptureStatus status = hipStreamCaptureStatusNone;
  if (const hipError_t error = hipStreamIsCapturing(selected().stream, &status)) return error;
  if (status == hipStreamCaptureStatusActive) return capture_event(static_cast<hipEvent_t>(event));
  return hipEventRecord(static_cast<hipEvent_t>(event), selected().stream);
}

int event_seconds(void* begin, void* end, double* seconds) {
  float milliseconds = 0;
  const hipError_t error = hipEventElapsedTime(&milliseconds, static_cast<hipEvent_t>(begin),
                                               static_cast<hipEvent_t>(end));
  *seconds = static_cast<double>(milliseconds) * 1e-3;
  return error;
}

int graph_begin() {
  return hipStreamBeginCapture(selected().stream, hipStreamCaptureModeThreadLocal);
}

int graph_end(void** graph) {
  *graph = nullptr;
  hipGraph_t captured = nullptr;
  if (const hipError_t error = hipStreamEndCapture(selected().stream, &captured)) return error;
  hipGraphExec_t executable = nullptr;
  const hipError_t instantiated = hipGraphInstantiate(&executable, captured, nullptr, nullptr, 0);
  const hipError_t destroyed = hipGraphDestroy(captured);
  *graph = executable;
  return instantiated != hipSuccess ? instantiated : destroyed;
}

int graph_launch(void* graph) {
  return hipGraphLaunch(static_cast<hipGraphExec_t>(graph), selected().stream);
}
int graph_destroy(void* graph) {
  return hipGraphExecDestroy(static_cast<hipGraphExec_t>(graph));
}

int clock_mhz(int* mhz) {
  *mhz = amdgpu::clock_mhz(selected().sysfs);
  return 0;
}

int energy(EnergyReading* out) {
  rocm_smi().read(out);
  return 0;
}

using Buffers = rocprim::double_buffer<std::uint32_t>;

int scratch_bytes(std::uint32_t count, std::size_t* bytes) {
  std::uint32_t* none = nullptr;
  Buffers keys(none, none);
  Buffers values(none, none);
  std::size_t sort = 0;
  std::size_t scan = 0;
  std::size_t reduce = 0;
  if (const hipError_t error =
          rocprim::radix_sort_pairs(nullptr, sort, keys, values, count, 0, 32)) {
    return error;
  }
  if (const hipError_t error = rocprim::exclusive_scan(nullptr, scan, none, none, std::uint32_t{0},
                                                       count, rocprim::plus<std::uint32_t>())) {
    return error;
  }
  if (const hipError_t error = rocprim::reduce(nullptr, reduce, none, none, std::uint32_t{0}, count,
                                               rocprim::maximum<std::uint32_t>())) {
    return error;
  }
  *bytes = std::max({sort, scan, reduce});
  return 0;
}

int sort_pairs(void* scratch, std::size_t scratch_size, std::uint32_t* keys,
               std::uint32_t* keys_alt, std::uint32_t* values, std::uint32_t* values_alt,
               std::uint32_t count, int key_bits) {
  Buffers key_buffers(keys, keys_alt);
  Buffers value_buffers(values, values_alt);
  if (const hipError_t error =
          rocprim::radix_sort_pairs(scratch, scratch_size, key_buffers, value_buffers, count, 0,
                                    static_cast<unsigned>(key_bits), selected().stream)) {
    return error;
  }
  // an odd number of passes leaves the result in the other buffers
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(std::uint32_t);
  if (key_buffers.current() != keys) {
    if (const int error = copy(keys, key_buffers.current(), bytes)) return error;
  }
  if (value_buffers.current() != values) return copy(values, value_buffers.current(), bytes);
  return 0;
}

int exclusive_scan(void* scratch, std::size_t scratch_size, const std::uint32_t* in,
                   std::uint32_t* out, std::uint32_t count) {
  return rocprim::exclusive_scan(scratch, scratch_size, in, out, std::uint32_t{0}, count,
                                 rocprim::plus<std::uint32_t>(), selected().stream);
}

int reduce_max(void* scratch, std::size_t scratch_size, const std::uint32_t* in, std::uint32_t* out,
               std::uint32_t count) {
  return rocprim::reduce(scratch, scratch_size, in, out, std::uint32_t{0}, count,
                         rocprim::maximum<std::uint32_t>(), selected().stream);
}

int reach_limit(Limit limit, void* device_memory, std::size_t bytes, LimitCall* call) {
  int multiprocessors = 0;
  if (const hipError_t error = hipDeviceGetAttribute(
          &multiprocessors, hipDeviceAttributeMultiprocessorCount, selected().device)) {
    return error;
  }
  return enqueue_limit(limit, device_memory, bytes, static_cast<unsigned>(multiprocessors),
                       selected().stream, call);
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
