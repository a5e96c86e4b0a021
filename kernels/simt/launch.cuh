// Starts a kernel on the host.
#pragma once

#include <cstddef>

#include "kernels/abi/cooperation.hpp"
#include "kernels/simt/counting.hpp"
#include "kernels/simt/executor.hpp"

namespace sphlab::gpu {

static_assert(SPHLAB_WARP_WIDTH == 1 || SPHLAB_WARP_WIDTH == 32 || SPHLAB_WARP_WIDTH == 64);
inline constexpr unsigned warp_width = SPHLAB_WARP_WIDTH;

namespace simt {

/// Runs every thread to its end before the next: no fibre, no switch.
template <typename Thread>
int run_independent(const Shape& shape, Thread thread) {
  Failure failure;
#pragma omp parallel for schedule(static) firstprivate(thread)
  for (unsigned block = 0; block < shape.grid; ++block) {
    if (failure.raised()) continue;
    try {
      const BlockScope scope(shape, block);
      for (unsigned index = 0; index < shape.block; ++index) {
        threadIdx.x = index;
        thread();
      }
    } catch (...) {
      failure.raise_current_exception();
    }
  }
  return failure.report();
}

}  // namespace simt

/// Runs `kernel` on `grid` blocks of `block` threads and returns when all have ended. `kernel` is a
/// function or, so that Cooperation::none can inline it, a std::integral_constant of one. `stream`
/// is for the signature's sake: on the host there is one. Returns 0, or a code for error_text();
/// after an error the kernel's output is incomplete and the executor ready for the next launch.
template <typename Kernel, typename... Args>
int launch(Cooperation cooperation, Kernel kernel, unsigned grid, unsigned block,
           std::size_t dynamic_shared_bytes, void* /*stream*/, Args... args) {
  const simt::Shape shape{grid, block, warp_width, dynamic_shared_bytes};
  if (const int error = simt::check(shape); error != 0) return error;
  simt::counting::LaunchScope scope(shape, simt::counting::entry_of(kernel));
  const auto thread = [kernel, args...] { simt::counting::call(kernel, args...); };
  if (cooperation == Cooperation::none) return scope.ended(simt::run_independent(shape, thread));
  return scope.ended(simt::run_cooperative(shape, simt::ThreadBody(thread)));
}

/// The block's dynamic shared memory, as many bytes as the launch named, aligned to 16.
template <typename T>
T* dynamic_shared() {
  static_assert(alignof(T) <= 16);
  return static_cast<T*>(simt::dynamic_shared_memory);
}

}  // namespace sphlab::gpu
