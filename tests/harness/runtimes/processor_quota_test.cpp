#include "harness/runtimes/processor_quota.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// Control groups as the kernel shows them.
class ProcessorQuotaFiles : public testing::Test {
 protected:
  void write(const std::string& file, const std::string& text) const {
    fs::create_directories((folder.path() / file).parent_path());
    folder.write(file, text);
  }
  std::optional<ProcessorQuota> quota_of(const std::string& own_groups) const {
    return processor_quota(folder.write("own", own_groups), folder.path() / "groups");
  }

  TemporaryFolder folder;
};

TEST_F(ProcessorQuotaFiles, OfVersion2IsTheSmallestOfAGroupAndThoseAbove) {
  write("groups/a/b/cpu.max", "max 100000\n");
  EXPECT_FALSE(quota_of("0::/a/b\n"));
  write("groups/a/cpu.max", "150000 100000\n");
  ASSERT_TRUE(quota_of("0::/a/b\n"));
  EXPECT_DOUBLE_EQ(quota_of("0::/a/b\n")->processors, 1.5);
  EXPECT_NE(quota_of("0::/a/b\n")->source.find("groups/a/cpu.max"), std::string::npos);
  write("groups/a/b/cpu.max", "400000 100000\n");
  EXPECT_DOUBLE_EQ(quota_of("0::/a/b\n")->processors, 1.5);
  EXPECT_FALSE(quota_of("0::/c\n"));
}

TEST_F(ProcessorQuotaFiles, OfVersion1IsThatOfTheCpuController) {
  write("groups/cpu/job/cpu.cfs_quota_us", "200000\n");
  write("groups/cpu/job/cpu.cfs_period_us", "100000\n");
  EXPECT_DOUBLE_EQ(quota_of("7:memory:/\n4:cpu,cpuacct:/job\n")->processors, 2);
  EXPECT_FALSE(quota_of("4:cpuacct,cpuset:/job\n"));
  write("groups/cpu/job/cpu.cfs_quota_us", "-1\n");
  EXPECT_FALSE(quota_of("4:cpu,cpuacct:/job\n"));
}

/// A container may be told the path of the machine, and see its own group as the root.
TEST_F(ProcessorQuotaFiles, OfAContainerIsAtTheRoot) {
  write("groups/cpu.max", "100000 100000\n");
  EXPECT_DOUBLE_EQ(quota_of("0::/docker/0123\n")->processors, 1);
  EXPECT_DOUBLE_EQ(quota_of("0::/\n")->processors, 1);
}

TEST_F(ProcessorQuotaFiles, AreNotThereOnEveryMachine) {
  EXPECT_FALSE(quota_of(""));
  EXPECT_FALSE(quota_of("nothing that is known\n0::\n"));
  EXPECT_FALSE(processor_quota(folder.path() / "absent", folder.path() / "absent"));
  write("groups/cpu.max", "many");
  EXPECT_FALSE(quota_of("0::/\n"));
}

}  // namespace
}  // namespace sphlab
