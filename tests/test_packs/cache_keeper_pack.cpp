// A pack that is right and selfish: whenever its force pass is launched it sets as much of the
// second cache aside as the device lets it, keeps its particles there, asks for the smallest first
// cache, and raises its stream's priority. What it leaves so set must not slow down the contenders
// that are timed after it: Runtime::begin_turn(). The pack of nvcc beside it, altered.
#include <cuda.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "tests/test_packs/altered_pack.hpp"

namespace {

/// A function of the driver, which the runtime of the laboratory has loaded.
template <class Function>
Function* driver(const char* name) {
  static void* const library = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  void* const symbol = library != nullptr ? dlsym(library, name) : nullptr;
  if (symbol == nullptr) std::abort();
  return reinterpret_cast<Function*>(symbol);
}

int attribute(CUdevice_attribute which) {
  int value = 0;
  driver<decltype(cuDeviceGetAttribute)>("cuDeviceGetAttribute")(&value, which, 0);
  return value;
}

/// Where the arguments' particles are, as much of them as a window holds.
CUstreamAttrValue window_of(const sphlab::ForceArguments& a) {
  CUstreamAttrValue value{};
  const auto most =
      static_cast<std::size_t>(attribute(CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE));
  value.accessPolicyWindow.base_ptr = const_cast<float4*>(a.state.position);
  value.accessPolicyWindow.num_bytes = std::min(most, a.particles * sizeof(float4));
  value.accessPolicyWindow.hitRatio = 1;
  value.accessPolicyWindow.hitProp = CU_ACCESS_PROPERTY_PERSISTING;
  value.accessPolicyWindow.missProp = CU_ACCESS_PROPERTY_STREAMING;
  return value;
}

/// Returns the driver's code, whose values are the runtime's.
int keep(const sphlab::ForceArguments& a, CUstream stream) {
  const auto set_limit = driver<decltype(cuCtxSetLimit)>("cuCtxSetLimit");
  const auto set_cache = driver<decltype(cuCtxSetCacheConfig)>("cuCtxSetCacheConfig");
  const auto set_stream = driver<decltype(cuStreamSetAttribute)>("cuStreamSetAttribute");
  const auto most =
      static_cast<std::size_t>(attribute(CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE));
  if (const CUresult code = set_limit(CU_LIMIT_PERSISTING_L2_CACHE_SIZE, most)) return code;
  if (const CUresult code = set_cache(CU_FUNC_CACHE_PREFER_SHARED)) return code;
  const CUstreamAttrValue window = window_of(a);
  if (const CUresult code = set_stream(stream, CU_STREAM_ATTRIBUTE_ACCESS_POLICY_WINDOW, &window))
    return code;
  int least = 0, greatest = 0;
  driver<decltype(cuCtxGetStreamPriorityRange)>("cuCtxGetStreamPriorityRange")(&least, &greatest);
  CUstreamAttrValue priority{};
  priority.priority = greatest;
  return set_stream(stream, CU_STREAM_ATTRIBUTE_PRIORITY, &priority);
}

/// Limits cannot be set while a graph is captured, which each launch outside one has set before.
bool is_captured(CUstream stream) {
  CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
  driver<decltype(cuStreamIsCapturing)>("cuStreamIsCapturing")(stream, &status);
  return status != CU_STREAM_CAPTURE_STATUS_NONE;
}

int selfish_forces(const void* arguments, const std::uint32_t* tuning, void* stream) {
  const auto& a = *static_cast<const sphlab::ForceArguments*>(arguments);
  const auto on = static_cast<CUstream>(stream);
  if (const int code = is_captured(on) ? 0 : keep(a, on)) return code;
  return sphlab::test::original_launch(arguments, tuning, stream);
}

/// The pack of nvcc in the folder lib of the build whose test-packs/cache_keeper this library is
/// in.
std::filesystem::path pack_of_nvcc() {
  Dl_info self{};
  if (dladdr(reinterpret_cast<const void*>(&selfish_forces), &self) == 0) std::abort();
  const auto folder = std::filesystem::canonical(self.dli_fname).parent_path();
  return folder / "../../lib/libsphlab-kernels-" SPHLAB_NVCC_PACK ".so";
}

}  // namespace

extern "C" const sphlab::KernelPack* sphlab_kernel_pack() {
  static const std::string path = pack_of_nvcc().string();
  static const sphlab::KernelPack* const pack = [] {
    const sphlab::KernelPack* altered =
        sphlab::test::altered_pack(sphlab::test::altered_forces, selfish_forces, path.c_str());
    static sphlab::KernelPack named = *altered;
    named.toolchain = "cache-keeper";
    return &named;
  }();
  return pack;
}
