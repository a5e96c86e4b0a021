// Where the host executor tells what it does to whoever counts (see counting/): nowhere, unless the
// pack is made for counting, with SPHLAB_SIMT_COUNTING.
#pragma once

#include <cstddef>

#include "kernels/simt/executor.hpp"

namespace sphlab::gpu::simt::counting {

#ifdef SPHLAB_SIMT_COUNTING

/// One launch.
class LaunchScope {
 public:
  /// @param entry the kernel.
  LaunchScope(const Shape& shape, const void* entry);
  /// Call at its end. Returns `error`, or one of its own.
  int ended(int error);
};

/// Around what stands for one atomic instruction of the calling thread.
class AtomicScope {
 public:
  AtomicScope(const void* address, std::size_t bytes);
  ~AtomicScope();
  AtomicScope(const AtomicScope&) = delete;
  AtomicScope& operator=(const AtomicScope&) = delete;

 private:
  bool suspended_ = false;
};

/// What is called next on this thread is the kernel.
void kernel_follows();

/// The calling thread synchronises; `caller` is where its kernel goes on.
void synchronises(Collective collective, const void* caller);

/// Calls the kernel as a function, whose entry and exit can be seen.
template <typename Kernel, typename... Args>
void call(Kernel kernel, const Args&... args) {
  auto* entry = +kernel;
  asm volatile("" : "+r"(entry));
  kernel_follows();
  entry(args...);
}

template <typename Kernel>
const void* entry_of(Kernel kernel) {
  return reinterpret_cast<const void*>(+kernel);
}

#else

class LaunchScope {
 public:
  LaunchScope(const Shape&, const void*) {}
  int ended(int error) { return error; }
};

class AtomicScope {
 public:
  AtomicScope(const void*, std::size_t) {}
  ~AtomicScope() {}  // not trivial: an unused variable otherwise
};

inline void synchronises(Collective, const void*) {}

template <typename Kernel, typename... Args>
inline __attribute__((always_inline)) void call(Kernel kernel, const Args&... args) {
  kernel(args...);
}

template <typename Kernel>
const void* entry_of(Kernel) {
  return nullptr;
}

#endif

}  // namespace sphlab::gpu::simt::counting
