#include "harness/stepping/forces_only.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "harness/error.hpp"
#include "harness/scenarios/physics.hpp"

namespace sphlab {
namespace {

bool is_of_cpu(const KernelPack& pack) {
  return pack.runtime == std::string_view(host_runtime().name) && pack.warp_width == 1;
}

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ExitCode::not_available, fmt::format("placement '{}': {}", forces_only_name, why));
}

/// What of the run would have to be copied beside the state and its rates; "" for nothing.
std::string beyond_forces(const StageSelection& stages, const Scenario& scenario) {
  if (physics_kind(scenario.physics).is_potential()) return "potentials";
  if (stages.passes.size() > 1) return "several passes";
  if (!stages.formulation_fields().empty()) return "fields of its own";
  if (!stages.formulation_arrays().empty()) return "arrays of its own";
  return "";
}

}  // namespace

const LoadedPack* host_pack_of(const Variant& variant, const std::vector<LoadedPack>& packs) {
  if (!variant.forces_only) return nullptr;
  const std::string& wanted = variant.forces_only->host_toolchain;
  std::vector<std::string> names;
  for (const LoadedPack& pack : packs) {
    if (!pack.unusable.empty() || !is_of_cpu(*pack.pack)) continue;
    if (pack.pack->toolchain == wanted) return &pack;
    names.emplace_back(pack.pack->toolchain);
  }
  refuse(
      fmt::format("there is no pack of a CPU of toolchain '{}' to run the other stages on the "
                  "host{} Name one as \"host_toolchain\", or build it",
                  wanted, did_you_mean(wanted, names, ".")));
}

const KernelPack& pack_of_others(const LoadedPack& pack, const Variant& variant,
                                 const LoadedPack* host_pack) {
  if (!variant.forces_only) return *pack.pack;
  if (is_of_cpu(*pack.pack)) {
    refuse(
        fmt::format("the forces are to be computed on a device, and the pack {} is a CPU's. Run "
                    "on a GPU, or give the variant \"toolchains\" of one, or of the host "
                    "executor: \"simt-*\"",
                    pack.pack->toolchain));
  }
  if (host_pack == nullptr) {
    refuse(
        "only 'sphlab run' and 'sphlab record' have a pack for the stages on the host. Measure "
        "the variant with these, or take the placement out of it");
  }
  return *host_pack->pack;
}

void require_forces_alone(const StageSelection& stages, const Scenario& scenario) {
  if (const std::string more = beyond_forces(stages, scenario); !more.empty()) {
    refuse(
        fmt::format("the state goes to the device and rates come back, and the physics '{}' has "
                    "{}. Choose one of a single pass, as \"wcsph-dynamic\"",
                    scenario.physics, more));
  }
  if (stages.list_shape().types == 0) return;
  refuse(
      fmt::format("the traversal '{}' reads a list, which would be built on the host. Choose a "
                  "traversal of cells, as \"ranges-merged\"",
                  stage_of(stages.passes.back()).strategy().name));
}

}  // namespace sphlab
