// What a multiprocessor holds of a kernel, and why no more.
#include <gtest/gtest.h>

#include "harness/why/residency.hpp"

namespace sphlab {
namespace {

using Limits = std::vector<std::string>;

Record::Kernel kernel_of(std::uint64_t registers, std::uint64_t shared, std::uint64_t block,
                         std::optional<double> occupancy = std::nullopt) {
  return {"kernel", registers, 0, 0, shared, block, occupancy};
}

std::optional<Residency> on_h200(const Record::Kernel& kernel) {
  return residency_of(*find_multiprocessor("sm_90"), kernel);
}

TEST(Residency, IsLimitedByRegisters) {
  const auto held = on_h200(kernel_of(48, 0, 128, 0.625));
  ASSERT_TRUE(held);
  EXPECT_EQ(held->warps, 40u);
  EXPECT_EQ(held->limited_by, Limits{"registers"});
  EXPECT_EQ(held->roomier_registers, 40u);
}

TEST(Residency, IsLimitedBySharedMemory) {
  const auto held = on_h200(kernel_of(40, 220752, 512, 0.25));
  ASSERT_TRUE(held);
  EXPECT_EQ(held->warps, 16u);
  EXPECT_EQ(held->limited_by, Limits{"shared memory"});
  EXPECT_FALSE(held->roomier_registers);
}

TEST(Residency, IsLimitedByBlocksAndThreads) {
  EXPECT_EQ(on_h200(kernel_of(16, 0, 32))->limited_by, Limits{"blocks"});
  EXPECT_EQ(on_h200(kernel_of(16, 0, 1024))->limited_by, Limits{"threads"});
  EXPECT_EQ(on_h200(kernel_of(32, 0, 128))->limited_by, (Limits{"registers", "threads"}));
}

TEST(Residency, IsUnknownWhereTheDeviceToldAnother) {
  EXPECT_FALSE(on_h200(kernel_of(48, 0, 128, 0.5)));
}

TEST(Residency, IsUnknownWithoutResourcesOrRoom) {
  Record::Kernel kernel = kernel_of(48, 0, 128);
  kernel.registers.reset();
  EXPECT_FALSE(on_h200(kernel));
  EXPECT_FALSE(on_h200(kernel_of(48, 0, 0)));
  EXPECT_FALSE(on_h200(kernel_of(48, 300000, 128)));
  EXPECT_EQ(find_multiprocessor("sm_1"), nullptr);
}

}  // namespace
}  // namespace sphlab
