// libsphlab-timeline.so: records what a CUDA device does, and the NVTX ranges around it, without
// the process knowing. The driver loads it where CUDA_INJECTION64_PATH names it, and NVTX where
// NVTX_INJECTION64_PATH does; ci/timeline sets both.
#include <nvtx3/nvToolsExt.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "harness/runtimes/cuda/timeline/activity.hpp"
#include "harness/runtimes/cuda/timeline/journal.hpp"

namespace sphlab::timeline {
namespace {

struct OpenRange {
  std::string name;
  std::uint64_t begin_ns;
};

/// Those of the one thread that drives a device.
thread_local std::vector<OpenRange> open_ranges;

int NVTX_API push(const char* name) {
  open_ranges.push_back({name, now_ns()});
  return static_cast<int>(open_ranges.size()) - 1;
}

int NVTX_API pop() {
  const std::uint64_t end_ns = now_ns();
  if (open_ranges.empty()) return NVTX_NO_PUSH_POP_TRACKING;
  const OpenRange& range = open_ranges.back();
  Journal::of_process().write(
      {{"kind", "range"}, {"name", range.name}, {"begin_ns", range.begin_ns}, {"end_ns", end_ns}});
  open_ranges.pop_back();
  // the harness has waited for the device: what the range holds has ended, and is safe from here on
  write_recorded();
  return static_cast<int>(open_ranges.size());
}

template <class Function>
void replace(NvtxFunctionTable table, NvtxCallbackIdCore id, Function function) {
  *table[id] = reinterpret_cast<NvtxFunctionPointer>(function);
}

}  // namespace
}  // namespace sphlab::timeline

#define SPHLAB_ENTRY_POINT extern "C" __attribute__((visibility("default"))) int

/// Called by the driver when it is initialized. Returns 1: done.
SPHLAB_ENTRY_POINT InitializeInjection() {
  sphlab::timeline::start_recording();
  return 1;
}

/// Called by NVTX before its first range. Returns 0 where it is too old to be told of them.
SPHLAB_ENTRY_POINT InitializeInjectionNvtx2(NvtxGetExportTableFunc_t get_table) {
  using namespace sphlab::timeline;
  const auto* callbacks =
      static_cast<const NvtxExportTableCallbacks*>(get_table(NVTX_ETID_CALLBACKS));
  NvtxFunctionTable table = nullptr;
  unsigned size = 0;
  if (callbacks == nullptr ||
      callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &table, &size) == 0 ||
      size <= NVTX_CBID_CORE_RangePop) {
    return 0;
  }
  start_recording();
  replace(table, NVTX_CBID_CORE_RangePushA, push);
  replace(table, NVTX_CBID_CORE_RangePop, pop);
  return 1;
}
