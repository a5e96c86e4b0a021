// libsphlab-timeline.so where there is no device: NVTX finds it, and it tells of ranges, and of
// what it cannot do.
#include <gtest/gtest.h>
#include <nvtx3/nvToolsExt.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

std::vector<nlohmann::json> lines_of(const std::filesystem::path& file) {
  std::vector<nlohmann::json> lines;
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

TEST(Timeline, TellsOfRanges) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / "timeline.jsonl";
  setenv("NVTX_INJECTION64_PATH", SPHLAB_BINARY_DIR "/lib/libsphlab-timeline.so", 1);
  setenv("SPHLAB_TIMELINE", file.c_str(), 1);
  EXPECT_EQ(nvtxRangePushA("outer"), 0);
  EXPECT_EQ(nvtxRangePushA("inner \"quoted\""), 1);
  EXPECT_EQ(nvtxRangePop(), 1);
  EXPECT_EQ(nvtxRangePop(), 0);
  EXPECT_LT(nvtxRangePop(), 0);  // none is open

  std::vector<nlohmann::json> ranges;
  for (const nlohmann::json& line : lines_of(file)) {
    if (line.at("kind") == "range") ranges.push_back(line);
  }
  ASSERT_EQ(ranges.size(), 2u);
  EXPECT_EQ(ranges[0].at("name"), "inner \"quoted\"");
  EXPECT_EQ(ranges[1].at("name"), "outer");
  const auto time = [&](int k, const char* key) { return ranges[k].at(key).get<std::uint64_t>(); };
  EXPECT_GT(time(1, "begin_ns"), 0u);
  EXPECT_LE(time(1, "begin_ns"), time(0, "begin_ns"));
  EXPECT_LE(time(0, "begin_ns"), time(0, "end_ns"));
  EXPECT_LE(time(0, "end_ns"), time(1, "end_ns"));
  const nlohmann::json head = lines_of(file).front();
  EXPECT_EQ(head.at("kind"), "session");
  EXPECT_EQ(head.at("schema"), "sphlab-timeline/1");
}

}  // namespace
}  // namespace sphlab
