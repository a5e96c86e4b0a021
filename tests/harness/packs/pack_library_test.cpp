#include "harness/packs/pack_library.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "harness/error.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;

const fs::path test_packs = fs::path(SPHLAB_BINARY_DIR) / "test-packs";

class PackLibrary : public testing::Test {
 protected:
  void add_failing_pack() {
    fs::copy(test_packs / "failing" / "libsphlab-kernels-failing.so", folder);
  }
  std::vector<LoadedPack> load() { return load_packs({folder}, &problems); }

  TemporaryFolder temporary;
  const fs::path& folder = temporary.path();
  std::vector<std::string> problems;
};

TEST_F(PackLibrary, LoadsAPackWithItsStrategies) {
  add_failing_pack();
  const auto packs = load();
  ASSERT_EQ(packs.size(), 1u);
  EXPECT_TRUE(problems.empty());
  EXPECT_STREQ(packs[0].pack->toolchain, "failing");
  EXPECT_EQ(packs[0].unusable, "");
  EXPECT_EQ(strategy_names(*packs[0].pack, {Stage::pass, "wcsph-lj"}),
            std::vector<std::string>{"list-gather"});
  EXPECT_EQ(find_strategy(*packs[0].pack, {Stage::hash, "wcsph-lj"}, "linear").stage, Stage::hash);
}

TEST_F(PackLibrary, NamesTheNearestStrategy) {
  add_failing_pack();
  const auto packs = load();
  ASSERT_EQ(packs.size(), 1u);
  try {
    find_strategy(*packs[0].pack, {Stage::pass, "wcsph-lj"}, "list-gater");
    FAIL() << "an unknown strategy was found";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::not_available);
    EXPECT_NE(std::string(error.what()).find("did you mean 'list-gather'"), std::string::npos)
        << error.what();
  }
}

TEST_F(PackLibrary, DoesNotOfferAStrategyOfAnotherPhysics) {
  add_failing_pack();
  const auto packs = load();
  ASSERT_EQ(packs.size(), 1u);
  EXPECT_THROW(find_strategy(*packs[0].pack, {Stage::pass, "another"}, "list-gather"), Error);
}

TEST_F(PackLibrary, ReadsTheResourcesBesideThePack) {
  add_failing_pack();
  temporary.write("libsphlab-kernels-failing.resources.json",
                  R"([{"symbol": "_Z1fv", "kernel": "f", "architecture": "sm_80", "registers": 32,
                       "stack_bytes": 0, "spill_bytes": 0, "shared_bytes": 0},
                      {"symbol": "_Z1fv", "kernel": "f", "architecture": "sm_90", "registers": 40,
                       "stack_bytes": 16, "spill_bytes": 8, "shared_bytes": null}])");
  const auto packs = load();
  ASSERT_EQ(packs.size(), 1u);
  EXPECT_TRUE(problems.empty());
  const CompiledResources* resources = find_resources(packs[0], "_Z1fv", "sm_90");
  ASSERT_NE(resources, nullptr);
  EXPECT_EQ(resources->kernel, "f");
  EXPECT_EQ(resources->registers, 40);
  EXPECT_EQ(resources->stack_bytes, 16);
  EXPECT_EQ(resources->spill_bytes, 8);
  EXPECT_EQ(resources->shared_bytes, -1);
  EXPECT_EQ(find_resources(packs[0], "_Z1fv", "gfx90a"), nullptr);
}

TEST_F(PackLibrary, ReportsCorruptResourcesAndKeepsThePack) {
  add_failing_pack();
  temporary.write("libsphlab-kernels-failing.resources.json", R"([{"symbol": "_Z1fv", )");
  const auto packs = load();
  EXPECT_EQ(packs.size(), 1u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("resources.json"), std::string::npos) << problems[0];
}

TEST_F(PackLibrary, SkipsWhatIsNoPackAndSaysWhy) {
  add_failing_pack();
  temporary.write("libsphlab-kernels-text.so", "not a library");
  fs::copy(test_packs / "wrong_version" / "libsphlab-kernels-wrong_version.so", folder);
  fs::copy(test_packs / "no_entry" / "libsphlab-kernels-no_entry.so", folder);
  EXPECT_EQ(load().size(), 1u);
  ASSERT_EQ(problems.size(), 3u);
  EXPECT_NE(problems[0].find("no function sphlab_kernel_pack"), std::string::npos) << problems[0];
  EXPECT_NE(problems[1].find("libsphlab-kernels-text.so"), std::string::npos) << problems[1];
  EXPECT_NE(problems[2].find("interface version"), std::string::npos) << problems[2];
}

TEST_F(PackLibrary, RefusesAPackThatIsCutShort) {
  add_failing_pack();
  const fs::path pack = folder / "libsphlab-kernels-failing.so";
  const std::uintmax_t size = fs::file_size(pack);
  for (const std::uintmax_t length :
       {size - 1, size / 2, std::uintmax_t{4096}, std::uintmax_t{100}, std::uintmax_t{0}}) {
    fs::resize_file(pack, length);
    problems.clear();
    EXPECT_TRUE(load().empty()) << length;
    EXPECT_TRUE(load_side(folder, Side::base, &problems).empty()) << length;
    ASSERT_EQ(problems.size(), 2u);
    for (const std::string& problem : problems) {
      EXPECT_NE(problem.find(pack.string()), std::string::npos) << problem;
      EXPECT_NE(problem.find("build it again"), std::string::npos) << problem;
    }
  }
}

