// A run that goes on from a state of its own is the run that was not interrupted.
#include <fmt/format.h>

#include "harness/scenarios/particle_file.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

class Continued : public Workspace {
 protected:
  using Words = std::vector<std::string>;

  Finished simulate(const Words& words, const std::string& until, const std::string& output) const {
    Words all{"simulate"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--until", until, "--every", "0.002", "--output", output});
    return sphlab(all);
  }

  static Words with(Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }

  std::map<std::string, std::string> files_of(const std::string& output) const {
    std::map<std::string, std::string> files;
    for (const auto& entry : fs::directory_iterator(path(output)))
      files[entry.path().filename().string()] = file_text(entry.path());
    return files;
  }

  std::vector<std::string> rows_of(const std::string& output) const {
    std::vector<std::string> rows;
    std::istringstream lines(file_text(path(output + "/energy.csv")));
    for (std::string line; std::getline(lines, line);) rows.push_back(line);
    return rows;
  }

  json text_of(const std::string& output) const {
    return json::parse(ParticleFile(path(output + "/state.particles")).text());
  }

  /// Runs to the end, and to the middle and on from there, and compares every file of the two.
  void expect_one_run(const Words& words) const {
    fs::remove_all(path("whole"));
    fs::remove_all(path("parts"));
    ASSERT_TRUE(succeeds(simulate(words, "0.008", "whole")));
    ASSERT_TRUE(succeeds(simulate(words, "0.004", "parts")));
    const std::size_t frames = rows_of("parts").size() - 1;
    ASSERT_TRUE(succeeds(simulate(with(words, {"--from", "parts"}), "0.008", "parts")));
    EXPECT_GT(rows_of("parts").size() - 1, frames);
    const auto whole = files_of("whole"), parts = files_of("parts");
    ASSERT_EQ(parts.size(), whole.size());
    for (const auto& [name, bytes] : whole)
      EXPECT_TRUE(parts.at(name) == bytes) << name << " differs";
  }

  /// Water that comes to rest, by a scheme that remembers the step before and differs from step to
  /// step: neither is a multiple of the steps of a cycle.
  std::string verlet() const {
    return scenario([](json& document) {
      document["time_stepping"] = {{"scheme", "adaptive"},
                                   {"courant", {{"value", 0.2}, {"unit", "1"}}},
                                   {"integrator", "verlet"},
                                   {"euler_every", 7}};
      document["list"]["interval"] = 5;
      document["initial_density"] = "rest";
    });
  }
};

TEST_F(Continued, IsTheRunThatWasNotInterrupted) {
  const Words of_memory{verlet(), "--toolchain", toolchain, "--variant", "par-part-noloop"};
  expect_one_run(of_memory);
  EXPECT_EQ(text_of("whole").at("fields"), json::array({"previous-velocity"}));
  ASSERT_TRUE(succeeds(simulate(of_memory, "0.004", "half")));
  EXPECT_NE(text_of("half").at("step").get<int>() % 7, 0) << "no step tells whether it is known";
}

TEST_F(Continued, IsTheSameRunOnACpu) {
  expect_one_run({scenario(), "--toolchain", "cpu-gcc*", "--variant", "omp-asymmetric"});
}

TEST_F(Continued, KeepsCountOfParticlesThatHaveLeft) {
  const auto no_floor = [](json& document) {
    document["geometry"]["walls"] = json::array();
    document["initial_density"] = "rest";
    document["geometry"]["fluid"][0]["velocity"] = {{"value", {0, 0, -20}}, {"unit", "m/s"}};
  };
  const Words words{scenario(no_floor), "--toolchain", toolchain, "--variant", "par-part-noloop"};
  expect_one_run(words);
  const auto lost = [&](std::size_t row) {
    const std::string line = rows_of("whole").at(row);
    return std::stoul(line.substr(line.rfind(',') + 1));
  };
  EXPECT_GT(lost(3), 0u) << "none had left at the state";
  EXPECT_GT(lost(5), lost(3));
}

TEST_F(Continued, GoesOnInAFolderOfItsOwnAndByAnotherVariant) {
  const Words words{verlet(), "--toolchain", toolchain};
  const Words one = with(words, {"--variant", "par-part-noloop"});
  ASSERT_TRUE(succeeds(simulate(one, "0.008", "whole")));
  ASSERT_TRUE(succeeds(simulate(one, "0.004", "first")));
  const auto before = files_of("first");
  const Finished second = simulate(
      with(words, {"--variant", "x-pencil", "--from", "first/state.particles"}), "0.008", "second");
  ASSERT_TRUE(succeeds(second));
  EXPECT_TRUE(mentions(second.errors, {"from 0.00", "step "}));
  EXPECT_EQ(files_of("first"), before) << "left as it was";
  const auto first = rows_of("first"), rows = rows_of("second"), whole = rows_of("whole");
  EXPECT_EQ(rows.at(1), first.back()) << "it begins where the other ended";
  EXPECT_EQ(file_text(path("second/particles_00000.vtp")),
            file_text(path(fmt::format("first/particles_{:05}.vtp", first.size() - 2))));
  ASSERT_EQ(rows.size() - 1, whole.size() - first.size() + 1);
  std::istringstream one_way(rows.back()), another(whole.back());
  std::string a, b;
  for (const double tolerance : {1e-6, 1e-2, 1e-5}) {  // time, kinetic, potential energy
    std::getline(one_way, a, ',');
    std::getline(another, b, ',');
    EXPECT_NEAR(std::stod(a), std::stod(b), tolerance * std::stod(b));
  }
}

TEST_F(Continued, LosesNoFrameToACrash) {
  const Words words{scenario(), "--toolchain", toolchain, "--variant", "par-part-noloop"};
  ASSERT_TRUE(succeeds(simulate(words, "0.006", "whole")));
  ASSERT_TRUE(succeeds(simulate(words, "0.004", "parts")));
  // a process that ended right behind the state has neither its frame nor its row
  std::string history = file_text(path("parts/energy.csv"));
  history.resize(history.rfind('\n', history.size() - 2) + 1);
  folder.write("parts/energy.csv", history);
  fs::remove(path("parts/particles_00002.vtp"));
  ASSERT_TRUE(succeeds(simulate(with(words, {"--from", "parts"}), "0.006", "parts")));
  EXPECT_EQ(files_of("parts"), files_of("whole"));
}

TEST_F(Continued, OfWhatCannotGoOnIsRefused) {
  const std::string tank = scenario();
  const Words words{tank, "--toolchain", toolchain, "--variant", "par-part-noloop"};
  const Words from = with(words, {"--from", "first"});
  ASSERT_TRUE(succeeds(simulate(words, "0.002", "first")));
  ASSERT_TRUE(succeeds(simulate(words, "0.002", "other")));
  const auto before = files_of("first");
  fs::copy(path("first/state.particles"), path("early.particles"));

  EXPECT_TRUE(fails(simulate(from, "0.001", "first"), ExitCode::bad_input,
                    {"first/state.particles: time_s", "0.001", "--until"}));
  EXPECT_TRUE(fails(simulate(with(words, {"--from", "none"}), "0.004", "out"), ExitCode::bad_input,
                    {"none: cannot be read"}));
  EXPECT_TRUE(fails(simulate(with(words, {"--from", "first/energy.csv"}), "0.004", "out"),
                    ExitCode::bad_input, {"first/energy.csv: header", "sphlab simulate"}));
  EXPECT_TRUE(fails(simulate(with(from, {"--set", "particles_per_depth=5"}), "0.004", "out"),
                    ExitCode::bad_input, {"particles_per_depth", "--set particles_per_depth=4"}));
  EXPECT_TRUE(fails(simulate(from, "0.004", "other"), ExitCode::output,
                    {"other holds a simulation", "--from other/state.particles"}));
  scenario([](json& document) { document["physics"]["sound_speed"]["value"] = 29; });
  EXPECT_TRUE(fails(simulate(from, "0.004", "first"), ExitCode::bad_input,
                    {"first/state.particles: scenario.configuration_hash"}));
  scenario();
  EXPECT_FALSE(fs::exists(path("out")));
  EXPECT_EQ(files_of("first"), before) << "a refusal leaves the folder as it was";

  ASSERT_TRUE(succeeds(simulate(from, "0.004", "first")));
  fs::copy(path("early.particles"), path("first/state.particles"),
           fs::copy_options::overwrite_existing);
  EXPECT_TRUE(fails(simulate(from, "0.004", "first"), ExitCode::bad_input,
                    {"first/energy.csv:4", "would be lost", "--output"}));
}

}  // namespace
}  // namespace sphlab
