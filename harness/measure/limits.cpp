#include "harness/measure/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "harness/error.hpp"
#include "harness/interrupt.hpp"
#include "harness/measure/stopwatch.hpp"

namespace sphlab {
namespace {

/// Bytes of a copy of which a cache holds next to nothing.
constexpr std::size_t last_level_caches = 16;
constexpr std::size_t least_bytes = std::size_t{256} << 20;
/// Bytes of all other limits: a word for every thread of a device, and what a first cache holds.
constexpr std::size_t small_memory = std::size_t{16} << 20;
constexpr double launches = 1000;

void require_left(const Runtime& runtime, Limit limit, const DeviceBuffer<std::uint8_t>& memory,
                  std::uint32_t left) {
  std::uint32_t found = 0;
  runtime.call(&RuntimeTable::download, "download", &found, memory.data() + memory.size() / 2,
               sizeof found);
  if (found == left) return;
  throw Error(ExitCode::verification,
              fmt::format("limit '{}': its kernel left {:#010x} where {:#010x} must be: it did not "
                          "do what it is timed for",
                          named_limits[static_cast<std::size_t>(limit)].name, found, left));
}

/// Work that is timed: a call, or a chain of them.
class Work {
 public:
  Work(Runtime& runtime, Limit limit, DeviceBuffer<std::uint8_t>& memory)
      : runtime_(runtime), limit_(limit), memory_(memory) {
    if (limit != Limit::launch || !runtime.has_graphs()) return;
    graph_ = runtime.capture([this] { enqueue_all(); });
  }
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work() {
    if (graph_ != nullptr) runtime_.call_unchecked(&RuntimeTable::graph_destroy, graph_);
  }

  void enqueue() {
    if (graph_ == nullptr) return enqueue_all();
    runtime_.call(&RuntimeTable::graph_launch, "launch a graph", graph_);
  }
  /// Of one enqueue(): known once there was one.
  const LimitCall& call() const { return call_; }

 private:
  /// Enqueues calls until they have made enough launches, each one or many.
  void enqueue_all() {
    double work = 0;
    do {
      runtime_.call(&RuntimeTable::reach_limit, "reach a limit", limit_, memory_.data(),
                    memory_.size(), &call_);
      work += call_.work;
    } while (limit_ == Limit::launch && work < launches);
    call_.work = work;
  }

  Runtime& runtime_;
  Limit limit_;
  DeviceBuffer<std::uint8_t>& memory_;
  void* graph_ = nullptr;
  LimitCall call_{};
};

}  // namespace

std::size_t memory_for_limit(const Runtime& runtime, Limit limit) {
  if (limit != Limit::copy) return small_memory;
  constexpr std::size_t page = 4096;
  const DeviceProperties device = runtime.properties();
  const std::size_t wanted = std::max(least_bytes, last_level_caches * device.l2_bytes);
  return std::min(wanted, device.memory_free_bytes / 4) / page * page;
}

LimitSamples measure_limit(Runtime& runtime, Limit limit, std::size_t bytes) {
  DeviceBuffer<std::uint8_t> memory(runtime, bytes);
  runtime.call(&RuntimeTable::fill, "fill", memory.data(), limit_fill, bytes / 2);
  runtime.call(&RuntimeTable::fill, "fill", memory.data() + bytes / 2, 0, bytes / 2);
  Work work(runtime, limit, memory);
  for (int discarded = 0; discarded < 2; ++discarded) work.enqueue();
  runtime.synchronize();
  require_left(runtime, limit, memory, work.call().left);
  LimitSamples samples;
  const Stopwatch watch(runtime);
  for (std::uint32_t k = 0; k < samples_of_a_limit; ++k) {
    stop_if_requested();
    watch.start();
    work.enqueue();
    watch.stop();
    samples.clock_mhz.push_back(clock_now(runtime));
    runtime.synchronize();
    samples.per_second.push_back(work.call().work / watch.seconds());
  }
  samples.work = work.call().work;
  return samples;
}

}  // namespace sphlab
