// The CUDA runtime: memory, one stream, events, graphs, and CUB's sort, scan and reduce.
#include <cuda_profiler_api.h>
#include <dlfcn.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdio>
#include <cstring>
#include <optional>
#include <utility>

#include "harness/runtimes/board.hpp"
#include "harness/runtimes/cuda/dialect.hpp"
#include "harness/runtimes/cuda/staged_download.hpp"
#include "harness/runtimes/gpu/shared_runtime.hpp"

namespace sphlab {
namespace {

/// The few functions of NVML that tell clocks, power and energy. Loaded at run time: it comes with
/// the driver, not with the toolkit, and without it the fields stay unknown.
class Nvml {
 public:
  Nvml() {
    library_ = dlopen("libnvidia-ml.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library_ == nullptr) return;
    int (*init)() = nullptr;
    resolve("nvmlInit_v2", init);
    resolve("nvmlDeviceGetHandleByPciBusId_v2", by_bus_id_);
    resolve("nvmlDeviceGetClockInfo", clock_info_);
    resolve("nvmlDeviceGetEnforcedPowerLimit", power_limit_);
    resolve("nvmlSystemGetDriverVersion", driver_version_);
    resolve("nvmlDeviceGetMaxClockInfo", max_clock_info_);
    resolve("nvmlDeviceGetTotalEnergyConsumption", total_energy_);
    resolve("nvmlErrorString", error_string_);
    ready_ = init != nullptr && by_bus_id_ != nullptr && clock_info_ != nullptr && init() == 0;
  }

  void select(int device) {
    char bus_id[32] = {};
    handle_ = nullptr;
    if (!ready_ || cudaDeviceGetPCIBusId(bus_id, sizeof bus_id, device) != cudaSuccess) return;
    if (by_bus_id_(bus_id, &handle_) != 0) handle_ = nullptr;
  }

  static constexpr unsigned multiprocessor_clock = 1;
  static constexpr unsigned memory_clock = 2;

  /// [MHz], -1 where unknown.
  int clock(unsigned kind) const { return ask(clock_info_, kind); }
  int max_clock(unsigned kind) const { return ask(max_clock_info_, kind); }
  int power_limit_w() const {
    unsigned milliwatt = 0;
    const bool known =
        handle_ != nullptr && power_limit_ != nullptr && power_limit_(handle_, &milliwatt) == 0;
    return known ? static_cast<int>(milliwatt / 1000) : -1;
  }
  void driver(char* text, unsigned length) const {
    if (!ready_ || driver_version_ == nullptr || driver_version_(text, length) != 0) text[0] = 0;
  }
  /// Of the whole board, since the driver was loaded. In 64 bits of millijoules it does not wrap.
  void energy(EnergyReading* out) const {
    *out = {};
    std::snprintf(out->counter, sizeof out->counter, "nvml-total-energy");
    if (handle_ == nullptr || total_energy_ == nullptr) {
      std::snprintf(out->absent, sizeof out->absent,
                    "the driver's libnvidia-ml.so.1 could not be loaded, or does not know of the "
                    "device or of its energy; in a container, let it see the driver's 'utility'");
      return;
    }
    unsigned long long millijoules = 0;
    if (const int error = total_energy_(handle_, &millijoules)) {
      std::snprintf(out->absent, sizeof out->absent,
                    "NVML does not tell the energy of this device (%s); it does from Volta on",
                    error_string_ != nullptr ? error_string_(error) : "no reason is known");
    }
    out->microjoules = std::uint64_t{1000} * millijoules;
  }

 private:
  using Handle = void*;
  using ClockFunction = int (*)(Handle, unsigned, unsigned*);

  template <class Function>
  void resolve(const char* symbol, Function& function) const {
    void* address = dlsym(library_, symbol);
    std::memcpy(&function, &address, sizeof function);
  }
  int ask(ClockFunction function, unsigned kind) const {
    unsigned mhz = 0;
    const bool known =
        handle_ != nullptr && function != nullptr && function(handle_, kind, &mhz) == 0;
    return known ? static_cast<int>(mhz) : -1;
  }

  void* library_ = nullptr;
  bool ready_ = false;
  Handle handle_ = nullptr;
  int (*by_bus_id_)(const char*, Handle*) = nullptr;
  ClockFunction clock_info_ = nullptr;
  ClockFunction max_clock_info_ = nullptr;
  int (*power_limit_)(Handle, unsigned*) = nullptr;
  int (*driver_version_)(char*, unsigned) = nullptr;
  int (*total_energy_)(Handle, unsigned long long*) = nullptr;
  const char* (*error_string_)(int) = nullptr;
};

struct CudaDevice : Gpu {
  ~CudaDevice() {
    if (other_stream != nullptr) cudaStreamDestroy(other_stream);
  }
  int open() {
    nvml.select(index);
    return cudaStreamCreateWithFlags(&other_stream, cudaStreamNonBlocking);
  }

