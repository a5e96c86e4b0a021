// What a system tells of caches, in folders made up as those of /sys are.
#include "harness/runtimes/last_level_cache.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>

#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

class Caches {
 public:
  void add(const std::string& name, const std::string& level, const std::string& size) const {
    std::filesystem::create_directory(folder_.path() / name);
    if (!level.empty()) (void)folder_.write(name + "/level", level);
    if (!size.empty()) (void)folder_.write(name + "/size", size);
  }
  std::size_t last() const { return last_level_cache_bytes(folder_.path()); }

 private:
  TemporaryFolder folder_;
};

std::size_t told_by_sysconf() {
  return static_cast<std::size_t>(std::max(0L, sysconf(_SC_LEVEL3_CACHE_SIZE)));
}

TEST(LastLevelCache, IsThatOfTheHighestLevel) {
  Caches caches;
  caches.add("index0", "1\n", "32K\n");
  caches.add("index3", "3\n", "32768K\n");
  caches.add("index2", "2\n", "65536K\n");
  EXPECT_EQ(caches.last(), std::size_t{32} << 20);
  caches.add("index4", "4\n", "128M\n");
  EXPECT_EQ(caches.last(), std::size_t{128} << 20);
}

TEST(LastLevelCache, IsWhatTheLibrarySaysWhereTheSystemTellsNothing) {
  EXPECT_EQ(last_level_cache_bytes("/nowhere/at/all"), told_by_sysconf());
  Caches caches;
  EXPECT_EQ(caches.last(), told_by_sysconf());
  caches.add("index0", "3\n", "unknown\n");
  caches.add("index1", "", "");
  EXPECT_EQ(caches.last(), told_by_sysconf());
  caches.add("index2", "2\n", "512K\n");
  EXPECT_EQ(caches.last(), std::size_t{512} << 10) << "the largest level whose size is told";
}

}  // namespace
}  // namespace sphlab
