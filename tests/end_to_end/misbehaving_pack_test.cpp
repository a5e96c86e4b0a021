// Packs whose code does what it likes to the process: test_packs/misbehaving_pack.cpp.
#include <cstdlib>

#include "harness/runtimes/runtime.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

/// A variable of the environment, for as long as this lives.
class Variable {
 public:
  Variable(const char* name, const std::string& value) : name_(name) {
    setenv(name, value.c_str(), 1);
  }
  ~Variable() { unsetenv(name_); }
  Variable(const Variable&) = delete;
  Variable& operator=(const Variable&) = delete;

 private:
  const char* name_;
};

class MisbehavingPack : public Workspace {
 protected:
  static std::vector<std::string> with_pack(std::vector<std::string> words) {
    for (const char* word :
         {"--pack-dir", SPHLAB_BINARY_DIR "/test-packs/misbehaving", "--toolchain", toolchain})
      words.emplace_back(word);
    return words;
  }
  Finished verify() const {
    return sphlab(with_pack({"verify", scenario(), "--variant", "par-part-noloop"}));
  }
};

TEST_F(MisbehavingPack, IsNamedByVerify) {
  const std::string ended = "tank, simt-w32, par-part-noloop: its code ended the process in forces";
  const std::string opened =
      "libsphlab-kernels-misbehaving.so, when it was opened: its code ended the process, nothing "
      "was computed";
  const std::string changed = "tank, simt-w32, par-part-noloop: its code has changed the process";
  const std::string threw =
      "tank, simt-w32, par-part-noloop: its code threw an exception in forces";
  const std::string called = "forces/par-part-noloop of pack simt-w32: its code ";
  const std::string wrote = "par-part-noloop of pack simt-w32 wrote ";
  std::vector<std::pair<std::string, std::vector<std::string>>> deeds{
      {"exit", {ended, "exit code 0"}},
      {"_exit", {ended, "exit code 0"}},
      {"opened: exit", {opened, "exit code 0"}},
      {"opened: abort", {opened, "SIGABRT"}},
      {"opened: kill", {opened, "SIGKILL"}},
      {"exit-in-thread", {ended, "exit code 0"}},
      {"abort", {ended, "SIGABRT"}},
      {"kill", {ended, "SIGKILL"}},
      {"throw", {threw, "nothing was verified to the end: out of luck"}},
      {"throw-number", {threw}},
      {"round", {called, "changed how the calling thread computes"}},
      {"round-in-threads", {changed, "floating-point mode"}},
      {"close", {changed, "files that were open are closed"}},
      {"fork", {changed, "processes were begun"}},
      {"fork-and-go-on", {changed, "processes were begun"}},
      {"input", {wrote, "to its input", "positions"}},
  };
  for (const char* deed : {"overrun", "underrun"}) {
    if (guard_bytes > 0) deeds.push_back({deed, {wrote, "beyond array 'rates'"}});
  }
  ASSERT_TRUE(succeeds(verify())) << "it does nothing wrong unless it is told";
  for (const auto& [deed, words] : deeds) {
    const Variable chosen("SPHLAB_TEST_DEED", deed);
    const Finished finished = verify();
    EXPECT_TRUE(fails(finished, ExitCode::device, words)) << deed;
    const std::string told = "sphlab: error: ";
    EXPECT_EQ(finished.errors.find(told), finished.errors.rfind(told)) << deed << " is told twice";
  }
}

TEST_F(MisbehavingPack, IsNamedByAListOfPacks) {
  const auto listed = [this](const char* deed) {
    const Variable chosen("SPHLAB_TEST_DEED", deed);
    return sphlab(with_pack({"list", "packs"}));
  };
  const std::string file = "libsphlab-kernels-misbehaving.so";
  EXPECT_TRUE(fails(listed("opened: abort"), ExitCode::device,
                    {file + ", when it was opened: its code ended the process", "SIGABRT"}));
  const Finished threw = listed("opened: throw");
  EXPECT_TRUE(mentions(threw.output + threw.errors, {file, "threw an exception: out of luck"}));
}

