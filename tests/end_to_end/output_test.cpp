// Places that cannot be written: known before anything is measured, and no record is lost.
#include <sys/stat.h>

#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Output : public Workspace {};

TEST_F(Output, FolderThatCannotBeWritten) {
  for (const std::string& place :
       {std::string("/proc/sphlab"), folder.write("file", "").string()}) {
    EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", place + "/records.jsonl"}),
                      ExitCode::output, {place}));
  }
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--output", "/proc/sphlab"}), ExitCode::output,
                    {"/proc/sphlab"}));
}

TEST_F(Output, DiskThatIsFullAtTheStart) {
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", path("records.jsonl")}, 1000),
                    ExitCode::output, {"records.jsonl"}));
  EXPECT_FALSE(std::filesystem::exists(path("records.jsonl")));
}

TEST_F(Output, DiskThatRunsFullKeepsWholeRecordsAndIsResumed) {
  ASSERT_TRUE(succeeds(sphlab({"run", suite(), "--output", path("whole.jsonl")})));
  const auto expected = requested_ids(path("whole.jsonl"));

  const std::vector<std::string> command{"run", suite(), "--output", path("records.jsonl")};
  const Finished full = sphlab(command, file_text(path("whole.jsonl")).size() * 2 / 3);
  EXPECT_TRUE(fails(full, ExitCode::output, {"records are saved", "--resume"}));
  const auto saved = requested_ids(path("records.jsonl"));
  EXPECT_GT(saved.size(), 0u);
  EXPECT_LT(saved.size(), expected.size());

  std::vector<std::string> resume = command;
  resume.push_back("--resume");
  EXPECT_TRUE(succeeds(sphlab(resume)));
  EXPECT_EQ(requested_ids(path("records.jsonl")), expected) << "each once";
}

TEST_F(Output, DeviceThatIsFull) {
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", "/dev/full"}), ExitCode::output,
                    {"/dev/full", "0 records are saved"}));
}

TEST_F(Output, StandardErrorThatCannotBeWrittenCostsNoRecord) {
  const std::string least = suite(leave_least);
  ASSERT_TRUE(succeeds(sphlab({"run", least, "--output", path("whole.jsonl")})));
  for (const char* errors : {"/dev/full", Streams::closed, Streams::broken_pipe}) {
    std::filesystem::remove(path("records.jsonl"));
    const Finished finished =
        sphlab_with({.errors = errors}, {"run", least, "--output", path("records.jsonl")});
    EXPECT_TRUE(succeeds(finished)) << errors;
    EXPECT_EQ(requested_ids(path("records.jsonl")), requested_ids(path("whole.jsonl"))) << errors;
  }
}

TEST_F(Output, StandardOutputThatCannotBeWrittenIsToldBehindTheRecords) {
  const std::string least = suite(leave_least);
  ASSERT_TRUE(succeeds(sphlab({"run", least, "--output", path("whole.jsonl")})));
  for (const char* output : {"/dev/full", Streams::closed, Streams::broken_pipe}) {
    std::filesystem::remove(path("records.jsonl"));
    const Finished finished =
        sphlab_with({.output = output}, {"run", least, "--output", path("records.jsonl")});
    EXPECT_TRUE(fails(finished, ExitCode::output, {"standard output"})) << output;
    EXPECT_EQ(requested_ids(path("records.jsonl")), requested_ids(path("whole.jsonl"))) << output;
    EXPECT_TRUE(
        fails(sphlab_with({.output = output}, {"--help"}), ExitCode::output, {"standard output"}))
        << output;
  }
}

TEST_F(Output, PipesAreRefused) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  SphlabProcess process({"run", suite(), "--output", path("pipe")}, folder.path());
  ASSERT_TRUE(process.ends_within()) << "it waits for a reader";
  EXPECT_TRUE(fails(process.wait(), ExitCode::output, {"pipe", "--output"}));
}

TEST_F(Output, AFileOfSomethingElseIsNotTakenForAnUnfinishedOne) {
  for (const char* text : {"my notes, on one line", "{\"a\": 1}", "{\"schema_version\":1"}) {
    const auto file = folder.write("records.jsonl", text).string();
    EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", file, "--resume"}), ExitCode::bad_input,
                      {"records.jsonl:1", "--output"}))
        << text;
    EXPECT_EQ(file_text(file), text);
  }
}

TEST_F(Output, RecordsAreNotOverwritten) {
  const auto file = folder.write("records.jsonl", "something\n").string();
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", file}), ExitCode::output, {"--resume"}));
  EXPECT_TRUE(fails(sphlab({"run", suite(), "--output", file, "--resume"}), ExitCode::bad_input,
                    {"records.jsonl:1"}));
  EXPECT_EQ(file_text(file), "something\n");
}

TEST_F(Output, SimulationIsNotOverwritten) {
  const std::vector<std::string> command{"simulate", scenario(),  "--until",     "0.001",
                                         "--output", path("out"), "--toolchain", toolchain};
  ASSERT_TRUE(succeeds(sphlab(command)));
  EXPECT_TRUE(fails(sphlab(command), ExitCode::output, {"holds a simulation already"}));
}

TEST_F(Output, ProgressOfASimulationEndsAtItsEnd) {  // which lies within its first cycle
  const Finished finished = sphlab({"simulate", scenario(), "--until", "1e-06", "--output",
                                    path("out"), "--toolchain", toolchain});
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.errors, {"100 %", " 1e-06 of 1e-06 s"}));
}

TEST_F(Output, ColoursStayOutOfFiles) {
  EXPECT_EQ(sphlab({"list"}).output.find('\033'), std::string::npos);
  EXPECT_NE(sphlab({"list", "--color", "always"}).output.find('\033'), std::string::npos);
  EXPECT_EQ(sphlab({"nothing"}).errors.find('\033'), std::string::npos);
}

}  // namespace
}  // namespace sphlab
