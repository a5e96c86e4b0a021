// The kernel packs found beside the executable or where the user points.
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/abi/kernel_pack.hpp"

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

/// Which of the two builds of a duel a pack belongs to.
enum class Side { none, base, candidate };

/// "base" or "candidate"; "" outside duels.
const char* side_name(Side side);

/// A pack that has been opened. Loaded packs stay loaded until the process ends.
struct LoadedPack {
  const KernelPack* pack = nullptr;
  std::filesystem::path file;
  std::vector<CompiledResources> resources;  ///< from the file beside the pack; empty: none
  std::string unusable;                      ///< why it cannot run here, "" when it can
  Side side = Side::none;
  /// The toolchain by which suites and duels choose it: its own; of the candidate in a duel of two
  /// toolchains, the base's.
  std::string stands_for = "";
  void* library = nullptr;  ///< of dlopen()
};

/// The host executor's packs are for truth, not for speed.
bool is_for_speed(const KernelPack& pack);

/// Opens every libsphlab-kernels-*.so of `directories`. One that does not load is skipped, and why
/// is appended to `problems`. Packs come sorted by toolchain name.
std::vector<LoadedPack> load_packs(const std::vector<std::filesystem::path>& directories,
                                   std::vector<std::string>* problems);

/// Opens the packs of one side of a duel, as load_packs() does, each from a private copy of its
/// file: a file that both sides name, by a link too, would otherwise be one library for both.
std::vector<LoadedPack> load_side(const std::filesystem::path& directory, Side side,
                                  std::vector<std::string>* problems);

/// Resources of a kernel on an architecture by its compiler; nullptr where unknown.
/// @param symbol mangled. @param architecture the device's: a pack may hold code for several.
const CompiledResources* find_resources(const LoadedPack& pack, const std::string& symbol,
                                        const std::string& architecture);

/// Needs of a variant on a stage, by which strategies are chosen.
struct StageNeeds {
  Stage stage;
  std::string physics = "";                       ///< "" where the stage has none
  std::string list_format = default_list_format;  ///< of the variant's list
  TypeMask types = 0;                             ///< that the list keeps apart; 0: any will do
  std::string pass = forces_pass;                 ///< of Stage::pass, which one

  /// Its name in variants and packs.
  const char* stage_name() const {
    return stage == Stage::pass ? pass.c_str() : describe(stage).name;
  }
};

/// The stage of this name, but for passes, which formulations name; or nullptr.
const StageDescription* find_stage(std::string_view name);

/// The row of what a variant names: of a name that is no stage's, that of passes.
const StageDescription& row_of(std::string_view name);

/// Names of the samples that a variant of a pack can have: of every stage and pass, and of what
/// the pack's strategies prepare.
std::set<std::string> timed_names(const KernelPack& pack);

/// Throws Error(not_available) that names the nearest one where a variant names what is neither a
/// stage nor a pass of any formulation of the pack.
void require_stage(const KernelPack& pack, const std::string& name);

/// The strategy `name` of `pack` that serves `needs`, or throws Error(not_available) that names the
/// nearest one, or the formats that it is there for.
const Strategy& find_strategy(const KernelPack& pack, const StageNeeds& needs,
                              const std::string& name);

/// Whether `pack` has a strategy `name` that serves `needs`.
bool has_strategy(const KernelPack& pack, const StageNeeds& needs, const std::string& name);

/// Names of the strategies that serve `needs`, in table order.
std::vector<std::string> strategy_names(const KernelPack& pack, const StageNeeds& needs);

/// The strategy that serves `needs` where a variant names none: the one that is declared the
/// default, or the only one. Throws Error(not_available) where there is none.
const Strategy& default_strategy(const KernelPack& pack, const StageNeeds& needs);

/// The formulation of this name that the pack computes, or nullptr.
const FormulationDescription* find_formulation(const KernelPack& pack, const std::string& name);

/// The integration scheme of this name. Throws Error(not_available) that names the nearest one.
const SchemeDescription& find_scheme(const KernelPack& pack, const std::string& name);

}  // namespace sphlab
