// Folders that cannot be looked into: a documented exit code, and their name.
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Unreadable : public Workspace {
 protected:
  Unreadable() {
    // Nobody can look into it, root included.
    std::filesystem::create_symlink("loop", folder.path() / "loop");
  }
  std::string loop = path("loop");
};

TEST_F(Unreadable, FoldersOfPacksAreTold) {
  const Finished listed = sphlab({"list", "packs", "--pack-dir", loop});
  EXPECT_TRUE(succeeds(listed));
  EXPECT_TRUE(mentions(listed.output, {toolchain, loop}));
  EXPECT_TRUE(
      fails(sphlab({"duel", loop, loop, suite()}), ExitCode::not_available, {"the base", loop}));
}

TEST_F(Unreadable, FoldersOfScenariosAreTold) {
  EXPECT_TRUE(fails(sphlab({"list", "scenarios", "--scenario-dir", loop}), ExitCode::bad_input,
                    {loop, "--scenario-dir"}));
  EXPECT_TRUE(fails(sphlab({"run", "still-water", "--scenario-dir", loop}), ExitCode::bad_input,
                    {loop, "--scenario-dir"}));
}

TEST_F(Unreadable, AFolderThatNobodyNamedIsNone) {
  std::filesystem::create_symlink("scenarios", folder.path() / "scenarios");
  EXPECT_TRUE(succeeds(sphlab({"list", "packs"})));
}

TEST_F(Unreadable, FoldersOfResultsAreTold) {
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", loop + "/records.jsonl"}), ExitCode::output,
                    {loop}));
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", loop}), ExitCode::output, {loop}));
  std::filesystem::create_symlink("results", folder.path() / "results");
  EXPECT_TRUE(fails(sphlab({"run", suite()}), ExitCode::output, {"results/"}));
}

}  // namespace
}  // namespace sphlab