/// It ends the process once a first record is there.
TEST_F(MisbehavingPack, TakesNoFinishedRecord) {
  const Edit later = [](nlohmann::json& document) {
    const nlohmann::json states = document["scenarios"][0]["states"];
    leave_least(document);
    document["scenarios"][0]["states"] = states;
  };
  const std::string file = path("records.jsonl");
  const Variable chosen("SPHLAB_TEST_DEED", "_exit");
  const Variable after("SPHLAB_TEST_AFTER", file);
  EXPECT_TRUE(fails(sphlab(with_pack({"run", suite(later), "--output", file})), ExitCode::device,
                    {"par-part-noloop, simt-w32: its code ended the process",
                     "finished records are kept: exit code 0"}));
  ASSERT_FALSE(records(file).empty());
  for (const nlohmann::json& record : records(file))
    EXPECT_EQ(record.at("scenario").at("state").at("label"), "initial");
}

TEST_F(MisbehavingPack, ThatWritesBeyondItsArraysIsInvalidInARun) {
  if (guard_bytes == 0) GTEST_SKIP() << "the address sanitizer ends it";
  const Variable chosen("SPHLAB_TEST_DEED", "overrun");
  EXPECT_TRUE(
      fails(sphlab(with_pack({"run", suite(leave_least), "--output", path("records.jsonl")})),
            ExitCode::verification, {"wrote beyond array 'rates'"}));
}

TEST_F(MisbehavingPack, ThatNeverReturnsIsEnded) {
  const Variable chosen("SPHLAB_TEST_DEED", "loop");
  const Variable limit("SPHLAB_CALL_LIMIT", "2");
  for (const auto& words : {std::vector<std::string>{"verify", scenario()},
                            {"simulate", scenario(), "--output", path("out")}}) {
    std::vector<std::string> arguments = with_pack(words);
    arguments.insert(arguments.end(), {"--variant", "par-part-noloop"});
    EXPECT_TRUE(fails(sphlab(arguments), ExitCode::device,
                      {"par-part-noloop", "its code does not come back", "SPHLAB_CALL_LIMIT"}))
        << words.front();
  }
  const Variable opened("SPHLAB_TEST_DEED", "opened: loop");
  EXPECT_TRUE(fails(verify(), ExitCode::device,
                    {"misbehaving.so, when it was opened: its code does not come back"}));
}

TEST_F(MisbehavingPack, ALimitThatIsNoneIsRefused) {
  for (const char* value : {"0", "-1", "soon", "3s"}) {
    const Variable limit("SPHLAB_CALL_LIMIT", value);
    EXPECT_TRUE(fails(verify(), ExitCode::usage,
                      {"SPHLAB_CALL_LIMIT is '" + std::string(value) + "' in the environment"}));
  }
  const Variable none("SPHLAB_CALL_LIMIT", "none");
  EXPECT_TRUE(succeeds(verify()));
}

TEST_F(MisbehavingPack, PrintsNothingIntoAResult) {
  const Variable chosen("SPHLAB_TEST_DEED", "print");
  const Finished verified = verify();
  EXPECT_TRUE(succeeds(verified));
  EXPECT_EQ(verified.output.find("printed by a kernel"), std::string::npos);
  EXPECT_NE(verified.errors.find("printed by a kernel"), std::string::npos);
  const Finished best =
      sphlab(with_pack({"best", scenario(), "--traversal", "par-part-noloop", "--vary", "cell-sort",
                        "--missed", "100%", "--budget", "1h", "--json", "-"}));
  ASSERT_TRUE(succeeds(best));
  EXPECT_NO_THROW(nlohmann::json::parse(best.output));
}

}  // namespace
}  // namespace sphlab
