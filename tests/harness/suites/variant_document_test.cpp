#include "harness/suites/variant_document.hpp"
#include "harness/scenarios/physics.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <regex>

#include "harness/stepping/variant_axes.hpp"
#include "tests/harness/scenarios/edited_file.hpp"

namespace sphlab {

extern const char* const suite_schema_text;

namespace {

using nlohmann::json;

json example() {
  return json::parse(R"({
    "runtime": "cuda",
    "toolchains": ["nvcc-13.0"],
    "physics": ["wcsph-lj"],
    "list_format": "split-chunk-4",
    "cells_per_radius": 2,
    "list_life": {"trigger": "displacement", "expansion": 1.05},
    "list": {"name": "warp-per-cell", "tuning": {"block": 64}},
    "advance": {"name": "verlet", "tuning": {}},
    "forces": {"name": "list-gather", "tuning": "sweep"}
  })");
}

std::string refusal(const json& document) {
  const TemporaryFile file(document.dump());
  const std::string message = input_error([&] { load_variant(file.path()); });
  EXPECT_TRUE(mentions(message, {file.path().string()}));
  return message;
}

TEST(VariantDocument, IsReadAndWrittenWithoutLoss) {
  const TemporaryFile file(example().dump());
  const SuiteVariant read = load_variant(file.path());
  EXPECT_EQ(variant_json(read), example());
  EXPECT_EQ(read.variant.name(),
            "list-gather+warp-per-cell+split-chunk-4+half-radius-cells+"
            "displacement-x1.05");
  EXPECT_EQ(read.swept, std::set<std::string>{"forces"});
}

TEST(VariantDocument, KeepsAnInterval) {
  json document = {{"forces", {{"name", "rows"}, {"tuning", json::object()}}}};
  document["list_life"] = {{"trigger", "interval"}, {"interval", 5}, {"expansion", 1.0}};
  EXPECT_EQ(variant_json(read_variant(document, "here")), document);
}

TEST(VariantDocument, KeepsAutomaticCells) {
  const json document = {{"cell_mode", "auto"}, {"memory_budget", 1000000}};
  EXPECT_EQ(variant_json(read_variant(document, "here")), document);
}

TEST(VariantDocument, KeepsAPlacement) {
  const json document = {{"placement", "forces-only"},
                         {"host_toolchain", "cpu-gcc-12"},
                         {"forces", {{"name", "cells-generic"}, {"tuning", json::object()}}}};
  const SuiteVariant read = read_variant(document, "here");
  EXPECT_EQ(read.variant.name(), "cells-generic+forces-only");
  EXPECT_EQ(read.variant.stages.size(), 1u);
  EXPECT_EQ(variant_json(read), document);
}

TEST(VariantDocument, WhatIsWrongIsNamedWithFileAndKey) {
  json document = example();
  document["force"] = document["forces"];
  EXPECT_TRUE(mentions(refusal(document), {"unknown key \"force\"", "forces"}));
  document = example();
  document.erase("forces");
  EXPECT_TRUE(mentions(refusal(document), {"missing key \"forces\""}));
  document = example();
  document["list"]["tuning"] = {{"block", -1}};
  EXPECT_TRUE(mentions(refusal(document), {"list.tuning.block", "at least 0"}));
  document = example();
  document["list_life"]["interval"] = 5;
  EXPECT_TRUE(mentions(refusal(document), {"list_life.interval"}));
  EXPECT_TRUE(mentions(refusal(json::array({example()})), {"must be of type object"}));
}

TEST(VariantDocument, TheSchemaKnowsTheKeysAndValuesOfTheTableOfAxes) {
  const json schema = json::parse(suite_schema_text);
  const json& known = schema.at("definitions").at("variant").at("properties");
  std::set<std::string> keys;
  for (const auto& [key, description] : known.items()) keys.insert(key);
  std::set<std::string> expected = {"runtime", "toolchains", "physics"};
  for (const Axis& axis : variant_axes()) expected.insert(axis.key);
  for (const PhysicsKind* kind : all_physics()) {  // what passes there are, formulations say
    for (const PassDescription& pass : kind->all_passes()) keys.insert(pass.name);
  }
  EXPECT_EQ(keys, expected);
  const json& sizes = known.at("cells_per_radius").at("enum");
  EXPECT_EQ(sizes.size(), most_cells_per_radius);
  EXPECT_EQ(sizes.back(), most_cells_per_radius);
  const std::regex format(known.at("list_format").at("pattern").get<std::string>());
  for (const NamedListFormat& each : list_formats)
    EXPECT_TRUE(std::regex_match(each.name, format)) << each.name;
}

TEST(VariantDocument, AFileIsToldFromAName) {
  EXPECT_TRUE(is_variant_file("best.json"));
  EXPECT_TRUE(is_variant_file("out/best"));
  EXPECT_FALSE(is_variant_file("list-gather+per-particle+displacement-x1.05"));
}

}  // namespace
}  // namespace sphlab