/// Whatever of it is damaged: what is tried is a bit here and there, and each whole page.
TEST_F(PackLibrary, RefusesAPackThatIsDamaged) {
  add_failing_pack();
  const std::string whole = file_text(folder / "libsphlab-kernels-failing.so");
  const auto expect_refused = [&](const std::string& damaged) {
    temporary.write("libsphlab-kernels-failing.so", damaged);
    problems.clear();
    EXPECT_TRUE(load().empty());
    ASSERT_EQ(problems.size(), 1u);
    EXPECT_NE(problems[0].find("libsphlab-kernels-failing.so: "), std::string::npos) << problems[0];
    EXPECT_NE(problems[0].find("build it again"), std::string::npos) << problems[0];
  };
  for (std::size_t offset = 0; offset < whole.size(); offset += 1 + whole.size() / 97) {
    SCOPED_TRACE(offset);
    std::string damaged = whole;
    damaged[offset] = static_cast<char>(damaged[offset] ^ (1 << offset % 8));
    expect_refused(damaged);
  }
  for (std::size_t page = 0; page < whole.size(); page += 4096) {
    SCOPED_TRACE(page);
    std::string damaged = whole;
    damaged.replace(page, 4096, std::min<std::size_t>(4096, whole.size() - page), '\0');
    if (damaged != whole) expect_refused(damaged);
  }
}

TEST_F(PackLibrary, RefusesAPackWithoutAChecksumUntilItIsSealed) {
  add_failing_pack();
  const fs::path pack = folder / "libsphlab-kernels-failing.so";
  fs::resize_file(pack, fs::file_size(pack) - 24);  // as an older build has left it, or strip
  EXPECT_TRUE(load().empty());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("carries no checksum"), std::string::npos) << problems[0];
  EXPECT_NE(problems[0].find("seal.py"), std::string::npos) << problems[0];
  const std::string seal =
      "python3 " SPHLAB_SOURCE_DIR "/kernels/pack/seal.py '" + pack.string() + "'";
  for (int times = 0; times < 2; ++times) {  // a second seal replaces the first
    ASSERT_EQ(std::system(seal.c_str()), 0);
    problems.clear();
    EXPECT_EQ(load().size(), 1u);
    EXPECT_TRUE(problems.empty());
  }
}

TEST_F(PackLibrary, NamesAFolderForCopiesThatIsNotThere) {
  add_failing_pack();
  const char* before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  setenv("TMPDIR", "/there/is/none", 1);
  try {
    load_side(folder, Side::base, &problems);
    ADD_FAILURE() << "a copy was made";
  } catch (const Error& error) {
    EXPECT_EQ(error.code, ExitCode::output);
    EXPECT_NE(std::string(error.what()).find("TMPDIR=/there/is/none"), std::string::npos)
        << error.what();
  }
  before == nullptr ? unsetenv("TMPDIR") : setenv("TMPDIR", kept.c_str(), 1);
}

TEST_F(PackLibrary, RefusesASecondPackOfTheSameToolchain) {
  add_failing_pack();
  const auto packs = load_packs({folder, test_packs / "failing"}, &problems);
  EXPECT_EQ(packs.size(), 1u);
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("already loaded"), std::string::npos) << problems[0];
}

TEST_F(PackLibrary, OpensAFolderThatIsNamedTwiceOnce) {
  add_failing_pack();
  EXPECT_EQ(load_packs({folder, folder / "."}, &problems).size(), 1u);
  EXPECT_TRUE(problems.empty());
}

TEST_F(PackLibrary, SidesOfOneFileAreTwoLibraries) {
  add_failing_pack();
  const auto alone = load();
  const auto base = load_side(folder, Side::base, &problems);
  const auto candidate = load_side(folder, Side::candidate, &problems);
  ASSERT_EQ(alone.size() + base.size() + candidate.size(), 3u);
  EXPECT_TRUE(problems.empty());
  EXPECT_NE(base[0].pack, candidate[0].pack);
  EXPECT_NE(base[0].pack, alone[0].pack);
  EXPECT_NE(base[0].pack->strategies[0].launch, candidate[0].pack->strategies[0].launch);
  EXPECT_EQ(base[0].file, candidate[0].file);
  EXPECT_EQ(alone[0].side, Side::none);
  EXPECT_EQ(base[0].side, Side::base);
  EXPECT_EQ(candidate[0].side, Side::candidate);
}

TEST_F(PackLibrary, ReportsWhatDoesNotLoadOnASide) {
  temporary.write("libsphlab-kernels-text.so", "not a library");
  EXPECT_TRUE(load_side(folder, Side::candidate, &problems).empty());
  ASSERT_EQ(problems.size(), 1u);
  EXPECT_NE(problems[0].find("libsphlab-kernels-text.so"), std::string::npos) << problems[0];
}

TEST_F(PackLibrary, ReportsAFolderThatIsNotThere) {
  EXPECT_TRUE(load_packs({folder / "absent"}, &problems).empty());
  EXPECT_EQ(problems.size(), 1u);
}

}  // namespace
}  // namespace sphlab
