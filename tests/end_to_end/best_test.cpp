// sphlab best: the answer, what takes it, and how it ends where there is none.
#include <algorithm>
#include <regex>
#include <sstream>

#include "tests/end_to_end/workspace.hpp"
#include "tests/support/bundled_schema.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class Best : public Workspace {
 protected:
  std::vector<std::string> best(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"best", scenario()};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  static json document(const std::string& file) { return json::parse(file_text(file)); }

  /// The document of an answer, which is of its schema.
  static json answer_of(const std::string& file) {
    json answer = document(file);
    EXPECT_NO_THROW(bundled_schema("best.schema.json").check(answer, file));
    return answer;
  }

  static std::size_t longest_line(const std::string& text) {
    std::size_t longest = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
    return longest;
  }

  /// With names that were broken at a + in one piece again.
  static std::string with_whole_names(const std::string& text) {
    return std::regex_replace(text, std::regex("\\+\n +"), "+");
  }

  /// A suite of these variants that measures their loop alone.
  std::string least_suite(const json& variants) const {
    return suite([&](json& little) {
      little["toolchains"] = "all";
      little["variants"] = variants;
      little["policy"]["isolated_samples"] = 0;
      little["scenarios"][0].erase("states");
    });
  }

  /// Ascending, verified, each with its intervals, and ties where these say so.
  static void require_ranking(const json& answer) {
    EXPECT_GE(answer.at("ranking").size(), 2u);
    double last = 0;
    for (const json& ranked : answer.at("ranking")) {
      EXPECT_GE(ranked.at("step_s").at("median"), last);
      last = ranked.at("step_s").at("median");
      EXPECT_LE(ranked.at("step_s").at("low"), last);
      EXPECT_GT(ranked.at("bytes"), 0);
      EXPECT_GE(ranked.at("blocks"), 6);
      EXPECT_EQ(ranked.at("ties_with_first"),
                ranked.at("rank") > 1 && ranked.at("ratio_to_first").at("low") <= 1);
    }
    const json of_fate = fates(answer);
    EXPECT_EQ(of_fate.at("ranked").size(), answer.at("ranking").size());
    for (const json& ranked : of_fate.at("ranked")) EXPECT_TRUE(ranked.at("verified"));
    EXPECT_GE(answer.at("search").at("traversals"), 2);
  }

  /// The record is of the ranked variant, and nothing of it was swept.
  static void require_same_variant(const json& record, const json& ranked) {
    EXPECT_EQ(record.at("variant"), ranked.at("name"));
    EXPECT_EQ(record.at("toolchain").at("name"), ranked.at("variant").at("toolchains").at(0));
    EXPECT_TRUE(record.at("tuning_sweep").empty());
    for (const auto& [stage, choice] : ranked.at("variant").items()) {
      if (!choice.is_object() || !choice.contains("tuning")) continue;
      for (const auto& [parameter, value] : choice.at("tuning").items())
        EXPECT_EQ(record.at("tuning").at(stage).at(parameter), value);
    }
  }

  static json fates(const json& document) {
    json fates = json::object();
    for (const json& tried : document.at("search").at("tried"))
      fates[tried.at("fate").get<std::string>()].push_back(tried);
    return fates;
  }
};

TEST_F(Best, ItsAnswerIsRankedVerifiedAndTakenByRunSimulateAndSuites) {
  const Finished found =
      sphlab(best({"--traversal", "omp-list", "--traversal", "omp-asymmetric", "--vary",
                   "cell-sort", "--missed", "100%",  // water at rest keeps an exact list for long
                   "--budget", "1h",                 // it ends with what there is to try
                   "--json", "best.json", "--variant-file", "winner.json"}));
  ASSERT_TRUE(succeeds(found));
  EXPECT_LE(longest_line(found.output), 80u);
  EXPECT_TRUE(mentions(found.output, {"rank", "of limit", "best of another traversal",
                                      "sphlab limits --runtime host", "were tried"}));
  const json answer = answer_of(path("best.json"));
  require_ranking(answer);
  const json& first = answer.at("ranking").at(0);
  EXPECT_TRUE(mentions(with_whole_names(found.output), {first.at("name").get<std::string>()}));
  EXPECT_EQ(document(path("winner.json")), first.at("variant"));

  EXPECT_TRUE(succeeds(sphlab({"simulate", scenario(), "--variant", "winner.json", "--until",
                               "0.001", "--every", "0.001", "--output", "frames"})));
  EXPECT_TRUE(succeeds(
      sphlab({"run", least_suite(json::array({first.at("variant")})), "--output", "a.jsonl"})));
  EXPECT_TRUE(
      succeeds(sphlab({"run", least_suite(json::array({{{"forces", {{"name", "omp-list"}}}}})),
                       "--variant", "winner.json", "--output", "b.jsonl"})));
  for (const char* file : {"a.jsonl", "b.jsonl"}) {
    for (const json& record : records(path(file))) require_same_variant(record, first);
  }
}

TEST_F(Best, AVariantFileThatCannotBeTakenIsNamed) {
  EXPECT_TRUE(fails(sphlab({"run", scenario(), "--variant", "none.json"}), ExitCode::bad_input,
                    {"none.json"}));
  folder.write("open.json", R"({"forces": {"name": "omp-asymmetric"}})");
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--variant", "open.json", "--output", "out"}),
                    ExitCode::bad_input, {"open.json", "forces.tuning"}));
  folder.write("cuda.json", R"({"runtime": "cuda", "forces": {"name": "rows", "tuning": {}}})");
  EXPECT_TRUE(fails(sphlab({"simulate", scenario(), "--variant", "cuda.json", "--toolchain",
                            "cpu-gcc-*", "--output", "out"}),
                    ExitCode::not_available, {"cuda.json", "runtime"}));
}

