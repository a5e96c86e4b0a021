#include "harness/records/changes.hpp"

#include <gtest/gtest.h>

namespace sphlab {
namespace {

using nlohmann::json;

void expect_there_and_back(const json& before, const json& after, const json& found) {
  EXPECT_EQ(changes(before, after).dump(), found.dump());
  EXPECT_EQ(changed(before, found).dump(), after.dump());
}

TEST(Changes, AreWhatDiffers) {
  const json before = {{"a", 1}, {"b", {{"c", 2}, {"d", {3}}}}, {"e", nullptr}};
  expect_there_and_back(before, before, json::object());
  json after = before;
  after["b"]["c"] = nullptr;
  after["f"] = {{"g", 4}};
  expect_there_and_back(before, after, {{"b", {{"c", nullptr}}}, {"f", {{"g", 4}}}});
}

TEST(Changes, TellKindsOfNumbersApart) {
  expect_there_and_back({{"a", 1}}, {{"a", 1.0}}, {{"a", 1.0}});
  expect_there_and_back({{"a", 1}}, {{"a", true}}, {{"a", true}});
}

TEST(Changes, MayPutAnObjectInPlaceOfAnotherValue) {
  expect_there_and_back({{"a", nullptr}}, {{"a", {{"b", 1}}}}, {{"a", {{"b", 1}}}});
  expect_there_and_back({{"a", {{"b", 1}}}}, {{"a", nullptr}}, {{"a", nullptr}});
}

TEST(Changes, AreNoneWhereAKeyIsGone) {
  EXPECT_TRUE(changes({{"a", 1}, {"b", 2}}, {{"a", 1}}).is_null());
  EXPECT_TRUE(changes({{"a", {{"b", 2}}}}, {{"a", json::object()}}).is_null());
  EXPECT_TRUE(changes({1}, {1}).is_null());
}

}  // namespace
}  // namespace sphlab
