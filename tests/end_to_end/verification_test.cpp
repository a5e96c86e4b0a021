// What `sphlab verify --output` writes: a line a state of a variant, of its schema, whatever
// becomes of the run.
#include <fmt/format.h>

#include "harness/records/changes.hpp"
#include "tests/end_to_end/workspace.hpp"
#include "tests/support/bundled_schema.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class VerificationFile : public Workspace {
 protected:
  const std::string file = path("verification.jsonl");

  /// The check of still water is of that name.
  std::string still_water() const {
    return scenario([](json& document) { document["name"] = "still-water"; });
  }
  std::string dam_break() const {
    return folder
        .write("dam.json", edited("dam-break-lj.json",
                                  [](json& document) {
                                    document["parameters"]["particles_per_height"]["default"] = 4;
                                  }))
        .string();
  }
  std::vector<std::string> verify(const std::string& what,
                                  const std::vector<std::string>& more = {}) const {
    std::vector<std::string> words{"verify",   what, "--toolchain", toolchain,
                                   "--output", file, "--variant",   "par-part-noloop"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  /// The lines that have a key, after all were held against the schema.
  std::vector<json> lines_with(const std::string& key) const {
    const JsonSchema schema = bundled_schema("verification.schema.json");
    std::vector<json> found;
    for (const json& line : lines_of(file)) {
      EXPECT_NO_THROW(schema.check(line, file)) << line;
      if (line.contains(key)) found.push_back(line);
    }
    return found;
  }
  /// The lines of parts, each with its whole content.
  std::vector<json> whole_parts() const {
    std::vector<json> found = lines_with("part");
    std::map<std::string, json> last;
    for (json& part : found) {
      json& content = last[part.at("part")];
      content =
          part.contains("content") ? part.at("content") : changed(content, part.at("changes"));
      part["content"] = content;
    }
    return found;
  }
  /// The contents of parts by their ids.
  std::map<std::string, json> parts() const {
    std::map<std::string, json> contents;
    for (const json& part : whole_parts()) contents[part.at("id")] = part.at("content");
    return contents;
  }
  /// The checks of all lines, each with its `value`, and its `detail` where it failed.
  std::vector<json> checks() const {
    const std::map<std::string, json> contents = parts();
    std::vector<json> found;
    for (const json& line : lines_with("values")) {
      std::map<std::string, json> failed;
      for (const json& one : line.value("failed", json::array()))
        failed[one.at("check")] = one.at("detail");
      const json& of_line = contents.at(contents.at(line.at("case")).at("checks"));
      EXPECT_EQ(of_line.size(), line.at("values").size()) << line;
      for (std::size_t i = 0; i < of_line.size(); ++i) {
        json check = of_line[i];
        check["value"] = line.at("values").at(i);
        const auto detail = failed.find(check.at("check"));
        if (detail != failed.end()) check["detail"] = detail->second;
        found.push_back(std::move(check));
      }
    }
    return found;
  }
  std::set<std::string> states() const {
    std::set<std::string> labels;
    for (const json& line : whole_parts())
      if (line.at("part") == "case" && !line.at("content").at("state").is_null())
        labels.insert(line.at("content").at("state").at("label"));
    return labels;
  }
};

TEST_F(VerificationFile, HoldsEveryCheckAndWhatWasFollowed) {
  const Finished finished = sphlab(verify(still_water(), {"--after", "3"}));
  ASSERT_TRUE(succeeds(finished));
  const auto checks = this->checks();
  EXPECT_TRUE(mentions(finished.output, {fmt::format("All {} checks passed", checks.size())}));
  EXPECT_EQ(lines_with("values").size(), states().size());
  for (const json& check : checks) {
    EXPECT_FALSE(check.contains("detail")) << check;
    EXPECT_LE(check.at("value"), check.at("tolerance")) << check;
    EXPECT_FALSE(check.at("norm").is_null()) << check;
  }
  EXPECT_EQ(states(),
            (std::set<std::string>{"initial", "initial, moving", "step-1", "step-3", "step-100"}));
  const auto curves = lines_with("curve");
  ASSERT_EQ(curves.size(), 1u);
  const json& series = curves[0].at("series");
  EXPECT_EQ(series.at("step").back(), 100);
  const double last = series.at("residual").back();
  for (const json& check : checks) {
    if (check.at("check") == "momentum") {
      EXPECT_NEAR(check.at("value"), last, 1e-3 * last) << "of four digits";
    }
  }
  EXPECT_GT(series.at("kinetic_j").back(), 0);
}

TEST_F(VerificationFile, HoldsTheFrontBesideTheExperiment) {
  ASSERT_TRUE(succeeds(sphlab(verify(dam_break(), {"--front"}))));
  const auto curves = lines_with("curve");
  ASSERT_EQ(curves.size(), 1u);
  const json& series = curves[0].at("series");
  EXPECT_EQ(series.at("t_own")[0], 0);
  EXPECT_NEAR(series.at("z")[0], 1, 0.05) << "the column before it breaks";
  EXPECT_GT(series.at("z").back(), 2);
  EXPECT_EQ(curves[0].at("reference").at("t").size(), 15u);
}

TEST_F(VerificationFile, OfABrokenKernelHoldsTheCheckThatFailed) {
  EXPECT_TRUE(fails(
      sphlab(verify(scenario(), {"--pack-dir", SPHLAB_BINARY_DIR "/test-packs/wrong_forces"})),
      ExitCode::verification, {"checks failed"}));
  std::size_t failed = 0;
  for (const json& check : checks()) {
    if (check.at("check") == "accelerations") {
      EXPECT_NEAR(check.at("value"), 1, 1e-3) << "they are doubled";
      EXPECT_TRUE(mentions(check.value("detail", "passed"), {"largest at particle"}));
      ++failed;
    } else {
      EXPECT_FALSE(check.contains("detail")) << check;
    }
  }
  EXPECT_EQ(failed, 1u);
}

TEST_F(VerificationFile, WhatARunOutgrowsIsToldBesideWhatWasVerifiedBefore) {
  // a cube of 64 particles that falls together: its fullest cell makes room for fewer
  const auto of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{
        "verify",      "dam-break-summed", "--set",   "particles_per_height=4",
        "--toolchain", toolchain,          "--after", "6"};
    words.insert(words.end(), more.begin(), more.end());
    return sphlab(words);
  };
  const Finished finished = of({"--output", file});
  EXPECT_TRUE(succeeds(finished));
  EXPECT_TRUE(mentions(finished.output, {"par-cell-sm", "refused: a cell overflows", "passed"}));
  const std::map<std::string, json> contents = parts();
  std::set<std::string> verified;
  for (const json& line : lines_with("values")) {
    if (!contents.at(line.at("case")).at("state").is_null())
      verified.insert(line.at("variant").get<std::string>());
  }
  EXPECT_TRUE(verified.contains("par-cell-sm")) << "its first state";
  EXPECT_TRUE(verified.contains("rows"));
  EXPECT_TRUE(
      fails(of({"--variant", "par-cell-sm"}), ExitCode::verification, {"a cell overflows"}));
}

