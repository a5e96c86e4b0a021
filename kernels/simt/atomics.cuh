// CUDA's atomic functions. Blocks run on several OpenMP threads, so these are true atomics, with
// relaxed order as on the device. Each returns the old value.
#pragma once

#include <atomic>

#include "kernels/simt/counting.hpp"

namespace sphlab::gpu::simt {

template <typename T>
T atomic_add(T* address, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  return std::atomic_ref<T>(*address).fetch_add(value, std::memory_order_relaxed);
}

template <typename T>
T atomic_or(T* address, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  return std::atomic_ref<T>(*address).fetch_or(value, std::memory_order_relaxed);
}

template <typename T>
T atomic_and(T* address, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  return std::atomic_ref<T>(*address).fetch_and(value, std::memory_order_relaxed);
}

template <typename T>
T atomic_exchange(T* address, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  return std::atomic_ref<T>(*address).exchange(value, std::memory_order_relaxed);
}

template <typename T>
T atomic_compare_and_swap(T* address, T expected, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  std::atomic_ref<T>(*address).compare_exchange_strong(expected, value, std::memory_order_relaxed);
  return expected;
}

template <typename T>
T atomic_min(T* address, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  std::atomic_ref<T> cell(*address);
  T old = cell.load(std::memory_order_relaxed);
  while (value < old && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

template <typename T>
T atomic_max(T* address, T value) {
  const counting::AtomicScope counted(address, sizeof(T));
  std::atomic_ref<T> cell(*address);
  T old = cell.load(std::memory_order_relaxed);
  while (old < value && !cell.compare_exchange_weak(old, value, std::memory_order_relaxed)) {
  }
  return old;
}

}  // namespace sphlab::gpu::simt

// Only the types that CUDA has: a kernel that compiles here must compile there.
inline int atomicAdd(int* address, int value) {
  return sphlab::gpu::simt::atomic_add(address, value);
}
inline unsigned atomicAdd(unsigned* address, unsigned value) {
  return sphlab::gpu::simt::atomic_add(address, value);
}
inline unsigned long long atomicAdd(unsigned long long* address, unsigned long long value) {
  return sphlab::gpu::simt::atomic_add(address, value);
}
inline float atomicAdd(float* address, float value) {
  return sphlab::gpu::simt::atomic_add(address, value);
}
inline double atomicAdd(double* address, double value) {
  return sphlab::gpu::simt::atomic_add(address, value);
}

inline int atomicMin(int* address, int value) {
  return sphlab::gpu::simt::atomic_min(address, value);
}
inline unsigned atomicMin(unsigned* address, unsigned value) {
  return sphlab::gpu::simt::atomic_min(address, value);
}
inline int atomicMax(int* address, int value) {
  return sphlab::gpu::simt::atomic_max(address, value);
}
inline unsigned atomicMax(unsigned* address, unsigned value) {
  return sphlab::gpu::simt::atomic_max(address, value);
}

inline int atomicCAS(int* address, int expected, int value) {
  return sphlab::gpu::simt::atomic_compare_and_swap(address, expected, value);
}
inline unsigned atomicCAS(unsigned* address, unsigned expected, unsigned value) {
  return sphlab::gpu::simt::atomic_compare_and_swap(address, expected, value);
}
inline unsigned long long atomicCAS(unsigned long long* address, unsigned long long expected,
                                    unsigned long long value) {
  return sphlab::gpu::simt::atomic_compare_and_swap(address, expected, value);
}

inline int atomicExch(int* address, int value) {
  return sphlab::gpu::simt::atomic_exchange(address, value);
}
inline unsigned atomicExch(unsigned* address, unsigned value) {
  return sphlab::gpu::simt::atomic_exchange(address, value);
}
inline float atomicExch(float* address, float value) {
  return sphlab::gpu::simt::atomic_exchange(address, value);
}

inline int atomicOr(int* address, int value) {
  return sphlab::gpu::simt::atomic_or(address, value);
}
inline unsigned atomicOr(unsigned* address, unsigned value) {
  return sphlab::gpu::simt::atomic_or(address, value);
}
inline int atomicAnd(int* address, int value) {
  return sphlab::gpu::simt::atomic_and(address, value);
}
inline unsigned atomicAnd(unsigned* address, unsigned value) {
  return sphlab::gpu::simt::atomic_and(address, value);
}

inline void __threadfence() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
inline void __threadfence_block() {
  std::atomic_thread_fence(std::memory_order_seq_cst);
}
