// A pack of this build, altered, that of simt-w32 if no other: of which it is known what is wrong.
#pragma once

#include <dlfcn.h>

#include <cstdlib>
#include <functional>
#include <string_view>
#include <vector>

#include "kernels/abi/kernel_pack.hpp"

namespace sphlab::test {

using Launch = decltype(Strategy::launch);

/// A strategy whose launch is replaced.
struct AlteredStrategy {
  Stage stage;
  std::string_view name;

  bool is(const Strategy& strategy) const {
    return strategy.stage == stage && strategy.name == name &&
           std::string_view(strategy.physics) == "wcsph-lj";
  }
};
inline constexpr AlteredStrategy altered_forces = {Stage::pass, "par-part-noloop"};
inline constexpr AlteredStrategy altered_correct = {Stage::correct, "predictor-corrector"};

/// The launch that was replaced.
inline Launch original_launch = nullptr;

inline constexpr const char* pack_of_32_lanes =
    SPHLAB_BINARY_DIR "/lib/libsphlab-kernels-simt-w32.so";

/// Ends the process where the original is not there: a test has no pack to go on with.
inline const KernelPack& original_pack(const char* path) {
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (library == nullptr) std::abort();
  return *reinterpret_cast<decltype(&sphlab_kernel_pack)>(dlsym(library, "sphlab_kernel_pack"))();
}

/// A copy of the original, which lives until the next call.
/// @param edit changes the copy; the pack has the strategies that it leaves.
inline const KernelPack* edited_pack(
    const std::function<void(KernelPack& pack, std::vector<Strategy>& strategies)>& edit,
    const char* path = pack_of_32_lanes) {
  static const KernelPack& original = original_pack(path);
  static std::vector<Strategy> strategies;
  static KernelPack pack;
  pack = original;
  strategies.assign(original.strategies, original.strategies + original.strategy_count);
  edit(pack, strategies);
  pack.strategies = strategies.data();
  pack.strategy_count = static_cast<std::uint32_t>(strategies.size());
  return &pack;
}

/// @param launch in place of that of one strategy with wcsph-lj, kept in original_launch.
inline const KernelPack* altered_pack(const AlteredStrategy& altered, Launch launch,
                                      const char* path = pack_of_32_lanes) {
  return edited_pack(
      [&](KernelPack&, std::vector<Strategy>& strategies) {
        for (Strategy& strategy : strategies) {
          if (!altered.is(strategy)) continue;
          original_launch = strategy.launch;
          strategy.launch = launch;
        }
      },
      path);
}

}  // namespace sphlab::test
