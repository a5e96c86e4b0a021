#include "harness/records/entry_lines.hpp"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

TEST(EntryLines, AreThoseOfCommittedAnswers) {
  const std::string text =
      file_text(SPHLAB_SOURCE_DIR "/results/nvidia-h100-80gb-hbm3/best/dam-break-lj.json");
  EXPECT_EQ(entry_lines(json::parse(text)), text);
}

TEST(EntryLines, OpenNothingElse) {
  const json document = {
      {"a", {{"b", {1, 2}}}}, {"c", json::array()}, {"d", {{{"e", {json::object()}}}}}};
  EXPECT_EQ(entry_lines(document),
            "{\n \"a\":{\"b\":[1,2]},\n \"c\":[],\n \"d\":[\n  {\"e\":[{}]}\n ]\n}\n");
}

}  // namespace
}  // namespace sphlab
