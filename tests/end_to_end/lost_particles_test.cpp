// Particles that leave the domain: each frame and its row of energy.csv tell of all that began.
#include <fmt/format.h>

#include "tests/end_to_end/workspace.hpp"

namespace sphlab {
namespace {

std::vector<std::size_t> lost_by_row(const std::string& file) {
  std::vector<std::size_t> lost;
  std::istringstream lines(file_text(file));
  std::string line;
  std::getline(lines, line);  // the header
  while (std::getline(lines, line)) lost.push_back(std::stoul(line.substr(line.rfind(',') + 1)));
  return lost;
}

std::size_t points_of_frame(const std::string& file) {
  const std::string key = "NumberOfPoints=\"";
  const std::string text = file_text(file);
  return std::stoul(text.substr(text.find(key) + key.size(), 12));
}

using LostParticles = Workspace;

TEST_F(LostParticles, AndThoseOfAFrameAreAllThatBegan) {
  const auto no_floor = [](nlohmann::json& document) {
    document["geometry"]["walls"] = nlohmann::json::array();
    document["initial_density"] = "rest";
    document["geometry"]["fluid"][0]["velocity"] = {{"value", {0, 0, -20}}, {"unit", "m/s"}};
  };
  const Finished finished = sphlab({"simulate", scenario(no_floor), "--until", "0.008", "--every",
                                    "0.0005", "--output", path("out")});
  ASSERT_TRUE(succeeds(finished));
  const std::vector<std::size_t> lost = lost_by_row(path("out/energy.csv"));
  ASSERT_FALSE(lost.empty());
  EXPECT_GT(lost.back(), 0u);
  const std::size_t began = points_of_frame(path("out/particles_00000.vtp"));
  for (std::size_t k = 0; k < lost.size(); ++k) {
    const std::string frame = path(fmt::format("out/particles_{:05}.vtp", k));
    EXPECT_EQ(points_of_frame(frame) + lost[k], began) << frame;
  }
}

}  // namespace
}  // namespace sphlab
