// Two builds against each other: A/A, and candidates of which it is known what is wrong.
#include <map>
#include <tuple>

#include "tests/end_to_end/workspace.hpp"
#include "tests/support/packs.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class Duel : public Workspace {
 protected:
  Duel() {
    base = folder.path() / "base";
    std::filesystem::create_directory(base);
    std::filesystem::create_symlink(
        std::string(SPHLAB_BINARY_DIR) + "/lib/libsphlab-kernels-simt-w32.so",
        base / "libsphlab-kernels-simt-w32.so");
  }

  static std::string pack_folder(const std::string& name) {
    return std::string(SPHLAB_BINARY_DIR) + "/test-packs/" + name;
  }

  Finished duel(const std::string& candidate, std::vector<std::string> more = {}) const {
    std::vector<std::string> words{"duel",  base.string(),     candidate, suite(suite_edit),
                                   "--out", path("duel.jsonl")};
    words.insert(words.end(), more.begin(), more.end());
    return sphlab(words);
  }
  Finished duel_of_cells(const std::string& candidate) const {
    return duel(pack_folder(candidate), {"--variant", "par-part-noloop"});
  }

  std::vector<json> found() const { return records(path("duel.jsonl")); }

  static bool is_valid(const json& record) { return record.at("validity").at("status") == "ok"; }

  std::filesystem::path base;
  Edit suite_edit = [](json&) {};
};

/// What two records of one row have in common.
auto row_of(const json& record) {
  return std::tuple(record.at("scenario").at("state").at("label").get<std::string>(),
                    record.at("variant").get<std::string>(), record.at("stage").get<std::string>(),
                    record.at("scope").get<std::string>(), record.at("cache").get<std::string>());
}

using Sides = std::map<std::string, json>;

std::map<decltype(row_of({})), Sides> by_row(const std::vector<json>& records) {
  std::map<decltype(row_of({})), Sides> rows;
  for (const json& record : records) {
    const bool is_new = rows[row_of(record)].emplace(record.at("side"), record).second;
    EXPECT_TRUE(is_new) << "one record per row and side";
  }
  return rows;
}

/// The sides in the order in which their blocks were measured.
std::string turns(const Sides& sides) {
  std::map<std::uint64_t, char> by_order;
  for (const auto& [side, record] : sides) {
    const json& samples = record.at("samples");
    for (std::size_t k = 0; k < samples.at("order").size(); ++k)
      by_order[samples.at("order")[k].get<std::uint64_t>()] = side == "base" ? 'A' : 'B';
  }
  std::string text;
  for (const auto& [order, side] : by_order) text += side;
  return text;
}

TEST_F(Duel, OfOneFileHasBothSidesOfEveryRowInTurn) {
  const Finished finished =
      duel(std::string(SPHLAB_BINARY_DIR) + "/lib",
           {"--toolchain", toolchain, "--variant", "list-gather+per-particle"});
  ASSERT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.errors, {"are one file: simt-w32 duels with itself"}));
  const auto rows = by_row(found());
  EXPECT_GT(rows.size(), 20u);
  for (const auto& [row, sides] : rows) {
    ASSERT_EQ(sides.size(), 2u) << std::get<2>(row);
    const json& a = sides.at("base");
    const json& b = sides.at("candidate");
    EXPECT_EQ(a.at("samples").at("time_s").size(), b.at("samples").at("time_s").size());
    EXPECT_EQ(a.at("samples").at("block"), b.at("samples").at("block"));
    EXPECT_EQ(a.at("tuning"), b.at("tuning"));
    EXPECT_EQ(a.at("scenario"), b.at("scenario"));
    EXPECT_NE(a.at("id"), b.at("id"));
    if (a.at("scope") == "step") {
      const std::string order = turns(sides);
      EXPECT_TRUE(order == "ABBA" || order == "BAAB") << order;
    }
  }
}

TEST_F(Duel, StaysInTheBuffersThatItsSidesShare) {
  suite_edit = [](json& suite) { suite["policy"]["relocate"] = true; };
  ASSERT_TRUE(succeeds(duel(std::string(SPHLAB_BINARY_DIR) + "/lib",
                            {"--toolchain", toolchain, "--variant", "par-part-noloop"})));
  for (const json& record : found())
    EXPECT_EQ(record.at("policy").at("interleaving"), "shuffled ABBA");
}

TEST_F(Duel, FindsTheSlowerSide) {
  ASSERT_TRUE(succeeds(duel_of_cells("slow")));
  const auto rows = by_row(found());
  int compared = 0;
  for (const auto& [row, sides] : rows) {
    if (std::get<2>(row) != "forces") continue;
    ++compared;
    // ten times the work, and the fastest sample: other tests may take the cores from the others
    EXPECT_GT(sides.at("candidate").at("summary").at("min_s").get<double>(),
              3 * sides.at("base").at("summary").at("min_s").get<double>());
  }
  EXPECT_GE(compared, 4) << "in the loop and isolated, in two states";
}

TEST_F(Duel, AFastCandidateThatIsWrongFails) {
  EXPECT_TRUE(fails(duel_of_cells("idle"), ExitCode::verification, {"invalid"}));
  for (const json& record : found()) {
    EXPECT_EQ(is_valid(record), record.at("side") == "base");
    EXPECT_EQ(record.at("samples").at("time_s").empty(), record.at("side") == "candidate");
  }
}

