// Packs that do not load, and kernels that fail.
#include <fmt/format.h>
#include <sys/stat.h>

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

TEST_F(BrokenPack, ThatIsCutShortIsSkippedWithTheRemedy) {
  const auto copy = folder.path() / "libsphlab-kernels-cut.so";
  std::filesystem::copy(pack_folder("failing") + "/libsphlab-kernels-failing.so", copy);
  const auto size = std::filesystem::file_size(copy);
  for (const auto length : {size - 100, size / 2, size / 4, std::uintmax_t{4096}}) {
    std::filesystem::resize_file(copy, length);
    const Finished listed = sphlab({"list", "packs", "--pack-dir", folder.path().string()});
    EXPECT_TRUE(succeeds(listed)) << length;
    EXPECT_TRUE(mentions(
        listed.output, {toolchain, "libsphlab-kernels-cut.so: it is cut short", "build it again"}))
        << length;
  }
  EXPECT_TRUE(fails(sphlab({"duel", folder.path().string(), folder.path().string(), suite()}),
                    ExitCode::not_available, {"libsphlab-kernels-cut.so", "cut short"}));
}

TEST_F(BrokenPack, ThatIsAPipeIsNotWaitedFor) {
  ASSERT_EQ(mkfifo(path("libsphlab-kernels-pipe.so").c_str(), 0600), 0);
  ASSERT_EQ(mkfifo(path("libsphlab-runtime-cuda.so").c_str(), 0600), 0);
  std::filesystem::create_directory(path("libsphlab-kernels-folder.so"));
  std::filesystem::create_symlink("/dev/zero", path("libsphlab-kernels-device.so"));
  SphlabProcess process({"list", "packs", "--pack-dir", folder.path().string()}, folder.path());
  ASSERT_TRUE(process.ends_within()) << "it waits for a writer";
  const Finished listed = process.wait();
  EXPECT_TRUE(succeeds(listed));
  EXPECT_TRUE(mentions(listed.output, {"libsphlab-kernels-pipe.so: it is no regular file",
                                       "libsphlab-kernels-folder.so: it is no regular file",
                                       "libsphlab-kernels-device.so: it is no regular file",
                                       "libsphlab-runtime-cuda.so: it is no regular file"}));
}

TEST_F(BrokenPack, ThatCrashesIsNamedByEveryCommand) {
  const std::vector<std::string> crashing{"--pack-dir",  pack_folder("crashing"),
                                          "--toolchain", toolchain,
                                          "--variant",   "par-part-noloop"};
  const auto with_it = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.end(), crashing.begin(), crashing.end());
    return sphlab(arguments);
  };
  EXPECT_TRUE(
      fails(with_it({"simulate", scenario(), "--until", "0.01", "--output", path("out")}),
            ExitCode::device,
            {"par-part-noloop, simt-w32: its code ended the process", "frames", "SIGSEGV"}));
  // the check of still water, which that name asks for, makes steps enough
  const Edit still_water = [](nlohmann::json& document) { document["name"] = "still-water"; };
  EXPECT_TRUE(
      fails(with_it({"verify", scenario(still_water)}), ExitCode::device,
            {"still-water, simt-w32, par-part-noloop: its code ended the process", "SIGSEGV"}));
}

TEST_F(BrokenPack, CannotBeAskedFor) {
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--pack-dir", pack_folder("wrong_version"),
                            "--toolchain", "wrong_version"}),
                    ExitCode::not_available, {"wrong_version"}));
}

TEST_F(BrokenPack, ThatAnOlderDescriptionWasBuiltWithIsRefusedWithTheRemedy) {
  for (const char* name : {"other_layout", "wrong_version"}) {
    EXPECT_TRUE(
        fails(sphlab({"verify", scenario(), "--pack-dir", pack_folder(name), "--toolchain", name}),
              ExitCode::not_available,
              {fmt::format("pack '{}' is not loaded", name), fmt::format("{}.so: it", name),
               "build it again"}));
  }
  EXPECT_TRUE(mentions(sphlab({"list", "packs", "--pack-dir", pack_folder("other_layout")}).output,
                       {"not loaded", "headers of sphlab 0.0.1", "build it again"}));
}

TEST_F(BrokenPack, ThatAPatternMeansIsRefusedWithTheReason) {
  const auto verify = [&](const char* pattern) {
    return sphlab({"verify", scenario(), "--pack-dir", pack_folder("other_layout"), "--pack-dir",
                   pack_folder("wrong_version"), "--toolchain", pattern});
  };
  for (const char* pattern : {"wrong*", "*_version", "wron?_version"})
    EXPECT_TRUE(fails(verify(pattern), ExitCode::not_available,
                      {"pack 'wrong_version' is not loaded: ",
                       "wrong_version.so: it has pack interface", "build it again"}))
        << pattern;
  EXPECT_TRUE(fails(verify("wrong*s"), ExitCode::not_available, {"there is no pack 'wrong*s'"}));
}

TEST_F(BrokenPack, WhoseFormulationReadsWhatNothingWroteIsRefused) {
  const std::string folder_of_it = pack_folder("unwritten_array");
  EXPECT_TRUE(mentions(
      sphlab({"list", "packs", "--pack-dir", folder_of_it}).output,
      {"formulation 'wcsph-lj'", "'forces'", "no pass before it writes", "change their order"}));
  EXPECT_TRUE(
      fails(sphlab({"run", suite(), "--pack-dir", folder_of_it, "--toolchain", "unwritten-array"}),
            ExitCode::not_available, {"unwritten-array"}));
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

TEST_F(BrokenPack, AStateThatNoVariantReachesIsRecordedAsInvalid) {
  const Edit later = [](nlohmann::json& document) {
    const nlohmann::json states = document["scenarios"][0]["states"];
    leave_least(document);
    document["scenarios"][0]["states"] = states;
    document["scenarios"][0]["states"][1] = {{"step", 60}};
  };
  const Finished finished = sphlab({"run", suite(later), "--pack-dir", pack_folder("tiring"),
                                    "--output", path("records.jsonl")});
  EXPECT_TRUE(fails(finished, ExitCode::verification, {"1 records are invalid"}));
  const nlohmann::json last = records(path("records.jsonl")).back();
  EXPECT_EQ(last.at("scenario").at("state").at("label"), "step-60");
  EXPECT_EQ(last.at("scenario").at("state").at("step"), 60);
  EXPECT_NE(last.at("validity").at("status"), "ok");
  EXPECT_TRUE(last.at("samples").at("time_s").empty());
  for (const nlohmann::json& record : records(path("records.jsonl"))) {
    const bool is_initial = record.at("scenario").at("state").at("label") == "initial";
    EXPECT_EQ(record.at("validity").at("status") == "ok", is_initial);
  }
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
