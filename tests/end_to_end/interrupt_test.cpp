// Ctrl-C, and what --resume makes of it.
#include "harness/records/environment.hpp"
#include "harness/records/record_writer.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

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
  /// Ends what takes for ever a second after its first word of progress.
  Finished stop_in_the_middle(const std::vector<std::string>& arguments) const {
    SphlabProcess process(arguments, folder.path());
    EXPECT_TRUE(process.reaches(
        [&] { return file_text(path("process.err")).find('%') != std::string::npos; }));
    EXPECT_FALSE(process.ends_within(1)) << "it was to take for ever";
    process.send(SIGTERM);
    EXPECT_TRUE(process.ends_within(10)) << "the request to stop is not heard";
    process.send(SIGKILL);
    return process.wait();
  }

  /// Writes the records again, each changed.
  void change(const std::string& file, const std::function<void(Record&)>& edit) const {
    const std::vector<Record> old = read_records(path(file));
    std::filesystem::remove(path(file));
    RecordWriter writer(path(file), RecordWriter::Existing::refuse);
    for (Record record : old) {
      edit(record);
      writer.append(record);
    }
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

TEST_F(Interrupt, OfALongBlockIsHeard) {
  const std::vector<std::pair<const char*, Edit>> long_ones{
      {"warm-up", [](json& suite) { suite["policy"]["warmup_cycles"] = 50000; }},
      {"samples", [](json& suite) { suite["policy"]["cycles_per_block"] = 50000; }},
      {"a later state",
       [](json& suite) { suite["scenarios"][0]["states"][1]["step"] = 1000000000; }},
      {"stages alone", [](json& suite) {
         suite["policy"]["asynchronous_calls"] = 1000000;
         suite["policy"]["asynchronous_seconds"] = 0.001;
         suite["policy"]["isolated_samples"] = 1000000;
       }}};
  for (const auto& [what, edit] : long_ones) {
    std::filesystem::remove(path("records.jsonl"));
    const Finished finished =
        stop_in_the_middle({"run", suite(edit), "--output", path("records.jsonl")});
    EXPECT_TRUE(fails(finished, ExitCode::interrupted, {"finished records", "--resume"})) << what;
  }
}

TEST_F(Interrupt, OfAVerificationIsHeard) {
  // the check of still water, which that name asks for, makes a hundred steps a variant
  const Edit still_water = [](json& document) { document["name"] = "still-water"; };
  EXPECT_TRUE(fails(stop_in_the_middle({"verify", scenario(still_water), "--set",
                                        "particles_per_depth=8", "--toolchain", toolchain}),
                    ExitCode::interrupted, {"nothing was verified to the end"}));
}

TEST_F(Interrupt, ResumingWithAnotherBuildOrOnAnotherMachineIsRefused) {
  const std::vector<std::pair<std::vector<std::string>, std::function<void(Record&)>>> others{
      {{"revision 0badc0de"}, [](Record& record) { record.code.revision = "0badc0de"; }},
      {{"CPU Another CPU", *host_machine().cpu},
       [](Record& record) { record.host.cpu = "Another CPU"; }},
      {{"board 01234567 in the file, unknown here"},
       [](Record& record) { record.device.board = "01234567"; }},
      {{"device Another device"}, [](Record& record) { record.device.name = "Another device"; }}};
  const std::vector<std::string> run{"run", suite(leave_least), "--output", path("records.jsonl")};
  ASSERT_TRUE(succeeds(sphlab(run)));
  const std::string whole = file_text(path("records.jsonl"));
  std::vector<std::string> again = run;
  again.push_back("--resume");
  for (const auto& [words, edit] : others) {
    folder.write("records.jsonl", whole);
    change("records.jsonl", edit);
    const std::string before = file_text(path("records.jsonl")) + "{\"id\":";
    folder.write("records.jsonl", before);
    const Finished refused = sphlab(again);
    EXPECT_TRUE(fails(refused, ExitCode::bad_input, {"records.jsonl:", "in the file", "--output"}));
    EXPECT_TRUE(mentions(refused.errors, words));
    EXPECT_EQ(file_text(path("records.jsonl")), before) << "refused, and left as it was";
  }
}

TEST_F(Interrupt, AVariantThatWasCutIsMeasuredAgainWhole) {
  const Edit two_variants = [](json& document) {
    document["variants"].erase(0);
    document["scenarios"][0].erase("states");
    document["policy"]["isolated_samples"] = 0;
  };
  std::vector<std::string> run{"run", suite(two_variants), "--output", path("records.jsonl")};
  ASSERT_TRUE(succeeds(sphlab(run)));
  const auto expected = plans(path("records.jsonl"));
  // up to the second row behind the first variant, whose last row is that of the step
  std::string cut;
  std::vector<std::string> superseded;
  bool has_step = false;
  for (const json& line : lines_of(path("records.jsonl"))) {
    if (superseded.size() == 2) break;
    cut += line.dump() + "\n";
    if (!line.contains("contender")) continue;
    if (has_step) superseded.push_back(line.dump());
    has_step = has_step || line.at("stage") == "step";
  }
  ASSERT_EQ(superseded.size(), 2u);
  folder.write("records.jsonl", cut);
  run.push_back("--resume");
  const Finished resumed = sphlab(run);
  EXPECT_TRUE(succeeds(resumed));
  EXPECT_TRUE(mentions(resumed.errors, {"records.jsonl: holds 2 records of", "measured again"}));
  EXPECT_EQ(plans(path("records.jsonl")), expected) << "each once";
  const std::string text = file_text(path("records.jsonl"));
  for (const std::string& row : superseded)
    EXPECT_EQ(text.find(row), std::string::npos) << "a row of the earlier attempt";
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().extension(), ".part");
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
