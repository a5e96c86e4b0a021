// Runs that leave physics: an exit code, a reason, and a record that says so.
#include "harness/scenarios/particle_file.hpp"
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

class Divergence : public Workspace {
 protected:
  /// The fluid falls through the floor within a few steps.
  static void fall(json& document) {
    document["initial_density"] = "rest";
    document["physics"]["gravity"]["value"] = {0, 0, -1e7};
  }
  static void fall_in_adaptive_steps(json& document) {
    fall(document);
    document["time_stepping"] = {{"scheme", "adaptive"},
                                 {"courant", {{"value", 0.9}, {"unit", "1"}}}};
  }

  /// A suite of that scenario that is measured from a later step on.
  std::string suite_of(const Edit& edit, int step) const {
    return suite([&](json& document) {
      leave_least(document);
      document["scenarios"][0]["scenario"] = scenario(edit);
      document["scenarios"][0]["states"] = {{{"step", step}}};
    });
  }
};

TEST_F(Divergence, OfASimulationIsAnError) {
  const Finished finished = sphlab({"simulate", scenario(fall), "--until", "0.05", "--output",
                                    path("out"), "--toolchain", toolchain});
  EXPECT_TRUE(fails(finished, ExitCode::verification, {"diverged", "no fluid is left"}));
  EXPECT_TRUE(std::filesystem::exists(path("out/particles_00000.vtp")))
      << "the frames until then are kept";
  const std::string history = file_text(path("out/energy.csv"));
  const std::string last = history.substr(history.rfind('\n', history.size() - 2) + 1);
  const json state = json::parse(ParticleFile(path("out/state.particles")).text());
  EXPECT_EQ(state.at("time_s"), std::stod(last)) << "and the state of the last of them";
}

TEST_F(Divergence, OfACampaignIsRecordedAsInvalid) {
  for (const Edit& edit : {Edit(fall), Edit(fall_in_adaptive_steps)}) {
    for (const int step : {2, 40}) {
      std::filesystem::remove(path("records.jsonl"));
      const Finished finished =
          sphlab({"run", suite_of(edit, step), "--output", path("records.jsonl")});
      EXPECT_TRUE(fails(finished, ExitCode::verification, {"invalid"})) << step;
      const std::vector<json> recorded = records(path("records.jsonl"));
      ASSERT_EQ(recorded.size(), 1u) << step;
      EXPECT_EQ(recorded[0].at("scenario").at("state").at("step"), step);
      EXPECT_NE(recorded[0].at("validity").at("status"), "ok");
      EXPECT_TRUE(recorded[0].at("samples").at("time_s").empty());
    }
  }
}

TEST_F(Divergence, WithinAMeasuredBlockOrRunIsRecordedAsInvalid) {
  for (const auto& [key, count] : {std::pair("cycles_per_block", 20), {"run_steps", 200}}) {
    std::filesystem::remove(path("records.jsonl"));
    const Edit longer = [&, key = key, count = count](json& document) {
      leave_least(document);
      document["scenarios"][0]["scenario"] = scenario(fall);
      document["policy"][key] = count;
    };
    const Finished finished = sphlab({"run", suite(longer), "--output", path("records.jsonl")});
    EXPECT_TRUE(fails(finished, ExitCode::verification, {"invalid"})) << key;
    for (const json& record : records(path("records.jsonl"))) {
      EXPECT_TRUE(mentions(record.at("validity").at("status"), {"diverged", "left the grid"}));
      EXPECT_TRUE(record.at("samples").at("time_s").empty());
    }
  }
}

}  // namespace
}  // namespace sphlab
