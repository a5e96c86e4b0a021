// How a stage says what it launches: once, for launching and for describing alike.
//
// A strategy has one function
//
//     template <class Run>
//     static int launches(const Arguments& a, const std::uint32_t* tuning, Run& run);
//
// which calls run.kernel(kernel, launch, arguments...) for each kernel, in order, and returns the
// first code that is not 0. What `run` is decides what happens: Enqueue launches; Describe asks the
// device for each kernel's registers, memory and occupancy. Whatever a strategy decides on the way
// (block sizes, shared memory, refusals) is thereby the same for both.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "kernels/abi/cooperation.hpp"
#include "kernels/abi/strategy.hpp"
#include "kernels/gpu/gpu.cuh"

namespace sphlab {

/// One launch of a kernel: its shape, what it needs of its block, and the work that it declares.
struct Launch {
  unsigned grid;   ///< blocks
  unsigned block;  ///< threads per block
  std::size_t shared_bytes = 0;
  gpu::Cooperation cooperation = gpu::Cooperation::none;
  DeclaredWork work{};

  Launch with(gpu::Cooperation wanted) const {
    Launch changed = *this;
    changed.cooperation = wanted;
    return changed;
  }
  /// @param bytes of dynamic shared memory
  Launch with_shared(std::size_t bytes) const {
    Launch changed = *this;
    changed.shared_bytes = bytes;
    return changed;
  }
  Launch with(const DeclaredWork& declared) const {
    Launch changed = *this;
    changed.work = declared;
    return changed;
  }
};

/// Blocks of `block` threads that cover `items`.
constexpr unsigned blocks_for(std::uint32_t items, unsigned block) {
  return (items + block - 1) / block;
}

/// One thread per item.
constexpr Launch per_item(std::uint32_t items, unsigned block) {
  return {blocks_for(items, block), block};
}

/// Names a kernel at compile time: so the host executor inlines it, which pays where a thread does
/// little.
template <auto* function>
inline constexpr std::integral_constant<decltype(function), function> small_kernel{};

/// Launches each kernel that a strategy names.
class Enqueue {
 public:
  explicit Enqueue(void* stream) : stream_(stream) {}

  template <class Kernel, class... Arguments>
  int kernel(Kernel function, const Launch& launch, const Arguments&... arguments) {
    return gpu::launch(launch.cooperation, function, launch.grid, launch.block, launch.shared_bytes,
                       stream_, arguments...);
  }
  /// A call of the runtime's primitives between kernels.
  template <class Call>
  int primitive(Call&& call) {
    return call();
  }
  /// A loop of the CPU that is no kernel.
  template <class Loop>
  int loop(const DeclaredWork&, Loop&& loop) {
    loop();
    return 0;
  }

 private:
  void* stream_;
};

/// Lists each kernel that a strategy would launch.
class Describe {
 public:
  Describe(KernelLaunch* kernels, std::uint32_t* count) : kernels_(kernels), count_(count) {
    *count_ = 0;
  }

  template <class Kernel, class... Arguments>
  int kernel(Kernel function, const Launch& launch, const Arguments&...) {
    KernelAttributes attributes{};
    if (const int error =
            gpu::attributes(+function, launch.block, launch.shared_bytes, &attributes)) {
      return error;
    }
    return add({attributes, launch.work, launch.grid});
  }
  template <class Call>
  int primitive(Call&&) {
    return 0;
  }
  template <class Loop>
  int loop(const DeclaredWork& work, Loop&&) {
    return add({{nullptr, -1, -1, -1, 0, 0, -1.0f}, work, 0});
  }

 private:
  int add(const KernelLaunch& described) {
    if (*count_ == most_launches) return too_many_kernels;
    kernels_[(*count_)++] = described;
    return 0;
  }

  KernelLaunch* kernels_;
  std::uint32_t* count_;
};

}  // namespace sphlab