  cudaStream_t other_stream = nullptr;      ///< on which the body of a condition is captured
  std::optional<DeviceProperties> lasting;  ///< properties but for what changes meanwhile
  StagedDownload large_download;
  Nvml nvml;
};

/// What stays as it is while the process runs. The driver takes its time to tell it.
int ask_lasting_properties(CudaDevice& gpu, DeviceProperties* out) {
  cudaDeviceProp device{};
  if (const cudaError_t error = cudaGetDeviceProperties(&device, gpu.index)) return error;
  *out = {};
  std::snprintf(out->name, sizeof out->name, "%s", device.name);
  gpu.nvml.driver(out->driver, sizeof out->driver);
  std::snprintf(out->architecture, sizeof out->architecture, "sm_%d%d", device.major, device.minor);
  name_board(&device.uuid, out->board);
  out->compute_units = device.multiProcessorCount;
  out->warp_width = device.warpSize;
  out->l2_bytes = static_cast<std::size_t>(device.l2CacheSize);
  out->max_clock_mhz = gpu.nvml.max_clock(Nvml::multiprocessor_clock);
  out->power_limit_w = gpu.nvml.power_limit_w();
  out->clocks_locked = -1;  // the driver does not tell
  return 0;
}

int properties(CudaDevice& gpu, DeviceProperties* out) {
  if (!gpu.lasting) {
    DeviceProperties lasting;
    if (const int error = ask_lasting_properties(gpu, &lasting)) return error;
    gpu.lasting = lasting;
  }
  *out = *gpu.lasting;
  out->memory_clock_mhz = gpu.nvml.clock(Nvml::memory_clock);
  return cudaMemGetInfo(&out->memory_free_bytes, &out->memory_bytes);
}

int upload(CudaDevice& gpu, void* device, const void* host, std::size_t bytes) {
  if (const cudaError_t error =
          cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, gpu.stream)) {
    return error;
  }
  return synchronize(gpu);
}

int download(CudaDevice& gpu, void* host, const void* device, std::size_t bytes) {
  if (bytes >= StagedDownload::least_bytes)
    return gpu.large_download.run(host, device, bytes, gpu.stream);
  if (const cudaError_t error =
          cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, gpu.stream)) {
    return error;
  }
  return synchronize(gpu);
}

/// Older devices than sm_80 set no part of a cache aside.
cudaError_t give_back_cache(CudaDevice& gpu) {
  std::size_t set_aside = 0;
  const cudaError_t known = cudaDeviceGetLimit(&set_aside, cudaLimitPersistingL2CacheSize);
  if (known == cudaErrorUnsupportedLimit) {
    cudaGetLastError();
    return cudaSuccess;
  }
  if (known != cudaSuccess) return known;
  if (set_aside > 0) {
    if (const cudaError_t error = cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, 0))
      return error;
  }
  cudaStreamAttrValue no_window{};
  no_window.accessPolicyWindow.hitProp = cudaAccessPropertyNormal;
  no_window.accessPolicyWindow.missProp = cudaAccessPropertyNormal;
  if (const cudaError_t error =
          cudaStreamSetAttribute(gpu.stream, cudaStreamAttributeAccessPolicyWindow, &no_window))
    return error;
  return cudaCtxResetPersistingL2Cache();
}

/// A stream is made with priority 0, a context without a preference for either use of the first
/// cache. An error that was returned, as by a capture that failed, is returned again by calls of
/// others until it is asked for.
int begin_turn(CudaDevice& gpu) {
  cudaGetLastError();
  if (const cudaError_t error = cudaDeviceSetCacheConfig(cudaFuncCachePreferNone)) return error;
  cudaStreamAttrValue as_made{};
  as_made.priority = 0;
  if (const cudaError_t error =
          cudaStreamSetAttribute(gpu.stream, cudaStreamAttributePriority, &as_made))
    return error;
  return give_back_cache(gpu);
}

int event_record(CudaDevice& gpu, void* event) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (const cudaError_t error = cudaStreamIsCapturing(gpu.stream, &status)) return error;
  // inside a graph, only an external event can be read by the host after a replay
  const unsigned flags =
      status == cudaStreamCaptureStatusActive ? cudaEventRecordExternal : cudaEventRecordDefault;
  return cudaEventRecordWithFlags(static_cast<cudaEvent_t>(event), gpu.stream, flags);
}

/// Sets the condition of a conditional node by what a kernel pack has decided. It is the runtime's
/// own, since the compilers of most packs know of no such nodes.
__global__ void set_condition(cudaGraphConditionalHandle condition, const std::uint32_t* flag) {
  cudaGraphSetConditional(condition, *flag != 0 ? 1u : 0u);
}

