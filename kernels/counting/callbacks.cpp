// What the compiler makes the kernels call: of its instrumentation for coverage a function for each
// basic block, of that for data races one for each access to memory and around each function.
//
// Neither runtime library is linked. What is not the kernel of a launch that is counted calls
// these, too, and nothing comes of it.
#include <atomic>
#include <cstddef>

#include "kernels/counting/recorder.hpp"
#include "kernels/simt/counting.hpp"

namespace sphlab::gpu::simt::counting {
namespace {

/// The launch in whose kernel the running thread is, nullptr outside.
LaunchRecord* running() {
  LaunchRecord* launch = recorder().launch();
  return launch != nullptr && launch->progress().in_kernel() ? launch : nullptr;
}

void access(bool is_store, const void* pointer, std::size_t bytes, const void* caller) {
  if (LaunchRecord* launch = running()) launch->access(is_store, pointer, bytes, place_of(caller));
}

}  // namespace

LaunchScope::LaunchScope(const Shape& shape, const void* entry) {
  recorder().launch_begins(shape, entry);
}

int LaunchScope::ended(int error) {
  return recorder().launch_ends(error);
}

AtomicScope::AtomicScope(const void* address, std::size_t bytes) {
  LaunchRecord* launch = running();
  if (launch == nullptr) return;
  launch->atomic(address, bytes, place_of(__builtin_return_address(0)));
  launch->progress().suspend();
  suspended_ = true;
}

AtomicScope::~AtomicScope() {
  if (suspended_) recorder().launch()->progress().resume();
}

void kernel_follows() {
  if (LaunchRecord* launch = recorder().launch()) launch->progress().kernel_follows();
}

void synchronises(Collective collective, const void* caller) {
  if (LaunchRecord* launch = running()) launch->synchronise(collective, place_of(caller));
}

}  // namespace sphlab::gpu::simt::counting

namespace counting = sphlab::gpu::simt::counting;

extern "C" {

void __sanitizer_cov_trace_pc() {
  if (counting::LaunchRecord* launch = counting::running())
    launch->block(counting::place_of(__builtin_return_address(0)));
}

void __tsan_init() {}

// Pointers to virtual tables are in objects of the host and of threads, not in the device's memory.
void __tsan_vptr_update(void**, void*) {}
void __tsan_vptr_read(void**) {}

void __tsan_func_entry(void* caller) {
  if (counting::LaunchRecord* launch = counting::recorder().launch())
    launch->enter(counting::place_of(caller));
}

void __tsan_func_exit() {
  if (counting::LaunchRecord* launch = counting::recorder().launch()) launch->leave();
}

void __tsan_read_range(void* pointer, std::size_t bytes) {
  counting::access(false, pointer, bytes, __builtin_return_address(0));
}
void __tsan_write_range(void* pointer, std::size_t bytes) {
  counting::access(true, pointer, bytes, __builtin_return_address(0));
}

#define SPHLAB_ACCESS_CALLBACKS(bytes)                                    \
  void __tsan_read##bytes(void* pointer) {                                \
    counting::access(false, pointer, bytes, __builtin_return_address(0)); \
  }                                                                       \
  void __tsan_write##bytes(void* pointer) {                               \
    counting::access(true, pointer, bytes, __builtin_return_address(0));  \
  }
SPHLAB_ACCESS_CALLBACKS(1)
SPHLAB_ACCESS_CALLBACKS(2)
SPHLAB_ACCESS_CALLBACKS(4)
SPHLAB_ACCESS_CALLBACKS(8)
SPHLAB_ACCESS_CALLBACKS(16)
#undef SPHLAB_ACCESS_CALLBACKS

// These replace the operations themselves.
#define SPHLAB_ATOMIC_CALLBACKS(bits, Type)                                                  \
  Type __tsan_atomic##bits##_load(const volatile Type* pointer, int order) {                 \
    return __atomic_load_n(pointer, order);                                                  \
  }                                                                                          \
  void __tsan_atomic##bits##_store(volatile Type* pointer, Type value, int order) {          \
    __atomic_store_n(pointer, value, order);                                                 \
  }                                                                                          \
  Type __tsan_atomic##bits##_exchange(volatile Type* pointer, Type value, int order) {       \
    return __atomic_exchange_n(pointer, value, order);                                       \
  }                                                                                          \
  Type __tsan_atomic##bits##_fetch_add(volatile Type* pointer, Type value, int order) {      \
    return __atomic_fetch_add(pointer, value, order);                                        \
  }                                                                                          \
  Type __tsan_atomic##bits##_fetch_or(volatile Type* pointer, Type value, int order) {       \
    return __atomic_fetch_or(pointer, value, order);                                         \
  }                                                                                          \
  Type __tsan_atomic##bits##_fetch_and(volatile Type* pointer, Type value, int order) {      \
    return __atomic_fetch_and(pointer, value, order);                                        \
  }                                                                                          \
  bool __tsan_atomic##bits##_compare_exchange_strong(volatile Type* pointer, Type* expected, \
                                                     Type value, int success, int failure) { \
    return __atomic_compare_exchange_n(pointer, expected, value, false, success, failure);   \
  }                                                                                          \
  bool __tsan_atomic##bits##_compare_exchange_weak(volatile Type* pointer, Type* expected,   \
                                                   Type value, int success, int failure) {   \
    return __atomic_compare_exchange_n(pointer, expected, value, true, success, failure);    \
  }
SPHLAB_ATOMIC_CALLBACKS(8, unsigned char)
SPHLAB_ATOMIC_CALLBACKS(32, unsigned)
SPHLAB_ATOMIC_CALLBACKS(64, unsigned long long)
#undef SPHLAB_ATOMIC_CALLBACKS

void __tsan_atomic_thread_fence(int order) {
  __atomic_thread_fence(order);
}

}  // extern "C"
