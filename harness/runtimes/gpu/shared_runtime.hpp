// What the runtimes of CUDA and HIP do alike: part of the source of both, each behind its dialect
// (cuda/dialect.hpp, hip/dialect.hpp), which says GPU(Malloc) as its vendor does and what differs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "harness/runtimes/runtime_abi.hpp"
#include "kernels/limits/reach.cuh"

namespace sphlab {
namespace {

using Status = GPU(Error_t);
using Stream = GPU(Stream_t);
using Event = GPU(Event_t);
using Graph = GPU(Graph_t);
using ExecutableGraph = GPU(GraphExec_t);

/// What both keep of an open device; a runtime derives what else it has of one.
struct Gpu : OpenDevice {
  Gpu() = default;
  Gpu(const Gpu&) = delete;
  Gpu& operator=(const Gpu&) = delete;
  ~Gpu() {
    if (flush_buffer != nullptr) static_cast<void>(GPU(Free)(flush_buffer));
    if (stream != nullptr) static_cast<void>(GPU(StreamDestroy)(stream));
  }

  int index = 0;
  Stream stream = nullptr;
  void* flush_buffer = nullptr;
  std::size_t flush_bytes = 0;
};

/// Several devices may be open, and much of what takes no stream works on the thread's current one.
Status make_current(const Gpu& gpu) {
  int current = -1;
  if (const Status error = GPU(GetDevice)(&current)) return error;
  return current == gpu.index ? GPU(Success) : GPU(SetDevice)(gpu.index);
}

/// A function of the table: calls `function` with what the runtime keeps of the device, which is
/// current then.
template <auto function>
struct Entry;

template <class Device, class... P, int (*function)(Device&, P...)>
struct Entry<function> {
  static int call(OpenDevice* device, P... parameters) {
    auto& open = static_cast<Device&>(*device);
    if (const Status error = make_current(open)) return error;
    return function(open, parameters...);
  }
};

template <auto function>
inline constexpr auto on_device = &Entry<function>::call;

const char* unusable() {
  int count = 0;
  const Status error = GPU(GetDeviceCount)(&count);
  if (error != GPU(Success)) return GPU(GetErrorString)(error);
  return count > 0 ? nullptr : dialect::no_device;
}

const char* error_text(int code) {
  return GPU(GetErrorString)(static_cast<Status>(code));
}

int device_count(int* count) {
  return GPU(GetDeviceCount)(count);
}

/// @tparam Device has open(), which gets what it keeps beside the stream and returns 0 or an error
/// code.
template <class Device>
int open_device(int index, OpenDevice** out) {
  if (const Status error = GPU(SetDevice)(index)) return error;
  auto device = std::make_unique<Device>();
  device->index = index;
  if (const Status error = GPU(StreamCreateWithFlags)(&device->stream, GPU(StreamNonBlocking)))
    return error;
  if (const int error = device->open()) return error;
  *out = device.release();
  return 0;
}

template <class Device>
int close_device(Device& device) {
  delete &device;
  return 0;
}

int stream(Gpu& gpu, void** out) {
  *out = gpu.stream;
  return 0;
}
int synchronize(Gpu& gpu) {
  return GPU(StreamSynchronize)(gpu.stream);
}

int allocate(Gpu&, void** device, std::size_t bytes) {
  const Status error = GPU(Malloc)(device, bytes);
  // what is told of here is no failure of the next launch
  if (error == dialect::out_of_memory) static_cast<void>(GPU(GetLastError)());
  return error;
}
int release(Gpu&, void* device) {
  return GPU(Free)(device);
}
int copy(Gpu& gpu, void* to, const void* from, std::size_t bytes) {
  return GPU(MemcpyAsync)(to, from, bytes, GPU(MemcpyDeviceToDevice), gpu.stream);
}
int fill(Gpu& gpu, void* device, int byte, std::size_t bytes) {
  return GPU(MemsetAsync)(device, byte, bytes, gpu.stream);
}

template <class Device>
int flush_cache(Device& gpu) {
  if (gpu.flush_buffer == nullptr) {
    DeviceProperties device;
    if (const int error = properties(gpu, &device)) return error;
    // twice the cache: a set-associative cache keeps some of what is written once its size
    gpu.flush_bytes = std::max(std::size_t{2} * device.l2_bytes, dialect::least_flush_bytes);
    if (const int error = allocate(gpu, &gpu.flush_buffer, gpu.flush_bytes)) return error;
  }
  return fill(gpu, gpu.flush_buffer, 0, gpu.flush_bytes);
}

int event_create(Gpu&, void** event) {
  return GPU(EventCreate)(reinterpret_cast<Event*>(event));
}
int event_destroy(Gpu&, void* event) {
  return GPU(EventDestroy)(static_cast<Event>(event));
}

int event_seconds(Gpu&, void* begin, void* end, double* seconds) {
  float milliseconds = 0;
  const Status error =
      GPU(EventElapsedTime)(&milliseconds, static_cast<Event>(begin), static_cast<Event>(end));
  *seconds = static_cast<double>(milliseconds) * 1e-3;
  return error;
}

int graph_end(Gpu& gpu, void** graph) {
  *graph = nullptr;
  Graph captured = nullptr;
  if (const Status error = GPU(StreamEndCapture)(gpu.stream, &captured)) return error;
  ExecutableGraph executable = nullptr;
  const Status instantiated = dialect::instantiate(&executable, captured);
  const Status destroyed = GPU(GraphDestroy)(captured);
  *graph = executable;
  return instantiated != GPU(Success) ? instantiated : destroyed;
}

int graph_launch(Gpu& gpu, void* graph) {
  return GPU(GraphLaunch)(static_cast<ExecutableGraph>(graph), gpu.stream);
}
int graph_destroy(Gpu&, void* graph) {
  return GPU(GraphExecDestroy)(static_cast<ExecutableGraph>(graph));
}

int scratch_bytes(Gpu&, std::uint32_t count, std::size_t* bytes) {
  std::size_t sort = 0;
  std::size_t scan = 0;
  std::size_t reduce = 0;
  std::uint32_t* none = nullptr;
  dialect::Buffers keys(none, none);
  dialect::Buffers values(none, none);
  if (const Status error = dialect::sort(nullptr, sort, keys, values, count, 32, nullptr))
    return error;
  if (const Status error = dialect::exclusive_sum(nullptr, scan, none, none, count, nullptr))
    return error;
  if (const Status error = dialect::maximum(nullptr, reduce, none, none, count, nullptr))
    return error;
  *bytes = std::max({sort, scan, reduce});
  return 0;
}

int sort_pairs(Gpu& gpu, void* scratch, std::size_t scratch_size, std::uint32_t* keys,
               std::uint32_t* keys_alt, std::uint32_t* values, std::uint32_t* values_alt,
               std::uint32_t count, int key_bits) {
  dialect::Buffers key_buffers(keys, keys_alt);
  dialect::Buffers value_buffers(values, values_alt);
  if (const Status error = dialect::sort(scratch, scratch_size, key_buffers, value_buffers, count,
                                         key_bits, gpu.stream)) {
    return error;
  }
  // an odd number of passes leaves the result in the other buffers
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(std::uint32_t);
  if (dialect::current(key_buffers) != keys) {
    if (const int error = copy(gpu, keys, dialect::current(key_buffers), bytes)) return error;
  }
  if (dialect::current(value_buffers) == values) return 0;
  return copy(gpu, values, dialect::current(value_buffers), bytes);
}

int exclusive_scan(Gpu& gpu, void* scratch, std::size_t scratch_size, const std::uint32_t* in,
                   std::uint32_t* out, std::uint32_t count) {
  return dialect::exclusive_sum(scratch, scratch_size, in, out, count, gpu.stream);
}

int reduce_max(Gpu& gpu, void* scratch, std::size_t scratch_size, const std::uint32_t* in,
               std::uint32_t* out, std::uint32_t count) {
  return dialect::maximum(scratch, scratch_size, in, out, count, gpu.stream);
}

template <class Work>
__global__ void work_on_item(Work work, std::uint32_t count) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) work(i);
}

template <class Work>
int for_each_item(Gpu& gpu, const Work* work, std::uint32_t count) {
  constexpr std::uint32_t threads = 256;
  if (count == 0) return 0;
  work_on_item<<<(count + threads - 1) / threads, threads, 0, gpu.stream>>>(*work, count);
  return GPU(GetLastError)();
}

int reach_limit(Gpu& gpu, Limit limit, void* device_memory, std::size_t bytes, LimitCall* call) {
  int multiprocessors = 0;
  if (const Status error =
          GPU(DeviceGetAttribute)(&multiprocessors, dialect::multiprocessor_count, gpu.index)) {
    return error;
  }
  return enqueue_limit(limit, device_memory, bytes, static_cast<unsigned>(multiprocessors),
                       gpu.stream, call);
}

}  // namespace
}  // namespace sphlab