int graph_begin(CudaDevice& gpu) {
  // a capturing stream refuses to load what is launched for the first time
  cudaFuncAttributes loaded{};
  if (const cudaError_t error = cudaFuncGetAttributes(&loaded, set_condition)) return error;
  return cudaStreamBeginCapture(gpu.stream, cudaStreamCaptureModeThreadLocal);
}

/// The graph that the stream is being captured into, and the nodes that its next one depends on.
struct Capture {
  cudaGraph_t graph = nullptr;
  const cudaGraphNode_t* last_nodes = nullptr;
  const cudaGraphEdgeData* edges = nullptr;
  std::size_t count = 0;
};

int current_capture(CudaDevice& gpu, Capture* out) {
  cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
  if (const cudaError_t error = cudaStreamGetCaptureInfo(
          gpu.stream, &status, nullptr, &out->graph, &out->last_nodes, &out->edges, &out->count)) {
    return error;
  }
  return status == cudaStreamCaptureStatusActive ? cudaSuccess : cudaErrorIllegalState;
}

/// Appends an IF node to what is being captured; *body is the graph to fill.
int append_condition(CudaDevice& gpu, cudaGraphConditionalHandle condition, cudaGraph_t* body) {
  Capture capture;
  if (const int error = current_capture(gpu, &capture)) return error;
  cudaGraphNodeParams parameters{};
  parameters.type = cudaGraphNodeTypeConditional;
  parameters.conditional.handle = condition;
  parameters.conditional.type = cudaGraphCondTypeIf;
  parameters.conditional.size = 1;
  cudaGraphNode_t node = nullptr;
  if (const cudaError_t error = cudaGraphAddNode(&node, capture.graph, capture.last_nodes,
                                                 capture.edges, capture.count, &parameters)) {
    return error;
  }
  *body = parameters.conditional.phGraph_out[0];
  return cudaStreamUpdateCaptureDependencies(gpu.stream, &node, nullptr, 1,
                                             cudaStreamSetCaptureDependencies);
}

int condition_begin(CudaDevice& gpu, const std::uint32_t* device_flag) {
  Capture capture;
  if (const int error = current_capture(gpu, &capture)) return error;
  cudaGraphConditionalHandle condition{};
  if (const cudaError_t error = cudaGraphConditionalHandleCreate(&condition, capture.graph, 0,
                                                                 cudaGraphCondAssignDefault)) {
    return error;
  }
  set_condition<<<1, 1, 0, gpu.stream>>>(condition, device_flag);
  if (const cudaError_t error = cudaGetLastError()) return error;
  cudaGraph_t body = nullptr;
  if (const int error = append_condition(gpu, condition, &body)) return error;
  if (const cudaError_t error = cudaStreamBeginCaptureToGraph(
          gpu.other_stream, body, nullptr, nullptr, 0, cudaStreamCaptureModeThreadLocal)) {
    return error;
  }
  std::swap(gpu.stream, gpu.other_stream);
  return 0;
}

int condition_end(CudaDevice& gpu) {
  cudaGraph_t body = nullptr;  // belongs to its node
  const cudaError_t error = cudaStreamEndCapture(gpu.stream, &body);
  std::swap(gpu.stream, gpu.other_stream);
  return error;
}

/// The profilers of NVIDIA collect between the two calls, and name what they find by NVTX ranges.
int range_begin(CudaDevice&, const char* name) {
  if (const cudaError_t error = cudaProfilerStart()) return error;
  nvtxRangePushA(name);
  return 0;
}

int range_end(CudaDevice&) {
  nvtxRangePop();
  return cudaProfilerStop();
}

int clock_mhz(CudaDevice& gpu, int* mhz) {
  *mhz = gpu.nvml.clock(Nvml::multiprocessor_clock);
  return 0;
}

int energy(CudaDevice& gpu, EnergyReading* out) {
  gpu.nvml.energy(out);
  return 0;
}

const char* version() {
  static char text[64];
  std::snprintf(text, sizeof text, "CUDA %d.%d, CUB %d.%d.%d", CUDART_VERSION / 1000,
                CUDART_VERSION % 1000 / 10, CUB_MAJOR_VERSION, CUB_MINOR_VERSION,
                CUB_SUBMINOR_VERSION);
  return text;
}

}  // namespace
}  // namespace sphlab

#include "harness/runtimes/gpu/runtime_table.hpp"

extern "C" __attribute__((visibility("default"))) const sphlab::RuntimeTable* sphlab_runtime() {
  using namespace sphlab;
  static const RuntimeTable table = [] {
    RuntimeTable cuda = runtime_table<CudaDevice>("cuda");
    cuda.condition_begin = on_device<condition_begin>;
    cuda.condition_end = on_device<condition_end>;
    cuda.range_begin = on_device<range_begin>;
    cuda.range_end = on_device<range_end>;
    return cuda;
  }();
  return &table;
}
