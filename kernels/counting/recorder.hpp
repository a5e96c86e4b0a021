// Records what the threads of a launch do, and counts it when the launch is over.
#pragma once

#include <deque>
#include <optional>
#include <vector>

#include "kernels/counting/trace.hpp"
#include "kernels/counting/warp.hpp"

namespace sphlab::gpu::simt::counting {

/// Which memory an address belongs to, and where in it. Places of arrays do not depend on where the
/// host has put them: each begins as aligned as a device would have it.
class MemoryMap {
 public:
  explicit MemoryMap(std::vector<MemoryRange> global_arrays);

  struct Location {
    bool is_global;
    std::uint64_t address;
  };
  /// Of the running thread's accesses, in a launch of this shape; nothing for an address in neither
  /// global nor shared memory.
  std::optional<Location> locate(const void* pointer, std::size_t dynamic_shared_bytes) const;

 private:
  std::vector<MemoryRange> global_arrays_;  ///< by address
  MemoryRange thread_local_data_;           ///< of the pack: its `__shared__` arrays are in there
};

/// How far the thread of a launch is with respect to its kernel.
class Progress {
 public:
  /// What is called next is the kernel.
  void kernel_follows() { state_ = State::called; }
  bool in_kernel() const { return state_ == State::inside; }
  /// A function begins. Returns whether the kernel has called it.
  bool enter();
  /// A function ends. Returns whether the kernel had called it.
  bool leave();
  /// What follows stands for one instruction, and is not the kernel's code.
  void suspend() { state_ = State::suspended; }
  void resume() { state_ = State::inside; }

 private:
  enum class State : std::uint8_t { outside, called, inside, suspended };
  State state_ = State::outside;
  unsigned depth_ = 0;  ///< functions called by the kernel and not left
};

/// Events of a launch that are kept, unless said otherwise: 2 GiB of them.
inline constexpr std::size_t usual_most_events = std::size_t{1} << 26;

/// One launch that is going on.
class LaunchRecord {
 public:
  LaunchRecord(const Shape& shape, const void* entry, const MemoryMap& memory,
               std::size_t most_events);

  /// Of the running thread. Between two blocks its identity may be that of an earlier, larger
  /// launch.
  Progress& progress() { return index() < progress_.size() ? progress_[index()] : nobody_; }
  void enter(Place caller);
  void leave();
  void block(Place place);
  void synchronise(Collective collective, Place place);
  void access(bool is_store, const void* pointer, std::size_t bytes, Place place);
  void atomic(const void* pointer, std::size_t bytes, Place place);
  /// Whether there was more to record than there is room for.
  bool overflowed() const { return events_ > most_events_; }

  /// Runs its warps again. `instructions` is filled and must outlive the result.
  KernelCounts count(std::vector<InstructionCounts>& instructions);

 private:
  std::size_t index() const { return std::size_t{blockIdx.x} * shape_.block + threadIdx.x; }
  void add(const Event& event);
  void add_access(AccessKind global, AccessKind shared, const void* pointer, std::size_t bytes,
                  Place place);
  Tally replay() const;

  Shape shape_;
  const void* entry_;
  const MemoryMap& memory_;
  std::vector<Progress> progress_;  ///< of each thread of the grid
  Progress nobody_;
  std::vector<Trace> traces_;
  std::size_t events_ = 0;
  std::size_t most_events_;
};

/// The one recorder of a pack.
class Recorder {
 public:
  void begin(std::vector<MemoryRange> global_arrays, std::size_t most_events = usual_most_events);
  const std::vector<KernelCounts>& end();
  void launch_begins(const Shape& shape, const void* entry);
  /// Counts the launch unless it failed with `error`. Returns the error, of its own where the
  /// launch was too long to count.
  int launch_ends(int error);
  /// The launch that is recorded, nullptr when none is.
  LaunchRecord* launch() { return launch_ ? &*launch_ : nullptr; }

 private:
  std::optional<MemoryMap> memory_;
  std::optional<LaunchRecord> launch_;
  std::vector<KernelCounts> counted_;
  std::deque<std::vector<InstructionCounts>> instructions_;
  std::size_t most_events_ = 0;  ///< of a launch
  int threads_before_ = 1;
};

Recorder& recorder();

/// Where in the pack's file `address` is.
Place place_of(const void* address);

}  // namespace sphlab::gpu::simt::counting