TEST_F(VerificationFile, WhatRefusesTheScenarioIsToldAndTheOthersAreVerified) {
  const std::string long_list = scenario([](json& document) {
    document["list"]["capacity"] = 264;  // more than bank-rotated orders
  });
  const auto of = [&](const std::vector<std::string>& more) {
    std::vector<std::string> words{"verify", long_list, "--toolchain", toolchain};
    words.insert(words.end(), more.begin(), more.end());
    return sphlab(words);
  };
  const Finished all = of({"--output", file});
  ASSERT_TRUE(succeeds(all));
  EXPECT_TRUE(mentions(all.output, {"bank-rotated", "refused:", "256",
                                    fmt::format("All {} checks", checks().size())}));
  const Finished named = of({"--variant", "list-gather+warp-per-run+bank-rotated"});
  EXPECT_TRUE(fails(named, ExitCode::not_available, {"bank-rotated", "at most 256 slots"}));
}

TEST_F(VerificationFile, IsNotOverwritten) {
  folder.write("verification.jsonl", "something\n");
  EXPECT_TRUE(
      fails(sphlab(verify(scenario())), ExitCode::output, {"verification.jsonl", "--output"}));
  EXPECT_EQ(file_text(file), "something\n");
}

TEST_F(VerificationFile, OnADiskThatIsFullAtTheStartIsRefused) {
  EXPECT_TRUE(fails(sphlab(verify(scenario()), 1000), ExitCode::output, {"verification.jsonl"}));
  EXPECT_FALSE(std::filesystem::exists(file));
}

TEST_F(VerificationFile, OnADiskThatRunsFullHoldsWholeLines) {
  const std::vector<std::string> every{"verify",  scenario(), "--toolchain",
                                       toolchain, "--output", file};
  EXPECT_TRUE(fails(sphlab(every, 20 * 1024), ExitCode::output, {"curves are saved"}));
  EXPECT_GT(checks().size(), 0u);
  EXPECT_TRUE(file_text(file).ends_with("\n"));
}

TEST_F(VerificationFile, KeepsTheLinesOfFinishedVariantsWhereItIsInterrupted) {
  const std::vector<std::string> every{"verify",   still_water(), "--toolchain", toolchain,
                                       "--output", file,          "--after",     "200"};
  SphlabProcess process(every, folder.path());
  ASSERT_TRUE(process.reaches([&] {
    return std::filesystem::exists(file) && file_text(file).find("\"values\"") != std::string::npos;
  }));
  process.send(SIGINT);
  EXPECT_TRUE(fails(process.wait(), ExitCode::interrupted, {"what was verified before is in"}));
  EXPECT_GT(checks().size(), 0u);
  EXPECT_TRUE(file_text(file).ends_with("\n"));
}

TEST_F(VerificationFile, OnADeviceThatIsFull) {
  std::vector<std::string> words = verify(scenario());
  words[5] = "/dev/full";
  EXPECT_TRUE(fails(sphlab(words), ExitCode::output, {"/dev/full", "0 checks"}));
}

TEST_F(VerificationFile, AVariantThatRefusesKeepsNoOtherOfItsTraversalFromBeingVerified) {
  std::vector<std::string> words{
      "verify",    "static-cuboid",        "--toolchain", toolchain,
      "--set",     "particles_per_side=8", "--set",       "particles_per_cell=125",
      "--variant", "list-gather"};
  const Finished all = sphlab(words);
  EXPECT_EQ(all.exit_code, 0) << all.errors;
  EXPECT_TRUE(mentions(all.output, {"bank-rotated: refused", "at most 256", "checks passed"}));

  words.back() = "list-gather+per-particle+bank-rotated";
  EXPECT_TRUE(fails(sphlab(words), ExitCode::not_available, {"bank-rotated", "at most 256"}));
}

}  // namespace
}  // namespace sphlab
