// A particle file: the fastest variant for it, and the scenario that stands for it.
#include <iterator>
#include <random>
#include <sstream>

#include "tests/end_to_end/workspace.hpp"
#include "tests/support/made_particle_file.hpp"

namespace sphlab {
namespace {

using nlohmann::json;
using test::MadeParticleFile;

class Particles : public Workspace {
 protected:
  /// Some in a cube of side 8, in an unknown unit.
  static MadeParticleFile some() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> place(0, 8);
    std::vector<double> xyz(3 * 700);
    for (double& x : xyz) x = place(random);
    return MadeParticleFile(xyz.size() / 3, {MadeParticleFile::positions(xyz, "unknown")})
        .box({0, 0, 0}, {8, 8, 8});
  }

  std::string file(const MadeParticleFile& made) const {
    return folder.write("My galaxy.particles", made.sealed()).string();
  }

  std::vector<std::string> best(const std::vector<std::string>& more) const {
    std::vector<std::string> words{"best", file(some())};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(Particles, HaveAFastestVariantThatTheirScenarioTakes) {
  const Finished found =
      sphlab(best({"--radius", "1.5", "--traversal", "omp-list", "--traversal", "omp-asymmetric",
                   "--vary", "cell-sort", "--budget", "1h", "--json", "best.json", "--variant-file",
                   "winner.json", "--scenario-file", "galaxy.json"}));
  ASSERT_TRUE(succeeds(found));
  const json answer = json::parse(file_text(path("best.json")));
  EXPECT_EQ(answer.at("scenario").at("name"), "my-galaxy");
  EXPECT_EQ(answer.at("scenario").at("particles"), 700);
  EXPECT_EQ(answer.at("physics"), "lj-potential");
  EXPECT_GE(answer.at("ranking").size(), 2u);

  const json scenario = json::parse(file_text(path("galaxy.json")));
  EXPECT_EQ(scenario.at("geometry").at("file"), "My galaxy.particles");
  EXPECT_EQ(scenario.at("geometry").at("length_unit"), "unknown");
  const std::string little = suite([&](json& document) {
    leave_least(document);
    document["toolchains"] = "all";
    document["scenarios"][0] = {{"scenario", path("galaxy.json")}};
  });
  ASSERT_TRUE(
      succeeds(sphlab({"run", little, "--variant", "winner.json", "--output", "run.jsonl"})));
  for (const json& record : records(path("run.jsonl"))) {
    EXPECT_EQ(record.at("validity").at("status"), "ok");
    EXPECT_EQ(record.at("list_life").at("rebuilds_per_step"), 0.1) << "though nothing moves";
    EXPECT_EQ(record.at("scenario").at("configuration_hash"),
              answer.at("scenario").at("configuration_hash"));
  }
  EXPECT_TRUE(succeeds(sphlab({"verify", "galaxy.json", "--toolchain", toolchain, "--variant",
                               "list-gather", "--variant", "par-part-noloop"})));
}

/// What the page says of sphlab, as it stands, and searched no further than a test may take.
TEST_F(Particles, AreTakenAsThePageSays) {
  folder.write("my.particles", some().sealed());
  std::istringstream page(file_text(SPHLAB_SOURCE_DIR "/docs/own-particles.md"));
  std::size_t commands = 0;
  for (std::string line; std::getline(page, line);) {
    if (!line.starts_with("sphlab ")) continue;
    std::istringstream text(line);
    std::vector<std::string> words{std::istream_iterator<std::string>(text), {}};
    words.erase(words.begin());
    for (const char* more : {"--toolchain", "cpu-gcc*"}) words.push_back(more);
    const bool is_best = words.front() == "best";
    for (const char* more : {is_best ? "--traversal" : "--variant", "omp-asymmetric"})
      words.push_back(more);
    if (is_best) words.insert(words.end(), {"--vary", "cell-sort"});
    EXPECT_TRUE(succeeds(sphlab(words))) << line;
    ++commands;
  }
  EXPECT_EQ(commands, 3u);
}

TEST_F(Particles, HaveAFastestVariantForPairsOfAStatedCost) {
  const Finished found = sphlab(
      best({"--radius", "1.5", "--flops-per-pair", "60", "--bytes-per-source", "32", "--traversal",
            "omp-list", "--traversal", "omp-asymmetric", "--vary", "cell-sort", "--budget", "1h",
            "--json", "best.json", "--scenario-file", "galaxy.json"}));
  ASSERT_TRUE(succeeds(found));
  EXPECT_NE(found.output.find("59 floating-point operations"), std::string::npos) << found.output;
  const json answer = json::parse(file_text(path("best.json")));
  EXPECT_EQ(answer.at("physics"), "stated-cost-32");
  EXPECT_GE(answer.at("ranking").size(), 2u);
  EXPECT_EQ(json::parse(file_text(path("galaxy.json"))).at("physics").at("flops_per_pair"),
            (json{{"value", 60}, {"unit", "1"}}));
  EXPECT_TRUE(succeeds(sphlab({"verify", "galaxy.json", "--toolchain", toolchain, "--variant",
                               "list-gather", "--variant", "rows"})));
}

TEST_F(Particles, HaveCostsInRangeAlone) {
  const auto refused = [&](const std::vector<std::string>& stated,
                           const std::vector<std::string>& words) {
    std::vector<std::string> more{"--radius", "1.5"};
    more.insert(more.end(), stated.begin(), stated.end());
    return fails(sphlab(best(more)), ExitCode::usage, words);
  };
  for (const char* flops : {"0", "-60", "nan", "inf", "10001", "many"})
    EXPECT_TRUE(
        refused({"--flops-per-pair", flops}, {"--flops-per-pair", "from 11 to 10000", flops}));
  for (const char* bytes : {"0", "-16", "nan", "12", "40", "80"}) {
    EXPECT_TRUE(refused({"--flops-per-pair", "60", "--bytes-per-source", bytes},
                        {"--bytes-per-source", "16, 32, 48, 64", bytes, "round up"}));
  }
  EXPECT_TRUE(refused({"--bytes-per-source", "32"}, {"--bytes-per-source", "--flops-per-pair"}));
  EXPECT_TRUE(refused({"--flops-per-pair", "30", "--bytes-per-source", "64"},
                      {"--flops-per-pair 30", "64 bytes", "35 or more"}));
  EXPECT_TRUE(fails(sphlab({"best", scenario(), "--flops-per-pair", "60"}), ExitCode::usage,
                    {"--flops-per-pair", "particle file"}));
}

TEST_F(Particles, AreFoundFromTheFolderOfTheirScenario) {
  file(some());
  std::filesystem::create_directory(path("below"));
  ASSERT_TRUE(succeeds(sphlab(
      best({"--radius", "1", "--traversal", "omp-asymmetric", "--vary", "cell-sort", "--budget",
            "1h", "--top", "1", "--interval", "3", "--scenario-file", "below/galaxy.json"}))));
  const json scenario = json::parse(file_text(path("below/galaxy.json")));
  EXPECT_EQ(scenario.at("geometry").at("file"), "../My galaxy.particles");
  EXPECT_EQ(scenario.at("list").at("interval"), 3);
}

TEST_F(Particles, NeedARadiusThatTheirListsHold) {
  EXPECT_TRUE(fails(sphlab(best({})), ExitCode::usage, {"My galaxy.particles", "--radius"}));
  EXPECT_TRUE(fails(sphlab(best({"--radius", "0"})), ExitCode::usage, {"--radius", "above 0"}));
  EXPECT_TRUE(fails(sphlab(best({"--radius", "1e-7"})), ExitCode::bad_input, {"cells"}));
  EXPECT_TRUE(fails(sphlab({"best", scenario(), "--radius", "1"}), ExitCode::usage,
                    {"--radius", "tank.json"}));
  EXPECT_TRUE(fails(sphlab({"best", scenario(), "--open"}), ExitCode::usage, {"--open"}));
  EXPECT_TRUE(
      fails(sphlab({"best", scenario(), "--interval", "3"}), ExitCode::usage, {"--interval"}));
}

TEST_F(Particles, ThatAreWrongAreNamed) {
  const auto wrong = [&](const MadeParticleFile& made) {
    return sphlab({"best", file(made), "--radius", "1.5"});
  };
  EXPECT_TRUE(fails(sphlab({"best", "no.particles", "--radius", "1"}), ExitCode::bad_input,
                    {"no.particles: cannot be read"}));
  EXPECT_TRUE(
      fails(wrong(some().put(8, 9u)), ExitCode::bad_input, {"My galaxy.particles: version"}));
  EXPECT_TRUE(fails(wrong(some().box({0, 0, 0}, {8, 8, 4})), ExitCode::bad_input,
                    {"My galaxy.particles: position[", "out of the box"}));
}

TEST_F(Particles, InAPeriodicBoxHavePairsAcrossItsFaces) {
  const auto in_box = [&](const std::string& scenario, const std::vector<std::string>& more) {
    std::vector<std::string> words{
        "best", file(some().periodic(5)), "--vary", "cell-sort", "--budget",
        "1h",   "--scenario-file",        scenario};
    words.insert(words.end(), more.begin(), more.end());
    return sphlab(words);
  };
  const auto physics = [&](const std::string& scenario) {
    return json::parse(file_text(path(scenario))).at("physics").at("name");
  };
  EXPECT_TRUE(succeeds(in_box("across.json", {"--radius", "1.5", "--traversal", "omp-list"})));
  EXPECT_EQ(physics("across.json"), "lj-potential-periodic");
  EXPECT_TRUE(
      succeeds(in_box("open.json", {"--radius", "1.5", "--open", "--traversal", "omp-list"})));
  EXPECT_EQ(physics("open.json"), "lj-potential");
  EXPECT_TRUE(fails(in_box("wide.json", {"--radius", "2.7"}), ExitCode::bad_input,
                    {"period of 8 along x", "radius of 2.7", "--radius"}));
  EXPECT_TRUE(fails(in_box("stated.json", {"--radius", "1.5", "--flops-per-pair", "60"}),
                    ExitCode::bad_input,
                    {"My galaxy.particles", "periodic", "--flops-per-pair", "--open"}));
}

}  // namespace
}  // namespace sphlab
