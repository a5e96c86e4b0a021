// The variants that are verified and measured where none is named.
#include "harness/cli/variants.hpp"

#include <gtest/gtest.h>

#include "harness/stepping/variant_axes.hpp"
#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

TEST(Variants, ThoseThatNarrowRebuildEveryStepInEveryOrderThatTheyServe) {
  const RunnablePack pack = pack_of("simt-w32");
  std::size_t in_usual_order = 0;
  std::size_t in_others = 0;
  for (const Variant& variant : select_variants(*pack.pack->pack, "wcsph-lj", {})) {
    const StageNeeds needs{Stage::pass, "wcsph-lj", variant.list_format};
    const Strategy& forces =
        find_strategy(*pack.pack->pack, needs, variant.stages.at("forces").name);
    if (!forces.narrows) continue;
    EXPECT_TRUE(variant.rebuild && variant.rebuild->interval == 1u) << variant.name();
    ++(variant.stages.contains("hash") ? in_others : in_usual_order);
  }
  EXPECT_GT(in_usual_order, 0u) << "warp-tiles";
  EXPECT_GT(in_others, 0u) << "hierarchical-tasks";
}

TEST(Variants, EveryOneIsFoundByItsName) {
  const RunnablePack pack = pack_of("simt-w32");
  const KernelPack& table = *pack.pack->pack;
  std::size_t found = 0;
  for (const Variant& variant : variants_of_every_list_format(table, "wcsph-lj")) {
    const auto named = variant_named(table, "wcsph-lj", variant.name());
    ASSERT_TRUE(named.has_value()) << variant.name();
    EXPECT_EQ(named->name(), variant.name());
    EXPECT_EQ(named->list_format, variant.list_format) << variant.name();
    EXPECT_EQ(named->cells_per_radius, variant.cells_per_radius) << variant.name();
    EXPECT_EQ(named->stages.size(), variant.stages.size()) << variant.name();
    ++found;
  }
  EXPECT_GT(found, 50u);
}

TEST(Variants, PartsAreCombinedByTheirNames) {
  const RunnablePack pack = pack_of("simt-w32");
  const KernelPack& table = *pack.pack->pack;
  const std::string name =
      "list-gather+warp-per-cell+split-chunk-4+type-id+morton+half-radius-cells+every-5-x1.05";
  const auto variant = variant_named(table, "wcsph-lj", name);
  ASSERT_TRUE(variant.has_value());
  EXPECT_EQ(variant->stages.at("list").name, "warp-per-cell");
  EXPECT_EQ(variant->stages.at("cell-sort").name, "type-id");
  EXPECT_EQ(variant->stages.at("hash").name, "morton");
  EXPECT_EQ(variant->list_format, "split-chunk-4");
  EXPECT_EQ(variant->cells_per_radius, 2u);
  EXPECT_EQ(variant->rebuild->interval, 5u);
  EXPECT_EQ(variant->rebuild->expansion, 1.05);
  for (const char* wrong :
       {"", "list-gather", "list-gather+", "list-gather+per-particle+",
        "par-part-noloop+per-particle", "list-gather+morton+per-particle",
        "list-gather+per-particle+every-0", "list-gather+per-particle+every-5000",
        "list-gather+per-particle+x0.5", "list-gather+per-particle+displacement",
        "list-gather+per-particle+per-particle", "per-particle+list-gather",
        "list-gather+no-such-builder"})
    EXPECT_FALSE(variant_named(table, "wcsph-lj", wrong).has_value()) << wrong;
  EXPECT_FALSE(variant_named(table, "no-such-physics", name).has_value());
}

}  // namespace
}  // namespace sphlab::test
