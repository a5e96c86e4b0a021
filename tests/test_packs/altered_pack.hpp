// The pack simt-w32 of this build with another launch of its force pass: a candidate of which it is
// known what is wrong.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <string_view>
#include <vector>

#include "kernels/abi/kernel_pack.hpp"

namespace sphlab::test {

using Launch = decltype(Strategy::launch);

/// The launch that was replaced.
inline Launch original_forces = nullptr;

inline bool is_altered(const Strategy& strategy) {
  return std::string_view(strategy.stage) == "forces" &&
         std::string_view(strategy.name) == "par-part-noloop" &&
         std::string_view(strategy.physics) == "wcsph-lj";
}

/// Ends the process where the original is not there: a test has no pack to go on with.
inline const KernelPack& original_pack() {
  void* library =
      dlopen(SPHLAB_BINARY_DIR "/lib/libsphlab-kernels-simt-w32.so", RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::abort();
  return *reinterpret_cast<decltype(&sphlab_kernel_pack)>(dlsym(library, "sphlab_kernel_pack"))();
}

/// @param forces in place of the launch of par-part-noloop with wcsph-lj.
inline const KernelPack* altered_pack(Launch forces) {
  static const KernelPack& original = original_pack();
  static std::vector<Strategy> strategies(original.strategies,
                                          original.strategies + original.strategy_count);
  for (Strategy& strategy : strategies) {
    if (is_altered(strategy)) strategy.launch = forces;
  }
  for (std::uint32_t k = 0; k < original.strategy_count; ++k) {
    if (is_altered(original.strategies[k])) original_forces = original.strategies[k].launch;
  }
  static KernelPack pack = original;
  pack.strategies = strategies.data();
  return &pack;
}

}  // namespace sphlab::test
