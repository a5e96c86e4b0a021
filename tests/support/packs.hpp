// The packs and runtimes of this build that run on this machine.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "harness/packs/pack_library.hpp"
#include "harness/runtimes/runtime.hpp"
#include "harness/stepping/variant.hpp"

namespace sphlab::test {

/// A pack and the runtime that its pointers belong to. Both live until the process ends.
struct RunnablePack {
  Runtime* runtime;
  const LoadedPack* pack;

  std::string toolchain() const { return pack->pack->toolchain; }
  bool on_host() const { return runtime->is_host(); }
  /// Runs kernels thread by thread on the host: slow.
  bool is_executor() const { return on_host() && pack->pack->warp_width > 1; }
};

/// Why packs and runtimes of the build were not loaded.
inline std::vector<std::string>& load_problems() {
  static std::vector<std::string> problems;
  return problems;
}

inline const std::vector<RunnablePack>& runnable_packs() {
  std::vector<std::string>& problems = load_problems();
  static const std::vector<LoadedPack> packs = load_packs({SPHLAB_BINARY_DIR "/lib"}, &problems);
  static const std::vector<std::unique_ptr<Runtime>> runtimes = [&problems] {
    std::vector<std::unique_ptr<Runtime>> all;
    for (const RuntimeTable* table : load_runtimes({SPHLAB_BINARY_DIR "/lib"}, &problems))
      all.push_back(std::make_unique<Runtime>(*table, 0));
    return all;
  }();
  static const std::vector<RunnablePack> runnable = [] {
    std::vector<RunnablePack> all;
    for (const LoadedPack& pack : packs) {
      for (const auto& runtime : runtimes) {
        if (pack.unusable.empty() && runtime->name() == pack.pack->runtime)
          all.push_back({runtime.get(), &pack});
      }
    }
    return all;
  }();
  return runnable;
}

/// The first pack whose toolchain's name starts so: "simt-w32", "cpu-gcc". Fails the test, by an
/// exception, where it was not built.
inline RunnablePack pack_of(const std::string& toolchain) {
  for (const RunnablePack& pack : runnable_packs()) {
    if (pack.toolchain().starts_with(toolchain)) return pack;
  }
  throw std::runtime_error(fmt::format("no pack {} in {}/lib: build it. {}", toolchain,
                                       SPHLAB_BINARY_DIR, fmt::join(load_problems(), "; ")));
}

/// The host executor's toolchains, one per warp width that the build was configured for.
inline std::vector<std::string> executor_toolchains() {
  std::vector<std::string> toolchains;
  for (const int width : {SPHLAB_SIMT_WIDTHS}) toolchains.push_back(fmt::format("simt-w{}", width));
  return toolchains;
}

/// Names of the formats in which a pack has a traversal of lists for a physics.
inline std::vector<std::string> formats_read(const RunnablePack& pack, const std::string& physics,
                                             const std::string& traversal) {
  std::vector<std::string> formats;
  for (const NamedListFormat& format : list_formats) {
    if (has_strategy(*pack.pack->pack, {Stage::pass, physics, format.name}, traversal))
      formats.push_back(format.name);
  }
  return formats;
}

/// A variant with the traversal named, the pack's first where `traversal` is "".
inline Variant variant_of(const std::string& traversal,
                          const std::map<std::string, std::uint32_t>& tuning = {}) {
  Variant variant;
  if (!traversal.empty()) variant.stages["forces"] = {traversal, tuning};
  return variant;
}

/// The variant in cells, and with a rebuild policy, that its traversal serves: in the usual ones
/// where it does. Threads that share pairs are one: two do not give the same bits twice, and of
/// slices there need to be as many layers of cells.
inline Variant as_served(const KernelPack& pack, const std::string& physics, Variant variant) {
  const Strategy& traversal =
      find_strategy(pack, {Stage::pass, physics}, variant.stages.at("forces").name);
  if (!serves_cells(traversal, linear_order, 1)) variant.stages["hash"].name = "perpendicular";
  if (traversal.narrows) variant.rebuild = RebuildPolicy{.interval = 1};
  const std::string_view name = traversal.name;
  if (name == "omp-symmetric" || name.starts_with("omp-slices"))
    variant.stages["forces"].tuning = {{"threads", 1}};
  return variant;
}

/// Calls judge(pack) for every pack. Fails where the host's are missing.
template <class Judge>
void for_each_pack(Judge&& judge) {
  bool executor = false;
  bool cpu = false;
  for (const RunnablePack& pack : runnable_packs()) {
    SCOPED_TRACE(pack.toolchain());
    executor = executor || pack.is_executor();
    cpu = cpu || (pack.on_host() && !pack.is_executor());
    judge(pack);
  }
  EXPECT_TRUE(executor && cpu) << "build the packs first: " SPHLAB_BINARY_DIR "/lib";
}

/// Calls judge(variant) for every traversal of a pack, with its default tuning.
template <class Judge>
void for_each_traversal_of(const RunnablePack& pack, const std::string& physics, Judge&& judge) {
  for (const std::string& traversal : strategy_names(*pack.pack->pack, {Stage::pass, physics})) {
    SCOPED_TRACE(traversal);
    judge(as_served(*pack.pack->pack, physics, variant_of(traversal)));
  }
}

/// The same for every pack, judge(pack, variant).
template <class Judge>
void for_each_traversal(const std::string& physics, Judge&& judge) {
  for_each_pack([&](const RunnablePack& pack) {
    for_each_traversal_of(pack, physics, [&](const Variant& variant) { judge(pack, variant); });
  });
}

/// Calls judge(pack, variant) for one traversal of each pack of each kind that the loop tells
/// apart: of cells or of a list, without a preparation and with one. For tests of what happens
/// around a traversal, which its own arithmetic has no part in.
template <class Judge>
void for_each_kind_of_traversal(const std::string& physics, Judge&& judge) {
  for_each_pack([&](const RunnablePack& pack) {
    std::set<std::pair<bool, bool>> seen;
    for_each_traversal_of(pack, physics, [&](const Variant& variant) {
      const Strategy& strategy =
          find_strategy(*pack.pack->pack, {Stage::pass, physics}, variant.stages.at("forces").name);
      const std::pair kind(*strategy.list_format != 0, strategy.preparation.name != nullptr);
      if (seen.insert(kind).second) judge(pack, variant);
    });
    EXPECT_GE(seen.size(), 2u) << "lists and cells";
  });
}

}  // namespace sphlab::test
