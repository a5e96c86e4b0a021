// The entry point of a pack: what its toolchain is, and the tables of what it has.
#include <algorithm>
#include <string_view>
#include <tuple>

#include "kernels/abi/layout.hpp"
#include "kernels/gpu/gpu.cuh"
#include "kernels/strategy/refusal.hpp"
#include "kernels/strategy/registry.hpp"
#include "pack_configuration.hpp"
#include "pack_matrix.hpp"

namespace {

auto place_of(const sphlab::Strategy& strategy) {
  return std::tuple<sphlab::Stage, std::string_view, std::string_view, std::string_view,
                    std::string_view, sphlab::TypeMask>(strategy.stage, strategy.pass,
                                                        strategy.name, strategy.physics,
                                                        strategy.list_format, strategy.types);
}
std::string_view place_of(const sphlab::SchemeDescription& scheme) {
  return scheme.name;
}
std::string_view place_of(const sphlab::FormulationDescription& formulation) {
  return formulation.name;
}

template <class Row>
void sort(std::vector<Row>& table) {
  std::sort(table.begin(), table.end(),
            [](const Row& a, const Row& b) { return place_of(a) < place_of(b); });
}

/// Sorted, so that no table depends on the order in which the linker saw the files.
const sphlab::Registry& sorted_registry() {
  sphlab::Registry& all = sphlab::registry();
  sort(all.strategies);
  sort(all.schemes);
  sort(all.formulations);
  return all;
}

template <class Row>
std::uint32_t rows(const std::vector<Row>& table) {
  return static_cast<std::uint32_t>(table.size());
}

}  // namespace

extern "C" __attribute__((visibility("default"))) const sphlab::KernelPack* sphlab_kernel_pack() {
  static const sphlab::Registry& all = sorted_registry();
  static const sphlab::KernelPack pack = {.abi_version = sphlab::pack_abi_version,
                                          .layout = sphlab::layout_hash(),
                                          .built_with = SPHLAB_VERSION,
                                          .toolchain = SPHLAB_TOOLCHAIN,
                                          .compiler = SPHLAB_COMPILER,
                                          .host_compiler = SPHLAB_HOST_COMPILER,
                                          .flags = SPHLAB_FLAGS,
                                          .runtime = sphlab::gpu::runtime_name,
                                          .architectures = SPHLAB_ARCHITECTURES,
                                          .fast_math = SPHLAB_FAST_MATH != 0,
                                          .fma = SPHLAB_FMA != 0,
                                          .warp_width = sphlab::gpu::warp_width,
                                          .matrix = sphlab::matrix_name,
                                          .strategies = all.strategies.data(),
                                          .strategy_count = rows(all.strategies),
                                          .schemes = all.schemes.data(),
                                          .scheme_count = rows(all.schemes),
                                          .formulations = all.formulations.data(),
                                          .formulation_count = rows(all.formulations),
                                          .unusable = &sphlab::pack_unusable,
                                          .error_text = &sphlab::pack_error_text};
  return &pack;
}
