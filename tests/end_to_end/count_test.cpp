// Counting as users meet it.
#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

class Count : public Workspace {
 protected:
  std::vector<nlohmann::json> counted(const std::string& variant, const std::string& file,
                                      std::vector<std::string> more = {}) const {
    std::vector<std::string> arguments{"count", scenario(), "--variant",
                                       variant, "--output", path(file)};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Finished finished = sphlab(arguments);
    EXPECT_TRUE(succeeds(finished));
    EXPECT_TRUE(mentions(finished.output, {"variant", variant, "forces", "wavefronts"}));
    return lines_of(path(file));
  }

  static nlohmann::json stage(const std::vector<nlohmann::json>& lines, const std::string& name) {
    for (const nlohmann::json& line : lines) {
      if (line.at("stage") == name) return line;
    }
    ADD_FAILURE() << "no line for " << name;
    return {};
  }
};

TEST_F(Count, TellsOfEveryStage) {
  const auto lines = counted("list-gather+per-particle", "counts.jsonl");
  for (const char* name : {"hash", "cells", "reorder", "list", "forces", "predict", "correct"}) {
    const nlohmann::json line = stage(lines, name);
    EXPECT_GT(line.at("global_load").at("requests"), 0) << name;
    EXPECT_GT(line.at("global_store").at("requests"), 0) << name;
    EXPECT_GE(line.at("run_lanes"), line.at("runs")) << name;
  }
  const nlohmann::json forces = stage(lines, "forces");
  EXPECT_EQ(forces.at("schema"), "sphlab-counts/1");
  EXPECT_EQ(forces.at("toolchain"), "simt-count-w32");
  EXPECT_GT(forces.at("accepted_pairs"), 0);
  EXPECT_FALSE(forces.contains("candidate_pairs"));
  EXPECT_GT(stage(lines, "list").at("candidate_pairs"), forces.at("accepted_pairs"));
  // a target for each particle: float4 position and velocity, loaded once, neighbours besides
  EXPECT_GT(forces.at("global_load").at("lanes"), 2 * forces.at("particles").get<int>());
}

TEST_F(Count, IsTheSameEveryTime) {
  counted("list-gather+warp-per-cell", "one.jsonl", {"--instructions"});
  counted("list-gather+warp-per-cell", "two.jsonl", {"--instructions"});
  EXPECT_EQ(file_text(path("one.jsonl")), file_text(path("two.jsonl")));
  EXPECT_FALSE(file_text(path("one.jsonl")).empty());
}

TEST_F(Count, ASortOfThePackIsCountedToo) {
  const auto lines = counted("par-part-noloop+counting", "counts.jsonl");
  const nlohmann::json sort = stage(lines, "sort");
  EXPECT_EQ(sort.at("strategy"), "counting");
  EXPECT_EQ(sort.at("global_atomic").at("lanes"), sort.at("particles"));
}

TEST_F(Count, AnIdTellsWhatWasCountedAndNotByWhom) {
  const auto id = [&](const std::string& name, std::vector<std::string> more) {
    return stage(counted("par-part-noloop", "counts.jsonl", std::move(more)), name).at("id");
  };
  const auto forces = id("forces", {});
  EXPECT_EQ(forces, id("forces", {"--instructions"}));
  EXPECT_NE(forces, id("hash", {}));
  EXPECT_NE(forces, id("forces", {"--cycles", "1"}));
  EXPECT_NE(forces, id("forces", {"--set", "particles_per_depth=5"}));
}

TEST_F(Count, AProfilerIsShownADevice) {
  EXPECT_TRUE(fails(sphlab({"count", scenario(), "--profile", toolchain}), ExitCode::not_available,
                    {"no profiler", "host"}));
  EXPECT_TRUE(fails(sphlab({"count", scenario(), "--profile", "nvcc-1"}), ExitCode::not_available,
                    {"nvcc-1"}));
  EXPECT_TRUE(fails(sphlab({"count", scenario(), "--profile", toolchain, "--output", "x.jsonl"}),
                    ExitCode::usage, {"--output", "--profile"}));
  EXPECT_TRUE(fails(sphlab({"count", scenario(), "--device", "0"}), ExitCode::usage,
                    {"--device", "--profile"}));
}

TEST_F(Count, InstructionsAddUpToTheLaunch) {
  const auto lines =
      counted("list-gather+warp-per-cell", "counts.jsonl", {"--instructions", "--cycles", "1"});
  const nlohmann::json list = stage(lines, "list");
  EXPECT_EQ(list.at("cycles"), 1);
  EXPECT_GT(list.at("shared_load").at("wavefronts"), 0);
  for (const char* kind : {"global_load", "shared_load", "shared_store"}) {
    std::uint64_t requests = 0;
    for (const nlohmann::json& instruction : list.at("instructions")) {
      if (instruction.at("kind") == kind) requests += instruction.at("requests").get<int>();
    }
    EXPECT_EQ(list.at(kind).at("requests"), requests) << kind;
  }
}

TEST_F(Count, RefusesWhatItCannotCount) {
  EXPECT_TRUE(fails(sphlab({"count", scenario(), "--variant", "list-gathre"}),
                    ExitCode::not_available, {"list-gathre", "list-gather"}));
  EXPECT_TRUE(fails(sphlab({"count", scenario(), "--variant", "par-part-noloop", "--output",
                            path("absent/counts.jsonl")}),
                    ExitCode::output, {"absent"}));
}

TEST_F(Count, OtherCommandsDoNotFindThePack) {
  const Finished packs = sphlab({"list", "packs"});
  ASSERT_TRUE(succeeds(packs));
  EXPECT_EQ(packs.output.find("simt-count"), std::string::npos);
}

}  // namespace
}  // namespace sphlab
