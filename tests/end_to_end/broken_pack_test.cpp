// Packs that do not load, and kernels that fail.
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class BrokenPack : public Workspace {
 protected:
  static std::string pack_folder(const std::string& name) {
    return std::string(SPHLAB_BINARY_DIR) + "/test-packs/" + name;
  }
};

TEST_F(BrokenPack, IsSkippedWithTheReason) {
  folder.write("libsphlab-kernels-text.so", "not a library");
  const Finished listed = sphlab({"list", "packs", "--pack-dir", pack_folder("wrong_version"),
                                  "--pack-dir", pack_folder("no_entry"), "--pack-dir",
                                  folder.path().string(), "--pack-dir", path("absent")});
  ASSERT_TRUE(succeeds(listed));
  EXPECT_TRUE(
      mentions(listed.output, {toolchain, "libsphlab-kernels-wrong_version.so", "interface version",
                               "libsphlab-kernels-no_entry.so", "no function sphlab_kernel_pack",
                               "libsphlab-kernels-text.so", "absent"}));
}

TEST_F(BrokenPack, CannotBeAskedFor) {
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--pack-dir", pack_folder("wrong_version"),
                            "--toolchain", "wrong_version"}),
                    ExitCode::not_available, {"wrong_version"}));
}

TEST_F(BrokenPack, FailingKernelEndsASimulation) {
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", path("out"), "--pack-dir",
                            pack_folder("failing"), "--toolchain", "failing"}),
                    ExitCode::device, {"unspecified launch failure (on purpose)"}));
}

TEST_F(BrokenPack, FailingKernelEndsAVerification) {
  EXPECT_TRUE(fails(sphlab({"verify", scenario(), "--pack-dir", pack_folder("failing"),
                            "--toolchain", "failing"}),
                    ExitCode::device, {"unspecified launch failure (on purpose)"}));
}

TEST_F(BrokenPack, AWorkspaceThatDoesNotFitIsRefusedWithItsBytes) {
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", path("out"), "--pack-dir",
                            pack_folder("greedy_workspace"), "--toolchain", "greedy-workspace",
                            "--variant", "par-cell"}),
                    ExitCode::out_of_memory, {"bytes", "11258999"}));
}

TEST_F(BrokenPack, FailingKernelLosesNoRecordOfTheOthers) {
  const Edit with_failing = [](nlohmann::json& document) {
    document["toolchains"] = {toolchain, "failing"};
    document["variants"][0].erase("toolchains");
  };
  const Finished finished = sphlab({"run", suite(with_failing), "--pack-dir",
                                    pack_folder("failing"), "--output", path("records.jsonl")});
  EXPECT_TRUE(fails(finished, ExitCode::verification, {"invalid"}));
  std::set<std::string> valid;
  std::set<std::string> invalid;
  for (const auto& record : records(path("records.jsonl"))) {
    const std::string status = record.at("validity").at("status");
    (status == "ok" ? valid : invalid).insert(record.at("toolchain").at("name"));
    if (status != "ok") {
      EXPECT_TRUE(mentions(status, {"launch failure (on purpose)"}));
      EXPECT_TRUE(record.at("samples").at("time_s").empty());
    }
  }
  EXPECT_EQ(valid, std::set<std::string>{toolchain});
  EXPECT_EQ(invalid, std::set<std::string>{"failing"});
}

}  // namespace
}  // namespace sphlab
