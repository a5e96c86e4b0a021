#include "harness/stepping/variant.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

TEST(Variant, IsNamedAfterItsTraversalAndItsList) {
  Variant variant;
  EXPECT_EQ(variant.name(), "default");
  variant.stages["forces"] = {"par-part-noloop", {{"block", 64}}};
  EXPECT_EQ(variant.name(), "par-part-noloop");
  variant.stages["forces"].name = "list-gather";
  variant.stages["list"] = {"per-particle", {}};
  variant.stages["hash"] = {"linear", {}};
  EXPECT_EQ(variant.name(), "list-gather+per-particle");
}

TEST(Variant, NamesTheOrderAndSizeOfCellsThatAreNotTheUsual) {
  Variant variant;
  variant.stages["forces"].name = "par-part-noloop";
  variant.cells_per_radius = 2;
  EXPECT_EQ(variant.name(), "par-part-noloop+half-radius-cells");
  variant.stages["hash"].name = "morton";
  EXPECT_EQ(variant.name(), "par-part-noloop+morton+half-radius-cells");
  variant.cells_per_radius = 3;
  EXPECT_EQ(variant.name(), "par-part-noloop+morton+third-radius-cells");
  variant.rebuild = RebuildPolicy{RebuildTrigger::interval, 5, 1};
  EXPECT_EQ(variant.name(), "par-part-noloop+morton+third-radius-cells+every-5");
}

}  // namespace
}  // namespace sphlab
