// Limits that are not what they should be.
#include "harness/records/limits_file.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>

#include "harness/error.hpp"
#include "tests/support/mentions.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

/// What is said of an H200's limits after a change; "" where nothing is wrong.
std::string complaint(const std::function<void(json&)>& edit) {
  json document =
      json::parse(file_text(std::string(SPHLAB_SOURCE_DIR) + "/results/nvidia-h200/limits.json"));
  edit(document);
  const TemporaryFolder folder;
  try {
    rates_of_limits(folder.write("broken.json", document.dump()));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(LimitsFile, IsRefusedWithFileAndKey) {
  EXPECT_EQ(complaint([](json&) {}), "");
  EXPECT_TRUE(mentions(complaint([](json& limits) { limits["schema_version"] = 2; }),
                       {"broken.json", "schema_version: 2", "sphlab limits"}));
  EXPECT_TRUE(
      mentions(complaint([](json& limits) { limits["limits"][0]["summary"]["median"] = 0; }),
               {"broken.json", "limits.copy.summary.median"}));
  EXPECT_TRUE(mentions(complaint([](json& limits) { limits.erase("limits"); }),
                       {"holds no limits", "sphlab limits"}));
}

}  // namespace
}  // namespace sphlab
