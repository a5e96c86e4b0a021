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

}  // namespace
}  // namespace sphlab
