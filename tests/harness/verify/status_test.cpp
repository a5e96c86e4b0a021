#include "harness/verify/status.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

TEST(Status, IsOkWhenAllHavePassed) {
  EXPECT_EQ(status_of({{"a", 0, 1, true, ""}, {"b", 1, 1, true, "x"}}), "ok");
}

TEST(Status, NamesTheFirstFailure) {
  EXPECT_EQ(status_of({{"a", 0, 1, true, ""}, {"b", 2, 1, false, "x"}, {"c", 3, 1, false, "y"}}),
            "b: x (2, tolerance 1)");
}

TEST(Status, NothingCheckedIsNotOk) {
  EXPECT_NE(status_of({}), "ok");
}

}  // namespace
}  // namespace sphlab