TEST_F(Best, WhatIsWrongIsToldAndNotRanked) {
  const Finished found =
      sphlab(best({"--toolchain", toolchain, "--traversal", "par-part-noloop", "--vary",
                   "cell-sort", "--pack-dir", SPHLAB_BINARY_DIR "/test-packs/wrong_forces"}));
  EXPECT_TRUE(fails(found, ExitCode::verification, {"passed verification", "accelerations"}));
}

TEST_F(Best, MemoryIsAskedForBeforeItIsTaken) {
  const Finished found = sphlab(best({"--memory", "1kB"}));
  EXPECT_TRUE(fails(found, ExitCode::not_available, {"--memory allows 1e-06 GB"}));
}

TEST_F(Best, ATooSmallBudgetSaysHowMuchIsNeeded) {
  EXPECT_TRUE(fails(sphlab(best({"--budget", "0.001s", "--json", "best.json"})), ExitCode::usage,
                    {"0.001 s is too small for one variant", "Give at least --budget"}));
  EXPECT_FALSE(std::filesystem::exists(path("best.json")));
}

TEST_F(Best, WhatIsUnknownIsNamedWithTheNearest) {
  EXPECT_TRUE(fails(sphlab(best({"--toolchain", "cpu-gc"})), ExitCode::not_available,
                    {"cpu-gc", "cpu-gcc"}));
  EXPECT_TRUE(fails(sphlab(best({"--traversal", "omp-lst"})), ExitCode::not_available,
                    {"omp-lst", "omp-list"}));
  EXPECT_TRUE(fails(sphlab(best({"--vary", "tunin"})), ExitCode::usage, {"tunin", "tuning"}));
  EXPECT_TRUE(fails(sphlab(best({"--budget", "1week"})), ExitCode::usage, {"--budget", "week"}));
  EXPECT_TRUE(fails(sphlab(best({"--budget", "-1s"})), ExitCode::usage, {"--budget", "above 0"}));
  EXPECT_TRUE(fails(sphlab({"best", "no-such"}), ExitCode::bad_input, {"no-such"}));
  folder.write("there.json", "{}");
  EXPECT_TRUE(fails(sphlab(best({"--json", "there.json"})), ExitCode::output,
                    {"there.json exists already", "--json"}));
}

TEST_F(Best, AnInterruptTellsWhatIsKnown) {
  SphlabProcess process(best({"--budget", "1h", "--json", "best.json"}), folder.path());
  ASSERT_TRUE(process.reaches(
      [&] { return file_text(path("process.err")).find("rung") != std::string::npos; }));
  EXPECT_FALSE(process.ends_within(0.5));
  process.send(SIGINT);
  const Finished finished = process.wait();
  EXPECT_TRUE(fails(finished, ExitCode::interrupted, {"interrupted"}));
  EXPECT_TRUE(mentions(finished.output, {"were tried"}));
  const json answer = answer_of(path("best.json"));
  EXPECT_EQ(answer.at("search").at("interrupted"), true);
}

TEST_F(Best, TwoDoNotWriteOneFile) {
  SphlabProcess first(best({"--budget", "1h", "--json", "best.json"}), folder.path());
  ASSERT_TRUE(first.reaches(
      [&] { return file_text(path("process.err")).find("rung") != std::string::npos; }));
  const Streams others{"second.out", "second.err"};
  for (const char* option : {"--json", "--variant-file"}) {
    EXPECT_TRUE(fails(sphlab_with(others, best({"--budget", "1h", option, "best.json"})),
                      ExitCode::output, {"best.json", "another sphlab", option}));
  }
  first.send(SIGINT);
  EXPECT_TRUE(first.wait().ended_with(ExitCode::interrupted));
  EXPECT_FALSE(answer_of(path("best.json")).empty()) << "the answer of the first";
}

TEST_F(Best, LimitsOfAnotherDeviceAreRefused) {
  folder.write("limits.json",
               R"({"schema_version": 1, "device": {"name": "another"}, "limits": []})");
  EXPECT_TRUE(fails(sphlab(best({"--limits", "limits.json"})), ExitCode::bad_input,
                    {"limits.json", "another", "sphlab limits"}));
}

TEST_F(Best, GoesOnlyAlongTheAxesNamed) {
  const Finished found =
      sphlab(best({"--exhaustive", "--vary", "cell-sort", "--traversal", "omp-list", "--toolchain",
                   "cpu-gcc-*", "--top", "1", "--missed", "100%", "--json", "-"}));
  ASSERT_TRUE(succeeds(found));
  std::set<std::string> names;
  const json answer = json::parse(found.output);
  for (const json& tried : answer.at("search").at("tried")) {
    names.insert(tried.at("name"));
    EXPECT_GT(tried.at("blocks"), 0) << "it is exhaustive";
  }
  EXPECT_EQ(names, (std::set<std::string>{"omp-list+omp-per-particle",
                                          "omp-list+omp-per-particle+type-id"}));
}

}  // namespace
}  // namespace sphlab
