// Ctrl-C, and what --resume makes of it.
#include "harness/records/environment.hpp"
#include "harness/records/record_writer.hpp"
#include "harness/scenarios/particle_file.hpp"
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
    std::filesystem::remove(path("process.err"));  // has the progress of the process before
    SphlabProcess process(arguments, folder.path());
    EXPECT_TRUE(process.reaches(
        [&] { return file_text(path("process.err")).find('%') != std::string::npos; }));
    EXPECT_FALSE(process.ends_within(1)) << "it was to take for ever";
    process.send(SIGTERM);
    EXPECT_TRUE(process.ends_within()) << "the request to stop is not heard";
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

  std::multiset<std::string> uninterrupted_ids() const {
    EXPECT_TRUE(succeeds(sphlab(command("whole.jsonl"))));
    return requested_ids(path("whole.jsonl"));
  }
};

TEST_F(Interrupt, ABudgetEndsARunThatIsCompletedLater) {
  const auto with = [](std::vector<std::string> arguments, const char* budget) {
    arguments.insert(arguments.end(), {"--budget", budget});
    return arguments;
  };
  EXPECT_TRUE(fails(sphlab(with(command("records.jsonl"), "0.001s")), ExitCode::usage,
                    {"no time for", "tank", "initial", "step-4", "larger --budget"}));
  const Finished finished = sphlab(with(resume("records.jsonl"), "1h"));
  EXPECT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.errors, {"a budget of 3600 s"}));
  EXPECT_EQ(requested_ids(path("records.jsonl")), uninterrupted_ids());
}

TEST_F(Interrupt, KeepsFinishedRecordsAndIsResumed) {
  const auto expected = uninterrupted_ids();
  // one whose second state is never reached does not end before it is interrupted
  const std::string for_ever =
      suite([](json& document) { document["scenarios"][0]["states"][1]["step"] = 90000000; });
  SphlabProcess process({"run", for_ever, "--output", path("records.jsonl")}, folder.path());
  ASSERT_TRUE(process.reaches([&] {
    return file_text(path("records.jsonl")).find("\"contender\":") != std::string::npos;
  }));
  process.send(SIGINT);
  const Finished finished = process.wait();
  EXPECT_TRUE(fails(finished, ExitCode::interrupted, {"finished records", "--resume"}));
  const auto kept = requested_ids(path("records.jsonl"));
  EXPECT_GT(kept.size(), 0u);
  EXPECT_LT(kept.size(), expected.size());

  EXPECT_TRUE(succeeds(sphlab(resume("records.jsonl"))));
  EXPECT_EQ(requested_ids(path("records.jsonl")), expected) << "each once";
}

TEST_F(Interrupt, ResumesAfterACrashWithinARecord) {
  const auto expected = uninterrupted_ids();
  const std::string whole = file_text(path("whole.jsonl"));
  const std::size_t line = whole.rfind('\n', whole.size() * 2 / 3) + 1;
  const auto cut = folder.write("records.jsonl", whole.substr(0, line + 10));
  const Finished resumed = sphlab(resume("records.jsonl"));
  EXPECT_TRUE(succeeds(resumed));
  EXPECT_TRUE(mentions(resumed.errors, {"removed an unfinished record"}));
  EXPECT_EQ(requested_ids(cut), expected) << "each once";
}

TEST_F(Interrupt, ResumingWhatIsCompleteMeasuresNothing) {
  const auto expected = uninterrupted_ids();
  const std::string before = file_text(path("whole.jsonl"));
  EXPECT_TRUE(succeeds(sphlab(resume("whole.jsonl"))));
  EXPECT_EQ(file_text(path("whole.jsonl")), before);
}

