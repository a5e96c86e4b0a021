// The variants that are verified and measured where none is named.
#include "harness/cli/variants.hpp"

#include <gtest/gtest.h>

#include "tests/support/packs.hpp"

namespace sphlab::test {
namespace {

TEST(Variants, ThoseThatNarrowRebuildEveryStepInEveryOrderThatTheyServe) {
  const RunnablePack pack = pack_of("simt-w32");
  std::size_t in_usual_order = 0;
  std::size_t in_others = 0;
  for (const Variant& variant : select_variants(*pack.pack->pack, "wcsph-lj", {})) {
    const StageNeeds needs{Stage::forces, "wcsph-lj", variant.list_format};
    const Strategy& forces =
        find_strategy(*pack.pack->pack, needs, variant.stages.at("forces").name);
    if (!forces.narrows) continue;
    EXPECT_TRUE(variant.life && variant.life->interval == 1u) << variant.name();
    ++(variant.stages.contains("hash") ? in_others : in_usual_order);
  }
  EXPECT_GT(in_usual_order, 0u) << "warp-tiles";
  EXPECT_GT(in_others, 0u) << "hierarchical-tasks";
}

}  // namespace
}  // namespace sphlab::test
