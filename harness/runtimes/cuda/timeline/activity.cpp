#include "harness/runtimes/cuda/timeline/activity.hpp"

#include <cupti.h>
#include <cxxabi.h>

#include <cstdlib>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "harness/runtimes/cuda/timeline/journal.hpp"

namespace sphlab::timeline {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* schema = "sphlab-timeline/1";
constexpr std::size_t buffer_bytes = std::size_t{8} << 20;

/// Tells the journal what a call of CUPTI returned, unless that is success.
void check(CUptiResult result, const char* call) {
  if (result == CUPTI_SUCCESS) return;
  const char* text = nullptr;
  cuptiGetResultString(result, &text);
  Journal::of_process().write(
      {{"kind", "problem"}, {"call", call}, {"text", text == nullptr ? "unknown" : text}});
}

std::string readable(const char* mangled) {
  int status = 0;
  const std::unique_ptr<char, void (*)(void*)> text(
      abi::__cxa_demangle(mangled, nullptr, nullptr, &status), std::free);
  return status == 0 ? text.get() : mangled;
}

/// The fields that CUPTI's records of all kinds of work have.
template <class Activity>
Json work(const char* kind, const CUpti_Activity* record) {
  const auto& activity = *reinterpret_cast<const Activity*>(record);
  return {{"kind", kind},
          {"begin_ns", activity.start},
          {"end_ns", activity.end},
          {"stream", activity.streamId},
          {"graph", activity.graphId}};
}

void write(const CUpti_Activity* record) {
  Journal& journal = Journal::of_process();
  switch (record->kind) {
    case CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: {
      Json line = work<CUpti_ActivityKernel10>("kernel", record);
      line["name"] = readable(reinterpret_cast<const CUpti_ActivityKernel10*>(record)->name);
      return journal.write(line);
    }
    case CUPTI_ACTIVITY_KIND_MEMCPY:
      return journal.write(work<CUpti_ActivityMemcpy6>("copy", record));
    case CUPTI_ACTIVITY_KIND_MEMSET:
      return journal.write(work<CUpti_ActivityMemset4>("fill", record));
    case CUPTI_ACTIVITY_KIND_GRAPH_TRACE:
      return journal.write(work<CUpti_ActivityGraphTrace2>("graph", record));
    default:
      return;
  }
}

void CUPTIAPI give_buffer(std::uint8_t** buffer, std::size_t* size, std::size_t* most_records) {
  *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, buffer_bytes));
  *size = *buffer == nullptr ? 0 : buffer_bytes;
  *most_records = 0;  // as many as fit
}

void CUPTIAPI take_buffer(CUcontext, std::uint32_t, std::uint8_t* buffer, std::size_t,
                          std::size_t valid_bytes) {
  CUpti_Activity* record = nullptr;
  while (cuptiActivityGetNextRecord(buffer, valid_bytes, &record) == CUPTI_SUCCESS) write(record);
  std::size_t dropped = 0;
  check(cuptiActivityGetNumDroppedRecords(nullptr, 0, &dropped),
        "cuptiActivityGetNumDroppedRecords");
  if (dropped > 0) Journal::of_process().write({{"kind", "dropped"}, {"count", dropped}});
  std::free(buffer);
}

/// Whole graphs, and not their parts: each part costs the device two time stamps.
bool wants_whole_graphs() {
  const char* mode = std::getenv("SPHLAB_TIMELINE_GRAPHS");
  return mode != nullptr && std::string_view(mode) == "whole";
}

std::vector<CUpti_ActivityKind> kinds() {
  std::vector<CUpti_ActivityKind> all{CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
                                      CUPTI_ACTIVITY_KIND_MEMCPY, CUPTI_ACTIVITY_KIND_MEMSET};
  if (wants_whole_graphs()) all.push_back(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
  return all;
}

}  // namespace

void start_recording() {
  static std::once_flag once;
  std::call_once(once, [] {
    std::uint32_t version = 0;
    check(cuptiGetVersion(&version), "cuptiGetVersion");
    Journal::of_process().write({{"kind", "session"}, {"schema", schema}, {"cupti", version}});
    check(cuptiActivityRegisterCallbacks(give_buffer, take_buffer),
          "cuptiActivityRegisterCallbacks");
    for (const CUpti_ActivityKind kind : kinds())
      check(cuptiActivityEnable(kind), "cuptiActivityEnable");
    std::atexit(write_recorded);
  });
}

void write_recorded() {
  check(cuptiActivityFlushAll(0), "cuptiActivityFlushAll");
  Journal::of_process().flush();
}

std::uint64_t now_ns() {
  std::uint64_t now = 0;
  check(cuptiGetTimestamp(&now), "cuptiGetTimestamp");
  return now;
}

}  // namespace sphlab::timeline