TEST_F(Interrupt, OfALongBlockIsHeard) {
  const std::vector<std::pair<const char*, Edit>> long_ones{
      {"warm-up", [](json& suite) { suite["policy"]["warmup_cycles"] = 50000; }},
      {"samples", [](json& suite) { suite["policy"]["cycles_per_block"] = 50000; }},
      {"a later state", [](json& suite) { suite["scenarios"][0]["states"][1]["step"] = 90000000; }},
      {"stages alone", [](json& suite) {
         suite["policy"]["asynchronous_calls"] = 1000000;
         suite["policy"]["asynchronous_seconds"] = 0.001;
         suite["policy"]["isolated_samples"] = 1000000;
       }}};
  for (const auto& [what, edit] : long_ones) {
    std::filesystem::remove(path("records.jsonl"));
    const Finished finished =
        stop_in_the_middle({"run", suite(edit), "--output", path("records.jsonl")});
    EXPECT_TRUE(fails(finished, ExitCode::interrupted, {"interrupted"})) << what;
    for (const char* name : {"records.jsonl", "records.jsonl.unfinished"}) {
      const bool is_told = finished.errors.find("in " + path(name) + ":") != std::string::npos ||
                           finished.errors.find("in " + path(name) + ",") != std::string::npos;
      EXPECT_EQ(is_told, std::filesystem::exists(path(name))) << what << ": " << finished.errors;
      std::filesystem::remove(path(name));
    }
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
  const auto expected = requested_ids(path("records.jsonl"));
  // up to the second row behind the first variant, whose last row is that of the step
  std::string cut;
  std::vector<std::string> superseded;
  bool has_step = false;
  json stage;  // of the row: what it lacks is that of the row before
  for (const json& line : lines_of(path("records.jsonl"))) {
    if (superseded.size() == 2) break;
    cut += line.dump() + "\n";
    if (!line.contains("samples")) continue;
    if (has_step) superseded.push_back(line.dump());
    stage = line.value("stage", stage);
    has_step = has_step || stage == "step";
  }
  ASSERT_EQ(superseded.size(), 2u);
  folder.write("records.jsonl", cut);
  run.push_back("--resume");
  const Finished resumed = sphlab(run);
  EXPECT_TRUE(succeeds(resumed));
  EXPECT_TRUE(mentions(resumed.errors, {"records.jsonl: holds 2 records of", "measured again"}));
  EXPECT_EQ(requested_ids(path("records.jsonl")), expected) << "each once";
  const std::string text = file_text(path("records.jsonl"));
  for (const std::string& row : superseded)
    EXPECT_EQ(text.find(row), std::string::npos) << "a row of the earlier attempt";
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    EXPECT_NE(entry.path().extension(), ".part");
}

/// Two variants in one state, in blocks of a few hundredths of a second that are kept each second.
class Killed : public Interrupt {
 protected:
  static void leave_blocks(json& document) {
    document["variants"].erase(0);
    document["scenarios"][0].erase("states");
    document["policy"]["isolated_samples"] = 0;
    document["policy"]["blocks"] = 100000;  // it must not end before it is killed
  }
  json kept() const { return json::parse(file_text(path("records.jsonl.unfinished"))); }
  bool has_kept() const {
    return std::filesystem::exists(path("records.jsonl.unfinished")) &&
           kept().at("section").at("blocks") >= 2;
  }
  /// A run that a SIGKILL ends behind its first blocks.
  void kill_a_run() const {
    SphlabProcess process({"run", suite(leave_blocks), "--output", path("records.jsonl")},
                          folder.path());
    ASSERT_TRUE(process.reaches([&] { return has_kept(); }));
    process.send(SIGKILL);
    EXPECT_EQ(process.wait().signal, SIGKILL);
  }
  /// The suite of as many blocks as were kept, and two more.
  std::vector<std::string> go_on() const {
    const int blocks = kept().at("section").at("blocks").get<int>() / 2 * 2 + 2;
    const Edit more = [&](json& document) {
      leave_blocks(document);
      document["policy"]["blocks"] = blocks;
    };
    return {"run", suite(more), "--output", path("records.jsonl"), "--resume"};
  }
};

TEST_F(Killed, ARunGoesOnBehindItsLastBlock) {
  kill_a_run();
  EXPECT_EQ(file_text(path("records.jsonl")), "") << "no variant was finished";
  EXPECT_TRUE(fails(sphlab({"run", suite(leave_blocks), "--output", path("records.jsonl")}),
                    ExitCode::output, {"records.jsonl.unfinished", "--resume"}));
  const json section = kept().at("section");
  ASSERT_EQ(section.at("contenders").size(), 2u);
  const Finished resumed = sphlab(go_on());
  ASSERT_TRUE(succeeds(resumed));
  EXPECT_TRUE(mentions(resumed.errors, {"goes on behind"}));
  EXPECT_FALSE(std::filesystem::exists(path("records.jsonl.unfinished")));
  std::set<json> steps;
  for (const auto& [key, contender] : section.at("contenders").items())
    steps.insert(contender.at("samples").at("step").at("time_s"));
  std::set<std::uint64_t> orders;
  for (const Record& record : read_records(path("records.jsonl"))) {
    EXPECT_EQ(record.validity.status, "ok");
    for (const std::uint64_t order : record.samples.order)
      EXPECT_TRUE(orders.insert(order).second) << "a sample is one of the whole sequence";
    if (record.scope != "step") continue;
    EXPECT_EQ(record.policy.blocks, record.samples.block.back() + 1);
    EXPECT_EQ(std::set(record.samples.block.begin(), record.samples.block.end()).size(),
              record.policy.blocks);
    EXPECT_NE(record.policy.stop_reason.find("in an earlier session"), std::string::npos);
    const auto of_earlier = record.samples.time_s.size() * section.at("blocks").get<std::size_t>() /
                            record.policy.blocks;
    const json first(
        std::vector(record.samples.time_s.begin(),
                    record.samples.time_s.begin() + static_cast<std::ptrdiff_t>(of_earlier)));
    EXPECT_EQ(steps.erase(first), 1u) << "the samples of the first session are kept as they were";
  }
  EXPECT_TRUE(steps.empty());
}

// And those that were measured from other particles are measured again.
TEST_F(Killed, BlocksOfAnotherBuildOrOfSomethingElseAreRefused) {
  kill_a_run();
  const std::vector<std::string> command = go_on();
  const json good = kept();
  const auto expect_refused = [&](const std::string& text, const std::vector<std::string>& words) {
    folder.write("records.jsonl.unfinished", text);
    const Finished refused = sphlab(command);
    EXPECT_TRUE(fails(refused, ExitCode::bad_input, {"records.jsonl.unfinished", "remove"}));
    EXPECT_TRUE(mentions(refused.errors, words));
    EXPECT_EQ(file_text(path("records.jsonl.unfinished")), text) << "left as it was";
  };
  json other = good;
  other["setup"]["code"]["revision"] = "0badc0de";
  expect_refused(other.dump(), {"measured elsewhere", "revision 0badc0de"});
  other = good;
  other["schema_version"] = 99;
  expect_refused(other.dump(), {"schema_version: 99"});
  other = good;
  other["section"].erase("contenders");
  expect_refused(other.dump(), {"contenders"});
  expect_refused("{", {"records.jsonl.unfinished"});

  other = good;
  other["section"]["state_hash"] = "0123456789abcdef";
  folder.write("records.jsonl.unfinished", other.dump());
  const Finished resumed = sphlab(command);
  ASSERT_TRUE(succeeds(resumed));
  EXPECT_TRUE(mentions(resumed.errors, {"measured again: its particles were others"}));
  for (const Record& record : read_records(path("records.jsonl")))
    EXPECT_EQ(record.policy.stop_reason.find("earlier session"), std::string::npos);
}

TEST_F(Interrupt, SimulationKeepsItsFrames) {
  SphlabProcess process({"simulate", scenario(), "--until", "100", "--every", "0.001", "--output",
                         path("out"), "--toolchain", toolchain},
                        folder.path());
  ASSERT_TRUE(
      process.reaches([&] { return std::filesystem::exists(path("out/particles_00001.vtp")); }));
  process.send(SIGINT);
  EXPECT_TRUE(fails(process.wait(), ExitCode::interrupted, {"frames", "--from"}));
  EXPECT_TRUE(std::filesystem::exists(path("out/particles.pvd")));
  EXPECT_TRUE(std::filesystem::exists(path("out/energy.csv")));
  EXPECT_GT(ParticleFile(path("out/state.particles")).particles(), 0u);
}

}  // namespace
}  // namespace sphlab
