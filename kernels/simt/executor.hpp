// The part of the host executor that is compiled once: fibres, their scheduler, and errors.
//
// It does not depend on the width of a warp, which comes with each launch.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "kernels/abi/vector_types.hpp"

// Without warps (the cpu packs, where speed counts) a kernel reads these as fast as any variable:
// the initial-exec model. A library that uses it must fit all its thread-local data, `__shared__`
// arrays included, into the little room that the loader keeps for libraries opened at run time; so
// the packs that have warps do without.
#if defined(SPHLAB_WARP_WIDTH) && SPHLAB_WARP_WIDTH == 1
#define SPHLAB_THREAD_IDENTITY \
  extern constinit thread_local __attribute__((visibility("hidden"), tls_model("initial-exec")))
#else
#define SPHLAB_THREAD_IDENTITY extern constinit thread_local __attribute__((visibility("hidden")))
#endif
SPHLAB_THREAD_IDENTITY uint3 threadIdx;
SPHLAB_THREAD_IDENTITY uint3 blockIdx;
SPHLAB_THREAD_IDENTITY uint3 blockDim;
SPHLAB_THREAD_IDENTITY uint3 gridDim;

namespace sphlab::gpu {

/// Text of a code that launch() returned: of the last failure in this pack, naming block, thread
/// and collective, where it had that code. Safe from any thread; valid until the same thread's next
/// call.
const char* error_text(int code);

namespace simt {

SPHLAB_THREAD_IDENTITY void* dynamic_shared_memory;
#undef SPHLAB_THREAD_IDENTITY

/// What launch() returns. Negative codes are the strategies' own.
enum class LaunchError : int {
  none = 0,
  bad_configuration,   ///< empty or too large a grid or block, or an unknown SPHLAB_SIMT_ORDER
  synchronises_alone,  ///< a collective in a kernel launched with Cooperation::none
  barrier_divergence,  ///< the threads of a block do not all reach the same __syncthreads
  warp_divergence,     ///< the lanes of a mask do not all reach the same collective
  out_of_memory,       ///< no memory for shared memory or for the fibres' stacks
  exception,           ///< the kernel threw an exception
};

/// Extent of a launch.
struct Shape {
  unsigned grid;                     ///< blocks
  unsigned block;                    ///< threads per block
  unsigned warp_width;               ///< lanes per warp
  std::size_t dynamic_shared_bytes;  ///< a block
};

/// 0, or the code of an error that it has recorded.
int check(const Shape& shape);

/// Thrown by a collective that cannot be carried out, through the kernel, up to the executor.
struct KernelFault {
  LaunchError error;
  std::string text;
};

/// The first failure of a launch, shared by its OpenMP threads.
class Failure {
 public:
  bool raised() const { return raised_.load(std::memory_order_relaxed); }
  /// Call in a handler: turns what was thrown into a failure of the current block and thread.
  void raise_current_exception();
  /// Call after the parallel region: records the failure for error_text() and returns its code, or
  /// 0.
  int report() const;

 private:
  void raise(KernelFault fault);
  std::atomic<bool> raised_{false};
  std::atomic_flag taken_;
  KernelFault fault_{LaunchError::none, {}};
};

/// Gives the calling OpenMP thread the identity and the dynamic shared memory of a block. The
/// memory is allocated anew, with no byte to spare, so that AddressSanitizer sees an access beyond
/// it.
class BlockScope {
 public:
  BlockScope(const Shape& shape, unsigned block);
  ~BlockScope();
  BlockScope(const BlockScope&) = delete;
  BlockScope& operator=(const BlockScope&) = delete;

 private:
  std::unique_ptr<std::byte[]> shared_;
};

/// Non-owning reference to the closure that runs one thread of a kernel.
class ThreadBody {
 public:
  /// A thread that does nothing.
  ThreadBody() : closure_(nullptr), call_([](const void*) {}) {}
  template <typename Closure>
  explicit ThreadBody(const Closure& closure)
      : closure_(&closure),
        call_([](const void* erased) { (*static_cast<const Closure*>(erased))(); }) {}
  void operator()() const { call_(closure_); }

 private:
  const void* closure_;
  void (*call_)(const void*);
};

/// Runs a kernel whose threads synchronise, one fibre per thread. The environment variable
/// SPHLAB_SIMT_ORDER (forward, reverse, shuffled) gives the order in which warps, and lanes within
/// them, run from one barrier to the next: a result that depends on it lacks a barrier. Returns 0
/// or a LaunchError that it has recorded.
int run_cooperative(const Shape& shape, ThreadBody body);

enum class Collective {
  syncthreads,
  syncwarp,
  shuffle,
  shuffle_down,
  shuffle_up,
  shuffle_xor,
  ballot,
  any,
  all,
};

/// Where a collective stands in the source.
struct Site {
  const char* file;
  int line;
};

/// A value that moves between lanes.
struct alignas(16) Payload {
  std::byte bytes[16];
};

/// What a lane brings to a collective of its warp.
struct Request {
  Collective collective;
  Site site;
  std::uint64_t mask;   ///< lanes that take part
  unsigned source = 0;  ///< lane whose payload the caller wants
  bool predicate = false;
  Payload payload = {};
};

/// What it takes away.
struct Response {
  Payload payload;      ///< of the source; bytes of 0xff where that lane takes no part
  std::uint64_t votes;  ///< lanes of the mask whose predicate holds
};

/// Waits until every thread of the block has come. Throws KernelFault.
void block_barrier(Site site);

/// Waits until every existing lane of the mask has come. Throws KernelFault.
Response warp_collective(const Request& request);

}  // namespace simt
}  // namespace sphlab::gpu
