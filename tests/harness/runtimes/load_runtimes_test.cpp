#include <gtest/gtest.h>

#include <filesystem>

#include "harness/runtimes/runtime.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

struct Loaded {
  std::vector<const RuntimeTable*> runtimes;
  std::vector<std::string> problems;
};

Loaded load_from(const TemporaryFolder& folder) {
  Loaded loaded;
  loaded.runtimes = load_runtimes({folder.path().string()}, &loaded.problems);
  return loaded;
}

void expect_only_the_host(const Loaded& loaded) {
  ASSERT_EQ(loaded.runtimes.size(), 1u);
  EXPECT_STREQ(loaded.runtimes.front()->name, "host");
}

TEST(LoadRuntimes, FindsTheHostInAnEmptyFolder) {
  const TemporaryFolder folder;
  const Loaded loaded = load_from(folder);
  expect_only_the_host(loaded);
  EXPECT_TRUE(loaded.problems.empty());
}

TEST(LoadRuntimes, FindsTheHostWhereThereIsNoFolder) {
  std::vector<std::string> problems;
  EXPECT_EQ(load_runtimes({"/there/is/no/such/folder"}, &problems).size(), 1u);
  EXPECT_TRUE(problems.empty());
}

TEST(LoadRuntimes, TellsWhyAFileIsNoLibrary) {
  const TemporaryFolder folder;
  folder.write("libsphlab-runtime-cuda.so", std::string(4096, 'x'));
  const Loaded loaded = load_from(folder);
  expect_only_the_host(loaded);
  ASSERT_EQ(loaded.problems.size(), 1u);
  EXPECT_NE(loaded.problems.front().find("libsphlab-runtime-cuda.so: "), std::string::npos);
  EXPECT_NE(loaded.problems.front().find("no shared library"), std::string::npos)
      << loaded.problems.front();
}

TEST(LoadRuntimes, TellsThatALibraryIsNoRuntime) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink(SPHLAB_BINARY_DIR "/lib/libsphlab-kernels-simt-w32.so",
                                  folder.path() / "libsphlab-runtime-hip.so");
  const Loaded loaded = load_from(folder);
  expect_only_the_host(loaded);
  ASSERT_EQ(loaded.problems.size(), 1u);
  EXPECT_EQ(loaded.problems.front(),
            "libsphlab-runtime-hip.so: it has no entry point sphlab_runtime");
}

TEST(LoadRuntimes, TellsThatALibraryIsDamaged) {
  const TemporaryFolder folder;
  std::string library = file_text(SPHLAB_BINARY_DIR "/lib/libsphlab-kernels-simt-w32.so");
  library[library.size() / 2] = static_cast<char>(library[library.size() / 2] ^ 1);
  folder.write("libsphlab-runtime-hip.so", library);
  const Loaded loaded = load_from(folder);
  expect_only_the_host(loaded);
  ASSERT_EQ(loaded.problems.size(), 1u);
  EXPECT_NE(loaded.problems.front().find("libsphlab-runtime-hip.so: damaged"), std::string::npos)
      << loaded.problems.front();
}

}  // namespace
}  // namespace sphlab
