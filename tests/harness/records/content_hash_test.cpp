#include "harness/records/content_hash.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace sphlab {
namespace {

std::string hash_of(const std::string& text) {
  return content_hash(nlohmann::json::parse(text));
}

TEST(ContentHash, DoesNotDependOnHowAValueIsWritten) {
  EXPECT_EQ(hash_of(R"({"a": 1980, "b": [0.5, null]})"),
            hash_of(R"({"b":[5e-1,null],"a":1980.0})"));
}

TEST(ContentHash, TellsValuesApart) {
  const std::vector<std::string> values = {
      "null",  "true",       "false",      "0",          "1",      "-1",       "0.1",
      R"("")", R"("1")",     "[]",         "{}",         "[[]]",   "[1,2]",    "[2,1]",
      "[12]",  R"({"a":1})", R"({"b":1})", R"(["a",1])", R"("a")", R"("s1:a")"};
  std::set<std::string> hashes;
  for (const std::string& value : values) hashes.insert(hash_of(value));
  EXPECT_EQ(hashes.size(), values.size());
}

// The same values stand in analysis/tests/recorded/test_content_hash.py: readers in both languages
// must agree, or one would refuse what the other wrote.
TEST(ContentHash, IsThatOfTheAnalysis) {
  EXPECT_EQ(hash_of("null"), "af63f74c86021a6d");
  EXPECT_EQ(hash_of(R"({"name": "dam-break \u00b5", "values": [1, -0.25, 1e300, true]})"),
            "7678a4b50bdcce3f");
}

}  // namespace
}  // namespace sphlab
