// Copies of whole ranges from global into shared memory, by a unit of the multiprocessor beside the
// threads: cp.async.bulk, whose end an mbarrier tells (PTX ISA 8.0, sm_90).
#pragma once

#include <cstdint>

namespace sphlab::gpu {

/// Whether the device copies into shared memory by itself, and the compiler can ask it to.
inline constexpr bool has_bulk_copies = true;

/// Copies into one part of shared memory, one after the other. Lies in shared memory itself.
class BulkCopy {
 public:
  /// By one thread; a barrier of the block must follow.
  __device__ __forceinline__ void initialise() {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(address(&arrived_)) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
  }

  /// Starts to copy `count` values, 0 or more, by one thread. What stood at `to` must have been
  /// read, and the copy before it waited for; a barrier of the block must lie between that and this
  /// call, and between this call and the wait() of other threads.
  __device__ __forceinline__ void start(float4* to, const float4* from, std::uint32_t count) {
    const std::uint32_t bytes = count * static_cast<std::uint32_t>(sizeof(float4));
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(address(&arrived_)),
                 "r"(bytes)
                 : "memory");
    if (count == 0) return;
    asm volatile(
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::
            "r"(address(to)),
        "l"(__cvta_generic_to_global(from)), "r"(bytes), "r"(address(&arrived_))
        : "memory");
  }

  /// Returns when what start() copies can be read, by any thread that reads it.
  /// @param parity of the number of copies before it: 0 for the first, 1 for the second, 0, ...
  __device__ __forceinline__ void wait(std::uint32_t parity) const {
    std::uint32_t done = 0;
    while (done == 0) {
      asm volatile(
          "{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; "
          "selp.u32 %0, 1, 0, p; }"
          : "=r"(done)
          : "r"(address(&arrived_)), "r"(parity)
          : "memory");
    }
  }

 private:
  __device__ static __forceinline__ std::uint32_t address(const void* shared) {
    return static_cast<std::uint32_t>(__cvta_generic_to_shared(shared));
  }

  std::uint64_t arrived_;
};

}  // namespace sphlab::gpu