TEST_F(Duel, ACandidateThatFailsOnTheWayLosesNoRecordOfTheBase) {
  // a block from step 0 ends before the pack tires, verification at step 30 too; a block from there
  // does not
  suite_edit = [](json& document) { document["scenarios"][0]["states"][1]["step"] = 30; };
  const Finished finished = duel_of_cells("tiring");
  EXPECT_TRUE(fails(finished, ExitCode::verification, {"par-part-noloop, simt-w32, candidate"}));
  std::map<std::pair<std::string, std::string>, bool> steps;
  for (const json& record : found()) {
    if (record.at("scope") != "step") continue;
    steps[{record.at("scenario").at("state").at("label"), record.at("side")}] = is_valid(record);
  }
  EXPECT_EQ(steps, (decltype(steps){{{"initial", "base"}, true},
                                    {{"initial", "candidate"}, true},
                                    {{"step-30", "base"}, true},
                                    {{"step-30", "candidate"}, false}}));
}

TEST_F(Duel, ACandidateThatCrashesIsNamedAndLosesNoFinishedRecord) {
  suite_edit = [](json& document) { document["scenarios"][0]["states"][1]["step"] = 30; };
  EXPECT_TRUE(fails(duel_of_cells("crashing"), ExitCode::verification,
                    {"par-part-noloop, simt-w32, candidate: its code ended the process",
                     "finished records are kept", "SIGSEGV"}));
  std::set<std::string> sides;
  for (const json& record : found()) {
    EXPECT_EQ(record.at("scenario").at("state").at("label"), "initial");
    EXPECT_TRUE(is_valid(record));
    sides.insert(record.at("side").get<std::string>());
  }
  EXPECT_EQ(sides, (std::set<std::string>{"base", "candidate"}));
}

TEST_F(Duel, ABaseThatCrashesIsNotTheCandidatesFault) {
  suite_edit = [](json& document) { document["scenarios"][0]["states"][1]["step"] = 30; };
  base = pack_folder("crashing");
  const std::string sound = (folder.path() / "base").string();
  EXPECT_TRUE(fails(duel(sound, {"--variant", "par-part-noloop"}), ExitCode::device,
                    {"par-part-noloop, simt-w32, base: its code ended the process", "SIGSEGV"}));
}

TEST_F(Duel, EveryPackMustLoad) {
  for (const char* name : {"no_entry", "wrong_version"}) {
    EXPECT_TRUE(fails(duel(pack_folder(name)), ExitCode::not_available,
                      {"the candidate does not load", "libsphlab-kernels-", name}));
  }
  EXPECT_TRUE(fails(duel(path("absent")), ExitCode::not_available,
                    {"the candidate does not load", "absent"}));
  EXPECT_TRUE(fails(duel(std::filesystem::path(suite()).parent_path().string()),
                    ExitCode::not_available, {"the candidate folder", "holds no pack"}));
  EXPECT_FALSE(std::filesystem::exists(path("duel.jsonl")));
}

TEST_F(Duel, ToolchainsOfTwoNamesCanBePaired) {
  if (test::executor_toolchains().size() < 2) GTEST_SKIP() << "built with a single warp width";
  const Finished finished = duel(std::string(SPHLAB_BINARY_DIR) + "/lib",
                                 {"--pair", "simt-w32=simt-w64", "--variant", "par-part-noloop"});
  ASSERT_TRUE(succeeds(finished));
  for (const json& record : found()) {
    const bool is_base = record.at("side") == "base";
    EXPECT_EQ(record.at("toolchain").at("name"), is_base ? "simt-w32" : "simt-w64");
  }
  for (const auto& [row, sides] : by_row(found())) EXPECT_EQ(sides.size(), 2u);
}

TEST_F(Duel, APairMustBeThere) {
  const std::string lib = std::string(SPHLAB_BINARY_DIR) + "/lib";
  EXPECT_TRUE(fails(duel(lib, {"--pair", "simt-w32=simt-w65"}), ExitCode::not_available,
                    {"the candidate has no pack 'simt-w65'"}));
  EXPECT_TRUE(fails(duel(lib, {"--pair", "simt-w64=simt-w64"}), ExitCode::not_available,
                    {"the base has no pack 'simt-w64'; did you mean 'simt-w32'?"}));
  EXPECT_TRUE(fails(duel(lib, {"--pair", "simt-w32"}), ExitCode::usage, {"BASE=CANDIDATE"}));
}

TEST_F(Duel, AToolchainNeedsACounterpart) {
  const std::string whole = suite([](json& document) {
    document["toolchains"] = {"*"};
    for (json& variant : document["variants"]) variant.erase("toolchains");
  });
  EXPECT_TRUE(fails(sphlab({"duel", base.string(), pack_folder("failing"), whole}),
                    ExitCode::not_available, {"base: simt-w32", "candidate: failing"}));
}

TEST_F(Duel, HelpHasExamplesAndExitCodes) {
  const Finished help = sphlab({"duel", "--help"});
  ASSERT_TRUE(succeeds(help));
  EXPECT_TRUE(mentions(help.output, {"BASE", "CANDIDATE", "Examples:", "A/A", "Exit codes"}));
}

}  // namespace
}  // namespace sphlab
