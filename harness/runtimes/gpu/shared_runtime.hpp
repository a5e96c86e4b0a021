// What the runtimes of CUDA and HIP do alike: part of the source of both, each behind its dialect
// (cuda/dialect.hpp, hip/dialect.hpp), which says GPU(Malloc) as its vendor does and what differs.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "harness/runtimes/runtime_abi.hpp"
#include "kernels/limits/reach.cuh"

namespace sphlab {
namespace {

using Status = GPU(Error_t);
using Stream = GPU(Stream_t);
using Event = GPU(Event_t);
using Graph = GPU(Graph_t);
using ExecutableGraph = GPU(GraphExec_t);

/// The state of the one device in use. The runtime is not thread safe: one harness drives it.
struct Selected {
  int device = -1;
  Stream stream = nullptr;
  void* flush_buffer = nullptr;
  std::size_t flush_bytes = 0;
};
Selected selected;

/// Selects what else a runtime has of a device. Returns 0 or an error code.
int select_others(int index);
int properties(DeviceProperties* out);

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

int select_device(int index) {
  if (index == selected.device) return 0;
  if (const Status error = GPU(SetDevice)(index)) return error;
  Stream stream = nullptr;
  if (const Status error = GPU(StreamCreateWithFlags)(&stream, GPU(StreamNonBlocking)))
    return error;
  if (const int error = select_others(index)) return error;
  selected = {index, stream, nullptr, 0};
  return 0;
}

void* stream() {
  return selected.stream;
}
int synchronize() {
  return GPU(StreamSynchronize)(selected.stream);
}

int allocate(void** device, std::size_t bytes) {
  const Status error = GPU(Malloc)(device, bytes);
  // what is told of here is no failure of the next launch
  if (error == dialect::out_of_memory) static_cast<void>(GPU(GetLastError)());
  return error;
}
int release(void* device) {
  return GPU(Free)(device);
}
int copy(void* to, const void* from, std::size_t bytes) {
  return GPU(MemcpyAsync)(to, from, bytes, GPU(MemcpyDeviceToDevice), selected.stream);
}
int fill(void* device, int byte, std::size_t bytes) {
  return GPU(MemsetAsync)(device, byte, bytes, selected.stream);
}

int flush_cache() {
  if (selected.flush_buffer == nullptr) {
    DeviceProperties device;
    if (const int error = properties(&device)) return error;
    // twice the cache: a set-associative cache keeps some of what is written once its size
    selected.flush_bytes = std::max(2 * device.l2_bytes, dialect::least_flush_bytes);
    if (const int error = allocate(&selected.flush_buffer, selected.flush_bytes)) return error;
  }
  return fill(selected.flush_buffer, 0, selected.flush_bytes);
}

int event_create(void** event) {
  return GPU(EventCreate)(reinterpret_cast<Event*>(event));
}
int event_destroy(void* event) {
  return GPU(EventDestroy)(static_cast<Event>(event));
}

int event_seconds(void* begin, void* end, double* seconds) {
  float milliseconds = 0;
  const Status error =
      GPU(EventElapsedTime)(&milliseconds, static_cast<Event>(begin), static_cast<Event>(end));
  *seconds = static_cast<double>(milliseconds) * 1e-3;
  return error;
}

int graph_end(void** graph) {
  *graph = nullptr;
  Graph captured = nullptr;
  if (const Status error = GPU(StreamEndCapture)(selected.stream, &captured)) return error;
  ExecutableGraph executable = nullptr;
  const Status instantiated = dialect::instantiate(&executable, captured);
  const Status destroyed = GPU(GraphDestroy)(captured);
  *graph = executable;
  return instantiated != GPU(Success) ? instantiated : destroyed;
}

int graph_launch(void* graph) {
  return GPU(GraphLaunch)(static_cast<ExecutableGraph>(graph), selected.stream);
}
int graph_destroy(void* graph) {
  return GPU(GraphExecDestroy)(static_cast<ExecutableGraph>(graph));
}

int scratch_bytes(std::uint32_t count, std::size_t* bytes) {
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

int sort_pairs(void* scratch, std::size_t scratch_size, std::uint32_t* keys,
               std::uint32_t* keys_alt, std::uint32_t* values, std::uint32_t* values_alt,
               std::uint32_t count, int key_bits) {
  dialect::Buffers key_buffers(keys, keys_alt);
  dialect::Buffers value_buffers(values, values_alt);
  if (const Status error = dialect::sort(scratch, scratch_size, key_buffers, value_buffers, count,
                                         key_bits, selected.stream)) {
    return error;
  }
  // an odd number of passes leaves the result in the other buffers
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(std::uint32_t);
  if (dialect::current(key_buffers) != keys) {
    if (const int error = copy(keys, dialect::current(key_buffers), bytes)) return error;
  }
  if (dialect::current(value_buffers) == values) return 0;
  return copy(values, dialect::current(value_buffers), bytes);
}

int exclusive_scan(void* scratch, std::size_t scratch_size, const std::uint32_t* in,
                   std::uint32_t* out, std::uint32_t count) {
  return dialect::exclusive_sum(scratch, scratch_size, in, out, count, selected.stream);
}

int reduce_max(void* scratch, std::size_t scratch_size, const std::uint32_t* in, std::uint32_t* out,
               std::uint32_t count) {
  return dialect::maximum(scratch, scratch_size, in, out, count, selected.stream);
}

int reach_limit(Limit limit, void* device_memory, std::size_t bytes, LimitCall* call) {
  int multiprocessors = 0;
  if (const Status error = GPU(DeviceGetAttribute)(&multiprocessors, dialect::multiprocessor_count,
                                                   selected.device)) {
    return error;
  }
  return enqueue_limit(limit, device_memory, bytes, static_cast<unsigned>(multiprocessors),
                       selected.stream, call);
}

}  // namespace
}  // namespace sphlab
