#include "harness/scenarios/host_memory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>
#include <limits>
#include <string>

namespace sphlab {
namespace {

namespace fs = std::filesystem;

/// A stand-in for the root of the file system.
class HostMemory : public ::testing::Test {
 protected:
  void SetUp() override {
    root_ = fs::temp_directory_path() / ("sphlab_root_" + std::to_string(getpid()));
    write("proc/meminfo", "MemTotal: 4000 kB\nMemFree: 10 kB\nMemAvailable: 2000 kB\n");
  }
  void TearDown() override { fs::remove_all(root_); }
  void write(const fs::path& file, const std::string& text) const {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  fs::path root_;
};

TEST_F(HostMemory, IsWhatTheKernelSays) {
  EXPECT_EQ(available_host_memory(root_), 2048000u);
}

TEST_F(HostMemory, IsLimitedByTheControlGroup) {
  write("proc/self/cgroup", "0::/a/b\n");
  write("sys/fs/cgroup/a/b/memory.max", "max\n");
  write("sys/fs/cgroup/a/b/memory.current", "5\n");
  write("sys/fs/cgroup/a/memory.max", "1000\n");
  write("sys/fs/cgroup/a/memory.current", "700\n");
  write("sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 100\n");
  EXPECT_EQ(available_host_memory(root_), 400u);
}

TEST_F(HostMemory, IsLimitedByTheMountOfAContainer) {
  write("proc/self/cgroup", "5:cpu:/x\n4:memory:/docker/only-the-host-sees-this\n");
  write("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000\n");
  write("sys/fs/cgroup/memory/memory.usage_in_bytes", "1200\n");
  EXPECT_EQ(available_host_memory(root_), 0u);
}

TEST_F(HostMemory, IsUnknownWithoutAnyOfThem) {
  EXPECT_EQ(available_host_memory(root_ / "nowhere"), std::numeric_limits<std::size_t>::max());
}

TEST_F(HostMemory, OfThisMachineIsPlausible) {
  EXPECT_GT(available_host_memory(), std::size_t{1} << 20);
  EXPECT_LT(available_host_memory(), std::size_t{1} << 50);
}

}  // namespace
}  // namespace sphlab
