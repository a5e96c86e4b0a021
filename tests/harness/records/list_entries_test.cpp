#include "harness/records/list_entries.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "harness/error.hpp"

namespace sphlab {
namespace {

using nlohmann::json;

const json three = {{{"name", "cells"}, {"value", 0.0}},
                    {{"name", "densities"}, {"value", 1.5e-7}},
                    {{"name", "potentials"}, {"value", nullptr}}};
const json names = {{"name", {"cells", "densities", "potentials"}}};

json packed(const json& entries) {
  return pack_entries(entries, "checks", "value", [](const std::string& kind, const json& content) {
    EXPECT_EQ(kind, "checks");
    EXPECT_EQ(content, names);
    return "an id";
  });
}

json unpacked(const json& stored) {
  return unpack_entries(
      stored, "checks", "value",
      [](const std::string& kind, const std::string& key, const std::string& id) -> const json& {
        EXPECT_EQ(kind, "checks");
        EXPECT_EQ(key, "checks.of");
        EXPECT_EQ(id, "an id");
        return names;
      });
}

TEST(ListEntries, HaveTheirNumbersApart) {
  EXPECT_EQ(packed(three), json({{"of", "an id"}, {"value", {0.0, 1.5e-7, nullptr}}}));
  EXPECT_EQ(unpacked(packed(three)), three);
}

TEST(ListEntries, AreNoColumnsWhereTheirKeysDiffer) {
  const json entries = {{{"name", "cells"}, {"value", 0}}, {{"kind", "cells"}, {"value", 1}}};
  json rest;
  const json stored =
      pack_entries(entries, "checks", "value", [&](const auto&, const json& content) {
        rest = content;
        return "an id";
      });
  EXPECT_EQ(rest, json({{{"name", "cells"}}, {{"kind", "cells"}}}));
  const auto find = [&](const auto&...) -> const json& { return rest; };
  EXPECT_EQ(unpack_entries(stored, "checks", "value", find), entries);
}

TEST(ListEntries, StayWhereThereAreNone) {
  EXPECT_EQ(packed(json::array()), json::array());
  EXPECT_EQ(unpacked(json::array()), json::array());
}

TEST(ListEntries, AreReadWhereTheyStandWhole) {
  EXPECT_EQ(unpacked(three), three);
}

TEST(ListEntries, AreAsManyAsTheirNumbers) {
  for (const json& values : {json({1, 2}), json({1, 2, 3, 4})}) {
    try {
      unpacked({{"of", "an id"}, {"value", values}});
      ADD_FAILURE() << values;
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("but the checks part has 3 entries"),
                std::string::npos);
    }
  }
}

}  // namespace
}  // namespace sphlab
