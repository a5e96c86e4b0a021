// The kernel packs found beside the executable or where the user points.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernels/pack/abi.hpp"

namespace sphlab {

/// Resources of one kernel as its compiler reported them at build time. -1: not reported.
struct CompiledResources {
  std::string symbol;  ///< mangled
  std::string kernel;  ///< demangled, without arguments
  std::string architecture;
  int registers = -1;
  int stack_bytes = -1;
  int spill_bytes = -1;  ///< stores and loads together
  int shared_bytes = -1;
};

/// A pack that has been opened. Loaded packs stay loaded until the process ends.
struct LoadedPack {
  const KernelPack* pack = nullptr;
  std::filesystem::path file;
  std::vector<CompiledResources> resources;  ///< from the file beside the pack; empty: none
  std::string unusable;                      ///< why it cannot run here, "" when it can
};

/// Opens every libsphlab-kernels-*.so of `directories`. One that does not load is skipped, and why
/// is appended to `problems`. Packs come sorted by toolchain name.
std::vector<LoadedPack> load_packs(const std::vector<std::filesystem::path>& directories,
                                   std::vector<std::string>* problems);

/// What the compiler said of a kernel on an architecture, or nullptr where it is not known.
/// @param symbol mangled. @param architecture the device's: a pack may hold code for several.
const CompiledResources* find_resources(const LoadedPack& pack, const std::string& symbol,
                                        const std::string& architecture);

/// The strategy of `pack` for a stage, or throws Error(not_available) that names the nearest one.
const Strategy& find_strategy(const KernelPack& pack, const std::string& stage,
                              const std::string& name, const std::string& physics);

/// Names of the strategies of a stage for a physics ("" where the stage has none), in table order.
std::vector<std::string> strategy_names(const KernelPack& pack, const std::string& stage,
                                        const std::string& physics);

}  // namespace sphlab
