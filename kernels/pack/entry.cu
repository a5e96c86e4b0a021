// The entry point of a pack: what its toolchain is, and the table of its strategies.
#include <algorithm>
#include <cstring>

#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/strategy/registry.hpp"
#include "pack_configuration.hpp"
#include "pack_matrix.hpp"

namespace {

/// Sorted, so that the table does not depend on the order in which the linker saw the files. The
/// first of a stage is what runs where none is named: not one that may refuse, as those with a
/// census do.
std::vector<sphlab::Strategy>& sorted_strategies() {
  std::vector<sphlab::Strategy>& all = sphlab::registered_strategies();
  std::sort(all.begin(), all.end(), [](const sphlab::Strategy& a, const sphlab::Strategy& b) {
    if (const int order = std::strcmp(a.stage, b.stage)) return order < 0;
    if (a.needs_census != b.needs_census) return b.needs_census;
    if (const int order = std::strcmp(a.name, b.name)) return order < 0;
    return std::strcmp(a.physics, b.physics) < 0;
  });
  return all;
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const sphlab::KernelPack* sphlab_kernel_pack() {
  static const std::vector<sphlab::Strategy>& strategies = sorted_strategies();
  static const sphlab::KernelPack pack = {sphlab::pack_abi_version,
                                          SPHLAB_TOOLCHAIN,
                                          SPHLAB_COMPILER,
                                          SPHLAB_HOST_COMPILER,
                                          SPHLAB_FLAGS,
                                          sphlab::gpu::runtime_name,
                                          SPHLAB_ARCHITECTURES,
                                          SPHLAB_FAST_MATH != 0,
                                          SPHLAB_FMA != 0,
                                          sphlab::gpu::warp_width,
                                          sphlab::matrix_name,
                                          strategies.data(),
                                          static_cast<std::uint32_t>(strategies.size()),
                                          &sphlab::pack_unusable,
                                          &sphlab::pack_error_text};
  return &pack;
}
