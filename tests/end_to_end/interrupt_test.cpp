// Ctrl-C, and what --resume makes of it.
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Interrupt : public Workspace {
 protected:
  std::vector<std::string> command(const std::string& file) const {
    return {"run", suite(), "--output", path(file)};
  }
  std::vector<std::string> resume(const std::string& file) const {
    std::vector<std::string> arguments = command(file);
    arguments.push_back("--resume");
    return arguments;
  }
  std::multiset<std::string> uninterrupted_plans() const {
    EXPECT_TRUE(succeeds(sphlab(command("whole.jsonl"))));
    return plans(path("whole.jsonl"));
  }
};

TEST_F(Interrupt, KeepsFinishedRecordsAndIsResumed) {
  const auto expected = uninterrupted_plans();
  SphlabProcess process(command("records.jsonl"), folder.path());
  ASSERT_TRUE(process.reaches([&] {
    return file_text(path("records.jsonl")).find("\"contender\":") != std::string::npos;
  }));
  process.send(SIGINT);
  const Finished finished = process.wait();
  EXPECT_TRUE(fails(finished, ExitCode::interrupted, {"finished records", "--resume"}));
  const auto kept = plans(path("records.jsonl"));
  EXPECT_GT(kept.size(), 0u);
  EXPECT_LT(kept.size(), expected.size());

  EXPECT_TRUE(succeeds(sphlab(resume("records.jsonl"))));
  EXPECT_EQ(plans(path("records.jsonl")), expected) << "each once";
}

TEST_F(Interrupt, ResumesAfterACrashWithinARecord) {
  const auto expected = uninterrupted_plans();
  const std::string whole = file_text(path("whole.jsonl"));
  const auto cut = folder.write("records.jsonl", whole.substr(0, whole.size() * 2 / 3));
  const Finished resumed = sphlab(resume("records.jsonl"));
  EXPECT_TRUE(succeeds(resumed));
  EXPECT_TRUE(mentions(resumed.errors, {"removed an unfinished record"}));
  EXPECT_EQ(plans(cut), expected) << "each once";
}

TEST_F(Interrupt, ResumingWhatIsCompleteMeasuresNothing) {
  const auto expected = uninterrupted_plans();
  const std::string before = file_text(path("whole.jsonl"));
  EXPECT_TRUE(succeeds(sphlab(resume("whole.jsonl"))));
  EXPECT_EQ(file_text(path("whole.jsonl")), before);
}

TEST_F(Interrupt, SimulationKeepsItsFrames) {
  SphlabProcess process({"simulate", scenario(), "--until", "100", "--every", "0.001", "--output",
                         path("out"), "--toolchain", toolchain},
                        folder.path());
  ASSERT_TRUE(
      process.reaches([&] { return std::filesystem::exists(path("out/particles_00001.vtp")); }));
  process.send(SIGINT);
  EXPECT_TRUE(fails(process.wait(), ExitCode::interrupted, {"frames"}));
  EXPECT_TRUE(std::filesystem::exists(path("out/particles.pvd")));
  EXPECT_TRUE(std::filesystem::exists(path("out/energy.csv")));
}

}  // namespace
}  // namespace sphlab
